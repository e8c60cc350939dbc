/** Over the canvas while a person writes the rest of a run's plan: what stays, what is wrong, and the two ways out. */

import { diffCalls } from '../../plan/diff.ts';
import type { Call } from '../../plan/document.ts';
import { callsFromHere, isCallDone } from '../../run/left-to-do.ts';
import { planOf } from '../../run/whole.ts';
import { errorsOf } from '../../stores/document.ts';
import { Button } from '../parts/Button.tsx';
import { CanvasBar } from '../parts/CanvasBar.tsx';
import { useDocument, useRevising, useRuns, useServices } from '../services.ts';
import { counted } from '../words.ts';

function isSame(before: readonly Call[], after: readonly Call[]): boolean {
  const { added, removed, revised } = diffCalls(before, after);
  return added.length + removed.length + revised.length === 0;
}

export default function ReviseBar() {
  const { running } = useServices();
  const runId = useRevising()?.runId;
  const run = useRuns((state) => (runId === undefined ? undefined : state.known.get(runId)));
  const plan = useDocument((state) => state.plan);
  const errors = useDocument((state) => errorsOf(state.problems).length);
  if (!run) return null;
  const done = plan.calls.filter((call) => isCallDone(run, call._id)).length;
  const left = callsFromHere(run, plan).length;
  const hindrance =
    errors > 0
      ? `${counted(errors, 'error')} to resolve first. See Problems.`
      : left === 0
        ? 'Nothing is left to run. Add a call, or stop the run instead.'
        : isSame(planOf(run.state)?.calls ?? [], plan.calls)
          ? 'Nothing is changed yet.'
          : null;
  return (
    <CanvasBar
      label="Change the plan"
      title="Changing the rest of the plan"
      tone="warning"
      text={hindrance ?? `${done} done and kept, ${counted(left, 'call')} to run.`}
    >
      <Button tone="quiet" onClick={running.leaveRevision}>
        Cancel
      </Button>
      <Button tone="primary" disabled={hindrance !== null} onClick={running.submitRevision}>
        Show what changes
      </Button>
    </CanvasBar>
  );
}
