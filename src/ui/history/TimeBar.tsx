/** The record of the run on the canvas as a stretch of time: played, dragged, or stepped through an event at a time. */

import { ChevronLeft, ChevronRight, Download, GitCompareArrows, Link, Pause, Pin, Play } from 'lucide-react';
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { itemAt } from '../../lib/columns.ts';
import { namer } from '../../run/call-names.ts';
import type { RunEvent } from '../../run/events.ts';
import { concerns } from '../../run/instance-events.ts';
import { planOf } from '../../run/whole.ts';
import { ActionButton, ActionIcon } from '../actions/use-action.tsx';
import { useInstance } from '../over-list/use-instance.ts';
import { Button, IconButton } from '../parts/Button.tsx';
import { Options } from '../parts/Options.tsx';
import { journalLine } from '../run/journal-line.ts';
import { useOpenRun, useRuns, useServices } from '../services.ts';
import { duration } from '../words.ts';
import { originOf } from './origin.ts';
import styles from './TimeBar.module.css';
import { type Axis, axisOf, type Mark, marksOf, nextMark, placeOf, positionAt } from './time-axis.ts';

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
  const instance = useInstance(run);
  const all = marksOf(events, length);
  const marks =
    instance === null ? all : all.filter((mark) => concerns(itemAt(events, mark.position - 1), instance));
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
  /** The next event in a direction, of the instance that the screen is turned to. */
  const beside = (direction: 1 | -1): number => {
    let to = position + direction;
    while (to > 0 && to < length && !concerns(itemAt(events, to - 1), instance)) to += direction;
    return to;
  };
  const prepare = () => runs.actions.prepare(runId);
  const now = () => {
    replay.pause();
    runs.actions.lookAt(runId, null);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const target: Readonly<Record<string, () => number>> = {
      ArrowLeft: () => beside(-1),
      ArrowDown: () => beside(-1),
      ArrowRight: () => beside(1),
      ArrowUp: () => beside(1),
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
        <IconButton name="One event back" disabled={position === 0} onClick={() => go(beside(-1))}>
          <ChevronLeft size={16} aria-hidden />
        </IconButton>
        <IconButton name="One event on" disabled={position >= length} onClick={() => go(beside(1))}>
          <ChevronRight size={16} aria-hidden />
        </IconButton>
      </span>
      <span className={styles.track}>
        <Marks marks={marks} axis={axis} events={events} name={name} onGo={go} />
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
        {marks.some((mark) => mark.position === position) ? (
          <AtMark words={words} place={placeOf(axis, position)} />
        ) : null}
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

const MARK_WORDS = {
  failure: 'Failures',
  question: 'Questions',
  resume: 'Interruptions',
  turn: 'Turns',
} as const;

interface MarksProps {
  marks: readonly Mark[];
  axis: Axis;
  events: readonly RunEvent[];
  name: (call: string) => string;
  onGo: (position: number) => void;
}

/** For the eye and the pointer alone: the keyboard goes from mark to mark with Page up and Page down. */
function Marks({ marks, axis, events, name, onGo }: MarksProps) {
  const byPlace = new Map<string, Mark & { place: number }>();
  for (const mark of marks) {
    const place = Math.round(placeOf(axis, mark.position) / MARK_STEP) * MARK_STEP;
    byPlace.set(`${mark.kind} ${place}`, { ...mark, place });
  }
  // A turn is told apart from the others by what its model says.
  const wordsOf = ({ kind, position }: Mark): string =>
    kind === 'turn' ? journalLine(itemAt(events, position - 1), name).text : MARK_WORDS[kind];
  return (
    <span className={styles.marks} aria-hidden>
      {[...byPlace].map(([key, mark]) => (
        <span
          key={key}
          className={styles.mark}
          data-kind={mark.kind}
          title={wordsOf(mark)}
          style={{ left: `${mark.place * 100}%` }}
          onPointerDown={(event) => {
            // It lies over the slider, which the keyboard stays with.
            event.preventDefault();
            onGo(mark.position);
          }}
        />
      ))}
    </span>
  );
}

/** What a mark says, above it, while the keyboard stands there: a screen reader is told it by the slider. */
function AtMark({ words, place }: { words: string; place: number }) {
  const percent = place * 100;
  return (
    <span className={styles.words} aria-hidden style={{ left: `${percent}%`, translate: `-${percent}%` }}>
      {words}
    </span>
  );
}

interface RunActionsProps {
  /** The run's record; the same list all along. */
  events: readonly RunEvent[];
}

/** Not drawn again with every event: the record grows in place. */
const RunActions = memo(function RunActions({ events }: RunActionsProps) {
  const { running } = useServices();
  const origin = originOf(events);

  return (
    <span className={styles.actions}>
      {origin ? (
        <Button
          tone="quiet"
          data-tip="Open the run that this one came from"
          onClick={() => running.openRun(origin.runId)}
        >
          {origin.words}
        </Button>
      ) : null}
      <ActionButton
        id="run-from"
        tone="plain"
        tip="Enters calls again, at a price. The dialog shows which and what it would cost."
      />
      <ActionIcon id="compare">
        <GitCompareArrows size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon id="pin-all">
        <Pin size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon id="copy-run-link" tip="Copy link to this run: it leads back on this device only">
        <Link size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon id="export-run">
        <Download size={15} aria-hidden />
      </ActionIcon>
    </span>
  );
});

/** At single speed a whole record takes this long, however long the run took. */
const PLAYED_MS = 8000;

const SPEEDS = [0.5, 1, 2, 4] as const;

interface Replay {
  readonly playing: boolean;
  readonly speed: number;
  setSpeed(speed: number): void;
  /** From where it stands, or from the beginning where it stands at the end. */
  toggle(): void;
  pause(): void;
}

/**
 * Plays a run's record on the screen: a place on its axis that moves by itself. Nothing is called.
 * @param position how many events have happened at the moment that is shown
 * @param onMove   asked for at most once a frame, and only where another event has happened
 */
function useReplay(axis: Axis, position: number, onMove: (position: number) => void): Replay {
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const live = useRef({ axis, position, speed, onMove });
  live.current = { axis, position, speed, onMove };

  useEffect(() => {
    if (!playing) return;
    const start = live.current;
    let place = start.position >= start.axis.length ? 0 : placeOf(start.axis, start.position);
    let shown = start.position >= start.axis.length ? -1 : start.position;
    let last = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const { axis: places, speed: pace, onMove: move } = live.current;
      place += ((now - last) / PLAYED_MS) * pace;
      last = now;
      const next = positionAt(places, place);
      if (next !== shown) move(next);
      shown = next;
      if (place >= 1) setPlaying(false);
      else frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing]);

  return {
    playing,
    speed,
    setSpeed,
    toggle: () => setPlaying(!playing),
    pause: () => setPlaying(false),
  };
}
