/** Who answers where nobody sits there: a file of answers, and a standing answer to failures. Questions in, decisions out. */

import { REPLAN } from '../../flows/flow.ts';
import { isObject, type Json, type JsonObject } from '../../lib/json.ts';
import type { Choice } from '../../run/decision.ts';
import { doorWordsOf } from '../../run/door-words.ts';
import type { RunEventBody } from '../../run/events.ts';
import type { RunState } from '../../run/state.ts';
import type { OpenQuestion } from '../../run/view.ts';
import { schemaCheck } from '../../tools/json-schema.ts';
import { Fault, Misuse } from '../command.ts';
import { readJsonFile } from '../read-file.ts';
import { asksToStart, choicesOf, inForm, placeOf, takingTool } from './ask-person.ts';

export type Decision = Extract<RunEventBody, { type: 'approval' }>;

/** What a person will say to one question, once. Neither `call` nor `gate`: to a new plan that waits for approval. */
export interface GivenAnswer {
  /** Of a sub-run's call: `each#3/x`, the loop's call and its element before it, counted from 1. */
  readonly call?: string;
  readonly gate?: string;
  readonly choose?: Choice;
  readonly value?: Json;
  readonly params?: JsonObject;
  /** To a call that asks before it starts: the tool that it is done with instead (L-72). `params` are then the other tool's. */
  readonly tool?: string;
}

/** A question, and what its call or gate is called from the run that was started. */
export interface Asked {
  readonly runId: string;
  readonly question: OpenQuestion;
  /** `""` in the run itself, else `each#3/`. */
  readonly within: string;
  /** The run that asks, as it stands. */
  readonly state: RunState;
}

export interface Unattended {
  /** null where nobody has said anything to that. A sentence where what was said does not fit: it is not used. */
  answerTo(asked: Asked): Decision | { readonly wrong: string } | null;
  /** Answers of the file that no question was for, by what they name. */
  unused(): readonly string[];
  /** A decision that is durable: a failed call is retried by a standing answer once. */
  heard(decision: Decision, runId: string): void;
}

const KEYS: ReadonlySet<string> = new Set(['call', 'gate', 'choose', 'value', 'params', 'tool', 'ms']);
const ALL_CHOICES: ReadonlySet<string> = new Set<Choice>([
  'retry',
  'edit',
  'value',
  'skip',
  'replan',
  'abort',
  'approve',
  'reject',
]);

/** @throws Fault where the file is no list of answers */
export async function readAnswers(path: string): Promise<GivenAnswer[]> {
  const list = await readJsonFile(path);
  if (!Array.isArray(list))
    throw new Fault(`${path} must hold a list of answers: [{"call": "a", "choose": "retry"}].`);
  return list.map((entry: unknown, i) => readAnswer(entry, `${path}: answer ${i + 1}`));
}

/** @param where what to name in the message */
export function readAnswer(entry: unknown, where: string): GivenAnswer {
  if (!isObject(entry)) throw new Fault(`${where} is no object.`);
  const wrong = Object.keys(entry).find((key) => !KEYS.has(key));
  if (wrong !== undefined) throw new Fault(`${where} has "${wrong}". It may have ${[...KEYS].join(', ')}.`);
  const { call, gate, choose, params, tool } = entry;
  if ([call, gate, tool].some((name) => name !== undefined && typeof name !== 'string'))
    throw new Fault(`${where}: "call", "gate" and "tool" are names.`);
  if (choose !== undefined && !ALL_CHOICES.has(String(choose)))
    throw new Fault(`${where}: "choose" is one of ${[...ALL_CHOICES].join(', ')}; "${choose}" is not.`);
  if (choose === undefined && entry.value === undefined && tool === undefined)
    throw new Fault(`${where} says nothing: it needs "choose", "value" or "tool".`);
  if (params !== undefined && !isObject(params)) throw new Fault(`${where}: "params" is an object.`);
  return entry as GivenAnswer;
}

const ON_FAILURE = ['retry', 'skip', 'replan', 'abort'] as const;
type OnFailure = (typeof ON_FAILURE)[number];

export function readOnFailure(given: string | undefined): OnFailure | undefined {
  const found = ON_FAILURE.find((one) => one === given);
  if (given !== undefined && !found)
    throw new Misuse(`--on-failure is one of ${ON_FAILURE.join(', ')}; "${given}" is not.`);
  return found;
}

/** @param answers each is used once, the first that is about a question for it */
export function unattended(answers: readonly GivenAnswer[], onFailure: OnFailure | undefined): Unattended {
  const left = [...answers];
  const retried = new Set<string>();
  return {
    unused: () => left.map(({ call, gate }) => call ?? gate ?? 'the new plan'),
    heard: ({ call, choose }, runId) => {
      if (choose === 'retry' && call !== undefined) retried.add(`${runId} ${call}`);
    },
    answerTo: (asked) => {
      const { question, runId, within } = asked;
      const at = left.findIndex((answer) => isAbout(answer, question, within));
      if (at !== -1) {
        const [answer] = left.splice(at, 1);
        return decisionFrom(answer!, asked);
      }
      // Whoever has stopped it sits there, and wants to be asked.
      if (question.kind !== 'failure' || question.stopped || onFailure === undefined) return null;
      const { call } = question;
      if (onFailure === 'retry' && retried.has(`${runId} ${call}`)) return null;
      return { type: 'approval', call, choose: onFailure };
    },
  };
}

/** What a question is about, as a person names it. */
function subjectOf(question: OpenQuestion, within: string): string {
  if (question.kind === 'replan') return `${within}the new plan`;
  if (question.kind === 'planner') return within + REPLAN;
  return within + (question.kind === 'gate' ? question.gate : question.call);
}

/** What `obelus answer` is to be given for it; in a shell's quotation marks nothing stands that could end them. */
export function answerArgs(question: OpenQuestion, within: string): string {
  const subject = subjectOf(question, within);
  const name = /^[\w@†/.-]+$/.test(subject)
    ? subject
    : /^[\w@†/.#[\] -]+$/.test(subject)
      ? `'${subject}'`
      : 'NAME';
  const of =
    question.kind === 'replan' ? [] : question.kind === 'gate' ? [`--gate ${name}`] : [`--call ${name}`];
  if (question.kind === 'answer') {
    const isDoor = doorWordsOf(question.form, question.call) !== null;
    return [...of, isDoor ? `--value '{"allow": true}'` : '--value JSON'].join(' ');
  }
  const choices = choicesOf(question);
  return [
    ...of,
    `--choose ${choices.join('|')}`,
    ...(choices.includes('value') ? ['[--value JSON]'] : []),
    ...(choices.includes('edit') ? ['[--params JSON]'] : []),
    ...(question.kind === 'approval' ? ['[--tool NAME]'] : []),
  ].join(' ');
}

function isAbout({ call, gate }: GivenAnswer, question: OpenQuestion, within: string): boolean {
  if (question.kind === 'replan') return call === undefined && gate === undefined;
  const name = subjectOf(question, within);
  return question.kind === 'gate' ? asNow(gate) === name : gate === undefined && asNow(call) === name;
}

/** `each#3/x` of `each[2]/x`: before, elements were counted from 0. */
const asNow = (name: string | undefined): string | undefined =>
  name?.replace(/\[(\d+)\]\//g, (_, index: string) => `#${Number(index) + 1}/`);

function decisionFrom(
  { choose, value, params, tool }: GivenAnswer,
  { question, within, state }: Asked,
): Decision | { readonly wrong: string } {
  const name = subjectOf(question, within);
  if (question.kind === 'answer') {
    if (value === undefined) return { wrong: `The answer to "${name}" has no "value", which it asks for.` };
    const schema = isObject(question.form.schema) ? question.form.schema : undefined;
    const filled = inForm(schema, value);
    const fault = schemaCheck(schema)(filled);
    if (!fault) return { type: 'approval', call: question.call, choose: 'value', value: filled };
    const where = fault.path.length > 0 ? `"${fault.path.join('.')}" in it` : 'it';
    return { wrong: `The answer to "${name}" does not fit: ${where} ${fault.message}.` };
  }
  if (tool !== undefined) {
    if (question.kind === 'approval') return takingTool(state, question.call, tool, params);
    return { wrong: `"${name}" does not ask before it starts: no other tool can be taken for it here.` };
  }
  const allowed = choicesOf(question);
  const chosen = choose ?? 'value';
  if (!allowed.includes(chosen))
    return { wrong: `"${name}" can be answered with ${allowed.join(', ')}; "${chosen}" is not one of them.` };
  const place = placeOf(question);
  return {
    type: 'approval',
    ...place,
    choose: chosen === 'edit' && asksToStart(question) ? 'approve' : chosen,
    ...(value === undefined ? {} : { value }),
    ...(params === undefined ? {} : { params }),
  };
}
