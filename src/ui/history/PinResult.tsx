/** Keeps a call's real result for the dry runs of its plan (L-81), or lets it go again. */

import { Pin, PinOff, RotateCcw } from 'lucide-react';
import { useMemo } from 'react';
import { planOf } from '../../run/whole.ts';
import { pinName, pinOf } from '../../stores/pins.ts';
import { DRY_RUN } from '../../stores/runs.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { RunGlyph } from '../library/RunGlyph.tsx';
import { Button } from '../parts/Button.tsx';
import { useServices, useSession } from '../services.ts';
import { KeepCallAsTest } from '../tests/KeepAsTest.tsx';
import { ChangeAndFork } from './ChangeAndFork.tsx';
import { subRunsOf } from './origin.ts';
import styles from './PinResult.module.css';
import { ResultButton, type ResultProps } from './ResultButton.tsx';

export function PinResult({ run, call, wide = false }: ResultProps) {
  const { session } = useServices();
  const plan = planOf(run.state);
  const planId = plan?.id;
  const name = pinName(call);
  const isPinned = useSession(
    ({ pinned }) => planId !== undefined && Object.hasOwn(pinned[planId] ?? {}, name),
  );
  const pins = pinOf(run, call);
  if (run.runId === DRY_RUN || !plan || planId === undefined || pins === null) return null;
  const toggle = () => (isPinned ? session.actions.unpin(planId, [name]) : session.actions.pin(plan, pins));
  return (
    <ResultButton
      glyph={isPinned ? PinOff : Pin}
      words={wide ? (isPinned ? 'Pinned for dry runs' : 'Pin for dry runs') : null}
      label={`Use the result of ${call} in dry runs`}
      title={isPinned ? 'Used in dry runs' : 'Use this result in dry runs'}
      pressed={isPinned}
      onPress={toggle}
    />
  );
}

/** What can be done with a call of a run beyond looking at it: pin its result, change it and fork, run again from it. */
export function CallInHistory({ run, call }: { run: ShownRun; call: string }) {
  const { session, running } = useServices();
  const subRuns = useMemo(() => subRunsOf(run.events, call).slice(0, MOST_SHOWN), [run.events, call]);
  if (run.runId === DRY_RUN) return null;
  return (
    <div className={styles.actions}>
      <PinResult run={run} call={call} wide />
      <KeepCallAsTest run={run} call={call} />
      <ChangeAndFork run={run} call={call} wide />
      <Button onClick={() => session.actions.openAbout('run-from', { runId: run.runId, call })}>
        <RotateCcw size={13} aria-hidden /> Run again from here…
      </Button>
      {subRuns.map((sub) => (
        <Button key={sub.runId} onClick={() => running.openRun(sub.runId)}>
          {sub.status ? <RunGlyph run={{ status: sub.status }} /> : null}
          Open sub-run {sub.index === undefined ? '' : sub.index + 1}
        </Button>
      ))}
    </div>
  );
}

/** More are seen in the list of the loop's own results: of ten thousand nobody opens them all here. */
const MOST_SHOWN = 20;
