/**
 * What a run has done outside itself since its plan was first made anew, by what it was done with: whether a write comes
 * back (L-42) is one look-up, however many there were. Knows no journal.
 */

import { enteredBy } from '../flows/use.ts';
import { itemAt } from '../lib/columns.ts';
import type { JsonObject } from '../lib/json.ts';
import { sha256Hex } from '../lib/sha256.ts';
import { askedPath, reachedBy } from '../tools/reach.ts';
import { LargeValue } from './large-value.ts';
import { changesTheWorld, outcomeOf } from './outcome.ts';
import { resolveParams } from './params.ts';
import type { RunState } from './state.ts';
import { seenDetail } from './step-table.ts';
import type { Step } from './steps.ts';

/** A write that was entered, and that nobody knows to have done nothing, as a journal keeps it. */
export interface NotedWrite {
  /** The call's id, or `id@LABEL`. */
  readonly id: string;
  readonly instance: string | null;
  /** What it did and with what, see `writeDigest`; by journals of before see `digestOf`. What is only compared is not kept. */
  readonly digest: string;
  /** Seq at which that was noted; in what another run has done 0 where a person may have this very call run again, else 1. */
  readonly seq: number;
  /** In what another run has done: by its plan as it was signed, which may say a thing twice. It counts once this one's is made anew. */
  readonly asSigned?: true;
  /** Below, in a sub-run that began at that seq of this run: it counts once this one's plan has been made anew since. */
  readonly begun?: number;
  /** Nobody knows whether it was done: where it is in doubt, as a person finds it, a run's id or the folder of a terminal. */
  readonly doubtOf?: string;
  /** Of a run that this one has nothing to do with: its digest is that of `requestDigest`. */
  readonly request?: true;
}

interface DoneWrite extends NotedWrite {
  /** Others of the same digest. */
  readonly next: DoneWrite | undefined;
}

/** The writes that a run has done so far, found by what they were done with; none is there twice. */
export class DoneWrites {
  private readonly byDigest: Map<string, DoneWrite>;

  constructor(byDigest: Map<string, DoneWrite> = new Map()) {
    this.byDigest = byDigest;
  }

  get isEmpty(): boolean {
    return this.byDigest.size === 0;
  }

  copy(): DoneWrites {
    return new DoneWrites(new Map(this.byDigest));
  }

  add(write: NotedWrite): void {
    const { digest } = write;
    if (!this.like(write, (known) => isSame(known, write)))
      this.byDigest.set(digest, { ...write, next: this.byDigest.get(digest) });
  }

  /** All of them, as a journal keeps them. */
  list(): NotedWrite[] {
    const all: NotedWrite[] = [];
    for (const head of this.byDigest.values())
      for (let one: DoneWrite | undefined = head; one; one = one.next) {
        const { next: _, ...write } = one;
        all.push(write);
      }
    return all;
  }

  /** All of another run's that count, as `told` says them. */
  addAll(
    others: DoneWrites,
    told: (write: NotedWrite) => NotedWrite = (write) => write,
    counts: (write: DoneWrite) => boolean = () => true,
  ): void {
    for (const head of others.byDigest.values())
      for (let one: DoneWrite | undefined = head; one; one = one.next) if (counts(one)) this.add(told(one));
  }

  /** The last one of the same digest that counts. */
  like(
    { instance, digest }: Pick<DoneWrite, 'instance' | 'digest'>,
    counts: (write: DoneWrite) => boolean,
  ): DoneWrite | undefined {
    for (let one = this.byDigest.get(digest); one; one = one.next)
      if (one.instance === instance && counts(one)) return one;
    return undefined;
  }
}

const isSame = (a: NotedWrite, b: NotedWrite): boolean =>
  a.id === b.id &&
  a.seq === b.seq &&
  a.asSigned === b.asSigned &&
  a.begun === b.begun &&
  a.request === b.request;

/**
 * 32 hexadecimal characters, the same for the same code and parameters, in whatever order their keys are. A large value
 * counts by its size and beginning: a run that goes on from another has its own copy under another name.
 */
export function digestOf(code: string, params: JsonObject): string {
  const text = JSON.stringify([code, params], function (this: Record<string, unknown>, key, value: unknown) {
    const own = this[key];
    if (own instanceof LargeValue) return [own.kind, own.size, own.count, own.head];
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  });
  return sha256Hex(text).slice(0, 32);
}

/**
 * A request as whoever gets it knows it, by address, method and body: what a copy of its plan says beside them makes it no
 * other. Null of what names no address: under one name another plan may bring other code.
 */
export function requestDigest(code: string, params: JsonObject): string | null {
  const { url, headers: _, authorization: __, ...rest } = params;
  if (typeof url !== 'string') return null;
  const asked = askedPath(url);
  const query = asked?.query ? (/\?[^#]*/.exec(url)?.[0] ?? '') : '';
  const address = asked === null ? url : `${reachedBy(url)}${asked.path}${query}`;
  return digestOf(`request by ${code}`, { method: 'POST', ...rest, url: address });
}

/** By what a write is known again: its request, where it names an address, else all that it was made with. */
export const writeDigest = (code: string, params: JsonObject): string =>
  requestDigest(code, params) ?? digestOf(code, params);

/** The name of the code that a write enters: under another tool's name it is the same write. */
export const codeOf = (state: RunState, { call, contract }: Step): string =>
  enteredBy(call, contract, state.setting) ?? call._tool;

/** Notes a write that may have happened. Whatever else a step is leaves no trace. */
export function noteDone(state: RunState, step: Step, done: DoneWrites = state.done): void {
  const happened = hasHappened(state, step);
  if (happened === 'no') return;
  // A doubt of another run that a person settled was never entered in this one.
  const params = state.steps.params[step.index] ?? resolveParams(state, step);
  const { id, instance } = step;
  const write: NotedWrite = {
    ...{ id, digest: writeDigest(codeOf(state, step), params), instance, seq: state.seq },
    ...(happened === 'maybe' ? { doubtOf: state.runId } : {}),
  };
  const since = state.recordedFrom.get(id) ?? 0;
  if (!done.like(write, (known) => known.id === id && known.seq >= since)) done.add(write);
}

/** Those in flight: nobody knows yet what becomes of them. */
export function noteUnderWay(state: RunState): void {
  const { steps, program, runId } = state;
  for (let index = steps.slot.indexOf(1); index !== -1; index = steps.slot.indexOf(1, index + 1)) {
    const step = itemAt(program.steps, index);
    if (!changesTheWorld(step) || step.call._delegate !== undefined) continue;
    const { id, instance } = step;
    const digest = writeDigest(codeOf(state, step), steps.params[index] ?? resolveParams(state, step));
    state.done.add({ id, instance, digest, seq: state.seq, doubtOf: runId });
  }
}

/** All of the present revision's, which another is about to take the place of, or another run goes on from. */
export function noteAllDone(state: RunState, done: DoneWrites = state.done): void {
  for (const step of state.program.steps) noteDone(state, step, done);
}

/** Whether it was entered and has an end that does not say that nothing was done. */
function hasHappened({ steps }: RunState, step: Step): 'no' | 'maybe' | 'yes' {
  if (!changesTheWorld(step)) return 'no';
  const { index } = step;
  const status = steps.status[index];
  if (status === 'in_doubt') return 'maybe';
  if (status === 'completed' || steps.held[index] === 1) return 'yes';
  if (steps.attempt[index] === 0 || steps.slot[index] === 1 || (status !== 'failed' && status !== 'skipped'))
    return 'no';
  // A person who skips a doubt leaves it open whether it happened; one that was cut off has no failure.
  const { failure, settledAs } = seenDetail(steps, index);
  if (settledAs !== null) return settledAs === 'happened' ? 'yes' : 'no';
  const outcome = failure === null ? 'unknown' : outcomeOf(step, failure);
  return outcome === 'unknown' ? 'maybe' : outcome === 'done' ? 'yes' : 'no';
}
