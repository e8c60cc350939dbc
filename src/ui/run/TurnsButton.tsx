/** Changes, while a run goes on, whether its planner's turns wait for the person (L-63). */

import { goesOn } from '../../plan/goes-on.ts';
import { isTurnWaiting } from '../../run/turn-calls.ts';
import { planOf } from '../../run/whole.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { Button } from '../parts/Button.tsx';
import { useServices } from '../services.ts';

/** Nothing where no planner takes turns in it, and while one waits. @param run one that has not ended */
export function TurnsButton({ run: { runId, state } }: { run: ShownRun }) {
  const { running } = useServices();
  const plan = planOf(state);
  // A turn that waits has the same button in its question.
  if (plan === null || !goesOn(plan) || isTurnWaiting(state)) return null;
  const { turnsShown } = state;
  return (
    <Button
      tone="quiet"
      data-tip={
        turnsShown
          ? 'Each turn of its planner waits for you. Let them go ahead within the mandate'
          : 'Its planner goes on within the mandate. Have each turn wait for you, from the next on'
      }
      onClick={() => running.setTurns(runId, turnsShown ? 'unasked' : 'shown')}
    >
      {turnsShown ? 'Let it go on' : 'Show me each turn'}
    </Button>
  );
}
