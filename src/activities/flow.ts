/** What steers a run and computes next to nothing: questions, waiting, notes, one of two ways. */

import { hasOwn, isObject, type Json, type JsonObject } from '../lib/json.ts';
import { OPERATORS } from '../tools/choices.ts';
import type { Activity } from './activity.ts';
import { readCells } from './column-reading.ts';
import { sameValue } from './compare.ts';
import { testFor } from './condition.ts';
import { listNames, nameOf } from './describe.ts';
import { badArguments, param } from './parameters.ts';
import { filledIn, namesIn, printed } from './template.ts';

/** Asks the person and gives the answer. */
export const askPerson: Activity = async (params, context) => {
  const title = param.text(params, 'question', 1000);
  if (title.trim() === '') throw badArguments('The question is empty: say what to ask.');
  const message = param.optionalText(params, 'details', 20_000);
  const choices = param.optionalTexts(params, 'choices');
  const kind = param.choice(params, 'kind', ['text', 'number', 'yesNo'], 'text');
  const schema: JsonObject = {
    type: 'object',
    properties: { answer: answerSchema(kind, choices) },
    required: ['answer'],
    additionalProperties: false,
  };
  const given = await context.ask({ title, schema, ...(message !== undefined && { message }) });
  // A host that asks with a single field may give the bare answer.
  const answer: Json | undefined = isObject(given) && hasOwn(given, 'answer') ? given.answer : given;
  return checked(answer, kind, choices);
};

function answerSchema(kind: string, choices: readonly string[] | undefined): JsonObject {
  const title = 'Answer';
  if (choices !== undefined) return { type: 'string', title, enum: [...new Set(choices)] };
  if (kind === 'number') return { type: 'number', title };
  if (kind === 'yesNo') return { type: 'boolean', title };
  return { type: 'string', title };
}

/**
 * A form checks the answer too, but an answer can also come from a recorded run or a script. The answer is recorded,
 * so that another attempt would be given the very same: a fault of the arguments, which is not retried.
 */
function checked(answer: Json | undefined, kind: string, choices: readonly string[] | undefined): Json {
  if (choices !== undefined) {
    const chosen = choices.find((choice) => answer !== undefined && sameValue(choice, answer));
    if (chosen === undefined)
      throw badArguments(`The answer is ${nameOf(answer)}; it must be one of ${listNames(choices)}.`);
    return chosen;
  }
  const type = kind === 'number' ? 'number' : kind === 'yesNo' ? 'boolean' : 'string';
  const words = { number: 'a number', boolean: 'true or false', string: 'text' };
  if (answer === undefined || typeof answer !== type) {
    throw badArguments(`The answer must be ${words[type]}, but it is ${nameOf(answer)}.`);
  }
  return answer;
}

const HOUR_MS = 3_600_000;

/** Waits. The time is the run's matter: nothing is held in memory, and a run that is cut off waits on (L-91a). */
export const wait: Activity = async (params, context) => {
  const ms = param.number(params, 'ms', { min: 0, max: HOUR_MS, whole: true });
  await context.sleep(ms);
  return ms;
};

const LONGEST = 10_000;

/** A line in the run's journal, with values. */
export const note: Activity = (params, context) => {
  const text = param.text(params, 'text', LONGEST);
  const values = param.object(params, 'values', {});
  const named = namesIn(text);
  // A note without values is its text: braces in it are nobody's placeholders.
  const first = Object.keys(values).length === 0 ? text : filledIn(text, values);
  const others = Object.keys(values).filter(
    (name) => !named.some((path) => path === name || (path.startsWith(`${name}.`) && !hasOwn(values, path))),
  );
  const written = [first, ...others.map((name) => `${name}: ${printed(values[name] ?? null)}`)].join('\n');
  const kept = written.length > LONGEST ? `${written.slice(0, LONGEST - 1)}…` : written;
  context.log(kept);
  return kept;
};

/** Takes one of two ways by a condition: the first where it holds, else the second (L-23). */
export const decide: Activity = async (params, context) => {
  const value = param.json(params, 'value');
  const target = param.optionalJson(params, 'compareTo');
  const compared: readonly Json[] = target === undefined ? [] : Array.isArray(target) ? target : [target];
  // How a value is written, it and what it is compared with tell together.
  const reading = readCells([value, ...compared], 'value');
  // The calendar is large, and needed only for dates in words.
  const calendar = reading.type === 'date' ? await import('./calendar.ts') : undefined;
  const holds = testFor(param.choice(params, 'operator', OPERATORS, 'equals'), target, reading, (text) =>
    calendar ? calendar.printDate(calendar.readDate(text, 'compareTo', context.now())) : text,
  );
  const passed = param.optionalJson(params, 'pass') ?? value;
  return context.route(holds(value, 0) ? 0 : 1, passed);
};
