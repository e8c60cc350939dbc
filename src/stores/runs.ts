/**
 * The runs store: every run that this tab knows as the engine folds it, and the one earlier moment that a person looks
 * at. Events are folded as they come; the screen is told once in a while. Never undone, never written back.
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import { visiblyTitled } from '../lib/visible-text.ts';
import type { RunEvent, RunStatus } from '../run/events.ts';
import type { Moments } from '../run/moments.ts';
import type { RunState } from '../run/state.ts';
import type { Outside, UnprovenIn } from '../run/unproven.ts';
import { type CardBoard, cardBoard } from './card-board.ts';
import { type Breath, inSlices } from './in-slices.ts';
import type { RunSummary } from './ports.ts';
import type { RunEngine } from './run-engine.ts';
import { isTheirs } from './run-row.ts';
import type { Pins } from './session.ts';
import type { ShownRun } from './shown-run.ts';

/** The id under which a dry run is shown; real ids are hexadecimal. */
export const DRY_RUN = 'dry-run';

/** An earlier moment of a run, put in the place of its present on the screen. */
interface Moment {
  readonly runId: string;
  /** How many of its events have happened by then. */
  readonly position: number;
  readonly run: ShownRun;
}

/** Every run that the page has looked at, folded. */
export interface RunsState {
  /** By id. The same map all along: what is in it is copied for nobody. */
  readonly known: ReadonlyMap<string, ShownRun>;
  /** Another number whenever something in `known` is another. */
  readonly turn: number;
  /** Ids of the runs that may ask a person something. */
  readonly asking: ReadonlySet<string>;
  /** null: every run is shown as it stands now. */
  readonly moment: Moment | null;
  /** Runs on this device, newest first. */
  readonly list: readonly RunSummary[];
}

interface RunsActions extends Pick<CardBoard, 'liveOf' | 'subscribeCall'> {
  /**
   * Folds what is new of a run's events; what was seen already changes nothing.
   * @returns when they are folded; rejects with a sentence where the record can't be read on
   */
  receive(runId: string, events: readonly RunEvent[]): Promise<void>;
  /** Resolves once everything received is folded and shown; rejects where the engine can't be fetched. */
  settled(): Promise<void>;
  /** Seq of the last event received; 0 where there is none. */
  lastSeq(runId: string): number;
  /** Puts a run at any point of a record: a playback. @param position how many of the events have happened by then */
  replay(runId: string, events: readonly RunEvent[], position: number): void;
  /**
   * Shows a run as it stood after that many of its events; null shows it as it stands now.
   * @param isPlayed it is the next of moments that follow each other, and not one that a person has gone to
   */
  lookAt(runId: string, position: number | null, isPlayed?: boolean): void;
  /** Whether a person went to what is shown: what has changed on the screen did not happen before their eyes. */
  isLeap(): boolean;
  /** Whether the thumb of the record is held: what is new waits a little longer then. */
  hold(held: boolean): void;
  /** Somebody is about to look back: what makes any moment quick to reach is seen to, a little at a time. */
  prepare(runId: string): void;
  /** A copy of a run that stands still, whatever happens to the run. */
  keep(run: ShownRun): ShownRun;
  /** How it stands as a whole; `new` before its first event. */
  statusOf(run: ShownRun): RunStatus | 'new';
  /** Its results by call, as they can stand in dry runs of its plan. */
  resultsOf(run: ShownRun): Pins;
  setList(list: readonly RunSummary[]): void;
  forget(runId: string): void;
  /** What of a run nobody here has seen come about (L-74). */
  unprovenIn(run: Pick<ShownRun, 'runId' | 'state'>): UnprovenIn;
}

/** Fed by the worker’s events alone. */
export type RunsStore = StoreApi<RunsState> & { readonly actions: RunsActions };

/**
 * Calls `publish` once, soon. What is new is not in the way of a person who looks at an `earlier` moment, and less so
 * while the thumb is `held`.
 */
export type Pace = (publish: () => void, how?: 'watched' | 'earlier' | 'held') => void;

interface RunsParts {
  /** The engine, or what fetches it when the first run is there to be folded. */
  readonly engine: RunEngine | (() => Promise<RunEngine>);
  /** Screens are told so often and no oftener. At once where absent. */
  readonly pace?: Pace;
  /** Long records are folded a little at a time. At once where absent. */
  readonly breath?: Breath;
}

/** Of a run that is not here. */
export const NOTHING_UNPROVEN: UnprovenIn = { call: () => false, output: () => false, told: () => false };

/** The run as the screen shows it: as it stands now, or at the moment that is looked at. */
export const shownRun = ({ known, moment }: RunsState, runId: string): ShownRun | undefined =>
  moment?.runId === runId ? moment.run : known.get(runId);

/** The run that a person started, whose files those of its sub-runs are (L-52). */
export function rootOf({ known }: RunsState, runId: string): string {
  let root = runId;
  for (let run = known.get(root); run?.state.parent; run = known.get(root)) root = run.state.parent.runId;
  return root;
}

/** A run that is folded as its events come. */
interface Followed {
  readonly state: RunState;
  readonly events: RunEvent[];
}

/** The record of a run that is looked back into, or played. */
interface Played {
  readonly runId: string;
  readonly events: readonly RunEvent[];
  readonly moments: Moments;
}

/** Events folded before the clock is looked at. */
const AT_A_TIME = 64;

/** The engine, fetched when the first run is there to be folded. */
function lateEngine(source: RunsParts['engine']) {
  let engine: RunEngine | null = typeof source === 'function' ? null : source;
  let fetching: Promise<RunEngine> | null = null;
  /** What waits for the engine, in order. */
  const waiting: ((engine: RunEngine) => void)[] = [];
  const fetched = async (): Promise<RunEngine> => {
    if (typeof source !== 'function') return source;
    if (engine) return engine;
    fetching ??= source().finally(() => {
      fetching = null;
    });
    const here = await fetching;
    engine = here;
    for (const action of waiting.splice(0)) action(here);
    return here;
  };
  const withEngine = (action: (engine: RunEngine) => void): void => {
    if (engine) action(engine);
    else {
      waiting.push(action);
      // Where it can't be fetched now, the next event asks for it again; whoever opens a run is told.
      fetched().catch(() => undefined);
    }
  };
  return { here: () => engine, fetched, withEngine };
}

/** A store that knows no run. `pace` says when what came is shown; `breath` lets a long fold rest. */
export function createRunsStore({
  engine: source,
  pace = (publish) => publish(),
  breath,
}: RunsParts): RunsStore {
  const known = new Map<string, ShownRun>();
  const asking = new Set<string>();
  const store = createStore<RunsState>(() => ({ known, turn: 0, asking, moment: null, list: [] }));

  const followed = new Map<string, Followed>();
  const lastSeqs = new Map<string, number>();
  /** What is folded and not shown yet. */
  const unshown = new Set<string>();
  /** Of the run that was looked back into last: another one's are not wanted again soon. */
  let looked: Played | null = null;
  /** The run that a person has gone back in, and not only come near. */
  let lookedInto: string | null = null;
  let isLeap = false;
  let isHeld = false;
  let played: Played | null = null;
  const { here, fetched, withEngine } = lateEngine(source);

  /** What this device knows of where a run's values came from, beside its record. */
  const outsideOf = ({ runId, state: { parent } }: Pick<ShownRun, 'runId' | 'state'>): Outside => {
    const above = parent ? known.get(parent.runId) : undefined;
    return {
      all: isTheirs(store.getState().list, runId),
      input: (above && parent && here()?.unproven(above.state, outsideOf(above)).call(parent.call)) ?? false,
    };
  };
  /** Of a moment that is looked back at nothing is told of the runs below: they stand elsewhere by now. */
  const below = () => (store.getState().moment === null ? { known, asking } : undefined);
  const cards = cardBoard((runId) => shownRun(store.getState(), runId), here, outsideOf, below);
  const { wake } = cards;

  const show = (run: ShownRun): void => {
    known.set(run.runId, run);
    if (mayAsk(run.state)) asking.add(run.runId);
    else asking.delete(run.runId);
  };
  const publish = (): void => {
    if (unshown.size === 0) return;
    const runIds = [...unshown];
    unshown.clear();
    for (const runId of runIds) {
      const { state, events } = followed.get(runId)!;
      show({ runId, state, events, position: events.length });
    }
    if (store.getState().moment === null) isLeap = false;
    store.setState(({ turn }) => ({ turn: turn + 1 }));
    wake(...runIds);
  };

  /** Shown when all of the batch is folded: a record of the past must not ask what was answered long ago. */
  function* fold(runId: string, batch: readonly RunEvent[], here: RunEngine): Generator<void> {
    const { blank, evolve } = here;
    const known = followed.get(runId);
    // What was on its way when the run was forgotten does not bring it back.
    if (!known && batch[0]?.seq !== 1) return;
    const own = known ?? { state: blank(runId, false), events: [] };
    followed.set(runId, own);
    const { state, events } = own;
    const before = events.length;
    for (const event of batch) {
      if (event.seq <= state.seq) continue;
      try {
        evolve(state, event);
      } catch (error) {
        throw new Error(unreadable(runId, event), { cause: error });
      }
      events.push(event);
      if (events.length % AT_A_TIME !== 0) continue;
      yield;
      // It may have been forgotten meanwhile.
      if (followed.get(runId) !== own) return;
    }
    if (events.length === before) return;
    unshown.add(runId);
    pace(publish, store.getState().moment === null ? 'watched' : isHeld ? 'held' : 'earlier');
    // Who looks back while it goes on drags over what has just happened, too: one move must not fold all of that.
    if (lookedInto === runId) prepare(runId, here);
  }
  const folding = inSlices(breath);

  const playedAt = (
    before: Played | null,
    runId: string,
    events: readonly RunEvent[],
    here: RunEngine,
  ): Played =>
    before?.runId === runId && before.events === events
      ? before
      : { runId, events, moments: here.moments(() => here.blank(runId, runId === DRY_RUN)) };

  function* prepared({ runId, events }: ShownRun, here: RunEngine): Generator<void> {
    looked = playedAt(looked, runId, events, here);
    const { moments } = looked;
    for (let position = AT_A_TIME; position < events.length; position += AT_A_TIME) {
      // Another run is looked back into, or this one was forgotten.
      if (looked?.moments !== moments) return;
      if (moments.prepare(events, position)) yield;
    }
  }
  const prepare = (runId: string, here: RunEngine): void => {
    const run = known.get(runId);
    // What can't be made ready is said where it is looked at.
    if (run) folding.add(prepared(run, here)).catch(() => undefined);
  };

  const actions: RunsActions = {
    receive: (runId, events) => {
      const last = events.at(-1)?.seq ?? 0;
      lastSeqs.set(runId, Math.max(actions.lastSeq(runId), last));
      return new Promise((resolve, reject) =>
        withEngine((here) => void folding.add(fold(runId, events, here)).then(resolve, reject)),
      );
    },
    settled: async () => {
      await fetched();
      await folding.done();
      publish();
    },
    lastSeq: (runId) => lastSeqs.get(runId) ?? 0,
    replay: (runId, events, position) =>
      withEngine((here) => {
        isLeap = false;
        played = playedAt(played, runId, events, here);
        show({ runId, state: played.moments.at(events, position), events, position });
        store.setState(({ turn }) => ({ turn: turn + 1 }));
        wake(runId);
      }),
    lookAt: (runId, position, isPlayed = false) => {
      const { moment } = store.getState();
      const run = known.get(runId);
      if (position === null || !run) {
        if (moment?.runId !== runId) return;
        isLeap = !isPlayed;
        store.setState({ moment: null });
        wake(runId);
      } else
        withEngine((here) => {
          const { events } = run;
          looked = playedAt(looked, runId, events, here);
          lookedInto = runId;
          isLeap = !isPlayed;
          const state = looked.moments.at(events, position);
          store.setState({ moment: { runId, position, run: { runId, state, events, position } } });
          wake(runId);
        });
    },
    isLeap: () => isLeap,
    hold: (held) => {
      isHeld = held;
    },
    prepare: (runId) => withEngine((here) => prepare(runId, here)),
    keep: (run) => {
      const state = here()?.copy(run.state);
      return state ? { ...run, state, events: run.events.slice(0, run.position) } : run;
    },
    statusOf: ({ state }) => here()?.status(state) ?? 'new',
    resultsOf: ({ state }) => here()?.results(state) ?? {},
    setList: (list) => {
      store.setState({ list: list.map(visiblyTitled) });
      // Where a record came from may be known only now, and a card says it.
      cards.wakeAll();
    },
    unprovenIn: (run) => here()?.unproven(run.state, outsideOf(run)) ?? NOTHING_UNPROVEN,
    forget: (runId) => {
      if (looked?.runId === runId) looked = null;
      if (lookedInto === runId) lookedInto = null;
      followed.delete(runId);
      lastSeqs.delete(runId);
      unshown.delete(runId);
      known.delete(runId);
      asking.delete(runId);
      store.setState(({ turn, moment, list }) => ({
        turn: turn + 1,
        moment: moment?.runId === runId ? null : moment,
        list: list.filter((run) => run.runId !== runId),
      }));
    },
    liveOf: cards.liveOf,
    subscribeCall: cards.subscribeCall,
  };
  return Object.assign(store, { actions });
}

const unreadable = (runId: string, { seq, type }: RunEvent): string =>
  `The record of the run "${runId}" can’t be read from its event ${seq} (${type}) on: it is damaged, and can’t be shown from there on.`;

/** Whether it may have a question: what it asks exactly is its view's to say. */
const mayAsk = ({ status, asking, gates, replanning }: RunState): boolean => {
  // Of one that has ended: whether a write of it happened (L-41).
  if (status !== 'running') return asking.size > 0;
  if (asking.size > 0 || replanning === 'reviewing' || replanning === 'asking') return true;
  for (const gate of gates.values()) if (gate.status === 'open') return true;
  return false;
};
