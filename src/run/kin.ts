/**
 * What runs of one origin – one, and those that began with what it has done – do beside each other: a write that another of
 * them has entered since they parted asks before it is entered here (docs/decisions/0030). Knows no store.
 */

import { type NotedWrite, noteAllDone, noteUnderWay } from './done-writes.ts';
import type { RunEvent } from './events.ts';
import type { RunState } from './state.ts';

/** A write that another run of the same origin has entered. */
export interface KinWrite extends Pick<NotedWrite, 'id' | 'instance' | 'digest'> {
  readonly runId: string;
  /** It is known to have happened; else it is under way, or nobody has said what became of it. */
  readonly isDone: boolean;
}

/** Between a run and its host: no write begins while `known` is null; where one would, `isWanted` says so. */
export interface Kin {
  /** By `writeDigest`. */
  known: ReadonlyMap<string, KinWrite> | null;
  isWanted: boolean;
}

/** What the run has entered itself, in whatever revision: results it began with are another's. @param state folded from `events`, the caller's own */
export function enteredWrites(state: RunState, events: readonly RunEvent[]): readonly KinWrite[] {
  const entered = new Set(
    events.flatMap((event) => (event.type === 'plan_step_started' ? [event.call] : [])),
  );
  noteAllDone(state);
  noteUnderWay(state);
  return state.done
    .list()
    .filter(({ id }) => entered.has(id))
    .map(({ id, instance, digest, doubtOf }) => ({
      ...{ id, instance, digest, runId: state.runId },
      isDone: doubtOf === undefined,
    }));
}
