/** What was signed and what happened, side by side: each line that leads out of this device, and what left by it. */

import { useState } from 'react';
import type { Sink } from '../../flows/flow.ts';
import { namer } from '../../run/call-names.ts';
import { type HappenedLine, happenedIn } from '../../run/happened.ts';
import { answeredWords, type Sent } from '../../run/sent.ts';
import { isOver, planOf } from '../../run/view.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
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
            <tr key={`${line.call} ${signedWords(line)}`}>
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
                      <li key={`${one.call} ${one.attempt} ${one.n}`}>{sentWords(one, isOver(run.state))}</li>
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

function signedWords({ signed }: HappenedLine): string {
  return signed === null ? 'No line: you allowed it while the run went on' : `To ${placeWords(signed)}`;
}

function placeWords(sink: Sink): string {
  if (sink.kind === 'host') return sink.host ?? 'a host known only at run time';
  if (sink.kind === 'model') return `the model’s server${sink.server === null ? '' : ` ${sink.server}`}`;
  return 'this device';
}

const timeOfDay = new Intl.DateTimeFormat('en', { timeStyle: 'medium' });

function sentWords(one: Sent, over: boolean): string {
  const again = one.attempt > 1 ? `, attempt ${one.attempt}` : '';
  const key = one.key === undefined ? '' : `, with the key ${one.key}`;
  return `${timeOfDay.format(one.time)}: ${one.method} to ${one.host}${again}${key}; ${answeredWords(one, over)}.`;
}
