/** Of a question that several instances ask alike (L-55): who asks, with what went wrong for each, and whom the answer is for. */

import { visible, visibleLines } from '../../lib/visible-text.ts';
import { callView } from '../../run/view.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import styles from './for-whom.module.css';

interface ForWhomProps {
  run: ShownRun;
  /** Names of the calls that ask, `id@LABEL` each. */
  calls: readonly string[];
  /** The one that is answered alone; null: all of them. */
  one: string | null;
  onChange: (one: string | null) => void;
}

/** So many are listed. */
const LISTED = 50;

export default function ForWhom({ run, calls, one, onChange }: ForWhomProps) {
  const count = calls.length.toLocaleString('en');
  const more = calls.length - LISTED;
  const listed = calls.slice(0, LISTED);
  return (
    <fieldset className={styles.whom}>
      <legend>{count} instances ask the same. Your answer is for</legend>
      <label className={styles.all}>
        <input type="radio" name="whom" checked={one === null} onChange={() => onChange(null)} />
        all {count}
      </label>
      <div className={styles.each}>
        {listed.map((call) => {
          const failure = callView(run.state, call)?.failure;
          return (
            <label key={call}>
              <input type="radio" name="whom" checked={one === call} onChange={() => onChange(call)} />
              <span className="clip">
                <bdi>{visible(labelOf(call))}</bdi>
                {failure ? <span className="small"> {visibleLines(failure.message)}</span> : null}
              </span>
            </label>
          );
        })}
      </div>
      {more > 0 ? <p className="small">and {more.toLocaleString('en')} more</p> : null}
    </fieldset>
  );
}

/** Of `id@LABEL`. */
const labelOf = (call: string): string => call.slice(call.indexOf('@') + 1);
