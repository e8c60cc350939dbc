/** What was signed and what happened, side by side: each line that does something, and what left or was done by it. */

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { visible } from '../../lib/visible-text.ts';
import { isForeign } from '../../plan/origin.ts';
import { namer } from '../../run/call-names.ts';
import { grantsOf, wholeRunWords } from '../../run/grants.ts';
import {
  allowedWords,
  doneWords,
  type HappenedLine,
  happenedIn,
  nothingWords,
  outcomeWords,
  signedWords,
} from '../../run/happened.ts';
import { answeredWords, requestWords, type Sent } from '../../run/sent.ts';
import { isOver, planOf } from '../../run/whole.ts';
import { rowOf } from '../../stores/run-row.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { Button } from '../parts/Button.tsx';
import { useRuns, useServices } from '../services.ts';
import { counted } from '../words.ts';
import styles from './SentTable.module.css';

/** Lines that are shown: of thousands nobody reads them all, and the export has them. */
const MOST = 200;
/** Sub-runs that are named. */
const NAMED = 20;

export function SentTable({ run }: { run: ShownRun }) {
  const [isOpen, setOpen] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // It stands below the result, which may be long: what was asked for would open out of sight.
    if (isOpen) details.current?.scrollIntoView({ block: 'start' });
  }, [isOpen]);
  const row = useRuns(({ list }) => rowOf(list, run.runId));
  return (
    <details ref={details} className={styles.sent} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>What was signed, and what happened</summary>
      {isOpen && isForeign(row?.origin) ? (
        <p>This record came from a file. Nobody here has seen whether what it tells is true.</p>
      ) : null}
      {isOpen ? <Lines run={run} /> : null}
      {isOpen ? <SubRuns run={run} /> : null}
      {isOpen ? <Allowed run={run} /> : null}
    </details>
  );
}

function Lines({ run }: { run: ShownRun }) {
  const { session } = useServices();
  const lines = happenedIn(run.state);
  const name = namer(planOf(run.state));
  if (lines.length === 0)
    return <p>By none of its own calls is anything sent, written as a file or changed, and nothing was.</p>;
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
                <Happened run={run} line={line} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 ? <p>And {counted(more, 'more line')}, which the run’s export has.</p> : null}
    </>
  );
}

function Happened({ run: { state }, line }: { run: ShownRun; line: HappenedLine }): ReactNode {
  const { sent, done } = line;
  if (sent.length + done.length === 0) return `${nothingWords(line, isOver(state))}.`;
  return (
    <ul>
      {sent.map((one) => (
        <li key={`${one.call} ${one.attempt} ${one.n}`}>{sentWords(state, line, one)}</li>
      ))}
      {done.map((one) => (
        <li key={`${one.call} ${one.attempt}`}>
          {timeOfDay.format(one.time)}: {one.attempt > 1 ? `attempt ${one.attempt}: ` : ''}
          {doneWords(line, one)}.
        </li>
      ))}
    </ul>
  );
}

/** What sub-plans did stands in runs of their own: a parent that was silent of them would say that nothing was sent. */
function SubRuns({ run: { state } }: { run: ShownRun }) {
  const { running } = useServices();
  const delegates = planOf(state)?.calls.filter(({ _delegate }) => _delegate !== undefined) ?? [];
  const subs = [...state.subRuns.values()];
  if (delegates.length === 0 && subs.length === 0) return null;
  const name = namer(planOf(state));
  return (
    <>
      <p>
        What its sub-plans sent or did stands in runs of their own
        {subs.length === 0 ? ', of which none has ended.' : ':'}
      </p>
      <ul>
        {subs.slice(0, NAMED).map(({ run, call, index }) => (
          <li key={run}>
            <button type="button" className={styles.call} onClick={() => running.openRun(run)}>
              {name(call)}
              {index === undefined ? '' : `, ${index + 1}`}
            </button>
          </li>
        ))}
      </ul>
      {subs.length > NAMED ? <p>And {counted(subs.length - NAMED, 'more run')}.</p> : null}
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
          const what = `${visible(about)}, ${call === null ? `for ${wholeRunWords(about)}` : `for ${name(call)}`}`;
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

function sentWords(state: ShownRun['state'], line: HappenedLine, one: Sent): string {
  const outcome = outcomeWords(state, one);
  const again = one.attempt > 1 ? `, attempt ${one.attempt}` : '';
  const key = one.key === undefined ? '' : `, with the key ${one.key}`;
  return `${timeOfDay.format(one.time)}: ${requestWords(one)}${again}${key}${allowedWords(line, one)}; ${answeredWords(one, isOver(state))}${outcome === null ? '' : `; ${outcome}`}.`;
}
