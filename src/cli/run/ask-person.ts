/** The questions of a run, put to whoever sits at the terminal. Only words in and decisions out. */

import { isWithinScope, requestsBeyond } from '../../flows/approved-scope.ts';
import { REPLAN } from '../../flows/flow.ts';
import { lineWords } from '../../flows/rows.ts';
import { quoted } from '../../flows/words.ts';
import { itemAt } from '../../lib/columns.ts';
import { cut } from '../../lib/cut-text.ts';
import { isObject, type Json, type JsonObject } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import type { Effect } from '../../plan/contract-shape.ts';
import type { Call } from '../../plan/document.ts';
import { elementWords, namer } from '../../run/call-names.ts';
import { CANARY } from '../../run/canary.ts';
import type { Choice } from '../../run/decision.ts';
import { alikeWords, type DoorWords, doorWordsOf, replanDoorWords } from '../../run/door-words.ts';
import { choicesFor, knownOfDoubt, lookAddress, looksFor } from '../../run/doubt.ts';
import type { RunEventBody } from '../../run/events.ts';
import { instanceViews } from '../../run/instance-view.ts';
import { callsFromHere, withTool } from '../../run/left-to-do.ts';
import { resolveParams } from '../../run/params.ts';
import { beyondApproved } from '../../run/replan.ts';
import type { RunState } from '../../run/state.ts';
import { toldOfPlan } from '../../run/thread-words.ts';
import { callsOfTurn, turnsAllowed } from '../../run/turn-calls.ts';
import { callView, type OpenQuestion } from '../../run/view.ts';
import { catalogueOf } from '../../tools/catalogue.ts';
import { schemaCheck } from '../../tools/json-schema.ts';
import { leastValue } from '../../tools/least-value.ts';
import { titleAndId, titleIn } from './titles.ts';

type Decision = Extract<RunEventBody, { type: 'approval' }>;

/** Puts words to the person and hears a line. */
export type Ask = (text: string) => Promise<string>;

/** One sentence for each kind, for a person who is asked or has to be told that nobody answered. */
export const wordsFor = (state: RunState, question: OpenQuestion): string =>
  [wordsOf(state, question)]
    .flat()
    .map((words, at) => visible(at === 0 ? whichOf(state) + words : words))
    .join('\n');

/** Characters of what a run was given. */
const GIVEN = 160;

/** Of a run below another, which: without it, every question of a loop reads alike. */
function whichOf({ parent, input }: RunState): string {
  if (parent === null) return '';
  const of = parent.index === undefined ? 'the run' : elementWords(parent.index);
  const given = parent.index === undefined ? input : (input.item ?? input);
  return `In ${of} of ${quoted(parent.call)}, given ${cut(JSON.stringify(given), GIVEN)}: `;
}

/** Of a new plan a line for each thing that it adds to what was signed (L-71). */
function wordsOf(state: RunState, question: OpenQuestion): string | readonly string[] {
  const name = 'call' in question ? titleAndId(state, question.call) : '';
  switch (question.kind) {
    case 'failure': {
      if (question.stopped) return `You have stopped ${name}. What becomes of it?`;
      const failure = callView(state, question.call)?.failure;
      const happened = question.happened ? ' It has happened, so it is not run again.' : '';
      const told = question.noPlan ? state.plannerTold : null;
      const noPlan = told === null ? '' : ` ${toldOfPlan(false, told)}`;
      return `${name} failed (${failure?.code ?? 'unknown'}): ${failure?.message ?? ''}${happened}${noPlan} What now?`;
    }
    case 'in_doubt':
      return question.over
        ? `It is not known whether ${name} was done. ${knownOfDoubt(state, question.call)} Say whether it was.${lookWords(state, question.call)}`
        : `It is not known whether ${name} was done. ${knownOfDoubt(state, question.call)}${lookWords(state, question.call)} What now?`;
    case 'mandate':
    case 'approval':
      if (question.doubtOf !== undefined)
        return `${name} would do what ${quoted(question.repeats ?? '')} may have done already in ${question.doubtOf}, with ${valuesOf(state, question.call)}: nobody has said what became of that. Go ahead?`;
      if (question.doneIn !== undefined)
        return `${name} would do again what ${quoted(question.repeats ?? '')} of run ${question.doneIn} has done meanwhile, with ${valuesOf(state, question.call)}. Go ahead?`;
      if (question.repeats !== undefined)
        return `${name} would do again what ${titleIn(state, question.repeats)} has done, with ${valuesOf(state, question.call)}. Go ahead?`;
      return question.kind === 'mandate'
        ? `${name} lies beyond the plan's mandate, and would start with ${valuesOf(state, question.call)}. Go ahead?`
        : `${name} asks before it starts, with ${valuesOf(state, question.call)}. Go ahead?`;
    case 'answer':
      return `${name} asks: ${askedWords(question.form, titleIn(state, question.call))}`;
    case 'gate':
      if (question.gate === CANARY && state.canary > 0) return canaryWords(state);
      return `The gate "${question.gate}" waits for a person${question.calls.length > 0 ? `, and with it ${question.calls.map((call) => titleIn(state, call)).join(', ')}` : ''}. Open it?`;
    case 'planner': {
      const { title, message, yes, no } = replanDoorWords(question.about, state.plannerTold?.text);
      return `${titleIn(state, REPLAN)} (${REPLAN}) asks: ${title} ${message} Approved: “${yes}”. Rejected: “${no}”.`;
    }
    case 'replan':
      if (question.turn !== undefined) return turnAsked(state, question.turn);
      return [
        `A new plan of ${question.calls.length} calls waits for approval: ${question.calls.map(({ _id }) => draftNamer(state, question.calls)(_id)).join(', ')}.`,
        ...addedWords(state, question.calls),
        'Go on with it?',
      ];
  }
}

/** What came of the first of a list: whether the others go on hangs on that (L-55). */
function canaryWords(state: RunState): string {
  const first = instanceViews(state).slice(0, state.canary);
  const lines = first.map(({ label, status, failed }) => {
    const why = failed ? `: ${titleIn(state, failed.call)}: ${failed.message}` : '';
    return `${quoted(label)} ${status.replaceAll('_', ' ')}${why}`;
  });
  const rest = state.instances.length - state.canary;
  const ended = state.canary === 1 ? 'The first' : `The first ${state.canary}`;
  const verb = state.canary === 1 ? 'has' : 'have';
  return `${ended} of ${state.instances.length} ${verb} ended: ${lines.join('; ')}. Go on with the other ${rest}?`;
}

/** A turn that the person wants to see first; what lies beyond its mandate asks all the same. */
function turnAsked(state: RunState, turn: number): readonly string[] {
  const calls = callsOfTurn(state).map((call) => `- ${call._id}: ${call._description ?? call._tool}`);
  const many = calls.length === 1 ? '1 call' : `${calls.length} calls`;
  return [
    `Turn ${turn} of ${turnsAllowed(state)} would run ${many}:`,
    ...calls,
    'Take it? Else another one is asked for.',
  ];
}

/** With which values a call would start: one that asks is ready, and has read none yet (L-72). */
function valuesOf(state: RunState, call: string): string {
  const step = state.program.index.get(call);
  return JSON.stringify(step === undefined ? {} : resolveParams(state, itemAt(state.program.steps, step)));
}

/** Names what stands in the plan and what a draft would bring. */
const draftNamer = ({ program: { plan } }: RunState, calls: readonly Call[]): ((call: string) => string) =>
  namer({ ...plan, calls: [...plan.calls, ...calls] });

/** What a new plan brings that was not signed, a line each. */
function addedWords(state: RunState, calls: readonly Call[]): readonly string[] {
  if (state.setting.knowsCode === false && calls.some(({ _tool }) => !state.setting.hasActivity(_tool)))
    return [
      'What it adds to what you approved shows where its code is known: obelus resume, with --activities.',
    ];
  const beyond = beyondApproved(state, calls);
  if (isWithinScope(beyond)) return ['It stays within what you approved.'];
  const { tools, effects, inputs, flows } = beyond;
  const sends = requestsBeyond(beyond);
  const news = [
    ...(tools.length > 0 ? [`uses ${tools.join(', ')}`] : []),
    ...(effects.length > 0 ? [`has calls that ${effects.map((effect) => DOES[effect]).join(', ')}`] : []),
    ...(inputs.length > 0 ? [`reads ${inputs.join(', ')}`] : []),
    ...(sends === null ? [] : [sends]),
    ...(flows.length > 0 ? ['adds what follows to what goes where'] : []),
  ];
  const lines = lineWords(flows, draftNamer(state, calls)).map((line) => `- ${line}`);
  return [`It goes beyond what you approved: it ${news.join('; it ')}.`, ...lines];
}

const DOES: Readonly<Record<Effect, string>> = {
  none: 'only compute',
  read: 'read',
  write: 'write',
  irreversible: 'can’t be undone',
};

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

/** A call that has not begun asks whether it may. */
export const asksToStart = ({ kind }: OpenQuestion): boolean => kind === 'approval' || kind === 'mandate';

/** Said to a call that asks before it starts: it is done with another tool (L-72). */
const ANOTHER_TOOL = 'tool';

/**
 * Another tool is another plan from there on: a draft, which is shown and asked about as any is (L-71).
 * @param params what the other tool is given besides the parameters that it shares with the one before; written into the plan
 * @returns a sentence where there is no such tool
 */
export function takingTool(
  state: RunState,
  call: string,
  tool: string,
  params: JsonObject = {},
): Decision | { readonly wrong: string } {
  const { plan } = state.program;
  const contract = catalogueOf(state.setting.catalogue.list(), plan.tools).get(tool);
  if (!contract) return { wrong: `"${call}" can't be done with "${tool}": there is no such tool.` };
  const id = itemAt(call.split('@'), 0);
  const changed = withTool(plan, id, tool, contract);
  const written = changed.calls.map((one) => (one._id === id ? { ...one, ...params } : one));
  return {
    type: 'approval',
    call,
    choose: 'replan',
    calls: callsFromHere({ state }, { ...changed, calls: written }),
  };
}

/** Asks until the answer makes sense. @param others how many calls of the run, and of those below it, ask the same at the door */
export async function askPerson(
  state: RunState,
  question: OpenQuestion,
  ask: (text: string) => Promise<string>,
  others = 0,
): Promise<Decision> {
  const words = wordsFor(state, question);
  if (question.kind === 'answer') {
    const door = doorWordsOf(question.form, titleIn(state, question.call));
    if (door !== null)
      return {
        type: 'approval',
        ...{ call: question.call, choose: 'value', value: await askAtDoor(door, words, ask, others) },
      };
    const fields = fieldsOf(question.form.schema);
    const how = fields.length > 1 ? ` (as a JSON object, with ${visible(fields.join(', '))})` : '';
    const value = await askValue(`${words}${how}\n> `, question.form.schema, ask);
    return { type: 'approval', call: question.call, choose: 'value', value };
  }
  const allowed = [...choicesOf(question), ...(question.kind === 'approval' ? [ANOTHER_TOOL] : [])];
  let given = (await ask(`${words} (${allowed.join(', ')}) `)).trim();
  while (!allowed.includes(given)) given = (await ask(`One of ${allowed.join(', ')}: `)).trim();
  if (given === ANOTHER_TOOL && question.kind === 'approval') return askTool(state, question.call, ask);
  const choose = given as Choice;
  const place = placeOf(question);
  if (choose === 'value') {
    return { type: 'approval', ...place, choose, value: await askResult(state, question, ask) };
  }
  if (choose !== 'edit') return { type: 'approval', ...place, choose };
  const params = (await askValue(
    'The changed parameters, as a JSON object: ',
    { type: 'object' },
    ask,
  )) as JsonObject;
  return { type: 'approval', ...place, choose: asksToStart(question) ? 'approve' : choose, params };
}

/** What stands in for a result that nobody knows: nothing typed is the least that fits, as the page has it. */
function askResult(
  state: RunState,
  question: OpenQuestion,
  ask: (text: string) => Promise<string>,
): Promise<Json> {
  const call = 'call' in question ? question.call : '';
  const { contract } = state.program.steps[state.program.index.get(call) ?? -1] ?? {};
  const hasHappened = question.kind === 'in_doubt' || (question.kind === 'failure' && question.happened);
  const ready = hasHappened ? leastValue(contract?._output) : undefined;
  const words =
    ready === undefined
      ? 'The value, as JSON: '
      : `The value, as JSON, or nothing for a made-up one, the least that fits, ${visible(JSON.stringify(ready))}: `;
  return askValue(words, contract?._output as Json | undefined, async (text) => {
    const given = await ask(text);
    return given.trim() === '' && ready !== undefined ? JSON.stringify(ready) : given;
  });
}

async function askTool(
  state: RunState,
  call: string,
  ask: (text: string) => Promise<string>,
): Promise<Decision> {
  let prompt = `Which tool instead? What ${titleIn(state, call)} hands on stays, and the plan that comes of it is asked about. `;
  for (;;) {
    const taken = takingTool(state, call, (await ask(prompt)).trim());
    if (!('wrong' in taken)) return taken;
    prompt = `${visible(taken.wrong)} Which one? `;
  }
}

const propertiesOf = (schema: unknown): JsonObject =>
  isObject(schema) && isObject(schema.properties) ? (schema.properties as JsonObject) : {};
const fieldsOf = (schema: unknown): readonly string[] => Object.keys(propertiesOf(schema));

/** The one field of a form may be answered with its bare value. */
export function inForm(schema: unknown, value: Json): Json {
  const [field, ...more] = fieldsOf(schema);
  return field === undefined || more.length > 0 || isObject(value) ? value : { [field]: value };
}

async function askValue(
  prompt: string,
  schema: Json | undefined,
  ask: (text: string) => Promise<string>,
): Promise<Json> {
  const shape = isObject(schema) ? schema : undefined;
  const check = schemaCheck(shape);
  for (let words = prompt; ; ) {
    const value = readValue(await ask(words), shape);
    const fault = value === undefined ? { path: [], message: 'is not JSON' } : check(value);
    if (value !== undefined && !fault) return value;
    const where = fault && fault.path.length > 0 ? `"${fault.path.join('.')}"` : 'This';
    words = visible(`${where} ${fault?.message}. Once more: `);
  }
}

/** Text as it was typed where text is asked for, alone or as a form's one field; else JSON. undefined: neither. */
function readValue(text: string, shape: JsonObject | undefined): Json | undefined {
  if (shape?.type === 'string') return text;
  const [only, ...more] = Object.values(propertiesOf(shape));
  const isText = more.length === 0 && isObject(only) && only.type === 'string';
  try {
    const value = JSON.parse(text) as Json;
    return isText && !isObject(value) ? inForm(shape, text) : inForm(shape, value);
  } catch {
    return isText ? inForm(shape, text) : undefined;
  }
}
