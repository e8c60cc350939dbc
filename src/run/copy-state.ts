/**
 * A state of its own that stands where another one stands: both fold on, and neither hears of the other. What is never
 * changed – the program, values, journal data – is shared. For whoever keeps moments of a run; the engine needs none.
 */

import type { AttemptLog } from './attempt-log.ts';
import { commitTurns } from './commit-queues.ts';
import type { PathStates } from './path-states.ts';
import type { RunState } from './state.ts';
import type { StepTable } from './step-table.ts';
import type { WriteLog } from './write-log.ts';

/** A state that folding on leaves untouched. */
export function copyState(state: RunState): RunState {
  const writes = copyWrites(state.writes);
  const steps = copySteps(state.steps);
  const looked = state.looked.copy();
  const { toLook } = state;
  return {
    ...state,
    writes,
    store: state.store.copyOver(writes, looked),
    looked,
    toLook: {
      paths: new Set(toLook.paths),
      commits: new Set(toLook.commits),
      readers: new Set(toLook.readers),
    },
    steps,
    paths: copyPaths(state.paths),
    turn: { ...state.turn },
    gates: new Map([...state.gates].map(([name, gate]) => [name, { ...gate }])),
    history: copyAttempts(state.history),
    memos: new Map(state.memos),
    subRuns: new Map(state.subRuns),
    ready: state.ready.copy(),
    resolved: { ...state.resolved },
    lookedUp: { ...state.lookedUp },
    timed: new Set(state.timed),
    asking: new Set(state.asking),
    // Where the queues stand follows from who has settled.
    turns: commitTurns(state.program.commits, steps.settled),
    toSkip: [...state.toSkip],
    toFail: [...state.toFail],
    toJudge: [...state.toJudge],
    toAsk: [...state.toAsk],
    toOpen: [...state.toOpen],
    toClose: [...state.toClose],
    answersCost: new Map(state.answersCost),
    unheard: new Set(state.unheard),
    lostAnswers: new Map(state.lostAnswers),
    retired: new Map(state.retired),
    recordedFrom: new Map(state.recordedFrom),
    done: state.done.copy(),
    sent: [...state.sent],
  };
}

const copySteps = (steps: StepTable): StepTable => ({
  ...steps,
  status: steps.status.slice(),
  waiting: steps.waiting.slice(),
  attempt: steps.attempt.slice(),
  begun: steps.begun.slice(),
  params: steps.params.slice(),
  value: steps.value.slice(),
  branch: steps.branch.slice(),
  lost: steps.lost.slice(),
  open: steps.open.slice(),
  mustJudge: steps.mustJudge.slice(),
  held: steps.held.slice(),
  slot: steps.slot.slice(),
  ended: steps.ended.slice(),
  settled: steps.settled.slice(),
  counted: steps.counted.slice(),
  begunAt: steps.begunAt.slice(),
  lastAttempt: steps.lastAttempt.slice(),
  memoized: steps.memoized.slice(),
  startedAt: steps.startedAt.slice(),
  endedAt: steps.endedAt.slice(),
  details: new Map([...steps.details].map(([step, detail]) => [step, { ...detail }])),
});

const copyPaths = (paths: PathStates): PathStates => ({
  status: paths.status.slice(),
  cause: paths.cause.slice(),
  open: paths.open.slice(),
  lost: paths.lost.slice(),
  source: paths.source.slice(),
  values: new Map(paths.values),
});

const copyWrites = (log: WriteLog): WriteLog => ({
  steps: log.steps.slice(),
  branches: log.branches.slice(),
  times: log.times.slice(),
  values: log.values.slice(),
});

const copyAttempts = (log: AttemptLog): AttemptLog => ({
  calls: log.calls.slice(),
  attempts: log.attempts.slice(),
  begins: log.begins.slice(),
  ends: log.ends.slice(),
  earlier: new Map(log.earlier),
  failures: new Map(log.failures),
  cutOff: new Set(log.cutOff),
});
