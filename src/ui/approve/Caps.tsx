/** The caps of a run on the sheet that is signed: changing one makes a new revision, which is then what is signed. */

import { goesOn } from '../../plan/goes-on.ts';
import { isOff } from '../../plan/open-step.ts';
import { Button } from '../parts/Button.tsx';
import { useDocument, useSession } from '../services.ts';
import { counted } from '../words.ts';
import styles from './ApproveDialog.module.css';
import { PolicyFields, useSetPolicy } from './PolicyFields.tsx';

export function Caps() {
  const policy = useDocument((state) => state.plan.policy);
  const calls = useDocument((state) => state.plan.calls.filter((call) => !isOff(call)).length);
  const set = useSetPolicy();
  const asksForCap = useAsksForCap();
  const steps = policy?.maxSteps ?? Number.POSITIVE_INFINITY;

  return (
    <details className={styles.section} open={calls > steps || asksForCap}>
      <summary>Limits</summary>
      {calls > steps ? (
        <p className={styles.raise}>
          <span>
            This plan has {counted(calls, 'call')}, and at most {steps} may run.
          </span>
          <Button onClick={() => set('maxSteps', calls)}>Raise to {calls}</Button>
        </p>
      ) : null}
      {asksForCap ? (
        <p className={styles.raise}>
          It goes on by itself, and nothing caps what its model may cost. Say so under “Most dollars”.
        </p>
      ) : null}
      <div className={styles.caps}>
        <PolicyFields />
      </div>
    </details>
  );
}

/** What goes on asks a model as often as it sees fit: a cap is asked for where one is connected that is paid for (L-64). */
const useAsksForCap = (): boolean => {
  const isPaid = useSession(({ planner }) => planner.kind === 'openai');
  return useDocument(
    ({ plan }) =>
      isPaid &&
      (goesOn(plan) || plan.mode === 'eager') &&
      plan.policy?.maxCost === undefined &&
      plan.mandate?.maxCost === undefined,
  );
};
