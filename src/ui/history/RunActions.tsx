/** What can be made of a run's record: run it again at a price, compare it, use its results, take it along. */

import { Download, GitCompareArrows, Link, Pin } from 'lucide-react';
import { memo } from 'react';
import type { Plan } from '../../plan/document.ts';
import type { RunEvent } from '../../run/events.ts';
import { Button, IconButton } from '../parts/Button.tsx';
import { useServices, useSession } from '../services.ts';
import { originOf } from './origin.ts';
import { pinAll } from './pin-all.ts';
import styles from './TimeBar.module.css';

interface RunActionsProps {
  runId: string;
  plan: Plan | null;
  /** The run's record; the same list all along. */
  events: readonly RunEvent[];
}

/** Not drawn again with every event: the record grows in place. */
export const RunActions = memo(function RunActions({ runId, plan, events }: RunActionsProps) {
  const services = useServices();
  const { session, history, running } = services;
  const selected = useSession((state) => state.selection[0]);
  const origin = originOf(events);
  const call =
    selected !== undefined && plan?.calls.some(({ _id }) => _id === selected) ? selected : undefined;
  const about = call === undefined ? { runId } : { runId, call };

  return (
    <span className={styles.actions}>
      {origin ? (
        <Button
          tone="quiet"
          data-tip="Open the run that this one came from"
          onClick={() => running.openRun(origin.runId)}
        >
          {origin.words}
        </Button>
      ) : null}
      <Button
        data-tip="Enters calls again, at a price. The dialog shows which and what it would cost."
        onClick={() => session.actions.openAbout('run-from', about)}
      >
        Run again from…
      </Button>
      <IconButton
        name="Compare with another run"
        onClick={() => session.actions.openAbout('compare', { runId })}
      >
        <GitCompareArrows size={15} aria-hidden />
      </IconButton>
      <IconButton
        name="Pin all results of this run"
        hint="Pin all results of this run for dry runs"
        onClick={() => pinAll(services, runId)}
      >
        <Pin size={15} aria-hidden />
      </IconButton>
      <IconButton
        name="Copy link to this run"
        hint="Copy link to this run: it leads back on this device only"
        onClick={() => void history.copyRunLink(runId)}
      >
        <Link size={15} aria-hidden />
      </IconButton>
      <IconButton name="Export this run" onClick={() => history.exportRun(runId)}>
        <Download size={15} aria-hidden />
      </IconButton>
    </span>
  );
});
