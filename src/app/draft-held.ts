/** A first draft is of one plan, and whole or nothing: what becomes of it where that plan, or the page, is left meanwhile. */

import type { Ground } from './ground.ts';
import type { Pending } from './pending.ts';
import type { PlannerSink, PlannerWork } from './planner-talk.ts';

interface Parts extends Pick<Ground, 'document' | 'session'> {
  readonly pending: Pending;
  /** As the plan's keeper does. */
  readonly save: (evenBlank?: boolean) => Promise<void>;
}

interface Held {
  /** Hears nothing more once another plan is on the table: what streams is none of that one's. */
  readonly sink: PlannerSink;
  /** The stream has ended. */
  end(): void;
}

/**
 * A model takes its time: its goal is kept until what came of it is durable, so that a page that was closed, or a plan that is
 * come back to, has it in the box again.
 * @param stop ends the stream
 */
export function heldDraft(
  { document, session, pending, save }: Parts,
  { goal, isModel }: { readonly goal: string; readonly isModel: boolean },
  { sink, work }: { readonly sink: PlannerSink; readonly work: PlannerWork },
  stop: () => void,
): Held {
  const { id } = document.getState().plan;
  const isHere = (): boolean => document.getState().plan.id === id;
  const here = (does: () => void): void => (isHere() ? does() : work.takeBack());
  const saved = (evenBlank = false): Promise<void> => save(evenBlank).catch(session.actions.tellFault);
  const unsubscribe = document.subscribe(() => {
    if (!isHere()) stop();
  });
  if (isModel) {
    pending.put(id, goal);
    void saved(true);
  }
  return {
    sink: {
      receive: (event) => here(() => sink.receive(event)),
      finish: (isStopped) => here(() => sink.finish(isStopped)),
      fail: (sentence) => here(() => sink.fail(sentence)),
    },
    end: () => {
      unsubscribe();
      if (isModel && isHere()) void saved().then(() => pending.put(id, null));
    },
  };
}
