/** Beside the box where a plan is on the table: what a sentence is about, and that it can be a plan of its own instead. */

import { useServices, useSession } from '../services.ts';
import { counted } from '../words.ts';
import styles from './GoalBox.module.css';

export default function Meant() {
  const { planning, plans, session } = useServices();
  const selected = useSession((state) => (state.view.kind === 'plan' ? state.selection.length : 0));
  return (
    <>
      {selected > 0 ? <span className="small">About {counted(selected, 'selected call')}</span> : null}
      <button
        type="button"
        className={styles.change}
        data-tip="Leaves this plan as it is and begins another"
        onClick={() => {
          if (session.getState().goal.trim() === '') plans.newPlan();
          else planning.draftPlan({ anew: true });
        }}
      >
        Begin another plan
      </button>
    </>
  );
}
