/** Opens the fork of a run with another value for a call: from a moment that is looked back to, or after its end. */

import { GitFork } from 'lucide-react';
import { carried } from '../../run/large-value.ts';
import { callView } from '../../run/view.ts';
import { isOver } from '../../run/whole.ts';
import { DRY_RUN } from '../../stores/runs.ts';
import { useRuns, useServices } from '../services.ts';
import { ResultButton, type ResultProps } from './ResultButton.tsx';

export function ChangeAndFork({ run, call, wide = false }: ResultProps) {
  const { session } = useServices();
  const past = useRuns(({ moment }) => moment?.runId === run.runId);
  const value = callView(run.state, call)?.value;
  // One that is kept apart is too large to be written by hand.
  const has = value !== undefined && carried(value).large === undefined;
  // In a run that goes on, a value is changed by running again from its call.
  if (run.runId === DRY_RUN || !has || !(past || isOver(run.state))) return null;
  const open = () => session.actions.openAbout('fork', { runId: run.runId, call });
  return (
    <ResultButton
      glyph={GitFork}
      words={wide ? 'Change and fork…' : null}
      label={`Change what ${call} gave and fork`}
      title="Change this value and fork"
      onPress={open}
    />
  );
}
