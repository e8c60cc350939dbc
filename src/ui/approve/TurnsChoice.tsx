/** Whether the turns of a plan that goes on wait for the person: their choice for one run, never a plan's (L-63). */

import type { Turns } from '../../run/events.ts';
import styles from './ApproveDialog.module.css';

interface TurnsChoiceProps {
  readonly turns: Turns;
  readonly onChange: (turns: Turns) => void;
}

export function TurnsChoice({ turns, onChange }: TurnsChoiceProps) {
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        checked={turns === 'shown'}
        onChange={({ target }) => onChange(target.checked ? 'shown' : 'unasked')}
      />
      <span>
        Show me each turn: what the planner, or an agent, would do next waits until I take it. Else it goes on
        by itself within its mandate. I can change this while it runs
      </span>
    </label>
  );
}
