/** A revision before any of its calls: blank steps, initial values, paths that nobody writes. Part of the fold. */

import { addAt, intAt, itemAt } from '../lib/columns.ts';
import { isObject } from '../lib/json.ts';
import { rowOf } from '../plan/rows.ts';
import { commitTurns } from './commit-queues.ts';
import { unwrittenOutcome } from './path-outcome.ts';
import { pathStates } from './path-states.ts';
import { runMemory } from './run-memory.ts';
import { isCounted, judge, lookForPath, unblock } from './settle.ts';
import { nothingToLook, type RunState, readyQueue } from './state.ts';
import { stepTable } from './step-table.ts';

/** Everything that was said of the state's program is gone: no step has begun, nothing is asked, nothing waits. */
export function blank(state: RunState): void {
  const { program } = state;
  state.steps = stepTable(program.steps.length);
  state.paths = pathStates(program);
  state.memos = new Map();
  state.ready = readyQueue(program);
  state.resolved = { step: -1, seq: 0, params: null };
  state.answersCost = new Map();
  state.lookedUp = { id: '', step: -1 };
  state.timed = new Set();
  state.asking = new Set();
  state.turns = commitTurns(program.commits, state.steps.settled);
  state.toSkip = [];
  state.toFail = [];
  state.toJudge = [];
  state.toAsk = [];
  state.toOpen = [];
  state.toClose = [];
  state.toLook = nothingToLook();
  state.turn = { first: 0, held: 0 };
  state.inFlight = 0;
  state.forgotten = 0;
  state.unended = program.steps.length;
}

/** Initial values of the plan and of each instance, and what a person approved already, in a new store. */
export function writeInitial(state: RunState): void {
  const { plan } = state.program;
  state.store = runMemory(state.writes, state.looked);
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

/** Every step waits for all that it reads. */
export function countReads({ program, steps }: RunState): void {
  const { starts } = program.reads;
  for (let step = 0; step < steps.size; step++)
    steps.open[step] = intAt(starts, step + 1) - intAt(starts, step);
}

/**
 * Paths nobody writes are settled before any step is looked at, or a step would be judged on half its reads.
 * @param isOpen more calls are to come: one of them may write it (L-60)
 */
export function settleUnwritten(state: RunState, isOpen = false): void {
  const { program, paths, steps } = state;
  for (let path = 0; path < program.paths.length; path++) {
    if (intAt(paths.open, path) > 0) continue;
    const { status, cause, found, unread } = unwrittenOutcome(state, itemAt(program.paths, path));
    if (isOpen && status !== 'present' && isWritable(itemAt(program.paths, path).ref.kind)) continue;
    if (unread) {
      lookForPath(state, path, unread);
      continue;
    }
    paths.status[path] = status;
    paths.cause[path] = cause;
    if (found) paths.values.set(path, found);
    for (const reader of rowOf(program.readers, path)) {
      addAt(steps.open, reader, -1);
      if (paths.status[path] !== 'present') steps.mustJudge[reader] = 1;
    }
  }
}

/** What calls may write: no input, no secret, nothing of the run itself. */
const isWritable = (kind: string): boolean => kind !== 'input' && kind !== 'secret' && kind !== 'run';

/** Every step that nothing has happened to is looked at once. */
export function lookAtPending(state: RunState): void {
  const { steps } = state;
  for (let step = 0; step < steps.size; step++) {
    if (steps.status[step] !== 'pending') continue;
    if (!isCounted(state, step) || steps.mustJudge[step] === 1) judge(state, step);
    else if (steps.open[step] === 0) unblock(state, step);
  }
}
