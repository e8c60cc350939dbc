/**
 * Sentences that nothing has come of yet: sent, or proposed and neither taken nor left. Kept on this device alone, so that
 * one whose page was closed is in the box again, and nobody takes it for done.
 */

import { isObject } from '../lib/json.ts';
import { planOf } from '../run/whole.ts';
import type { Memory } from '../stores/ports.ts';
import { fewWords } from '../ui/words.ts';
import type { Ground } from './ground.ts';

const NAME = 'obelus.pending';
/** Plans and runs of which one is kept. */
const MOST = 20;

export interface Pending {
  /** The sentence of a plan, or of a run (`besideOf`); null: something came of it. */
  put(about: string, sentence: string | null): void;
  of(about: string): string | undefined;
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
    of: (about) => all().get(about),
    put: (about, sentence) => {
      const kept = all();
      if (sentence === null && !kept.has(about)) return;
      kept.delete(about);
      if (sentence !== null) kept.set(about, sentence);
      memory.write(NAME, JSON.stringify(Object.fromEntries([...kept].slice(-MOST))));
    },
  };
}

/** The name of what is said beside a run: no plan's id has a blank in it. */
export const besideOf = (runId: string): string => `beside ${runId}`;

/** Says of the plan that comes to the table, or the run that is looked at, what was not taken before its page was closed, once. */
export function tellPending({
  document,
  session,
  runs,
  now,
  pending,
}: Pick<Ground, 'document' | 'session' | 'runs' | 'now'> & { readonly pending: Pending }): void {
  const tell = (about: string, isOpen: boolean, stays: string, isOfTable: boolean): void => {
    const sentence = pending.of(about);
    const { progress, goal } = session.getState();
    if (sentence === undefined || isOpen || progress !== null) return;
    pending.put(about, null);
    // It was taken and saved, and the page was closed before that came back.
    if (isOfTable && document.getState().history.past.at(-1)?.said === sentence) return;
    const back = goal === '' ? ' It was put back in the box.' : '';
    const { plan } = document.getState();
    const isDraft = about === plan.id && plan.calls.length === 0;
    const what = isDraft
      ? `Drafting “${fewWords(sentence)}” was cut off before the plan was whole`
      : `“${fewWords(sentence)}” was not taken before the page was closed`;
    const ways = isDraft && back ? { ways: ['again'] as const } : {};
    const line = { from: 'obelus', text: `${what}: ${stays}.${back}`, tone: 'plain', ...ways } as const;
    if (isOfTable) document.actions.say({ ...line, at: now() });
    else session.actions.say(line);
    if (goal === '') session.actions.set({ goal: sentence });
  };
  const look = (): void => {
    const { plan } = document.getState();
    const { view, proposed, beside } = session.getState();
    // What is in the box is about what is shown.
    if (view.kind !== 'run') {
      tell(plan.id, proposed?.planId === plan.id, 'the plan is as it was', true);
      return;
    }
    const run = runs.getState().known.get(view.runId);
    if (!run) return;
    const isOfTable = planOf(run.state)?.id === plan.id;
    const isOpen = beside?.runId === view.runId;
    tell(besideOf(view.runId), isOpen, 'the run and its plan are as they were', isOfTable);
  };
  document.subscribe(({ plan }, before) => {
    // What stood open in this page stands again first.
    if (plan.id !== before.plan.id) queueMicrotask(look);
  });
  session.subscribe(({ view }, before) => {
    if ((view.kind === 'run') !== (before.view.kind === 'run')) queueMicrotask(look);
  });
  look();
}
