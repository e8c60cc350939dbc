/** Gives the canvas what it shows: the plan on the table, or a run with its live statuses. */

import { lazy, Suspense, useCallback, useMemo } from 'react';
import type { Edit } from '../../plan/edit.ts';
import { callLive } from '../../stores/call-live.ts';
import { useReplanDraft } from '../run/use-replan-draft.ts';
import { useDocument, useServices, useSession, useShownRun } from '../services.ts';
import styles from './CanvasArea.module.css';
import { focusInspector } from './focus.ts';
import { RunBanner } from './RunBanner.tsx';

const DryRunBar = lazy(() => import('../simulation/DryRunBar.tsx'));
const Canvas = lazy(() => import('../canvas/Canvas.tsx').then((module) => ({ default: module.Canvas })));

export function CanvasArea() {
  const { document, session, runs } = useServices();
  const plan = useDocument((state) => state.plan);
  const catalogue = useDocument((state) => state.catalogue);
  const problems = useDocument((state) => state.problems);
  const selection = useSession((state) => state.selection);
  const streaming = useSession((state) => state.drafting);
  const adding = useSession((state) => state.dialog === 'add-call');
  const view = useSession((state) => state.view);
  const run = useShownRun();
  const runId = run?.runId ?? null;
  const draft = useReplanDraft(run);

  const live = useMemo(() => {
    if (runId === null) return {};
    return {
      statusOf: (id: string) => {
        const trace = runs.getState().traces[runId];
        return trace && callLive(trace, id);
      },
      subscribe: (id: string, listener: () => void) => runs.actions.subscribeCall(runId, id, listener),
    };
  }, [runs, runId]);

  const onEdits = useCallback(
    (edits: readonly Edit[], label: string) => {
      const done = document.actions.edit(edits, { label });
      if (!done.ok) session.actions.notify(done.error, 'danger');
    },
    [document, session],
  );
  const onOpenInspector = useCallback(
    (id: string) => {
      session.actions.select([id]);
      focusInspector(id);
    },
    [session],
  );

  const onAdding = useCallback(
    (open: boolean) => session.actions.set({ dialog: open ? 'add-call' : null }),
    [session],
  );

  return (
    <>
      {view.kind === 'run' && run ? <RunBanner run={run} /> : null}
      {view.kind === 'dry-run' ? (
        <Suspense fallback={null}>
          <DryRunBar />
        </Suspense>
      ) : null}
      <Suspense fallback={<div className={styles.waiting} />}>
        <Canvas
          plan={draft?.plan ?? run?.plan ?? plan}
          catalogue={catalogue}
          problems={run ? NO_PROBLEMS : problems}
          selection={selection}
          mode={view.kind === 'plan' ? 'edit' : view.kind}
          streaming={streaming}
          onEdits={onEdits}
          onSelect={session.actions.select}
          onOpenInspector={onOpenInspector}
          adding={adding}
          onAdding={onAdding}
          {...live}
          {...(draft ? { diff: draft } : {})}
        />
      </Suspense>
    </>
  );
}

const NO_PROBLEMS: readonly never[] = [];
