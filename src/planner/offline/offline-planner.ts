/** The planner that needs no model: composes a plan and streams it. Knows nothing of the executor (P-5). */

import type { JsonObject } from '../../lib/json.ts';
import type { Planner, PlannerEvent, PlannerRequest } from '../planner.ts';
import { type Composition, compose } from './compose.ts';
import { type Candidate, searchPlan } from './search.ts';
import { titleOf } from './title.ts';
import { toolboxOf } from './toolbox.ts';

interface OfflineOptions {
  /** What "tomorrow" counts from, milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Makes an offline planner. It fails with `no_plan` when no tool fits; a goal that needs a single call gets a single call. A replan without a way
 * around the failed tool is a plan of no calls (P-14).
 */
export function offlinePlanner(options: OfflineOptions): Planner {
  return async function* plan(request: PlannerRequest): AsyncGenerator<PlannerEvent> {
    if (request.signal.aborted) return;
    const failed = failedTools(request);
    const first = request.lastError === null && request.history.length === 0;
    const found =
      first && request.files.length > 0
        ? await searchPlan(request, titleOf(request.goal), options.now())
        : undefined;
    if (request.change !== undefined && found === undefined) {
      yield { kind: 'failed', code: 'no_plan', message: notChanged(request.goal) };
      return;
    }
    if (found !== undefined && found.isOpen !== true && found.coverage >= ENOUGH) {
      yield* eventsOfCandidate(request, found);
      return;
    }
    const made = compose(request, toolboxOf(request.catalogue), options.now(), failed);
    const understood =
      made.unusedWords.length === 0 && made.readings.length === 0 && found?.isDivided !== true;
    if (first && request.files.length > 0 && !understood) {
      if (found !== undefined && found.coverage >= ENOUGH) yield* eventsOfCandidate(request, found);
      else
        yield {
          kind: 'failed',
          code: 'no_plan',
          message: [...made.readings, notUnderstood(request, made.unusedWords)].join(' '),
        };
      return;
    }
    for (const event of eventsOf(request, made, failed)) {
      // A stream that ends without `done` was cut: that is what an abort must look like.
      if (request.signal.aborted) return;
      yield event;
    }
  };
}

const notChanged = (sentence: string): string =>
  `I do not know how to change the plan by "${sentence.trim()}". Say what should be other, such as "only 2026", "per month as well" or "as a chart".`;

/** What was not understood, and what can be asked of the files there are. */
function notUnderstood({ files }: PlannerRequest, words: readonly string[]): string {
  const names = files.map(({ name }) => name).join(', ');
  const said = words.length === 0 ? 'this goal' : words.map((word) => `"${word}"`).join(', ');
  return `I do not know what ${said} asks of ${names}. Say which column, file or value is meant, and what to do with it, such as a total, a filter, a chart or a summary.`;
}

/** A reading that uses less than this of what is mentioned has not understood the goal. */
const ENOUGH = 0.4;

function* eventsOfCandidate(request: PlannerRequest, found: Candidate): Generator<PlannerEvent> {
  const groups = found.calls.filter(({ _tool }) => _tool === 'groupRows');
  const title =
    request.change?.plan.title ??
    titleOf(request.goal, groups.length === 1 ? groups[0]?._description : undefined);
  yield { kind: 'plan', title };
  for (const call of found.calls) {
    if (request.signal.aborted) return;
    yield { kind: 'call', call };
  }
  yield {
    kind: 'plan',
    title,
    output: found.output,
    ...(found.inputSchema === undefined ? {} : { inputSchema: found.inputSchema }),
    ...(request.input === undefined ? {} : { input: request.input }),
  };
  if (found.unused.length > 0) {
    const words = found.unused.map((word) => `"${word}"`).join(', ');
    yield { kind: 'note', text: `I did not use these words: ${words}.`, unusedWords: found.unused };
  }
  for (const text of found.notes) yield { kind: 'note', text };
  yield* overLimit(found.calls.length, request.maxCalls);
  yield { kind: 'done' };
}

/** A plan is never trimmed (L-62): above what was aimed at, both numbers are said. */
function* overLimit(calls: number, most: number): Generator<PlannerEvent> {
  if (calls > most)
    yield {
      kind: 'note',
      text: `This plan has ${calls} calls; ${most} were aimed at. Nothing was left out.`,
    };
}

/** Tools whose last try failed: a plan that uses them again would fail again. */
function failedTools(request: PlannerRequest): Set<string> {
  if (request.lastError === null) return new Set();
  return new Set(request.history.filter(({ status }) => status === 'failed').map(({ call }) => call._tool));
}

function* eventsOf(
  request: PlannerRequest,
  made: Composition,
  failed: ReadonlySet<string>,
): Generator<PlannerEvent> {
  const calls = made.draft.steps.filter((step) => !step.done).map((step) => step.call);
  const replans = request.lastError !== null;
  if (calls.length === 0 && !replans) {
    const message =
      'No tool in the catalogue fits this goal. Say what to do with which file or value, ' +
      'such as "Summarise notes.md", or add calls by hand from the palette.';
    yield { kind: 'failed', code: 'no_plan', message };
    return;
  }
  if (replans && (calls.length === 0 || !goesAround(request, made, failed))) {
    const names = [...failed].join(', ');
    yield {
      kind: 'note',
      text: `There is nothing to replan: no other tool does what ${names || 'it'} does.`,
    };
    yield { kind: 'done' };
    return;
  }
  yield { kind: 'plan', title: made.title };
  for (const call of calls) yield { kind: 'call', call };
  yield { kind: 'plan', title: made.title, output: made.output, ...inputOf(request, made) };
  if (made.unusedWords.length > 0) {
    const words = made.unusedWords.map((word) => `"${word}"`).join(', ');
    yield { kind: 'note', text: `I did not use these words: ${words}.`, unusedWords: made.unusedWords };
  }
  for (const text of made.readings) yield { kind: 'note', text };
  yield* overLimit(calls.length, request.maxCalls);
  yield { kind: 'done' };
}

/** A plan without the failed step that merely leaves its work out is no route around it. */
function goesAround(request: PlannerRequest, made: Composition, failed: ReadonlySet<string>): boolean {
  if (failed.size === 0) return true;
  const before = compose({ ...request, history: [] }, toolboxOf(request.catalogue), 0, new Set());
  const left = new Set(before.unusedWords);
  return made.unusedWords.every((word) => left.has(word));
}

function inputOf(
  request: PlannerRequest,
  made: Composition,
): { inputSchema?: JsonObject; input?: JsonObject } {
  const given = request.inputSchema;
  const base = typeof given === 'object' ? (given as JsonObject) : {};
  const names = Object.keys(made.draft.inputs);
  const input = request.input === undefined ? {} : { input: request.input };
  if (names.length === 0) return input;
  const properties = { ...(base.properties as JsonObject | undefined), ...made.draft.inputs };
  const required = [...((base.required as string[] | undefined) ?? []), ...names];
  return { inputSchema: { ...base, type: 'object', properties, required }, ...input };
}
