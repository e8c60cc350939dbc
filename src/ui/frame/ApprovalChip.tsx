/** Which revision is on the table, and whether a person has signed it. */

import { wholeOrigin } from '../../plan/origin.ts';
import { useDocument, useSession } from '../services.ts';
import { whence } from '../whence.ts';
import styles from './ApprovalChip.module.css';

/** Characters of a file's name: the whole of it is in the tooltip, in the rail and in the sheet that is signed. */
const NAME = 11;

export function ApprovalChip() {
  const revision = useDocument((state) => state.revision);
  const approved = useDocument((state) => state.approval !== null);
  const revising = useSession((state) => state.view.kind === 'revise');
  const came = useDocument((state) => whence(wholeOrigin(state.origins), NAME));
  const whole = useDocument((state) => whence(wholeOrigin(state.origins)) ?? undefined);
  const calls = useDocument((state) => state.plan.calls.length);
  // What is being rewritten is no plan's revision yet.
  if (calls === 0 || revising) return null;
  return (
    <span className={`small ${styles.chip}`} data-approved={approved || undefined}>
      <span className={styles.revision}>Revision {revision}</span>
      <span>{approved ? 'Approved' : 'Draft'}</span>
      {came === null ? null : (
        <span className={styles.came} title={whole}>
          <bdi>{came}</bdi>
        </span>
      )}
    </span>
  );
}
