/** Changes, while a run goes on, whether the turns of its planner, or of its agents, wait for the person (L-63, L-56). */

import { goesOn } from '../../plan/goes-on.ts';
import { isTurnWaiting, takesTurns } from '../../run/turn-calls.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { Button } from '../parts/Button.tsx';
import { useServices } from '../services.ts';

/** Nothing where no planner takes turns in it, and while one waits. @param run one that has not ended */
export function TurnsButton({ run: { runId, state } }: { run: ShownRun }) {
  const { running } = useServices();
  // A turn that waits has the same button in its question.
  if (!takesTurns(state) || isTurnWaiting(state)) return null;
  const { turnsShown, program } = state;
  const who = goesOn(program.plan) ? 'its planner' : 'its agents';
  return (
    <Button
      tone="quiet"
      data-tip={
        turnsShown
          ? `Each turn of ${who} waits for you. Let them go ahead within the mandate`
          : `Turns of ${who} go ahead within the mandate. Have each wait for you, from the next on`
      }
      onClick={() => running.setTurns(runId, turnsShown ? 'unasked' : 'shown')}
    >
      {turnsShown ? 'Let it go on' : 'Show me each turn'}
    </Button>
  );
}
