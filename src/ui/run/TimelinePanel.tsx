/** Which call ran when: a bar an attempt, on one scale. Questions the run asks stand above it. */

import { useDeferredValue, useEffect, useState } from 'react';
import { namer } from '../../run/call-names.ts';
import { isEnded } from '../../stores/run-trace.ts';
import { DRY_RUN } from '../../stores/runs.ts';
import { Empty } from '../parts/Empty.tsx';
import { useServices, useShownRun } from '../services.ts';
import { callStatusWords, duration } from '../words.ts';
import styles from './TimelinePanel.module.css';
import { type BarRow, timelineOf } from './timeline-bars.ts';
import { VirtualList } from './VirtualList.tsx';

/** A running bar grows by this much at a time. */
const TICK_MS = 250;

function useTicking(running: boolean, now: () => number): number {
  const [time, setTime] = useState(now);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setTime(now()), TICK_MS);
    return () => clearInterval(timer);
  }, [running, now]);
  return time;
}

export default function TimelinePanel() {
  const { session, now } = useServices();
  const run = useDeferredValue(useShownRun());
  const time = useTicking(run !== null && run.runId !== DRY_RUN && !isEnded(run), now);
  if (!run)
    return <Empty>When a plan runs, each call draws its bar here: when it started, how long it took.</Empty>;
  const { rows, totalMs } = timelineOf(run, run.runId === DRY_RUN ? (run.events.at(-1)?.time ?? 0) : time);
  const name = namer(run.plan);
  const dry = run.runId === DRY_RUN;
  return (
    <div className={styles.panel}>
      <p className={styles.scale}>
        <span>{dry ? '0 s, simulated' : '0 s'}</span>
        <span>{duration(totalMs / 2)}</span>
        <span>{duration(totalMs)}</span>
      </p>
      <div className={styles.rows}>
        <VirtualList
          count={rows.length}
          rowHeight={26}
          label="Calls over time"
          row={(at) => {
            const row = rows[at]!;
            const trace = run.calls.get(row.call)!;
            return (
              <button
                type="button"
                className={styles.row}
                onClick={() => session.actions.select([row.call.split('@')[0]!])}
              >
                <span className={styles.name}>{name(row.call)}</span>
                <Bars row={row} />
                <span className={styles.time}>{timesOf(row, dry)}</span>
                <span className={styles.status} data-status={trace.status}>
                  {callStatusWords(trace.status, trace.wait)}
                </span>
              </button>
            );
          }}
        />
      </div>
    </div>
  );
}

/** How long its attempts took in all; a guess is said to be one. */
function timesOf({ bars }: BarRow, dry: boolean): string {
  if (bars.length === 0) return '';
  const ms = bars.reduce((sum, bar) => sum + bar.ms, 0);
  return `${dry ? 'about ' : ''}${duration(ms)}`;
}

function Bars({ row }: { row: BarRow }) {
  return (
    <span className={styles.track}>
      {row.bars.map((bar) => (
        <span
          key={bar.attempt}
          className={styles.bar}
          data-outcome={bar.outcome}
          style={{ left: `${bar.from * 100}%`, width: `${(bar.to - bar.from) * 100}%` }}
          title={`Attempt ${bar.attempt}: ${bar.outcome}, ${duration(bar.ms)}`}
        />
      ))}
    </span>
  );
}
