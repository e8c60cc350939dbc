/** Over the plan where another tab had a hand in it: what is to be chosen, or that it was removed there. */

import { openConflicts } from '../../plan/merge.ts';
import { Button } from '../parts/Button.tsx';
import { useDocument, useServices } from '../services.ts';
import { counted } from '../words.ts';
import styles from './conflicts.module.css';

export default function OtherTabBar() {
  const { session, plans } = useServices();
  const removed = useDocument((state) => state.saved === 'removed');
  const open = useDocument((state) => openConflicts(state).length);
  if (removed) {
    return (
      <section className={styles.bar} aria-label="Removed in another tab">
        <p role="status" className={styles.text}>
          <strong>Removed in another tab</strong>
          <span>This plan is no longer on this device. It is gone once you leave it.</span>
        </p>
        <div className={styles.ways}>
          <Button tone="quiet" onClick={plans.newPlan}>
            Leave it
          </Button>
          <Button onClick={plans.keepAsNew}>Keep as a new plan</Button>
        </div>
      </section>
    );
  }
  if (open === 0) return null;
  return (
    <section className={styles.bar} aria-label="Changed in two tabs">
      <p role="status" className={styles.text}>
        <strong>Changed in two tabs</strong>
        <span>{counted(open, 'change')} to choose between. Both versions are kept.</span>
      </p>
      <div className={styles.ways}>
        <Button onClick={() => session.actions.set({ dialog: 'conflicts' })}>Compare</Button>
      </div>
    </section>
  );
}
