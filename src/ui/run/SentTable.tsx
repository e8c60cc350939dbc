/** What was signed and what happened, side by side: each line that leads out of this device, and what left by it. */

import { useState } from 'react';
import { visible } from '../../lib/visible-text.ts';
import { namer } from '../../run/call-names.ts';
import { grantsOf } from '../../run/grants.ts';
import { happenedIn, outcomeWords, signedWords } from '../../run/happened.ts';
import { answeredWords, type Sent } from '../../run/sent.ts';
import { isOver, planOf } from '../../run/view.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { Button } from '../parts/Button.tsx';
import { useServices } from '../services.ts';
import { counted } from '../words.ts';
import styles from './SentTable.module.css';

/** Lines that are shown: of thousands nobody reads them all, and the export has them. */
const MOST = 200;

export function SentTable({ run }: { run: ShownRun }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.sent} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>What left this device: signed and sent</summary>
      {isOpen ? <Lines run={run} /> : null}
      {isOpen ? <Allowed run={run} /> : null}
    </details>
  );
}

function Lines({ run }: { run: ShownRun }) {
  const { session } = useServices();
  const lines = happenedIn(run.state);
  const name = namer(planOf(run.state));
  if (lines.length === 0) return <p>No line of this plan leads out of this device, and nothing was sent.</p>;
  const more = lines.length - MOST;
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Call</th>
            <th scope="col">Signed</th>
            <th scope="col">Happened</th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, MOST).map((line) => (
            <tr key={`${line.call} ${signedWords(line)} ${line.signed === null ? line.sent[0]?.host : ''}`}>
              <th scope="row">
                <button
                  type="button"
                  className={styles.call}
                  onClick={() => session.actions.select([line.call])}
                >
                  {name(line.call)}
                </button>
              </th>
              <td>{signedWords(line)}</td>
              <td>
                {line.sent.length === 0 ? (
                  isOver(run.state) ? (
                    'Nothing was sent.'
                  ) : (
                    'Nothing was sent so far.'
                  )
                ) : (
                  <ul>
                    {line.sent.map((one) => (
                      <li key={`${one.call} ${one.attempt} ${one.n}`}>{sentWords(run, one)}</li>
                    ))}
                  </ul>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 ? <p>And {counted(more, 'more line')}, which the run’s export has.</p> : null}
    </>
  );
}

/** What the person allowed while the run goes on, which can be taken back as long as it does. */
function Allowed({ run }: { run: ShownRun }) {
  const { running } = useServices();
  const grants = grantsOf(run.state.grants);
  const name = namer(planOf(run.state));
  if (grants.length === 0 || isOver(run.state)) return null;
  return (
    <>
      <h3>Allowed by you while it runs</h3>
      <ul>
        {grants.map(({ call, about }) => {
          const what = `${visible(about)}, ${call === null ? 'for every call of this run' : `for ${name(call)}`}`;
          return (
            <li key={`${call} ${about}`}>
              {what}{' '}
              <Button
                aria-label={`Take back: ${what}`}
                onClick={() =>
                  running.answer(run.runId, { about, choose: 'reject', ...(call === null ? {} : { call }) })
                }
              >
                Take back
              </Button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

const timeOfDay = new Intl.DateTimeFormat('en', { timeStyle: 'medium' });

function sentWords({ state }: ShownRun, one: Sent): string {
  const outcome = outcomeWords(state, one);
  const again = one.attempt > 1 ? `, attempt ${one.attempt}` : '';
  const key = one.key === undefined ? '' : `, with the key ${one.key}`;
  return `${timeOfDay.format(one.time)}: ${one.method} to ${one.host}${again}${key}; ${answeredWords(one, isOver(state))}${outcome === null ? '' : `; ${outcome}`}.`;
}
