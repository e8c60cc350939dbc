/**
 * The words of a call that a model answers, tried in the worker on the values at hand: those that a preview has. A person
 * asks for each answer; nothing of it is journalled, kept, or taken for what the call comes to.
 */

import {
  type ActivityContext,
  ActivityError,
  isRouted,
  type Routed,
  routed,
} from '../activities/activity.ts';
import { createLatentActivity, type Heard, type ModelRecord } from '../activities/latent.ts';
import { latentMessages, outcomesOf } from '../activities/latent-prompt.ts';
import type { Pool } from '../activities/pool.ts';
import type { CallStart } from '../host/port.ts';
import { bothPaid, type Paid } from '../lib/answer-cost.ts';
import { isObject, type Json, type JsonObject } from '../lib/json.ts';
import { messageOf } from '../lib/thrown.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import type { Call, Plan } from '../plan/document.ts';
import { kindsOf } from '../plan/parsed-call.ts';
import { createChatModel } from '../planner/openai/chat-model.ts';
import { createPreviewEngine } from '../preview/preview-plan.ts';
import type { Connection, PromptAnswer, PromptAsk, PromptGround, TryPrompt } from '../run/messages.ts';
import { validateJson } from '../tools/json-schema.ts';
import { resultSchema } from '../tools/result-shape.ts';
import { wordingOf } from '../tools/wording.ts';

/** Requests that are under way at a time. */
const AT_ONCE = 2;
const MOST_ASKS = 100;
/** Members of a list that are told of, and UTF-16 units of each. */
const ROWS = 20;
const ROW = 300;
/** UTF-16 units of an answer, as it is told. */
const ANSWER = 4000;

const NO_MODEL = 'No model is connected. Connect one beside the goal box.';

const PIN = 'Pin a value where it is missing.';

/** @returns rejects with the signal's reason when that falls */
export async function triedPrompt(
  request: TryPrompt,
  connection: Connection | null,
  pool: Pool,
  signal: AbortSignal,
  tell: (ask: number, answer: PromptAnswer) => void,
): Promise<PromptGround> {
  if (!connection) return { fault: NO_MODEL };
  const { plan, call: id } = request;
  const reached = reaching(request, pool, signal);
  const own = plan.calls.find(({ _id }) => _id === id);
  const first = await reached(own && plan);
  if (typeof first === 'string') return { fault: first };
  const { start, ofHead } = first;
  const contract = contractOf(start);
  const parameter = wordingOf(start.call, contract, plan);
  if (parameter === undefined)
    return {
      fault: 'None of its parameters says in words what the model is to do: there is nothing to try.',
    };
  const rows = rowsOf(start, parameter);
  const sends = (params: JsonObject) => promptSize(start, contract, params, plan);
  const asks = request.asks.slice(0, MOST_ASKS);
  const answer = answering(request, connection, signal);
  const left = asks.entries();
  const next = async (): Promise<boolean> => {
    signal.throwIfAborted();
    const { value } = left.next();
    if (value === undefined) return false;
    const [at, ask] = value;
    const worded = await reached(withWording(plan, id, parameter, ask.wording));
    const isFault = typeof worded === 'string';
    tell(at, isFault ? { fault: worded } : await answer(worded.start, ask, rows?.parameter));
    return true;
  };
  const work = async (): Promise<void> => {
    while (await next());
  };
  // What a server does not take is learnt with the first: two at once would each take the other's lesson for a refusal.
  if (await next()) await Promise.all(Array.from({ length: AT_ONCE }, work));
  signal.throwIfAborted();
  const wording = start.call[parameter];
  return {
    parameter,
    ofHead,
    wording: typeof wording === 'string' ? wording : '',
    rows: rows && {
      parameter: rows.parameter,
      first: rows.list.slice(0, ROWS).map(rowWords),
    },
    sends: {
      whole: sends(start.params),
      row: rows ? sends({ ...start.params, [rows.parameter]: rows.list[0] as Json }) : 0,
    },
  };
}

const contractOf = ({ contract, call }: CallStart): ToolContract => contract ?? { name: call._tool };

function withWording(plan: Plan, id: string, parameter: string, wording: string): Plan {
  const calls = plan.calls.map((call) =>
    call._id === id ? ({ ...call, [parameter]: wording } as Call) : call,
  );
  return { ...plan, calls };
}

interface Reached {
  readonly start: CallStart;
  /** Something of the plan rests on the first rows of a file. */
  readonly ofHead: boolean;
}

/** What the call would be given where the plan ran so; a sentence where it would not be reached. */
function reaching(
  { call: id, files, given, standIns, plan: _, ...asked }: TryPrompt,
  pool: Pool,
  signal: AbortSignal,
): (plan: Plan | undefined) => Promise<Reached | string> {
  const engine = createPreviewEngine({ pool, now: () => Date.now() });
  // What stands in its own place is what is asked for.
  const others = <T>(values: Readonly<Record<string, T>>): ReadonlyMap<string, T> =>
    new Map(Object.entries(values).filter(([one]) => one !== id));
  const common = {
    ...asked,
    files: new Map(files.map(({ name, content }) => [name, content])),
    given: others(given),
    standIns: others(standIns),
    signal,
  };
  return async (plan) => {
    if (!plan) return 'This call is in the plan no more.';
    let start: CallStart | undefined;
    const onHeld = (held: CallStart): void => {
      if (held.call._id === id) start ??= held;
    };
    const { calls } = await engine.run({ ...common, plan, onHeld });
    if (start?.latent) return { start, ofHead: [...calls.values()].some((one) => one.ofHead) };
    const outcome = calls.get(id);
    if (start === undefined && outcome?.status === 'failed') return outcome.message;
    if (start === undefined && outcome?.status === 'notRun') return `${outcome.why} ${PIN}`;
    return 'No model answers this call.';
  };
}

interface List {
  readonly parameter: string;
  readonly list: readonly Json[];
}

/** The first parameter that was given a list, and would take a member of it as well. */
function rowsOf(start: CallStart, wording: string): List | null {
  const { parameters } = contractOf(start);
  const schemas = isObject(parameters) && isObject(parameters.properties) ? parameters.properties : {};
  for (const [parameter, list] of Object.entries(start.params)) {
    if (parameter === wording || parameter.startsWith('_') || !Array.isArray(list) || list.length === 0)
      continue;
    // A list that stands in the call itself, as the names of fields do, is what is asked and not what it is asked of.
    if (Array.isArray(start.call[parameter])) continue;
    const schema = Object.hasOwn(schemas, parameter) ? schemas[parameter] : undefined;
    if (validateJson(schema as never, list[0] as Json) === undefined) return { parameter, list };
  }
  return null;
}

function promptSize(start: CallStart, contract: ToolContract, params: JsonObject, plan: Plan): number {
  const schema = resultSchema(contract, params);
  const outcomes = outcomesOf(start.call, kindsOf(plan));
  const result = schema.ok ? schema.value : undefined;
  const messages = latentMessages(start.call, contract, params, start.scopes, outcomes, result);
  return messages.reduce((sum, { content }) => sum + content.length, 0);
}

/** Asks the model as a run would, and takes what it says for nothing but an answer. */
function answering({ plan }: TryPrompt, connection: Connection, signal: AbortSignal) {
  const kinds = kindsOf(plan);
  const { prices } = connection;
  const model = createChatModel(connection, {});
  return async (start: CallStart, { row }: PromptAsk, list: string | undefined): Promise<PromptAnswer> => {
    const all = list === undefined ? undefined : start.params[list];
    const member = row !== null && Array.isArray(all) ? (all[row] as Json | undefined) : undefined;
    if (row !== null && member === undefined) return { fault: 'There is no such row any more.' };
    const params = member === undefined ? start.params : { ...start.params, [list as string]: member };
    const paid: Heard[] = [];
    const activity = createLatentActivity(model, forgetting(paid), {
      kinds,
      prices,
      // One answer each was promised: what a second turn would mend is worth seeing.
      stepMaxIterations: 1,
    });
    const enter = activity(start.call, contractOf(start));
    try {
      const value = await enter(params, contextOf(start, signal));
      return { ...answered(value, outcomesOf(start.call, kinds)), ...sumOf(paid) };
    } catch (error) {
      signal.throwIfAborted();
      return { fault: messageOf(error), ...sumOf(paid) };
    }
  };
}

/** Answers are asked for anew each time: how far two of them lie apart is part of what is tried. */
const forgetting = (paid: Heard[]): ModelRecord => ({
  get: async () => undefined,
  put: async (_hash, _response, one) => void paid.push(one),
  paid: (_hash, one) => void paid.push(one),
});

function sumOf(paid: readonly Heard[]): Heard {
  const otherModel = paid.find((one) => one.otherModel !== undefined)?.otherModel;
  return { ...paid.reduce<Paid>(bothPaid, {}), ...(otherModel === undefined ? {} : { otherModel }) };
}

const answered = (value: Json | Routed, outcomes: readonly string[]): PromptAnswer =>
  isRouted(value)
    ? { value: textOf(value.value, ANSWER), way: outcomes[Number(value.route)] ?? String(value.route) }
    : { value: textOf(value, ANSWER) };

/** A record by its values: whoever looks at it knows the columns. */
const rowWords = (row: Json): string =>
  isObject(row)
    ? Object.values(row)
        .filter((value) => value !== null && value !== '')
        .map((value) => textOf(value as Json, ROW))
        .join(' · ')
        .slice(0, ROW)
    : textOf(row, ROW);

function textOf(value: Json, most: number): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

const notHere = (): never => {
  throw new ActivityError('tool-error', 'A model’s call reaches for nothing but the model.');
};

const contextOf = (start: CallStart, signal: AbortSignal): ActivityContext => ({
  ...{ runId: 'try', callId: start.id, attempt: 1, idempotencyKey: '', scopes: start.scopes, signal },
  ...{ now: () => Date.now(), route: routed, log: () => {}, fetch: notHere },
  ...{ readFile: notHere, saveFile: notHere, ask: notHere, sleep: notHere },
});
