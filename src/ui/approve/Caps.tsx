/** The caps of a run on the sheet that is signed: changing one makes a new revision, which is then what is signed. */

import { isOff } from '../../plan/open-step.ts';
import { Button } from '../parts/Button.tsx';
import { useDocument } from '../services.ts';
import { counted } from '../words.ts';
import styles from './ApproveDialog.module.css';
import { PolicyFields, useSetPolicy } from './PolicyFields.tsx';

export function Caps() {
  const policy = useDocument((state) => state.plan.policy);
  const calls = useDocument((state) => state.plan.calls.filter((call) => !isOff(call)).length);
  const set = useSetPolicy();
  const steps = policy?.maxSteps ?? Number.POSITIVE_INFINITY;

  return (
    <details className={styles.section} open={calls > steps}>
      <summary>Limits</summary>
      {calls > steps ? (
        <p className={styles.raise}>
          <span>
            This plan has {counted(calls, 'call')}, and at most {steps} may run.
          </span>
          <Button onClick={() => set('maxSteps', calls)}>Raise to {calls}</Button>
        </p>
      ) : null}
      <div className={styles.caps}>
        <PolicyFields />
      </div>
    </details>
  );
}
