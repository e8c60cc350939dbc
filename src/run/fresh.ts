/** A revision before any of its calls: blank steps, initial values, paths that nobody writes. Part of the fold. */

import { isObject } from '../lib/json.ts';
import { rowOf } from './program.ts';
import { lookUp } from './reading.ts';
import { isCounted, judge, unblock } from './settle.ts';
import { newStep, type PathState, type RunState, readyQueue, stepTimes } from './state.ts';
import { valueStore } from './value-store.ts';

/** Everything that was said of the state's program is gone: no step has begun, nothing is asked, nothing waits. */
export function blank(state: RunState): void {
  const { program } = state;
  state.steps = program.steps.map(() => newStep(state.policy.retryLimit));
  state.times = stepTimes(program.steps.length);
  state.paths = program.paths.map(({ writers, gate }) => ({
    status: 'pending',
    cause: 'unknown',
    open: gate === null ? writers.length : 1,
    lost: false,
    value: undefined,
  }));
  state.ready = readyQueue(program);
  state.resolved = null;
  state.answersCost = new Map();
  state.lookedUp = { id: '', step: -1 };
  state.retrying = new Set();
  state.asking = new Set();
  state.queueHeads = program.queues.map(() => 0);
  state.toSkip = [];
  state.toFail = [];
  state.toJudge = [];
  state.toAsk = [];
  state.toOpen = [];
  state.toClose = [];
  state.inFlight = 0;
  state.forgotten = 0;
  state.unended = program.steps.length;
}

/** Initial values of the plan and of each instance, and what a person approved already, in a new store. */
export function writeInitial(state: RunState): void {
  const { plan } = state.program;
  state.store = valueStore();
  const roots: [string, unknown][] = [['state', plan.state?.initial]];
  for (const [kind, data] of Object.entries(plan.data ?? {})) roots.push([kind, data.initial]);
  for (const instance of state.instances) roots.push([`${instance.label}/state`, instance.state]);
  for (const [root, initial] of roots) {
    if (isObject(initial))
      for (const [key, value] of Object.entries(initial)) state.store.write(root, [key], value);
  }
  for (const [name, gate] of state.gates) {
    if (gate.status === 'approved') state.store.write('state', ['approvals', name], gate.value);
  }
}

/** Paths nobody writes are settled before any step is looked at, or a step would be judged on half its reads. */
export function settleUnwritten(state: RunState): void {
  const { program } = state;
  program.paths.forEach((read, number) => {
    if (read.gate !== null || read.writers.length > 0) return;
    const path = state.paths[number]!;
    const settled = unwritten(state, number);
    path.status = settled.status;
    path.cause = 'branch';
    path.value = settled.value;
    for (const reader of rowOf(program.readers, number)) {
      const own = state.steps[reader]!;
      own.open -= 1;
      if (settled.status !== 'present') own.mustJudge = true;
    }
  });
}

/** A path no call writes: an input, a run variable, a secret, an initial value, or nothing (L-18). */
function unwritten(state: RunState, number: number): Pick<PathState, 'status' | 'value'> {
  const read = state.program.paths[number]!;
  if (read.ref.kind === 'run') return { status: 'present', value: undefined };
  const value = lookUp(state, read);
  if (value) return { status: 'present', value };
  // An absent key of an object is an optional value that was not given: dead. Out of a list's range, or inside a
  // scalar, is a data bug (L-16).
  const parent = lookUp(state, { ...read, ref: { ...read.ref, path: read.ref.path.slice(0, -1) } });
  const inside = read.ref.path.length > 0 && parent !== undefined && !isObject(parent.value);
  return { status: inside ? 'missing' : 'dead', value: undefined };
}

/** Every step that nothing has happened to is looked at once. */
export function lookAtPending(state: RunState): void {
  for (const step of state.program.steps) {
    const own = state.steps[step.index]!;
    if (own.status !== 'pending') continue;
    if (!isCounted(state, step) || own.mustJudge) judge(state, step.index);
    else if (own.open === 0) unblock(state, step.index);
  }
}
