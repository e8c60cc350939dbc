/** Asks the person and gives the answer. */

import { hasOwn, isObject, type Json, type JsonObject } from '../lib/json.ts';
import type { Activity } from './activity.ts';
import { sameValue } from './compare.ts';
import { listNames, nameOf } from './describe.ts';
import { badArguments, choiceParam, optionalText, optionalTexts, textParam } from './parameters.ts';

export const askPerson: Activity = async (params, context) => {
  const title = textParam(params, 'question', 1000);
  if (title.trim() === '') throw badArguments('The question is empty: say what to ask.');
  const message = optionalText(params, 'details', 20_000);
  const choices = optionalTexts(params, 'choices');
  const kind = choiceParam(params, 'kind', ['text', 'number', 'yesNo'], 'text');
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
