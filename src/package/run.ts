/** A run as its journal tells it: the events, their one fold, and what may be read of it. */

export type { Choice } from '../run/decision.ts';
export type { CallStatus, Failure, RunEvent, RunReason, RunStatus } from '../run/events.ts';
export { evolve } from '../run/evolve.ts';
export { newRun } from '../run/new-run.ts';
export type { RunSetting, RunState } from '../run/state.ts';
export {
  type AttemptView,
  type CallView,
  callView,
  callViews,
  type OpenQuestion,
  openQuestions,
  runStatus,
  type WaitView,
} from '../run/view.ts';
export { isOver, planOf } from '../run/whole.ts';
export { stateValues, type WriteView, writeLog } from '../run/written.ts';
