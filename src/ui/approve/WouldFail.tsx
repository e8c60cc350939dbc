/** What a run of this plan would fail for with the files there are, though it may be signed: said before it is. */

import { willFail } from '../../check/will-fail.ts';
import { cut } from '../../lib/cut-text.ts';
import { visible } from '../../lib/visible-text.ts';
import { isOff } from '../../plan/open-step.ts';
import { useDocument } from '../services.ts';
import { counted } from '../words.ts';
import styles from './ApproveDialog.module.css';

/** So many are told; of more, how many. */
const TOLD = 3;
/** Characters: a stranger's names must not push what is signed out of sight. */
const MESSAGE = 300;

export function WouldFail() {
  const calls = useDocument((state) => state.plan.calls);
  const problems = useDocument((state) => state.problems);
  const off = new Set(calls.filter(isOff).map(({ _id }) => _id));
  const found = problems.filter(
    (problem) => problem.severity === 'warning' && willFail(problem) && !off.has(problem.calls[0] ?? ''),
  );
  if (found.length === 0) return null;
  const more = found.length - TOLD;
  return (
    <section className={styles.wouldFail} aria-label="It would fail">
      <p>As it stands a run of it would fail:</p>
      <ul>
        {found.slice(0, TOLD).map(({ message }) => (
          <li key={message}>{cut(visible(message), MESSAGE)}</li>
        ))}
        {more > 0 ? <li>and {counted(more, 'other problem')}.</li> : null}
      </ul>
    </section>
  );
}
