/** The runs store: one trace a run, live. Folds what the worker made durable; never undone, never written back. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CallStatus, RunEvent } from '../run/events.ts';
import { extendTrace } from './extend-trace.ts';
import type { RunSummary } from './ports.ts';
import { emptyTrace, type RunTrace, statusOf } from './run-trace.ts';

/** The id under which a dry run is shown; real ids are hexadecimal. */
export const DRY_RUN = 'dry-run';

export interface RunsState {
  readonly traces: Readonly<Record<string, RunTrace>>;
  /** Runs on this device, newest first. */
  readonly list: readonly RunSummary[];
}

export interface RunsActions {
  receive(runId: string, events: readonly RunEvent[]): void;
  /** Puts a run at another point of its journal, earlier or later: a playback. */
  replay(runId: string, events: readonly RunEvent[]): void;
  setList(list: readonly RunSummary[]): void;
  forget(runId: string): void;
  statusOf(runId: string, call: string): CallStatus | undefined;
  /** Calls `listener` whenever that one call's status or value changes. Returns what ends it. */
  subscribeCall(runId: string, call: string, listener: () => void): () => void;
}

export type RunsStore = StoreApi<RunsState> & { readonly actions: RunsActions };

const withoutInstance = (name: string): string => name.split('@')[0]!;

export function createRunsStore(): RunsStore {
  const store = createStore<RunsState>(() => ({ traces: {}, list: [] }));
  /** By run, then call: a card of a 10,000-call plan must not be woken by the others' events. */
  const listeners = new Map<string, Map<string, Set<() => void>>>();

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
    setList: (list) => store.setState({ list }),
    forget: (runId) =>
      store.setState((state) => {
        const { [runId]: _, ...traces } = state.traces;
        return { traces, list: state.list.filter((run) => run.runId !== runId) };
      }),
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
