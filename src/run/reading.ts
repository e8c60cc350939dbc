/** What a step's expressions come to (L-10 to L-16): wait, go, skip or fail. Changes nothing. */

import { intAt, itemAt } from '../lib/columns.ts';
import { hasOwn, isObject, type JsonObject } from '../lib/json.ts';
import { type Expr, printRef, type Ref, type Segment } from '../plan/expression.ts';
import type { SkipReason } from './events.ts';
import { type Found, valueAt } from './found.ts';
import { isUnread } from './looked-into.ts';
import type { Cause } from './path-states.ts';
import { runVariables } from './plan-status.ts';
import { rootsOf, whereOf } from './read-paths.ts';
import { FIRST_RULES } from './rules.ts';
import type { RunState } from './state.ts';
import { seenDetail } from './step-table.ts';
import type { Step } from './steps.ts';
import { mergeDeep } from './value-store.ts';

interface Present {
  readonly kind: 'present';
  readonly path: number;
  /** It rests on a failure's text (L-41). */
  readonly text: boolean;
}
interface Pending {
  readonly kind: 'pending';
  readonly onGatesOnly: boolean;
}
interface Missing {
  readonly kind: 'missing';
  readonly path: number;
}
interface Dead {
  readonly kind: 'dead';
  readonly cause: Cause;
  readonly path: number;
}
type Reading = Present | Pending | Missing | Dead;

/** A latent step under `continue` reads a failed call's text instead of dying (L-41). Not through `_after` (L-30). */
export const readsTexts = (state: RunState, step: Step): boolean =>
  state.policy.onFailure === 'continue' && step.latent;

/** References in an expression: as many of the numbers of its step's references are its own. */
const widthOf = (expr: Expr): number =>
  expr.type === 'ref' ? 1 : expr.operands.reduce((width, operand) => width + widthOf(operand), 0);

/**
 * One expression, left to right.
 * @param at where in `program.refs` the paths of its references begin
 * @param texts failed paths may give their failure's text, which is looked at last
 */
export function readExpression(state: RunState, expr: Expr, at: number, texts: boolean): Reading {
  if (expr.type === 'ref') return readPathOf(state, intAt(state.program.refs.items, at), texts);
  let from = at;
  const readNext = (operand: Expr): Reading => {
    const reading = readExpression(state, operand, from, texts);
    from += widthOf(operand);
    return reading;
  };
  if (expr.type === 'and') {
    const readings = expr.operands.map(readNext);
    const needed = together(readings);
    if (needed) return needed;
    const last = readings[readings.length - 1] as Present;
    // A gate that holds only thanks to a text gives way to an alternative, as the text itself does.
    return { ...last, text: readings.some((reading) => (reading as Present).text) };
  }
  let missing: Missing | null = null;
  let text: Present | null = null;
  let dead: Dead | null = null;
  for (const operand of expr.operands) {
    const reading = readNext(operand);
    if (reading.kind === 'pending') return reading;
    if (reading.kind === 'present') {
      if (!reading.text) return reading;
      text ??= reading;
    } else if (reading.kind === 'missing') missing ??= reading;
    else {
      if (!dead || fallbackCause(dead.cause, reading.cause) !== dead.cause) dead = reading;
    }
  }
  return missing ?? text ?? dead!;
}

/**
 * Several readings that are all needed: dead beats pending beats missing, so that the outcome never depends on
 * timing (L-11, L-13). null where all are present.
 */
function together(readings: readonly Reading[]): Dead | Pending | Missing | null {
  let dead: Dead | undefined;
  let missing: Missing | undefined;
  let pending = 0;
  let gates = 0;
  for (const reading of readings) {
    if (reading.kind === 'dead') {
      // What is told as the reason is the path that is one.
      if (!dead || gateCause(dead.cause, reading.cause) !== dead.cause) dead = reading;
    } else if (reading.kind === 'missing') missing ??= reading;
    else if (reading.kind === 'pending') {
      pending += 1;
      if (reading.onGatesOnly) gates += 1;
    }
  }
  // What is still pending may turn out a branch not taken, and then no failure was the cause. A gate can't, and
  // nobody is asked for the sake of a call that is skipped: waiting for one would be waiting for ever.
  if (dead) return pending > gates && dead.cause !== 'branch' ? { ...dead, cause: 'unknown' } : dead;
  if (pending > 0) return { kind: 'pending', onGatesOnly: gates === pending };
  return missing ?? null;
}

const firstOf = (order: readonly Cause[], a: Cause, b: Cause): Cause =>
  order.find((cause) => cause === a || cause === b) ?? a;

/** Dead for a branch as soon as one operand is: without any failure it would be dead all the same. */
const gateCause = (a: Cause, b: Cause): Cause => firstOf(['branch', 'unknown', 'failure', 'rejected'], a, b);

/** A fallback is dead for a failure as soon as one operand is: without it there would be a value. */
const fallbackCause = (a: Cause, b: Cause): Cause =>
  firstOf(['failure', 'unknown', 'rejected', 'branch'], a, b);

/** Reasons that are told of what would have read the call's value, too. */
const HANDED_ON: ReadonlySet<SkipReason> = new Set<SkipReason>([
  ...(['input-not-given', 'rejected', 'switched-off', 'not-in-part'] as const),
]);

/**
 * Why a call is skipped for a dead path. Beside a failure there is only "not its turn": because a branch was not taken,
 * a person said no, or an input was not given, by whichever was the reason for the call that would have written it.
 */
export function skipReason({ program, steps }: RunState, { cause, path }: Dead): SkipReason {
  if (cause === 'rejected') return 'rejected';
  if (cause !== 'branch') return 'failure';
  const { ref, writes } = itemAt(program.paths, path);
  if (ref.kind === 'input') return 'input-not-given';
  for (const { call } of writes) {
    const because = seenDetail(steps, call).skippedFor?.because;
    if (because !== undefined && HANDED_ON.has(because)) return because;
  }
  return 'branch-not-taken';
}

/** One path, as it stands. @param texts as `readExpression` takes it */
export function readPathOf(state: RunState, path: number, texts: boolean): Reading {
  const { status, cause } = state.paths;
  switch (itemAt(status, path)) {
    case 'present':
      // What the run has to say changes as it goes on: it is looked at anew each time (L-19).
      if (itemAt(state.program.paths, path).ref.kind === 'run' && !pathValue(state, path))
        return { kind: 'missing', path };
      return { kind: 'present', path, text: false };
    case 'missing':
      return { kind: 'missing', path };
    case 'pending':
      return { kind: 'pending', onGatesOnly: itemAt(state.program.paths, path).gate !== undefined };
    case 'dead':
      if (texts && causesOpen(state, path)) return { kind: 'pending', onGatesOnly: false };
      if (texts) {
        const text = textsOf(state, path);
        if (isUnread(text)) return { kind: 'pending', onGatesOnly: false };
        if (text) return { kind: 'present', path, text: true };
      }
      return { kind: 'dead', cause: itemAt(cause, path), path };
  }
}

/** What a whole step comes to (L-11). A dead or missing scope is left out, never a reason to skip (L-51). */
export function readStep(state: RunState, step: Step): Dead | Pending | Missing | { readonly kind: 'ready' } {
  const texts = readsTexts(state, step);
  const readings: Reading[] = [];
  const { edits } = seenDetail(state.steps, step.index);
  let at = intAt(state.program.refs.starts, step.index);
  for (const { role, path, expr, refs } of step.places) {
    const from = at;
    at += refs.length;
    // What a person has put in its place is not read (L-41).
    if (edits !== null && role === 'parameter' && hasOwn(edits, String(path[0]))) continue;
    const reading = readExpression(state, expr, from, texts && role === 'parameter');
    if (role !== 'scope' || reading.kind === 'pending') readings.push(reading);
  }
  return together(readings) ?? { kind: 'ready' };
}

/** The gates that a step which waits for gates alone waits for now: of a fallback the leftmost, not those behind it. */
export function gatesAwaited(state: RunState, step: Step): string[] {
  const gates = new Set<string>();
  const { refs, paths } = state.program;
  const collect = (expr: Expr, at: number): boolean => {
    if (readExpression(state, expr, at, false).kind !== 'pending') return false;
    if (expr.type === 'ref') gates.add(itemAt(paths, intAt(refs.items, at)).gate ?? '');
    else {
      let from = at;
      for (const operand of expr.operands) {
        if (collect(operand, from) && expr.type === 'or') break;
        from += widthOf(operand);
      }
    }
    return true;
  };
  let at = intAt(refs.starts, step.index);
  for (const place of step.places) {
    collect(place.expr, at);
    at += place.refs.length;
  }
  return [...gates];
}

/** The value of an expression that is present. @param at where in `program.refs` the paths of its references begin */
export function expressionValue(state: RunState, expr: Expr, at: number, texts: boolean): Found {
  const reading = readExpression(state, expr, at, texts);
  if (reading.kind !== 'present') return undefined;
  return presentValue(state, reading);
}

/** What a present reading gives: the value at its path, or the text of the failure there. */
export const presentValue = (state: RunState, { path }: Present): Found =>
  state.paths.status[path] === 'dead' ? textsOf(state, path) : pathValue(state, path);

/** The value of a path, as its readers see it. */
function pathValue(state: RunState, number: number): Found {
  const { source, values } = state.paths;
  if (intAt(source, number) >= 0) return { value: state.steps.value[intAt(source, number)] };
  const { ref, instance = null } = itemAt(state.program.paths, number);
  // The one thing that may differ from dispatch to dispatch (L-19), so it is not kept.
  if (ref.kind === 'run') return valueAt(runVariables(state), ref.path);
  let value: Found = values.get(number);
  if (!value) {
    value = lookUp(state, ref, instance);
    if (value) values.set(number, value);
  }
  return value;
}

/** A path's value as it stands, its readers or not: the reader's own root first, the global one under it (L-50). */
export function lookUp(state: RunState, ref: Ref, instance: string | null): Found {
  if (ref.kind === 'input') return inputValue(state, ref, instance);
  if (ref.kind === 'run') return valueAt(runVariables(state), ref.path);
  // The value stays on the device: only the activity's host puts it in (L-9).
  if (ref.kind === 'secret') return { value: printRef(ref) };
  const found = storedValue(state, rootsOf(ref, instance), ref.path);
  return found && ref.kind === 'state' && ref.path.length === 0 ? withoutApprovals(found.value) : found;
}

/** The values under several roots, the first over the others (L-50). */
export function storedValue(state: RunState, roots: readonly string[], path: readonly Segment[]): Found {
  let found: Found;
  for (let i = roots.length - 1; i >= 0; i--) {
    const own = state.store.read(itemAt(roots, i), path);
    if (isUnread(own)) return own;
    if (own) found = found ? merged(state, found.value, own.value) : own;
    if (isUnread(found)) return found;
  }
  return found;
}

/** One value over another; large ones are read whole for that. */
function merged({ looked }: RunState, under: unknown, over: unknown): Found {
  if (!looked.isUsed) return { value: mergeDeep(under, over) };
  const [below, above] = [looked.whole(under), looked.whole(over)];
  if (isUnread(below)) return below;
  return isUnread(above) ? above : { value: mergeDeep(below?.value, above?.value) };
}

/** A bare `†state` does not wait for a person, so it does not show what one has said by now (L-7). */
function withoutApprovals(value: unknown): Found {
  if (!isObject(value) || !hasOwn(value, 'approvals')) return { value };
  const { approvals: _, ...rest } = value;
  return Object.keys(rest).length > 0 ? { value: rest } : undefined;
}

/**
 * The input as one instance's calls see it: its own wins key by key over the global one (L-50), and only then the schema's
 * defaults fill what neither gives (L-18). By the first rules the two were merged at the path that was read.
 */
export const inputOf = (state: RunState, label: string | null): JsonObject =>
  (label === null ? undefined : state.inputs.get(label)) ?? state.input;

function inputValue(state: RunState, ref: Ref, instance: string | null): Found {
  if (state.rules > FIRST_RULES) {
    let found: Found = { value: inputOf(state, instance) };
    for (const segment of ref.path) found = found && state.looked.member(found.value, segment);
    return found;
  }
  const shared = valueAt(state.input, ref.path);
  const own = instance === null ? undefined : state.instances.find((one) => one.label === instance)?.input;
  const targeted = own && valueAt(own, ref.path);
  if (!targeted) return shared;
  return shared ? { value: mergeDeep(shared.value, targeted.value) } : targeted;
}

/** Whether a call that would have written at the path was skipped for what may yet turn out a branch not taken. */
const causesOpen = (state: RunState, path: number): boolean =>
  itemAt(state.program.paths, path).writes.some(
    ({ call }) => state.steps.status[call] === 'skipped' && seenDetail(state.steps, call).cause === 'unknown',
  );

const TEXT_LENGTH = 80;

/** `(FAILED: <message>)`, cut by code point so that no character is split (L-41). */
const failureText = (message: string): string => `(FAILED: ${[...message].slice(0, TEXT_LENGTH).join('')})`;

/**
 * What a reader of texts gets for a dead path: the text at the failed place, its siblings around it (L-14, L-41).
 * undefined where the failed call had alternatives, or where a call was skipped for the failure: there is no text.
 */
export function textsOf(state: RunState, number: number): Found {
  const path = itemAt(state.program.paths, number);
  let result: Found;
  const failed: { at: readonly (string | number)[]; text: string }[] = [];
  for (const write of path.writes) {
    const status = itemAt(state.steps.status, write.call);
    const { cause, failure } = seenDetail(state.steps, write.call);
    if (status === 'skipped' && cause === 'failure') return undefined;
    if (status !== 'failed') continue;
    if (itemAt(state.program.steps, write.call).alternatives.length !== 1) return undefined;
    const at = whereOf(write, path) === 'below' ? write.ref.path.slice(path.ref.path.length) : [];
    failed.push({ at, text: failureText(failure?.message ?? '') });
  }
  if (failed.length === 0) return undefined;
  result = lookUp(state, path.ref, path.instance ?? null);
  for (const { at, text } of failed) {
    let nested: unknown = text;
    for (let i = at.length - 1; i >= 0; i--) nested = { [String(at[i])]: nested };
    if (isUnread(result)) {
      if (!state.looked.isLost(result.value)) return result;
      result = undefined;
    }
    result = result ? merged(state, result.value, nested) : { value: nested };
  }
  return result;
}
