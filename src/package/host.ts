/** Running plans: a host that keeps its runs in memory, and the ports of a host of your own. */

export {
  type Activity,
  type ActivityContext,
  ActivityError,
  type Before,
  done,
  notSent,
  type QuestionForm,
  type Routed,
  refused,
  type SaidOfFailure,
  unknown,
  withBefore,
} from '../activities/activity.ts';
export { deviceClock } from '../activities/place-clock.ts';
export { aloneOn, memoryLeases, memoryStore } from '../host/memory-place.ts';
export {
  type Activities,
  type CallStart,
  type Channel,
  type Decision,
  type Happening,
  type Lease,
  type Leases,
  type Place,
  type PlaceClock,
  type RunFacts,
  type RunRow,
  type Store,
  StoreFault,
} from '../host/port.ts';
export { Refusal } from '../host/refusal.ts';
export type { RunEnd } from '../host/run.ts';
export { type Hearing, openRuns, type Runs } from '../host/runs.ts';
export type { KeyUse, LookFirst } from '../run/messages.ts';
export type { EffectOutcome } from '../run/outcome.ts';
export {
  type AskedQuestion,
  type MemoryAnswer,
  type MemoryHost,
  type MemoryHostOptions,
  memoryHost,
  type RunOptions,
  type RunReport,
} from './memory-host.ts';
