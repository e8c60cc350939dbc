/** A run of which nothing is known yet. */

import { NO_DELEGATES } from '../plan/delegates.ts';
import type { Rows } from '../plan/rows.ts';
import { attemptLog } from './attempt-log.ts';
import { commitTurns, NO_QUEUES } from './commit-queues.ts';
import { DoneWrites } from './done-writes.ts';
import { LookedInto } from './looked-into.ts';
import { pathStates } from './path-states.ts';
import { runPolicy } from './policy.ts';
import type { Program } from './program.ts';
import { RULES } from './rules.ts';
import { runMemory } from './run-memory.ts';
import { nothingToLook, type RunSetting, type RunState, readyQueue } from './state.ts';
import { stepTable } from './step-table.ts';
import { newWriteLog } from './write-log.ts';

const NO_ROWS: Rows = { starts: new Int32Array(1), items: new Int32Array(0) };

const NO_PROGRAM: Program = {
  plan: { format: 'obelus/plan', version: 1, id: '', calls: [] },
  steps: [],
  index: new Map(),
  paths: [],
  refs: NO_ROWS,
  soleWriter: new Int32Array(0),
  soleWriterAt: () => -1,
  readAt: (ref) => ({ ref, writes: [] }),
  uncounted: new Set(),
  gates: new Map(),
  reads: NO_ROWS,
  readers: NO_ROWS,
  pathsOf: NO_ROWS,
  kinds: new Uint8Array(0),
  rank: new Int32Array(0),
  startRank: new Int32Array(0),
  commits: NO_QUEUES,
  canary: null,
};

/** The state before the first event. */
export function newRun(runId: string, setting: RunSetting): RunState {
  const writes = newWriteLog();
  const looked = new LookedInto();
  return {
    runId,
    setting,
    seq: 0,
    time: 0,
    startedAt: 0,
    endedAt: 0,
    status: 'new',
    reason: null,
    output: null,
    aggregated: false,
    program: NO_PROGRAM,
    policy: runPolicy({}),
    revision: 0,
    hash: null,
    v: null,
    flows: null,
    part: null,
    replansChosen: null,
    isCut: false,
    rules: RULES,
    input: {},
    inputs: new Map(),
    instances: [],
    initials: new Map(),
    canary: 0,
    turn: { first: 0, held: 0 },
    delegates: NO_DELEGATES,
    parent: null,
    isPart: false,
    saved: null,
    subRuns: new Map(),
    steps: stepTable(0),
    paths: pathStates(NO_PROGRAM),
    store: runMemory(writes, looked),
    writes,
    looked,
    toLook: nothingToLook(),
    gates: new Map(),
    history: attemptLog(),
    memos: new Map(),
    ready: readyQueue(NO_PROGRAM),
    resolved: { step: -1, seq: 0, params: null },
    lookedUp: { id: '', step: -1 },
    timed: new Set(),
    asking: new Set(),
    turns: commitTurns(NO_QUEUES, new Uint8Array(0)),
    toSkip: [],
    toFail: [],
    toJudge: [],
    toAsk: [],
    toOpen: [],
    toClose: [],
    inFlight: 0,
    forgotten: 0,
    unended: 0,
    stepsTaken: 0,
    firstPlan: null,
    added: new Map(),
    addedCalls: 0,
    cost: 0,
    answersCost: new Map(),
    sentBack: null,
    unheard: new Set(),
    lostAnswers: new Map(),
    dearest: null,
    worked: 0,
    replans: 0,
    turnsShown: false,
    turnsSince: null,
    turnsTaken: 0,
    answered: 0,
    plannerTold: null,
    refusal: null,
    cause: null,
    wishes: [],
    heardWishes: [],
    mending: null,
    failedSince: false,
    streaming: null,
    vouched: null,
    lastError: null,
    idleRevision: false,
    ceiling: null,
    replanning: 'no',
    replanAsks: null,
    plansHere: false,
    draft: null,
    ownCalls: null,
    finishing: null,
    memoized: 0,
    retired: new Map(),
    recordedFrom: new Map(),
    grants: new Set(),
    done: new DoneWrites(),
    revisedAt: 0,
    sent: [],
  };
}
