/**
 * The runs store: one trace a run, live, and the one earlier moment that a person looks at. Folds what the worker made
 * durable; never undone, never written back.
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CallStatus, RunEvent } from '../run/events.ts';
import { extendTrace } from './extend-trace.ts';
import { createMoments, type Moments } from './history-moments.ts';
import type { RunSummary } from './ports.ts';
import { type CallTrace, emptyTrace, type RunTrace, statusOf } from './run-trace.ts';

/** The id under which a dry run is shown; real ids are hexadecimal. */
export const DRY_RUN = 'dry-run';

/** An earlier moment of a run, put in the place of its present on the screen. */
export interface Moment {
  readonly runId: string;
  /** How many of its events have happened by then. */
  readonly position: number;
  readonly trace: RunTrace;
}

export interface RunsState {
  readonly traces: Readonly<Record<string, RunTrace>>;
  /** null: every run is shown as it stands now. */
  readonly moment: Moment | null;
  /** Runs on this device, newest first. */
  readonly list: readonly RunSummary[];
}

export interface RunsActions {
  receive(runId: string, events: readonly RunEvent[]): void;
  /** Puts a run at another point of its journal, earlier or later: a playback. */
  replay(runId: string, events: readonly RunEvent[]): void;
  /** Shows a run as it stood after that many of its events; null shows it as it stands now. */
  lookAt(runId: string, position: number | null): void;
  setList(list: readonly RunSummary[]): void;
  forget(runId: string): void;
  statusOf(runId: string, call: string): CallStatus | undefined;
  /** Calls `listener` whenever that one call's status or value changes. Returns what ends it. */
  subscribeCall(runId: string, call: string, listener: () => void): () => void;
}

export type RunsStore = StoreApi<RunsState> & { readonly actions: RunsActions };

/** The trace that the screen shows of a run: as it stands now, or at the moment that is looked at. */
export const shownTrace = ({ traces, moment }: RunsState, runId: string): RunTrace | undefined =>
  moment?.runId === runId ? moment.trace : traces[runId];

/** Names of the calls whose trace is another one. */
function changedCalls(
  before: ReadonlyMap<string, CallTrace> | undefined,
  after: ReadonlyMap<string, CallTrace> | undefined,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [name, trace] of after ?? []) if (before?.get(name) !== trace) names.add(name);
  for (const name of before?.keys() ?? []) if (!after?.has(name)) names.add(name);
  return names;
}

const withoutInstance = (name: string): string => name.split('@')[0]!;

export function createRunsStore(): RunsStore {
  const store = createStore<RunsState>(() => ({ traces: {}, moment: null, list: [] }));
  /** By run, then call: a card of a 10,000-call plan must not be woken by the others' events. */
  const listeners = new Map<string, Map<string, Set<() => void>>>();

  /** Of the run that was looked back into last: another one's are not wanted again soon. */
  let moments: { readonly runId: string; readonly of: Moments } | null = null;

  const wake = (runId: string, names: ReadonlySet<string>): void => {
    const byCall = listeners.get(runId);
    if (!byCall) return;
    for (const id of new Set([...names].map(withoutInstance))) {
      for (const listener of byCall.get(id) ?? []) listener();
    }
  };

  const actions: RunsActions = {
    receive: (runId, events) => {
      const before = store.getState().traces[runId] ?? emptyTrace(runId);
      const { trace, touched } = extendTrace(before, events);
      if (trace === before) return;
      store.setState((state) => ({ traces: { ...state.traces, [runId]: trace } }));
      wake(runId, touched);
    },
    replay: (runId, events) => {
      const before = store.getState().traces[runId];
      const { trace } = extendTrace(emptyTrace(runId), events);
      store.setState((state) => ({ traces: { ...state.traces, [runId]: trace } }));
      const names = new Set([...(before?.calls.keys() ?? []), ...trace.calls.keys()]);
      wake(runId, names);
    },
    lookAt: (runId, position) => {
      const before = store.getState();
      const now = before.traces[runId];
      if (position === null || !now) {
        if (before.moment?.runId !== runId) return;
        store.setState({ moment: null });
      } else {
        if (moments?.runId !== runId) moments = { runId, of: createMoments(runId) };
        const trace = moments.of.at(now.events, position);
        store.setState({ moment: { runId, position, trace } });
      }
      wake(runId, changedCalls(shownTrace(before, runId)?.calls, shownTrace(store.getState(), runId)?.calls));
    },
    setList: (list) => store.setState({ list }),
    forget: (runId) => {
      if (moments?.runId === runId) moments = null;
      store.setState((state) => {
        const { [runId]: _, ...traces } = state.traces;
        const moment = state.moment?.runId === runId ? null : state.moment;
        return { traces, moment, list: state.list.filter((run) => run.runId !== runId) };
      });
    },
    statusOf: (runId, call) => {
      const trace = store.getState().traces[runId];
      return trace ? statusOf(trace, call) : undefined;
    },
    subscribeCall: (runId, call, listener) => {
      const byCall = listeners.get(runId) ?? new Map<string, Set<() => void>>();
      const set = byCall.get(call) ?? new Set();
      set.add(listener);
      byCall.set(call, set);
      listeners.set(runId, byCall);
      return () => set.delete(listener);
    },
  };
  return Object.assign(store, { actions });
}
