/** What the calls of the plan on the table come to before any run (L-83), as their cards show it. Fed by previews alone. */

import type { LookFor } from '../run/look-into.ts';
import type { ByExample, Examples, LiveChange, LiveLook } from '../run/messages.ts';
import type { LiveCall } from '../run/value-head.ts';

/** How the values of the plan on the table stand. `held`: it came from outside, and nobody said yet that it may be computed. */
export interface LiveShown {
  readonly state: 'held' | 'shown';
  readonly planId: string;
}

/** A table, where in a call's value it stands, and what is wanted of its rows. */
export interface ByExampleAsked extends Pick<LookFor, 'path'> {
  readonly call: string;
  readonly examples: Examples;
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
  /** What the call comes to in the plan as it stands now, of whole files where they are read; waits until all of it has come. */
  whole(call: string): Promise<LiveCall | undefined>;
  /** Formulas that give what a person wrote for rows of a table; undefined where the table is not known. Never rejects. */
  byExample(asked: ByExampleAsked): Promise<ByExample | undefined>;
  /** Who has the values. */
  answerBy(answer: Pick<LiveBoard, 'lookInto' | 'byExample'>): void;
  /** Whether more of it comes without another change. */
  setComing(isComing: boolean): void;
}

export function createLiveBoard(): LiveBoard {
  const calls = new Map<string, LiveCall>();
  const listeners = new Map<string, Set<() => void>>();
  let isComing = false;
  const waiting: (() => void)[] = [];
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
    whole: async (call) => {
      // What a change has yet to reach stands as it was before: it is no value of this plan.
      while (isComing) await new Promise<void>((resolve) => waiting.push(resolve));
      return calls.get(call);
    },
    setComing: (is) => {
      isComing = is;
      if (!is) for (const wakeOne of waiting.splice(0)) wakeOne();
    },
    lookInto: (call, look) => answer.lookInto(call, look).catch(none),
    byExample: (asked) => answer.byExample(asked).catch(none),
    answerBy: (by) => {
      answer = by;
    },
  };
}
