/** Opens the fork of a run with another value for a call: from a moment that is looked back to, or after its end. */

import { GitFork } from 'lucide-react';
import { carried } from '../../run/large-value.ts';
import { callView } from '../../run/view.ts';
import { isOver } from '../../run/whole.ts';
import { DRY_RUN } from '../../stores/runs.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { Button } from '../parts/Button.tsx';
import { useRuns, useServices } from '../services.ts';
import styles from './PinResult.module.css';

interface ChangeAndForkProps {
  run: ShownRun;
  /** The call's id, or `id@LABEL`. */
  call: string;
  /** With words beside the glyph, where there is room. */
  wide?: boolean;
}

export function ChangeAndFork({ run, call, wide = false }: ChangeAndForkProps) {
  const { session } = useServices();
  const past = useRuns(({ moment }) => moment?.runId === run.runId);
  const value = callView(run.state, call)?.value;
  // One that is kept apart is too large to be written by hand.
  const has = value !== undefined && carried(value).large === undefined;
  // In a run that goes on, a value is changed by running again from its call.
  if (run.runId === DRY_RUN || !has || !(past || isOver(run.state))) return null;
  const open = () => session.actions.openAbout('fork', { runId: run.runId, call });
  if (wide) {
    return (
      <Button onClick={open}>
        <GitFork size={13} aria-hidden /> Change and fork…
      </Button>
    );
  }
  return (
    <button
      type="button"
      className={styles.pin}
      aria-label={`Change what ${call} gave and fork`}
      title="Change this value and fork"
      onClick={open}
    >
      <GitFork size={13} aria-hidden />
    </button>
  );
}
