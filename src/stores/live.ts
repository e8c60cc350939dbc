/** What the calls of the plan on the table come to before any run (L-83), as their cards show it. Fed by previews alone. */

import type { LookFor } from '../run/look-into.ts';
import type { ByExample, ByExampleRequest, LiveChange, LiveLook } from '../run/messages.ts';
import type { LiveCall } from '../run/value-head.ts';

/** How the values of the plan on the table stand. `held`: it came from outside, and nobody said yet that it may be computed. */
export interface LiveShown {
  readonly state: 'held' | 'shown';
  readonly planId: string;
}

export interface LiveBoard {
  /** The same object until that call comes to something else; undefined where nothing is known of it yet. */
  of(call: string): LiveCall | undefined;
  /** Calls `listener` when that one call comes to something else. Returns what ends it. */
  subscribe(call: string, listener: () => void): () => void;
  put(changes: readonly LiveChange[]): void;
  clear(): void;
  /** What stands in the value of a call; undefined where none is known. Never rejects. */
  lookInto(call: string, look: LookFor): Promise<LiveLook | undefined>;
  /** Formulas that give what a person wrote for rows of a table; undefined where the table is not known. Never rejects. */
  byExample(asked: Omit<ByExampleRequest, 'planId'>): Promise<ByExample | undefined>;
  /** Who has the values. */
  answerBy(answer: Pick<LiveBoard, 'lookInto' | 'byExample'>): void;
}

export function createLiveBoard(): LiveBoard {
  const calls = new Map<string, LiveCall>();
  const listeners = new Map<string, Set<() => void>>();
  const none = async () => undefined;
  let answer: Parameters<LiveBoard['answerBy']>[0] = { lookInto: none, byExample: none };
  const wake = (call: string): void => {
    for (const listener of listeners.get(call) ?? []) listener();
  };
  return {
    of: (call) => calls.get(call),
    subscribe: (call, listener) => {
      const own = listeners.get(call) ?? new Set();
      listeners.set(call, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(call);
      };
    },
    put: (changes) => {
      for (const [call, now] of changes) {
        if (now) calls.set(call, now);
        else calls.delete(call);
        wake(call);
      }
    },
    clear: () => {
      const gone = [...calls.keys()];
      calls.clear();
      for (const call of gone) wake(call);
    },
    lookInto: (call, look) => answer.lookInto(call, look).catch(none),
    byExample: (asked) => answer.byExample(asked).catch(none),
    answerBy: (by) => {
      answer = by;
    },
  };
}
