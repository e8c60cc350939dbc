/** Which revision is on the table, and whether a person has signed it. */

import { useDocument } from '../services.ts';
import styles from './ApprovalChip.module.css';

export function ApprovalChip() {
  const revision = useDocument((state) => state.revision);
  const approved = useDocument((state) => state.approval !== null);
  const calls = useDocument((state) => state.plan.calls.length);
  if (calls === 0) return null;
  return (
    <span className={styles.chip} data-approved={approved || undefined}>
      <span className={styles.revision}>Revision {revision}</span>
      <span>{approved ? 'Approved' : 'Draft'}</span>
    </span>
  );
}
