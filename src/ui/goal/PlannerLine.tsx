/** One line: which planner drafts, what leaves this device, and the way to change it. */

import { act } from '../actions/actions.ts';
import { useServices, useSession } from '../services.ts';
import styles from './PlannerLine.module.css';

export function PlannerLine() {
  const services = useServices();
  const planner = useSession((state) => state.planner);
  return (
    <p className={`small ${styles.line}`}>
      <span className="clip">
        {planner.kind === 'offline'
          ? 'Offline planner – no key, nothing leaves this device'
          : `${planner.model} at ${planner.host} – your goal is sent there`}
      </span>
      <button
        type="button"
        className={styles.change}
        aria-label="Change planner"
        onClick={() => act('planner', services)}
      >
        change
      </button>
    </p>
  );
}
