/** A kept journal (`journals/`): what happened, the tools it happened with, and the end that it must come to for ever. */

import type { Json, JsonObject } from '../../src/lib/json.ts';
import { attemptsOf } from '../../src/run/attempt-log.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import type { RunSetting, RunState } from '../../src/run/state.ts';
import { type OpenQuestion, runStatus } from '../../src/run/view.ts';
import { stateValues, writeLog } from '../../src/run/written.ts';
import { catalogueOf, type ToolContract } from '../../src/tools/catalogue.ts';
import { statusesOf } from './written-run.ts';

export interface GoldenJournal {
  /** What the journal shows, as a fact, with the rules and requirements. */
  readonly shows: string;
  readonly tools: readonly ToolContract[];
  readonly events: readonly RunEvent[];
  readonly end: JsonObject;
  /** What it asks a person where it ends; absent in journals that were kept before that was told. */
  readonly asks?: readonly OpenQuestion[];
}

/** A tool that names no activity is a model's. */
export const settingOf = (tools: readonly ToolContract[]): RunSetting => ({
  catalogue: catalogueOf(tools),
  hasActivity: () => false,
});

export const foldOf = (tools: readonly ToolContract[], events: readonly RunEvent[]): RunState =>
  events.reduce(evolve, newRun(events[0]?.runId ?? 'golden', settingOf(tools)));

/** Everything that a fold of today must still come to. */
export function endStateOf(state: RunState): JsonObject {
  return JSON.parse(
    JSON.stringify({
      status: runStatus(state),
      reason: state.reason,
      output: state.output,
      revision: state.revision,
      calls: statusesOf(state),
      retired: Object.fromEntries(state.retired),
      state: stateValues(state),
      writes: writeLog(state).map(({ call }) => call),
      gates: [...state.gates].map(([name, { status }]) => `${name}: ${status}`),
      attempts: attemptsOf(state.history).map(
        ({ step, attempt, outcome }) => `${step} ${attempt}: ${outcome}`,
      ),
      stepsTaken: state.stepsTaken,
      replans: state.replans,
      cost: Number(state.cost.toFixed(6)),
      worked: state.worked,
      memoized: state.memoized,
      subRuns: [...state.subRuns.keys()],
    } satisfies Record<string, unknown>),
  ) as Json as JsonObject;
}
