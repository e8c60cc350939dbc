/**
 * Which values of a run may come from a run of another device (L-74): nobody here has seen how they came about. What was
 * taken over from one, and what is made with that. Reads the fold; knows no list of runs.
 */

import { intAt, itemAt, numberAt } from '../lib/columns.ts';
import type { Json } from '../lib/json.ts';
import { isExpression, parseExpression, type Ref } from '../plan/expression.ts';
import { kindsOf, refsOf } from '../plan/parsed-call.ts';
import type { RunEvent } from './events.ts';
import type { RunState } from './state.ts';
import { seenDetail } from './step-table.ts';
import type { Step } from './steps.ts';
import { targetsOf, type WriteLog } from './write-log.ts';

/** What this device knows of a run beside its record. */
export interface Outside {
  /** The whole record came from elsewhere. */
  readonly all: boolean;
  /** Its input was made with such values: it is a sub-run of a call that takes some. */
  readonly input: boolean;
}

const FROM_HERE: Outside = { all: false, input: false };

/** What of one run may be such a value. Asked anew at each look: the run goes on. */
export interface UnprovenIn {
  /** @param call its id, or `id@LABEL` */
  call(call: string): boolean;
  output(): boolean;
  /** Whether the line of an event holds such a value. */
  told(event: RunEvent): boolean;
}

export const unprovenIn = (state: RunState, outside: Outside): UnprovenIn => ({
  call: (call) => takesUnproven(state, call, outside),
  output: () => outputUnproven(state, outside),
  told: (event) => {
    if (event.type === 'plan_aggregated') return outputUnproven(state, outside);
    const isValue = event.type === 'plan_step_completed' || event.type === 'plan_step_memoized';
    return isValue && takesUnproven(state, event.call, outside);
  },
});

/** Whether a call is given such values, or its result is one. @param id the call's id, or `id@LABEL` */
export function takesUnproven(state: RunState, id: string, outside: Outside = FROM_HERE): boolean {
  if (outside.all) return true;
  const step = state.program.index.get(id);
  if (step === undefined) return false;
  return takes(state, itemAt(state.program.steps, step), strangePaths(state, outside), outside);
}

/** The same of what the run returns. */
export function outputUnproven(state: RunState, outside: Outside = FROM_HERE): boolean {
  if (outside.all) return true;
  const paths = strangePaths(state, outside);
  if (paths.isEmpty && !outside.input) return false;
  const { plan, steps, rank } = state.program;
  if (plan.output !== undefined && plan.output !== null) {
    const kinds = kindsOf(plan);
    return textsIn(plan.output as Json).some((text) => {
      if (!isExpression(text)) return false;
      const parsed = parseExpression(text, kinds);
      return parsed.ok && refsOf(parsed.value).some((ref) => isStrange(ref, paths, outside));
    });
  }
  // It returns the last result that there is.
  const last = steps
    .filter(({ index, fireAndForget }) => !fireAndForget && state.steps.status[index] === 'completed')
    .sort((a, b) => intAt(rank, b.index) - intAt(rank, a.index))
    .find(({ index }) => !isNothing(state.steps.value[index]));
  return last !== undefined && takes(state, last, paths, outside);
}

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Paths of the state under which such values stand, with every path above them. */
interface StrangePaths {
  readonly at: Set<string>;
  readonly above: Set<string>;
  readonly isEmpty: boolean;
  /** Commits of the log that are taken in. */
  taken: number;
}

const kept = new WeakMap<WriteLog, Map<boolean, StrangePaths & { isEmpty: boolean }>>();

/** Taken on from where it stood: a call commits what it read before, so that one walk along the log meets all. */
function strangePaths(state: RunState, outside: Outside): StrangePaths {
  const { writes } = state;
  let both = kept.get(writes);
  if (!both) {
    both = new Map();
    kept.set(writes, both);
  }
  let paths = both.get(outside.input);
  if (!paths) {
    paths = { at: new Set(), above: new Set(), isEmpty: true, taken: 0 };
    both.set(outside.input, paths);
  }
  for (; paths.taken < writes.steps.length; paths.taken++) {
    const step = itemAt(writes.steps, paths.taken);
    if (!takes(state, step, paths, outside)) continue;
    for (const ref of targetsOf(step, numberAt(writes.branches, paths.taken))) {
      const keys = keysOf(ref);
      paths.at.add(keys.at(-1) ?? '');
      for (const key of keys) paths.above.add(key);
      paths.isEmpty = false;
    }
  }
  return paths;
}

function takes(state: RunState, { id, places }: Step, paths: StrangePaths, outside: Outside): boolean {
  // Of a step of an earlier revision that is no more, what it read still tells.
  const present = state.program.index.get(id);
  const via = present === undefined ? null : seenDetail(state.steps, present).via;
  if (via !== null) {
    if (via === 'unproven') return true;
    if (via === 'person') return false;
  }
  if (paths.isEmpty && !outside.input) return false;
  return places.some(
    ({ role, refs }) => role !== 'after' && refs.some((ref) => isStrange(ref, paths, outside)),
  );
}

function isStrange(ref: Ref, { at, above }: StrangePaths, outside: Outside): boolean {
  if (ref.kind === 'input') return outside.input;
  const keys = keysOf(ref);
  return above.has(keys.at(-1) ?? '') || keys.some((key) => at.has(key));
}

/** A path and those above it, the longest last. Of which instance is not asked: what is one's may be another's. */
function keysOf({ kind, path }: Ref): readonly string[] {
  const keys = [`${kind}`];
  for (const part of path) keys.push(`${keys.at(-1)}\u0000${part}`);
  return keys;
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((one) => textsIn(one as Json));
}
