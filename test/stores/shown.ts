/** Runs as the screen is given them, from a record that a test writes. */

import type { RunEvent, RunEventBody } from '../../src/run/events.ts';
import { runEngine } from '../../src/stores/run-engine.ts';
import { createRunsStore, type RunsStore } from '../../src/stores/runs.ts';
import type { ShownRun } from '../../src/stores/shown-run.ts';
import { builtInTools } from '../../src/tools/built-in.ts';

export const engine = runEngine(builtInTools);

/** A store that folds and tells at once. */
export const runsStore = (): RunsStore => createRunsStore({ engine });

/** The events of a run, ten milliseconds apart. */
export const journal = (...bodies: RunEventBody[]): RunEvent[] =>
  bodies.map((body, at) => ({ ...body, runId: 'r', seq: at + 1, time: at * 10 }));

/** A run as it is shown after these events. */
export function shownAfter(events: readonly RunEvent[]): ShownRun {
  const runId = events[0]?.runId ?? 'r';
  const state = engine.blank(runId, false);
  for (const event of events) engine.evolve(state, event);
  return { runId, state, events, position: events.length };
}
