/** What a sub-run tells its parent beside its value (L-54): found, made, left to do. Derived from its state; changes nothing. */

import { intAt, itemAt } from '../lib/columns.ts';
import { cut } from '../lib/cut-text.ts';
import type { Json } from '../lib/json.ts';
import { isObject } from '../lib/json.ts';
import { type Checklist, checklistOf, NO_CHECKLIST, withTodos } from './checklist.ts';
import type { Capsule } from './events.ts';
import type { RunState } from './state.ts';
import { seenDetail } from './step-table.ts';
import type { Step } from './steps.ts';

/** Characters of one finding, counted in code points so that no sign is cut in half. */
const FINDING = 200;
/** The last ones: a sub-plan of a thousand calls must not fill its parent's journal. */
const MOST = 20;

/** The capsule of a run as it stands: of one that has ended, what its parent is told. */
export function capsuleOf(state: RunState): Capsule {
  const { plan, steps, rank } = state.program;
  const keyFindings: string[] = [];
  const artifacts: Capsule['artifacts'][number][] = [];
  const nextActions: string[] = [];
  for (const step of [...steps].sort((a, b) => intAt(rank, a.index) - intAt(rank, b.index))) {
    const status = itemAt(state.steps.status, step.index);
    if (status === 'completed') {
      const value = state.steps.value[step.index] ?? null;
      keyFindings.push(cut(`${nameOf(step)}: ${textOf(value)}`, FINDING));
      const file = makesFiles(state, step) ? fileIn(value) : null;
      if (file) artifacts.push({ type: 'file', ref: file.name, summary: cut(nameOf(step), FINDING) });
    } else if (status === 'failed') {
      const { failure } = seenDetail(state.steps, step.index);
      nextActions.push(cut(`${nameOf(step)} failed: ${failure?.message ?? 'no reason was given'}`, FINDING));
    }
  }
  return {
    goal: plan.goal ?? plan.title ?? '',
    planSnapshot: snapshotOf(state),
    keyFindings: keyFindings.slice(-MOST),
    artifacts: artifacts.slice(-MOST),
    ...(nextActions.length > 0 ? { nextActions: nextActions.slice(-MOST) } : {}),
  };
}

/** A run over instances is no sub-run, so that a call's id is its step's. */
function snapshotOf({ program, steps, time }: RunState): Checklist {
  const stepOf = (call: string) => program.index.get(call);
  const todos = checklistOf(
    program.plan,
    (call) => itemAt(steps.status, stepOf(call)!),
    (call) => seenDetail(steps, stepOf(call)!).failure?.message,
  );
  return withTodos(NO_CHECKLIST, todos, time);
}

const nameOf = ({ id, call }: Step): string => call._description ?? id;

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What a model answers, or a read brings, may look like a saved file and is none: only code that writes has made one. */
const makesFiles = ({ setting }: RunState, { latent, effect }: Step): boolean =>
  !latent && (setting.contractBehind === undefined || effect === 'write' || effect === 'irreversible');

/** What saving a file returns: its name and its size. */
function fileIn(value: Json): { readonly name: string } | null {
  return isObject(value) && typeof value.name === 'string' && typeof value.bytes === 'number'
    ? { name: value.name }
    : null;
}
