/** Which call ran when: a bar an attempt, on one scale, with what was said and decided in between. Questions the run asks stand above it. */

import { useEffect, useMemo, useState } from 'react';
import { itemAt } from '../../lib/columns.ts';
import { namer } from '../../run/call-names.ts';
import { callView, isDoneByHand } from '../../run/view.ts';
import { isOver, planOf } from '../../run/whole.ts';
import { holdOf } from '../../stores/run-hold.ts';
import { isTheirs } from '../../stores/run-row.ts';
import { DRY_RUN } from '../../stores/runs.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { useInstance } from '../over-list/use-instance.ts';
import { Empty } from '../parts/Empty.tsx';
import { VirtualList } from '../parts/VirtualList.tsx';
import { useRuns, useServices, useSession } from '../services.ts';
import { callStatusWords, duration } from '../words.ts';
import { deferred, Elsewhere, type OfRun } from './deferred.tsx';
import styles from './TimelinePanel.module.css';
import { type BarRow, timelineOf } from './timeline-bars.ts';
import { type Moment, momentsOf } from './timeline-moments.ts';
import { storyOf } from './timeline-story.ts';

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

export default deferred(function TimelinePanel({ run }: OfRun) {
  const { session, now } = useServices();
  const dry = run?.runId === DRY_RUN;
  // A moment of the past is as late as its last event; only what goes on now has a clock.
  const past = run !== null && run.position < run.events.length;
  const list = useRuns((state) => state.list);
  const pausing = useSession((state) => state.pausing);
  const hold = run && holdOf(run, list, pausing);
  const rests = hold === 'paused' || hold === 'interrupted';
  const time = useTicking(run !== null && !dry && !past && !rests && !isOver(run.state), now);
  const instance = useInstance(run);
  const theirs = run !== null && isTheirs(list, run.runId);
  const moments = useMoments(run, instance, theirs);
  if (!run)
    return <Empty>When a plan runs, each call draws its bar here: when it started, how long it took.</Empty>;
  const timeline = timelineOf(run.state, dry || past || rests ? run.state.time : time, instance);
  const { totalMs } = timeline;
  const story = storyOf(timeline, moments);
  const select = (call: string) => session.actions.select([call]);
  const name = namer(planOf(run.state));
  return (
    <Elsewhere is={theirs}>
      <div className={styles.panel}>
        <p className={`small ${styles.scale}`}>
          <span>{dry ? '0 s, simulated' : '0 s'}</span>
          <span>{guessed(totalMs / 2, dry)}</span>
          <span>{guessed(totalMs, dry)}</span>
        </p>
        <div className={styles.rows}>
          <VirtualList
            count={story.rows}
            rowHeight={26}
            label="Calls over time"
            row={(place) => {
              const { moment, bars: row } = story.row(place);
              if (moment) return <MomentRow moment={moment} totalMs={totalMs} onSelect={select} />;
              const call = callView(run.state, row.call);
              return (
                <button
                  type="button"
                  className={styles.row}
                  onClick={() => select(itemAt(row.call.split('@'), 0))}
                >
                  <span className="clip">{name(row.call)}</span>
                  <Bars row={row} dry={dry} />
                  <span className={`small ${styles.time}`}>{timesOf(row, dry)}</span>
                  {call ? (
                    <span className={`small clip ${styles.status}`} data-status={call.status}>
                      {callStatusWords(call.status, call.wait, isDoneByHand(call))}
                    </span>
                  ) : null}
                </button>
              );
            }}
          />
        </div>
      </div>
    </Elsewhere>
  );
});

/** Of a dry run the turns alone: what it was answered nobody said. */
function useMoments(run: ShownRun | null, instance: string | null, theirs: boolean): readonly Moment[] {
  const { events, position, state, runId } = run ?? {};
  return useMemo(() => {
    if (!events || !state) return [];
    const all = momentsOf(events, position ?? 0, state.startedAt, instance, theirs);
    return runId === DRY_RUN ? all.filter(({ kind }) => kind === 'turn') : all;
  }, [events, position, state, runId, instance, theirs]);
}

const WHAT: Readonly<Record<Moment['kind'], string>> = {
  turn: 'Turn',
  plan: 'New plan',
  person: 'You',
  nobody: 'Nobody',
  cut: 'Cut off',
};

interface MomentRowProps {
  moment: Moment;
  totalMs: number;
  onSelect: (call: string) => void;
}

/** Its words stand on the side of its mark that has more room: to the right they may go on over two columns more. */
function MomentRow({ moment: { kind, ms, text, call }, totalMs, onSelect }: MomentRowProps) {
  const place = Math.min(1, ms / totalMs) * 100;
  const beside =
    place > 80
      ? { left: 0, right: `calc(${100 - place}% + 8px)`, textAlign: 'right' as const }
      : { left: `calc(${place}% + 8px)` };
  const row = {
    ...{ className: `${styles.row} ${styles.moment}`, 'data-kind': kind, title: text },
    children: (
      <>
        <span className="clip">{`${WHAT[kind]}, ${duration(ms)}`}</span>
        <span className={styles.said}>
          <span className={styles.mark} style={{ left: `${place}%` }} />
          <span className="small clip" style={beside}>
            {text}
          </span>
        </span>
      </>
    ),
  };
  return call === undefined ? (
    <div {...row} />
  ) : (
    <button type="button" {...row} onClick={() => onSelect(call)} />
  );
}

/** How long its attempts took in all; a guess is said to be one. */
function timesOf({ bars }: BarRow, dry: boolean): string {
  if (bars.length === 0) return '';
  const ms = bars.reduce((sum, bar) => sum + bar.ms, 0);
  return guessed(ms, dry);
}

const guessed = (ms: number, dry: boolean): string => `${dry ? 'about ' : ''}${duration(ms)}`;

function Bars({ row, dry }: { row: BarRow; dry: boolean }) {
  return (
    <span className={styles.track}>
      {row.bars.map((bar) => (
        <span
          key={`${bar.attempt} ${bar.from}`}
          className={styles.bar}
          data-outcome={bar.outcome}
          style={{ left: `${bar.from * 100}%`, width: `${(bar.to - bar.from) * 100}%` }}
          title={`Attempt ${bar.attempt}: ${dry ? 'made up, about' : `${bar.outcome},`} ${duration(bar.ms)}`}
        />
      ))}
    </span>
  );
}
