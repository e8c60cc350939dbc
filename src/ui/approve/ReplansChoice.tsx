/** Whether drafts of replans go ahead unasked: a person's choice for one run, never a plan's (L-71). */

import { useDocument } from '../services.ts';
import styles from './ApproveDialog.module.css';

export function ReplansChoice({ unasked, onChange }: { unasked: boolean; onChange: (on: boolean) => void }) {
  const never = useDocument(({ plan }) => plan.policy?.maxReplans === 0);
  if (never) return null;
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={unasked} onChange={(event) => onChange(event.target.checked)} />
      <span>
        Where a call fails and a new way is drafted, go on without asking me if it stays within this. What it
        sends there may be something else
      </span>
    </label>
  );
}
