/** A person writes the rest of a run's plan: begins it on the canvas, hands it to the run, or leaves it. */

import { itemAt } from '../lib/columns.ts';
import { NO_DELEGATES } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import { callsFromHere, withTool } from '../run/left-to-do.ts';
import type { Request } from '../run/messages.ts';
import { firstCommit } from '../run/run-plans.ts';
import { planOf } from '../run/whole.ts';
import { createDocumentStore, errorsOf } from '../stores/document.ts';
import type { ReplanDraft } from '../stores/ports.ts';
import type { ShownRun } from '../stores/shown-run.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import type { Ground } from './ground.ts';

export interface ReviseRun {
  /**
   * @param call the failed call it is about, or one that asks before it starts; without one, the draft that waits for
   * review is changed
   * @param tool what `call` is to be done with instead (L-72)
   */
  begin(runId: string, call?: string, tool?: string): Promise<void>;
  /** The run goes on with what is written, once the person has accepted the difference. */
  submit(): Promise<void>;
  leave(): void;
}

interface Parts extends Pick<Ground, 'session' | 'runs' | 'revising' | 'language' | 'builtIn'> {
  /** Sends a decision; false where it was refused, which is said on the screen then. */
  readonly send: (request: Extract<Request, { kind: 'answer' }>) => Promise<boolean>;
  readonly draftOf: (run: ShownRun) => Promise<ReplanDraft | null>;
}

export function createReviseRun(parts: Parts): ReviseRun {
  const { session, runs, revising } = parts;

  const leave = (): void => {
    const { now } = revising.getState();
    if (!now) return;
    session.actions.set({ view: { kind: 'run', runId: now.shownRunId }, selection: [] });
    revising.setState({ now: null });
  };

  return {
    begin: async (runId, call, tool) => {
      const { view } = session.getState();
      const run = runs.getState().known.get(runId);
      const present = run && planOf(run.state);
      if (!run || !present || view.kind !== 'run') return;
      const id = call === undefined ? undefined : itemAt(call.split('@'), 0);
      const plan: Plan =
        id === undefined
          ? ((await parts.draftOf(run))?.plan ?? present)
          : tool === undefined
            ? present
            : withTool(present, id, tool, catalogueOf(parts.builtIn, present.tools).get(tool));
      const document = createDocumentStore(parts.language, parts.builtIn, plan);
      document.actions.setDelegates(firstCommit(run.events)?.delegates ?? NO_DELEGATES);
      const about = { document, runId, shownRunId: view.runId, ...(call === undefined ? {} : { call }) };
      revising.setState({ now: about });
      session.actions.set({
        view: { kind: 'revise', runId: view.runId },
        // What failed is where the person begins.
        selection: id === undefined ? [] : [id],
      });
    },
    submit: async () => {
      const { now } = revising.getState();
      const run = now && runs.getState().known.get(now.runId);
      if (!now || !run) return;
      const { plan, problems } = now.document.getState();
      if (errorsOf(problems).length > 0) return;
      const calls = callsFromHere(run, plan);
      const { runId, call } = now;
      const decision =
        call === undefined ? ({ choose: 'edit' } as const) : ({ choose: 'replan', call } as const);
      if (await parts.send({ kind: 'answer', runId, ...decision, calls })) leave();
    },
    leave,
  };
}

/** The same, as it is fetched: the draft that waits is read when that is asked for. */
export const reviseLate = (parts: Omit<Parts, 'draftOf'>): ReviseRun =>
  createReviseRun({
    ...parts,
    draftOf: async (run) => (await import('./run-previews.ts')).replanDraft(run),
  });
