/**
 * Sentences that nothing has come of yet: sent, or proposed and neither taken nor left. Kept on this device alone, so that
 * one whose page was closed is in the box again, and nobody takes it for done.
 */

import { isObject } from '../lib/json.ts';
import type { Memory } from '../stores/ports.ts';
import { fewWords } from '../ui/words.ts';
import type { Ground } from './ground.ts';

const NAME = 'obelus.pending';
/** Plans of which one is kept. */
const MOST = 20;

export interface Pending {
  /** The sentence of a plan; null: something came of it. */
  put(planId: string, sentence: string | null): void;
  of(planId: string): string | undefined;
}

export function createPending(memory: Memory): Pending {
  const all = (): Map<string, string> => {
    try {
      const kept: unknown = JSON.parse(memory.read(NAME) ?? '{}');
      const entries = isObject(kept) ? Object.entries(kept) : [];
      return new Map(entries.flatMap(([id, text]) => (typeof text === 'string' ? [[id, text]] : [])));
    } catch {
      // What is remembered can't be read: nothing is pending.
      return new Map();
    }
  };
  return {
    of: (planId) => all().get(planId),
    put: (planId, sentence) => {
      const kept = all();
      if (sentence === null && !kept.has(planId)) return;
      kept.delete(planId);
      if (sentence !== null) kept.set(planId, sentence);
      memory.write(NAME, JSON.stringify(Object.fromEntries([...kept].slice(-MOST))));
    },
  };
}

/** Says of the plan that comes to the table what was not taken before its page was closed, once. */
export function tellPending({
  document,
  session,
  now,
  pending,
}: Pick<Ground, 'document' | 'session' | 'now'> & { readonly pending: Pending }): void {
  const look = (): void => {
    const { plan } = document.getState();
    const sentence = pending.of(plan.id);
    const { proposed, progress, goal } = session.getState();
    if (sentence === undefined || proposed?.planId === plan.id || progress !== null) return;
    pending.put(plan.id, null);
    const back = goal === '' ? ' It is in the box again.' : '';
    const text = `“${fewWords(sentence)}” was not taken before the page was closed: the plan is as it was.${back}`;
    document.actions.say({ from: 'obelus', text, tone: 'plain', at: now() });
    if (goal === '') session.actions.set({ goal: sentence });
  };
  document.subscribe(({ plan }, before) => {
    // What stood open in this page stands again first.
    if (plan.id !== before.plan.id) queueMicrotask(look);
  });
  look();
}
