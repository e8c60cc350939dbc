/** The record of the run on the canvas as a stretch of time: played, dragged, or stepped through an event at a time. */

import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type KeyboardEvent, useEffect } from 'react';
import { itemAt } from '../../lib/columns.ts';
import { namer } from '../../run/call-names.ts';
import { planOf } from '../../run/whole.ts';
import { Button, IconButton } from '../parts/Button.tsx';
import { Options } from '../parts/Options.tsx';
import { journalLine } from '../run/journal-line.ts';
import { useOpenRun, useRuns, useServices } from '../services.ts';
import { duration } from '../words.ts';
import { RunActions } from './RunActions.tsx';
import styles from './TimeBar.module.css';
import { type Axis, axisOf, type Mark, marksOf, nextMark, placeOf, positionAt } from './time-axis.ts';
import { SPEEDS, useReplay } from './use-replay.ts';

/** Marks nearer to each other than this can't be told apart. */
const MARK_STEP = 0.005;

export default function TimeBar() {
  const { runs } = useServices();
  const run = useOpenRun();
  const runId = run?.runId ?? '';
  const events = run?.events ?? NONE;
  const length = run?.position ?? 0;
  const moment = useRuns((state) => (state.moment?.runId === runId ? state.moment : null));
  const axis = axisOf(events, length);
  const marks = marksOf(events, length);
  const position = moment?.position ?? length;
  // After its last event a run stands as it stands now: there is nothing to look back to.
  const move = (to: number, isPlayed = false) =>
    runs.actions.lookAt(runId, to >= length ? null : Math.max(0, to), isPlayed);
  const replay = useReplay(axis, position, (to) => move(to, true));

  // Another run, or the plan: what was looked back to is left.
  useEffect(
    () => () => {
      runs.actions.lookAt(runId, null);
      runs.actions.hold(false);
    },
    [runs, runId],
  );

  if (!run || length === 0) return null;
  const plan = planOf(run.state);
  const name = namer(plan);
  const last = events[position - 1];
  const passed = last ? Math.max(0, last.time - itemAt(events, 0).time) : 0;
  const words = last ? journalLine(last, name).text : 'Before the first event';
  const go = (to: number) => {
    replay.pause();
    move(to);
  };
  const prepare = () => runs.actions.prepare(runId);
  const now = () => {
    replay.pause();
    runs.actions.lookAt(runId, null);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const target: Readonly<Record<string, () => number>> = {
      ArrowLeft: () => position - 1,
      ArrowDown: () => position - 1,
      ArrowRight: () => position + 1,
      ArrowUp: () => position + 1,
      Home: () => 0,
      End: () => length,
      PageUp: () => nextMark(marks, position, -1, length),
      PageDown: () => nextMark(marks, position, 1, length),
    };
    const to = target[event.key];
    if (to) go(to());
    else if (event.key === ' ') replay.toggle();
    else if (event.key === 'Escape' && moment) now();
    else return;
    event.preventDefault();
  };

  return (
    <section
      className={styles.bar}
      aria-label="Record"
      data-past={moment ? true : undefined}
      onPointerEnter={prepare}
      onFocus={prepare}
    >
      <Button
        className={styles.replay}
        data-replay
        data-tip="Plays the record. Free: nothing is called."
        onClick={replay.toggle}
        aria-pressed={replay.playing}
      >
        {replay.playing ? <Pause size={14} aria-hidden /> : <Play size={14} aria-hidden />}
        {replay.playing ? 'Pause' : 'Replay'}
      </Button>
      <span className={styles.steps}>
        <IconButton name="One event back" disabled={position === 0} onClick={() => go(position - 1)}>
          <ChevronLeft size={16} aria-hidden />
        </IconButton>
        <IconButton name="One event on" disabled={position >= length} onClick={() => go(position + 1)}>
          <ChevronRight size={16} aria-hidden />
        </IconButton>
      </span>
      <span className={styles.track}>
        <Marks marks={marks} axis={axis} />
        <input
          type="range"
          data-record
          className={styles.slider}
          aria-label="Moment of the run"
          aria-valuetext={`Event ${position} of ${length}, ${duration(passed)}: ${words}`}
          min={0}
          max={1}
          step="any"
          value={placeOf(axis, position)}
          onChange={(event) => go(positionAt(axis, event.target.valueAsNumber))}
          onKeyDown={onKeyDown}
          onPointerDown={() => runs.actions.hold(true)}
          onPointerUp={() => runs.actions.hold(false)}
          onPointerCancel={() => runs.actions.hold(false)}
        />
      </span>
      <output className={styles.time}>
        {duration(passed)} <span className={styles.count}>{`${position} of ${length}`}</span>
      </output>
      <select
        className={styles.speed}
        aria-label="Speed of the replay"
        value={replay.speed}
        onChange={(event) => replay.setSpeed(Number(event.target.value))}
      >
        <Options of={SPEEDS.map((speed) => [speed, `${speed} ×`])} />
      </select>
      <Button className={styles.now} disabled={moment === null} onClick={now}>
        Now
      </Button>
      <RunActions events={events} />
    </section>
  );
}

const NONE: readonly never[] = [];

const MARK_WORDS = { failure: 'Failures', question: 'Questions', resume: 'Interruptions' } as const;

/** For the eye alone: the keyboard goes from mark to mark with Page up and Page down. */
function Marks({ marks, axis }: { marks: readonly Mark[]; axis: Axis }) {
  const byPlace = new Map<string, { kind: Mark['kind']; place: number }>();
  for (const { kind, position } of marks) {
    const place = Math.round(placeOf(axis, position) / MARK_STEP) * MARK_STEP;
    byPlace.set(`${kind} ${place}`, { kind, place });
  }
  const shown = [...byPlace.values()];
  return (
    <span className={styles.marks} aria-hidden>
      {shown.map(({ kind, place }) => (
        <span
          key={`${kind} ${place}`}
          className={styles.mark}
          data-kind={kind}
          title={MARK_WORDS[kind]}
          style={{ left: `${place * 100}%` }}
        />
      ))}
    </span>
  );
}
