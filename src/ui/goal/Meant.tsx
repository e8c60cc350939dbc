/** Beside the box where a plan is on the table: what a sentence is about, and that it can be a plan of its own instead. */

import { proposedHere } from '../../stores/proposed-change.ts';
import { callTitle } from '../../tools/titles.ts';
import { useDocument, useServices, useSession } from '../services.ts';
import { counted } from '../words.ts';
import styles from './GoalBox.module.css';

export default function Meant() {
  const { planning, plans, session } = useServices();
  const selected = useSession((state) => (state.view.kind === 'plan' ? state.selection : NONE));
  const proposed = useSession((state) => proposedHere(state)?.diff.plan);
  const plan = useDocument((state) => state.plan);
  const catalogue = useDocument((state) => state.catalogue);
  const calls = (proposed ?? plan).calls.filter(({ _id }) => selected.includes(_id));
  return (
    <>
      {calls.length > 0 ? (
        <span className={`small clip ${styles.about}`}>
          About{' '}
          <bdi>
            {calls.length > 1
              ? counted(calls.length, 'selected call')
              : callTitle(catalogue.get(calls[0]!._tool), calls[0]!)}
          </bdi>
        </span>
      ) : null}
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

const NONE: readonly never[] = [];
