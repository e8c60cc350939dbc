/** What was signed and what happened, side by side: each line that does something, and what left or was done by it. */

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { itemAt } from '../../lib/columns.ts';
import { visible } from '../../lib/visible-text.ts';
import { isForeign } from '../../plan/origin.ts';
import { namer } from '../../run/call-names.ts';
import { grantsOf, wholeRunWords } from '../../run/grants.ts';
import {
  allowedWords,
  doneWords,
  type HappenedLine,
  type HappenedSent,
  happenedIn,
  nothingWords,
  outcomeWords,
  signedWords,
} from '../../run/happened.ts';
import type { HappenedBelow } from '../../run/happened-below.ts';
import { answeredWords, requestWords, whichWords } from '../../run/sent.ts';
import { isOver, planOf } from '../../run/whole.ts';
import { rowOf } from '../../stores/run-row.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { Button } from '../parts/Button.tsx';
import { whileAsked } from '../parts/while-asked.ts';
import { useRuns, useServices } from '../services.ts';
import { counted } from '../words.ts';
import styles from './SentTable.module.css';
import { turnToldIn } from './timeline-moments.ts';

/** Lines that are shown: of thousands nobody reads them all, and the export has them. */
const MOST = 200;
/** Runs of a call that are led to. */
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
      {isOpen ? <Allowed run={run} /> : null}
    </details>
  );
}

function Lines({ run }: { run: ShownRun }) {
  const lines = happenedIn(run.state);
  const below = useBelow(run);
  if (lines.length === 0 && below === null)
    return <p>By none of its own calls is anything sent, written as a file or changed, and nothing was.</p>;
  const more = lines.length - MOST;
  const since = below === null ? 0 : run.state.subRuns.size - below.ended;
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
          {inPlanOrder(run, lines.slice(0, MOST)).map(({ call, line }) =>
            line === null ? (
              <Below key={call} run={run} call={call} below={below} />
            ) : (
              <tr key={`${call} ${signedWords(line)} ${line.signed === null ? line.sent[0]?.host : ''}`}>
                <CallName run={run} call={call} />
                <td>{signedWords(line)}</td>
                <td>
                  <Happened run={run} line={line} />
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {more > 0 ? <p>And {counted(more, 'more line')}, which the run’s export has.</p> : null}
      {since > 0 ? <p>{counted(since, 'run')} of sub-plans ended after these sums were made.</p> : null}
      {below !== null && below.left > 0 ? (
        <p>
          {counted(below.left, 'run')} of sub-plans {below.left === 1 ? 'is' : 'are'} not in these sums.
        </p>
      ) : null}
    </>
  );
}

/** The lines, and among them, with null, the calls whose sub-plans have runs of their own. */
function inPlanOrder({ state }: ShownRun, lines: readonly HappenedLine[]) {
  const calls = planOf(state)?.calls ?? [];
  const place = new Map(calls.map(({ _id }, at) => [_id, at]));
  const placeOf = ({ call }: { readonly call: string }) => place.get(call) ?? calls.length;
  return [
    ...lines.map((line) => ({ call: line.call, line })),
    ...delegatingIn(state).map((call) => ({ call, line: null })),
  ].sort((a, b) => placeOf(a) - placeOf(b));
}

/** Those that a change of the plan has taken away are among them. */
function delegatingIn(state: ShownRun['state']): readonly string[] {
  const calls = planOf(state)?.calls.filter(({ _delegate }) => _delegate !== undefined) ?? [];
  const begun = [...state.subRuns.values()].map(({ call }) => itemAt(call.split('@'), 0));
  return [...new Set([...calls.map(({ _id }) => _id), ...begun])];
}

function CallName({ run, call, children }: { run: ShownRun; call: string; children?: ReactNode }) {
  const { session } = useServices();
  return (
    <th scope="row">
      <button type="button" className={styles.call} onClick={() => session.actions.select([call])}>
        {namer(planOf(run.state))(call)}
      </button>
      {children}
    </th>
  );
}

function Happened({ run, line }: { run: ShownRun; line: HappenedLine }): ReactNode {
  const { state, events, position } = run;
  const { sent, done } = line;
  if (sent.length + done.length === 0) return `${nothingWords(line, isOver(state))}.`;
  return (
    <ul>
      {sent.map((one) => (
        <li key={`${one.call} ${one.attempt} ${one.n}`}>
          {sentWords(
            state,
            line,
            one,
            one.turn === undefined ? null : turnToldIn(events, position, one.turn),
          )}
        </li>
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
function Below({ run, call, below }: { run: ShownRun; call: string; below: HappenedBelow | null }) {
  if (below === null) return null;
  const own = below.lines.filter((line) => line.call === call);
  const nothing = `Nothing was sent or done${isOver(run.state) ? '' : ' so far'}`;
  const rows = own.length > 0 ? own : [{ signed: '', sums: [{ words: nothing, count: 1 }] }];
  return rows.map(({ signed, sums }, at) => (
    <tr key={signed}>
      <CallName run={run} call={call}>
        {at === 0 ? <Started runs={below.runs.filter((one) => one.call === call)} /> : null}
      </CallName>
      <td>{signed === '' ? 'By its sub-plan' : `${signed}, by its sub-plan`}</td>
      <td>
        <ul>
          {sums.map(({ words, count }) => (
            <li key={words}>
              {count > 1 ? `${count.toLocaleString('en')} × ` : ''}
              {words}.
            </li>
          ))}
        </ul>
      </td>
    </tr>
  ));
}

/** The runs that a call has started, each led to. */
function Started({ runs }: { runs: HappenedBelow['runs'] }) {
  const { running } = useServices();
  const more = runs.length - NAMED;
  if (runs.length === 0) return <span className={styles.runs}>No run of it has begun.</span>;
  return (
    <span className={styles.runs}>
      {runs.length === 1 ? 'Its run: ' : `Its ${runs.length.toLocaleString('en')} runs: `}
      {runs.slice(0, NAMED).map(({ runId, index }) => (
        <button
          key={runId}
          type="button"
          className={styles.call}
          aria-label={`Open run ${(index ?? 0) + 1}`}
          onClick={() => running.openRun(runId)}
        >
          {(index ?? 0) + 1}
        </button>
      ))}
      {more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}
    </span>
  );
}

/**
 * null where no call starts a run, and until what those did is read. It is read again when twice as many have ended, and at
 * the end: with each that ends, a loop's thousand would be read a thousand times.
 */
function useBelow(run: ShownRun): HappenedBelow | null {
  const { history, session } = useServices();
  const [below, setBelow] = useState<HappenedBelow | null>(null);
  const { state } = run;
  const has = delegatingIn(state).length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is the same one all along; these tell that it moved.
  useEffect(() => {
    if (!has) return;
    return whileAsked(history.happenedBelow(run), setBelow, session.actions.tellFault);
  }, [history, session, run.runId, has, Math.clz32(state.subRuns.size), isOver(state)]);
  return below;
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
                  void running.answer(run.runId, {
                    about,
                    choose: 'reject',
                    ...(call === null ? {} : { call }),
                  })
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

/** @param told what the turn that it was sent for came to, which says its number */
function sentWords(
  state: ShownRun['state'],
  line: HappenedLine,
  one: HappenedSent,
  told: string | null,
): string {
  const which = told === null ? whichWords(one) : '';
  const key = one.key === undefined ? '' : `, with the key ${one.key}`;
  return `${timeOfDay.format(one.time)}: ${requestWords(one)}${which === '' ? '' : `, ${which}`}${key}${allowedWords(line, one)}; ${answeredWords(one, isOver(state))}${outcomeWords(one)}.${told === null ? '' : ` ${told}`}`;
}
