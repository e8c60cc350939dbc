/** The questions of a run, put to whoever sits at the terminal. Only words in and decisions out. */

import { REPLAN } from '../../flows/flow.ts';
import { isObject, type Json, type JsonObject } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import { alikeWords, type DoorWords, doorWordsOf, replanDoorWords } from '../../run/door-words.ts';
import { choicesFor, knownOfDoubt, lookAddress, looksFor } from '../../run/doubt.ts';
import type { Choice, RunEventBody } from '../../run/events.ts';
import type { RunState } from '../../run/state.ts';
import { callView, type OpenQuestion } from '../../run/view.ts';
import { schemaCheck } from '../../tools/json-schema.ts';

type Decision = Extract<RunEventBody, { type: 'approval' }>;

/** One sentence for each kind, for a person who is asked or has to be told that nobody answered. */
export const wordsFor = (state: RunState, question: OpenQuestion): string =>
  visible(wordsOf(state, question));

function wordsOf(state: RunState, question: OpenQuestion): string {
  switch (question.kind) {
    case 'failure': {
      const failure = callView(state, question.call)?.failure;
      const happened = question.happened ? ' It has happened, so it is not run again.' : '';
      return `${question.call} failed (${failure?.code ?? 'unknown'}): ${failure?.message ?? ''}${happened} What now?`;
    }
    case 'in_doubt':
      return question.over
        ? `It is not known whether ${question.call} was done. ${knownOfDoubt(state, question.call)} Say whether it was.${lookWords(state, question.call)}`
        : `It is not known whether ${question.call} was done. ${knownOfDoubt(state, question.call)}${lookWords(state, question.call)} What now?`;
    case 'approval':
      if (question.repeats !== undefined)
        return `${question.call} would do again what ${question.repeats} has done, with the same values: ${JSON.stringify(callView(state, question.call)?.params ?? {})}. Go ahead?`;
      return `${question.call} asks before it starts, with ${JSON.stringify(callView(state, question.call)?.params ?? {})}. Go ahead?`;
    case 'answer':
      return `${question.call} asks: ${askedWords(question.form, question.call)}`;
    case 'gate':
      return `The gate "${question.gate}" waits for a person${question.calls.length > 0 ? `, and with it ${question.calls.join(', ')}` : ''}. Open it?`;
    case 'planner': {
      const { title, message } = replanDoorWords(question.about);
      return `${REPLAN} asks: ${title} ${message} Rejected, this device plans.`;
    }
    case 'replan':
      return `A new plan of ${question.calls.length} calls waits for approval: ${question.calls.map((call) => call._id).join(', ')}. Go on with it?`;
  }
}

function askedWords(form: JsonObject, call: string): string {
  const { title, message } = doorWordsOf(form, call) ?? form;
  const said = [title, message].filter((one) => typeof one === 'string' && one !== '').map(String);
  return said.map((one, at) => (at < said.length - 1 && !/[.?!:…]$/u.test(one) ? `${one}.` : one)).join(' ');
}

/** The door's answers in words, as the page's buttons have them; nothing typed is the safe one. */
async function askAtDoor(
  door: DoorWords,
  words: string,
  ask: (text: string) => Promise<string>,
  others: number,
): Promise<JsonObject> {
  const { yes, no, all } = door;
  const alike = alikeWords(door, others, 'with all');
  const lines = [`yes: ${yes}`, ...(all === null ? [] : [`all: ${yes}. ${all}`]), `no, or nothing: ${no}`];
  const prompt = [
    alike === null ? words : `${words} ${visible(alike)}`,
    ...lines.map((line) => `  ${visible(line)}`),
    '> ',
  ].join('\n');
  for (let given = await ask(prompt); ; given = await ask(`One of yes, ${all === null ? '' : 'all, '}no: `)) {
    const said = given.trim().toLowerCase();
    if (said === 'yes') return { allow: true };
    if (said === 'all' && all !== null) return { allow: true, run: true };
    if (said === 'no' || said === '') return { allow: false };
  }
}

/**
 * Where to look, and with which command, of the run that the journal is of; in a shell's quotation marks nothing stands that
 * could end them, and what is no plain name is no part of a line that may be copied into one.
 */
function lookWords(state: RunState, call: string): string {
  const address = lookAddress(state, call);
  const { first } = looksFor(state, call);
  const params = JSON.stringify(first?.params ?? {});
  const isPlain = first !== null && /^[\w:/.?=&%+~#,{}" -]*$/.test(params) && params.length < 300;
  const where = address === null ? 'where it would show' : `at ${address}`;
  const read = first === null ? 'TOOL' : first.tool;
  if (state.parent !== null || !/^[\w@-]+$/.test(call)) return ` Look first, ${where}.`;
  const command = `obelus look JOURNAL --call ${call} --tool ${read} --params ${isPlain ? `'${params}'` : 'JSON'}`;
  return ` Look first, ${where} (with --journal, once this command has ended: ${command}).`;
}

/** Where its answer belongs: to a gate, to the run, or to a call. */
export function placeOf(
  question: Exclude<OpenQuestion, { readonly kind: 'answer' }>,
): Pick<Decision, 'call' | 'gate' | 'about'> {
  if (question.kind === 'gate') return { gate: question.gate };
  if (question.kind === 'planner') return { about: question.about };
  return question.kind === 'replan' ? {} : { call: question.call };
}

/** What may be said to a question. */
export const choicesOf = (question: Exclude<OpenQuestion, { readonly kind: 'answer' }>): readonly Choice[] =>
  'retryLimit' in question ? choicesFor(question) : ['approve', 'reject'];

/** Asks until the answer makes sense. @param others how many calls of the run, and of those below it, ask the same at the door */
export async function askPerson(
  state: RunState,
  question: OpenQuestion,
  ask: (text: string) => Promise<string>,
  others = 0,
): Promise<Decision> {
  const words = wordsFor(state, question);
  if (question.kind === 'answer') {
    const door = doorWordsOf(question.form, question.call);
    if (door !== null)
      return {
        type: 'approval',
        ...{ call: question.call, choose: 'value', value: await askAtDoor(door, words, ask, others) },
      };
    const value = await askValue(`${words}\n> `, question.form.schema, ask);
    return { type: 'approval', call: question.call, choose: 'value', value };
  }
  const allowed = choicesOf(question);
  let given = await ask(`${words} (${allowed.join(', ')}) `);
  while (!allowed.includes(given.trim() as Choice)) given = await ask(`One of ${allowed.join(', ')}: `);
  const choose = given.trim() as Choice;
  const place = placeOf(question);
  if (choose === 'value') {
    return {
      type: 'approval',
      ...place,
      choose,
      value: await askValue('The value, as JSON: ', undefined, ask),
    };
  }
  if (choose !== 'edit') return { type: 'approval', ...place, choose };
  const params = (await askValue(
    'The changed parameters, as a JSON object: ',
    { type: 'object' },
    ask,
  )) as JsonObject;
  return { type: 'approval', ...place, choose: question.kind === 'approval' ? 'approve' : choose, params };
}

async function askValue(
  prompt: string,
  schema: Json | undefined,
  ask: (text: string) => Promise<string>,
): Promise<Json> {
  const shape = isObject(schema) ? schema : undefined;
  const check = schemaCheck(shape);
  let value = readValue(await ask(prompt), shape?.type === 'string');
  for (;;) {
    const fault = value === undefined ? { path: [], message: 'is not JSON' } : check(value);
    if (value !== undefined && !fault) return value;
    const where = fault && fault.path.length > 0 ? `"${fault.path.join('.')}"` : 'This';
    value = readValue(
      await ask(visible(`${where} ${fault?.message}. Once more: `)),
      shape?.type === 'string',
    );
  }
}

/** Text where text is asked for, else JSON; undefined for what is neither. */
function readValue(text: string, isText: boolean): Json | undefined {
  if (isText) return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
