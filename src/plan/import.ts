/** Opens a plan of any shape the language accepts (§2): recognises it, reads it, and says what it changed. */

import { isObject, type JsonObject } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { FORMAT, type Plan } from './document.ts';
import { dataMember, isMessage, planOf, readContext } from './import/context.ts';
import { finishDocument } from './import/document.ts';
import { type ForeignResult, type ImportProblem, problem, refuse } from './import/foreign.ts';
import { withPrescribed } from './import/prescribed.ts';
import { isStep, readSteps } from './import/steps.ts';
import { isTeaPlan, readTeaPlan } from './import/tea.ts';
import { readContract } from './import/tool-contract.ts';
import type { ForInstance } from './instance-scope.ts';
import { readModelAnswer } from './model-answer.ts';
import { type ReadFault, readJson } from './read-json.ts';

export type { ImportProblem };

/** A plan that was read, whatever shape it came in. */
export interface Imported {
  readonly plan: Plan;
  /** Values for the plan's input, where the document carried some. */
  readonly input?: JsonObject;
  /** Input and state of single instances, where it carried some (L-50). */
  readonly instances?: readonly ForInstance[];
  /** What was changed to make it a plan of this language, as sentences; empty for a document of its own. */
  readonly normalised: readonly string[];
}

/**
 * Reads a plan from text – JSON, JSON with comments, or a model's answer around it – or from a JSON value.
 * Never throws; what can't be read comes back as problems with a place. Whether the plan is any good is the
 * check's to say.
 * @param ids gives an id to a plan that has none; without it that is `plan`
 */
export function importPlan(
  source: unknown,
  ids: { planId(): string } = { planId: () => 'plan' },
): Result<Imported, ImportProblem[]> {
  const read = typeof source === 'string' ? readText(source) : readValue(source);
  if (!read.ok) return err([problem(read.error.message, [], read.error.code)]);
  const foreign = recognise(read.value.value);
  if (!foreign.ok) return foreign;
  const { document, input, instances, normalised } = foreign.value;
  const finished = finishDocument(document, ids.planId);
  if (!finished.ok) return finished;
  return ok({
    plan: finished.value.plan,
    ...(input === undefined ? {} : { input }),
    ...(instances === undefined ? {} : { instances }),
    normalised: [...read.value.normalised, ...normalised, ...finished.value.normalised],
  });
}

type Reading = Result<{ readonly value: unknown; readonly normalised: readonly string[] }, ReadFault>;

function readText(text: string): Reading {
  const read = readJson(text);
  if (read.ok) return ok({ value: read.value, normalised: [] });
  // A text that begins as JSON is a file somebody can mend: the place of the fault helps more than a guess.
  if (read.error.code === 'limit' || /^[\s\uFEFF]*[[{]/.test(text)) return read;
  return readModelAnswer(text);
}

/** A value goes by way of its text, which leaves nothing in it that is not JSON: no cycle, getter or prototype. */
function readValue(value: unknown): Reading {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    // A cycle, a BigInt, or a nesting beyond the stack.
  }
  if (text !== undefined) return readText(text);
  return err({ code: 'not-a-plan', message: 'This is not a JSON value.' });
}

const ACCEPTED =
  'A plan has a list of calls, each with a _tool; subtasks, steps and contexts of messages are read as well.';

/** Tells the shapes apart by the members only one of them has. */
function recognise(value: unknown): ForeignResult {
  if (Array.isArray(value)) return recogniseList(value, {});
  if (!isObject(value))
    return refuse(`This is ${value === null ? 'null' : `a ${typeof value}`}, not a plan. ${ACCEPTED}`);
  if (value.format === FORMAT) return ok({ document: value, normalised: [] });
  if (value.type === 'plan') {
    const document = planOf(value);
    if (document === undefined) return refuse('The message of type "plan" has no list of calls.', ['plan']);
    return asLazy(document, 'Read the plan out of its message.');
  }
  if (Array.isArray(value.calls)) {
    return asLazy(value, 'Read a solution of calls and output.');
  }
  if (isTeaPlan(value)) return withMode(readTeaPlan(value));
  if (isEnvelope(value)) return readEnvelope(value, recognise);
  if (Array.isArray(value.steps)) return recogniseList(value.steps, value);
  if (Array.isArray(value.context)) return recogniseList(value.context, value);
  return refuse(`This object is not a plan. ${ACCEPTED}`);
}

function recogniseList(items: readonly unknown[], around: Record<string, unknown>): ForeignResult {
  if (items.some(isMessage) && !items.some(isCall)) return withMode(readContext(items));
  if (items.some(isStep) && !items.some(isCall)) return withMode(readSteps(items, around));
  if (items.length === 0 || items.some(isCall)) {
    return asLazy({ calls: items }, 'Read a bare list of calls.');
  }
  return refuse(`This list holds neither calls, steps nor messages. ${ACCEPTED}`);
}

const isCall = (item: unknown): boolean => isObject(item) && '_tool' in item;

/** In other shapes `eager` stands for another thing, and nobody has signed a mandate for it: here it is lazy (K-19, L-60). */
const lazy = (document: Record<string, unknown>): Record<string, unknown> =>
  document.mode === undefined ? { mode: 'lazy', ...document } : { ...document, mode: 'lazy' };

/** A plan of another shape, with what was normalised of it. */
function asLazy(document: Record<string, unknown>, ...notes: readonly string[]): ForeignResult {
  const isEager = document.mode === 'eager';
  const normalised = [...notes, ...(isEager ? ['Read as a plan that is seen before it runs.'] : [])];
  return ok({ document: lazy(document), normalised });
}

function withMode(result: ForeignResult): ForeignResult {
  if (!result.ok) return result;
  const { document, normalised } = result.value;
  const read = asLazy(document, ...normalised);
  return read.ok ? ok({ ...result.value, ...read.value }) : read;
}

/** An envelope around a plan of any shape: `{version, plan: {…}, tools, input, state, meta}` (K-33). */
const isEnvelope = (value: Record<string, unknown>): boolean =>
  isObject(value.plan) || Array.isArray(value.plan);

/** What the envelope holds beside its plan is added to the plan, unless the plan has it already. */
function readEnvelope(
  value: Record<string, unknown>,
  readPlan: (plan: unknown) => ForeignResult,
): ForeignResult {
  const inner = readPlan(value.plan);
  if (!inner.ok) return inner;
  const document = ownOf(inner.value.document, value);
  const input = dataMember(value.input, 'input');
  const state = dataMember(value.state, 'state');
  const notes = ['Read the plan out of its envelope.', ...inner.value.normalised];
  const contracts = Array.isArray(value.tools) ? value.tools.map((tool) => readContract(tool)) : [];
  const tools = [...(Array.isArray(document.tools) ? document.tools : []), ...contracts.filter((c) => c)];
  const unread = contracts.filter((contract) => contract === undefined).length;
  if (unread > 0) notes.push(`Dropped ${unread} tools that are no contract.`);
  const calls = withPrescribed(document.calls, Array.isArray(value.tools) ? value.tools : [], notes);
  const values = inner.value.input ?? (input?.values as JsonObject | undefined);
  return ok({
    document: {
      ...(isObject(value.meta) ? { meta: value.meta } : {}),
      ...(input?.schema === undefined ? {} : { input: { schema: input.schema } }),
      ...(state === undefined ? {} : { state: { ...schemaOf(state.schema), initial: state.values } }),
      ...document,
      calls,
      ...(tools.length > 0 ? { tools } : {}),
    },
    ...(values === undefined ? {} : { input: values }),
    normalised: notes,
  });
}

/** What `plan --json` prints beside the parts of a plan of ours is told of it, and no part of it (T-3). */
function ownOf(
  document: Record<string, unknown>,
  envelope: Record<string, unknown>,
): Record<string, unknown> {
  if (document.format !== FORMAT || !('planning_trace' in envelope)) return document;
  const { subtasks: _, metadata: __, ...own } = document;
  return own;
}

const schemaOf = (schema: unknown): object => (schema === undefined ? {} : { schema });
