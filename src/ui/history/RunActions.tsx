/** What can be made of a run's record: run it again at a price, compare it, use its results, take it along. */

import { Download, GitCompareArrows, Link, Pin } from 'lucide-react';
import { memo } from 'react';
import type { RunEvent } from '../../run/events.ts';
import { ActionButton, ActionIcon } from '../actions/use-action.tsx';
import { Button } from '../parts/Button.tsx';
import { useServices } from '../services.ts';
import { originOf } from './origin.ts';
import styles from './TimeBar.module.css';

interface RunActionsProps {
  /** The run's record; the same list all along. */
  events: readonly RunEvent[];
}

/** Not drawn again with every event: the record grows in place. */
export const RunActions = memo(function RunActions({ events }: RunActionsProps) {
  const { running } = useServices();
  const origin = originOf(events);

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
      <ActionButton
        id="run-from"
        tone="plain"
        tip="Enters calls again, at a price. The dialog shows which and what it would cost."
      />
      <ActionIcon id="compare">
        <GitCompareArrows size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon id="pin-all">
        <Pin size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon id="copy-run-link" tip="Copy link to this run: it leads back on this device only">
        <Link size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon id="export-run">
        <Download size={15} aria-hidden />
      </ActionIcon>
    </span>
  );
});
