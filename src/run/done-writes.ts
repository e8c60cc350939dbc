/**
 * What a run has done outside itself since its plan was first made anew, by what it was done with: whether a write comes
 * back (L-42) is one look-up, however many there were. Knows no journal.
 */

import { enteredBy } from '../flows/use.ts';
import { type JsonObject, jsonEquals } from '../lib/json.ts';
import { changesTheWorld, outcomeOf } from './outcome.ts';
import { resolveParams } from './params.ts';
import type { RunState } from './state.ts';
import { seenDetail } from './step-table.ts';
import type { Step } from './steps.ts';

/** A write that was entered, and that nobody knows to have done nothing. */
export interface DoneWrite {
  /** The call's id, or `id@LABEL`. */
  readonly id: string;
  readonly code: string;
  readonly instance: string | null;
  readonly params: JsonObject;
  /** Seq at which that was noted; in what another run has done 0 where a person may have this very call run again. */
  readonly seq: number;
  /** In what another run has done: by its plan as it was signed, which may say a thing twice. It counts once this one's is made anew. */
  readonly asSigned?: true;
  /** Below, in a sub-run that began at that seq of this run: it counts once this one's plan has been made anew since. */
  readonly begun?: number;
  /** Others of the same key. */
  readonly next: DoneWrite | undefined;
}

/** The writes that a run has done so far, found by what they were done with. */
export class DoneWrites {
  private readonly byKey: Map<number, DoneWrite>;

  constructor(byKey: Map<number, DoneWrite> = new Map()) {
    this.byKey = byKey;
  }

  get isEmpty(): boolean {
    return this.byKey.size === 0;
  }

  copy(): DoneWrites {
    return new DoneWrites(new Map(this.byKey));
  }

  add(write: Omit<DoneWrite, 'next'>): void {
    const key = keyOf(write.code, write.params);
    this.byKey.set(key, { ...write, next: this.byKey.get(key) });
  }

  /** All of another run's that count, as `told` says them. */
  addAll(
    others: DoneWrites,
    told: (write: DoneWrite) => DoneWrite,
    counts: (write: DoneWrite) => boolean = () => true,
  ): void {
    for (const head of others.byKey.values())
      for (let one: DoneWrite | undefined = head; one; one = one.next) if (counts(one)) this.add(told(one));
  }

  /** The last one with the same code and parameters that counts. */
  like(
    { code, instance, params }: Pick<DoneWrite, 'code' | 'instance' | 'params'>,
    counts: (write: DoneWrite) => boolean,
  ): DoneWrite | undefined {
    for (let one = this.byKey.get(keyOf(code, params)); one; one = one.next) {
      const isAlike = one.code === code && one.instance === instance && jsonEquals(one.params, params);
      if (isAlike && counts(one)) return one;
    }
    return undefined;
  }
}

/** A number that is the same for the same code and parameters, in whatever order their keys are; for others it may be. */
function keyOf(code: string, params: JsonObject): number {
  const text = JSON.stringify([code, params], (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash;
}

/** The name of the code that a write enters: under another tool's name it is the same write. */
export const codeOf = (state: RunState, { call, contract }: Step): string =>
  enteredBy(call, contract, state.setting) ?? call._tool;

/** Notes a write that may have happened. Whatever else a step is leaves no trace. */
export function noteDone(state: RunState, step: Step, done: DoneWrites = state.done): void {
  if (!mayHaveHappened(state, step)) return;
  // A doubt of another run that a person settled was never entered in this one.
  const params = state.steps.params[step.index] ?? resolveParams(state, step);
  const { id, instance } = step;
  const write = { id, code: codeOf(state, step), instance, params, seq: state.seq };
  const since = state.recordedFrom.get(id) ?? 0;
  if (!done.like(write, (known) => known.id === id && known.seq >= since)) done.add(write);
}

/** All of the present revision's, which another is about to take the place of, or another run goes on from. */
export function noteAllDone(state: RunState, done: DoneWrites = state.done): void {
  for (const step of state.program.steps) noteDone(state, step, done);
}

/** It was entered and has an end that does not say that nothing was done. */
function mayHaveHappened({ steps }: RunState, step: Step): boolean {
  if (!changesTheWorld(step)) return false;
  const { index } = step;
  const status = steps.status[index];
  if (status === 'completed' || status === 'in_doubt' || steps.held[index] === 1) return true;
  if (steps.attempt[index] === 0 || steps.slot[index] === 1 || (status !== 'failed' && status !== 'skipped'))
    return false;
  // A person who skips a doubt leaves it open whether it happened; one that was cut off has no failure.
  const { failure, settledAs } = seenDetail(steps, index);
  if (settledAs !== null) return settledAs === 'happened';
  const outcome = failure === null ? 'unknown' : outcomeOf(step, failure);
  return outcome === 'unknown' || outcome === 'done';
}
