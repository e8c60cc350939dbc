/** The engine as the runs store takes it: fetched with the first run, so that it is no part of the first load. */

import { copyState } from '../run/copy-state.ts';
import type { RunEvent, RunStatus } from '../run/events.ts';
import { evolve } from '../run/evolve.ts';
import { createMoments, type Moments } from '../run/moments.ts';
import { newRun } from '../run/new-run.ts';
import type { RunSetting, RunState } from '../run/state.ts';
import { type Outside, type UnprovenIn, unprovenIn } from '../run/unproven.ts';
import { runStatus } from '../run/view.ts';
import { catalogueOf, type ToolContract } from '../tools/catalogue.ts';
import { type Below, callLive, type KeptLive } from './call-live.ts';
import { pinsOf } from './pins.ts';
import type { Pins } from './session.ts';

export interface RunEngine {
  /** A run before its first event. @param invented it is a dry run's: no tool is called, results fit no schema */
  blank(runId: string, invented: boolean): RunState;
  evolve(state: RunState, event: RunEvent): void;
  moments(blank: () => RunState): Moments;
  copy(state: RunState): RunState;
  /** How a call of the plan stands; undefined for one that is not in this run. @param before what was made last of it; @param below all runs that there are */
  live(
    state: RunState,
    call: string,
    before?: KeptLive,
    outside?: Outside,
    below?: () => Below | undefined,
  ): KeptLive | undefined;
  /** What of a run nobody here has seen come about (L-74). */
  unproven(state: RunState, outside: Outside): UnprovenIn;
  status(state: RunState): RunStatus | 'new';
  /** Its results by call, as they can stand in dry runs. */
  results(state: RunState): Pins;
}

/** @param builtIn as the worker has them: every one has its code (executor/place.ts) */
export function runEngine(builtIn: readonly ToolContract[]): RunEngine {
  const catalogue = catalogueOf(builtIn);
  const real: RunSetting = {
    catalogue,
    hasActivity: (name) => catalogue.get(name) !== undefined,
    contractBehind: catalogue.get,
  };
  const dry: RunSetting = { catalogue, hasActivity: () => true, invented: true };
  return {
    blank: (runId, invented) => newRun(runId, invented ? dry : real),
    evolve: (state, event) => void evolve(state, event),
    moments: createMoments,
    copy: copyState,
    live: callLive,
    unproven: unprovenIn,
    status: runStatus,
    results: (state) => pinsOf({ state }),
  };
}
