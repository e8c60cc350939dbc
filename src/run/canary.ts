/**
 * The canary of a run over instances (L-55): the first of them go ahead, and whatever belongs to another waits at a gate of
 * that name. It is asked when the first have ended, whatever came of them.
 */

import { intAt, itemAt } from '../lib/columns.ts';
import type { Call } from '../plan/document.ts';
import { type Expr, parseExpression } from '../plan/expression.ts';
import type { ParsedCall } from '../plan/parsed-call.ts';
import type { Place } from '../plan/read-call.ts';
import type { RunEventBody } from './events.ts';
import type { RunState } from './state.ts';
import type { Step, StepOptions } from './steps.ts';

/** The gate's name. */
export const CANARY = 'canary';

const text = `†state.approvals.${CANARY}`;
const parsed = parseExpression(text);
const expr: Expr = parsed.ok ? parsed.value : { type: 'or', operands: [] };
const refs = expr.type === 'ref' ? [expr] : [];
/** What a held call comes after, as if a person had written it so: waiting, going on and being skipped follow from it. */
const HELD: Place = { role: 'after', path: ['_after'], text, expr, refs };

/** A call of the plan as an instance behind the canary has it. */
export class HeldCall implements ParsedCall {
  readonly places: readonly Place[];

  constructor(private readonly own: ParsedCall) {
    this.places = [...own.places, HELD];
  }

  get call(): Call {
    return this.own.call;
  }
  get targets() {
    return this.own.targets;
  }
  get errors() {
    return this.own.errors;
  }
  get embedded() {
    return this.own.embedded;
  }
}

/** The instances that go first; null where there is no canary, or none is left behind it. */
export function firstInstances({ instances = [], canary = 0 }: StepOptions): ReadonlySet<string> | null {
  if (canary <= 0 || canary >= instances.length) return null;
  return new Set(instances.slice(0, canary).map(({ label }) => label));
}

/** The steps that the gate is about. */
export interface CanarySteps {
  /** Those of the first instances. */
  readonly first: Int32Array;
  readonly held: Int32Array;
}

export function canarySteps(steps: readonly Step[], options: StepOptions): CanarySteps | null {
  if (firstInstances(options) === null) return null;
  const first: number[] = [];
  const held: number[] = [];
  for (const { index, instance, isHeld } of steps) {
    if (isHeld) held.push(index);
    else if (instance !== null) first.push(index);
  }
  return { first: Int32Array.from(first), held: Int32Array.from(held) };
}

/** The question of the canary, once it is due: asked with the first call that it holds. Where all of these were left out, it never is. */
export function canaryGate(state: RunState): RunEventBody | null {
  const { program, gates, steps } = state;
  const { canary } = program;
  if (canary === null || gates.has(CANARY)) return null;
  // What has ended stays so, so that nobody is looked at twice.
  const { turn } = state;
  while (turn.first < canary.first.length && isThrough(state, intAt(canary.first, turn.first))) turn.first++;
  if (turn.first < canary.first.length) return null;
  while (turn.held < canary.held.length && steps.ended[intAt(canary.held, turn.held)] === 1) turn.held++;
  if (turn.held === canary.held.length) return null;
  const { id: call } = itemAt(program.steps, intAt(canary.held, turn.held));
  return { type: 'plan_step_waiting', call, kind: 'gate', gate: CANARY };
}

/** Ended for good; of a call that nobody waits for it is enough that it was sent (L-29). */
function isThrough({ steps }: RunState, step: number): boolean {
  switch (itemAt(steps.status, step)) {
    case 'completed':
    case 'failed':
    case 'skipped':
    case 'cancelled':
    case 'dispatched':
      return true;
    default:
      return false;
  }
}
