/** The selected call in a run: status, attempts, failure, value. Nothing here can be edited. */

import type { ReactNode } from 'react';
import type { Call } from '../../plan/document.ts';
import type { CallTrace, RunTrace } from '../../stores/run-trace.ts';
import { CallInHistory } from '../history/CallInHistory.tsx';
import { callStatusWords, duration } from '../words.ts';
import styles from './Inspector.module.css';

/** A longer value is read in State or Result, not in a side panel. */
const SHOWN_CHARACTERS = 20_000;

export function CallInRun({ call, run }: { call: Call; run: RunTrace }) {
  const names = [...run.calls.keys()].filter((name) => name === call._id || name.startsWith(`${call._id}@`));
  return (
    <div className={styles.panel}>
      {call._description ? <p className={styles.effect}>{call._description}</p> : null}
      {names.map((name) => (
        <TraceFacts key={name} name={name} trace={run.calls.get(name)!}>
          <CallInHistory run={run} call={name} />
        </TraceFacts>
      ))}
    </div>
  );
}

function TraceFacts({ name, trace, children }: { name: string; trace: CallTrace; children: ReactNode }) {
  const text = trace.value === undefined ? undefined : JSON.stringify(trace.value, null, 2);
  return (
    <>
      {name.includes('@') ? <h3>{name.split('@')[1]}</h3> : null}
      <dl className={styles.facts}>
        <dt>Status</dt>
        <dd>{callStatusWords(trace.status, trace.wait)}</dd>
        {trace.because ? (
          <>
            <dt>Because</dt>
            <dd>{trace.because}</dd>
          </>
        ) : null}
        {trace.attempts.map((attempt) => (
          <div key={attempt.attempt} className={styles.attempt}>
            <dt>Attempt {attempt.attempt}</dt>
            <dd>
              {attempt.endedAt === undefined
                ? 'In progress'
                : `${attempt.outcome} in ${duration(attempt.endedAt - attempt.startedAt)}`}
            </dd>
          </div>
        ))}
        {trace.memoized ? (
          <>
            <dt>Taken from</dt>
            <dd>the journal: it was not run again</dd>
          </>
        ) : null}
        {trace.failure ? (
          <>
            <dt>Failure</dt>
            <dd>
              {trace.failure.message} <code>{trace.failure.code}</code>
            </dd>
          </>
        ) : null}
      </dl>
      {children}
      {text === undefined ? null : (
        <pre className={styles.value}>
          {text.length > SHOWN_CHARACTERS
            ? `${text.slice(0, SHOWN_CHARACTERS)}\n… ${(text.length - SHOWN_CHARACTERS).toLocaleString('en')} characters more`
            : text}
        </pre>
      )}
    </>
  );
}
