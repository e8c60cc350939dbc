/**
 * What a run must come to, by the rules alone (PLAN-LANGUAGE L-10 to L-18, L-21, L-22, L-25, L-41, L-45, L-50): every call's
 * outcome from the final outcomes of those it reads from, by recursion, without events, time or order of completion. It
 * shares with the engine the parser of expressions and nothing else. Small plans only: everything is looked at again.
 */

import type { Json, JsonObject } from '../../src/lib/json.ts';
import type { Call } from '../../src/plan/document.ts';
import type { Expr, Ref } from '../../src/plan/expression.ts';
import { isExpression, literalOf, parseExpression } from '../../src/plan/expression.ts';
import { kindsOf, type ParsedCall, parseCall } from '../../src/plan/parsed-call.ts';
import type { RandomRun } from './random-plan.ts';

/** Why a call was left out: beside a failure there are what branches and inputs leave out, and what a person refused. */
type Why = 'branch' | 'failure' | 'rejected';

export type Ending =
  | {
      readonly is: 'completed';
      readonly value: Json;
      readonly branch: number;
      readonly params: JsonObject | null;
    }
  | {
      readonly is: 'failed';
      readonly code: string;
      readonly message: string;
      readonly params: JsonObject | null;
    }
  | { readonly is: 'skipped'; readonly why: Why; readonly byPerson: boolean };

export interface Meaning {
  readonly calls: Readonly<Record<string, Ending>>;
  readonly state: JsonObject;
  readonly output: Json;
  readonly status: string;
  readonly reason: string;
}

type Value = { readonly value: Json } | undefined;
type Reading =
  | { readonly is: 'present'; readonly value: Json; readonly text: boolean }
  | { readonly is: 'missing' }
  | { readonly is: 'dead'; readonly why: Why };

interface Step {
  readonly id: string;
  readonly call: Call;
  readonly label: string | null;
  readonly parsed: ParsedCall;
}
interface Writing {
  readonly step: Step;
  readonly alternative: number;
  readonly ref: Ref;
}

const plain = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A step into a value: own keys, indexes of lists (L-6, L-16). */
function into(value: Json, segment: string | number): Value {
  if (Array.isArray(value)) {
    const at = /^\d+$/.test(String(segment)) ? Number(segment) : -1;
    return at in value ? { value: value[at]! } : undefined;
  }
  const key = String(segment);
  return plain(value) && Object.hasOwn(value, key) ? { value: value[key]! } : undefined;
}

function dig(value: Json, path: readonly (string | number)[]): Value {
  let found: Value = { value };
  for (const segment of path) found = found && into(found.value, segment);
  return found;
}

function put(root: Json | undefined, path: readonly (string | number)[], value: Json): Json {
  if (path.length === 0) return value;
  const [first, ...rest] = path;
  const base = root !== undefined && plain(root) ? root : {};
  return { ...base, [String(first)]: put(into(base, first!)?.value, rest, value) };
}

function over(under: Json, above: Json): Json {
  if (!plain(under) || !plain(above)) return above;
  const result = { ...under };
  for (const [key, value] of Object.entries(above))
    result[key] = Object.hasOwn(under, key) ? over(under[key]!, value) : value;
  return result;
}

const meet = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.slice(0, b.length).every((segment, i) => String(segment) === String(b[i]));

const isGate = (ref: Ref): boolean => ref.kind === 'state' && ref.path[0] === 'approvals';

/** Of two reasons for a call to be left out the one that would do so without the other (settled reading). */
const NEEDED: readonly Why[] = ['branch', 'failure', 'rejected'];
/** Of a fallback, in which each alternative had to fail, the one without which there might have been a value. */
const ALTERNATIVES: readonly Why[] = ['failure', 'rejected', 'branch'];
const first = (order: readonly Why[], reasons: readonly Why[]): Why =>
  order.find((why) => reasons.includes(why))!;

export function meaningOf(given: RandomRun): Meaning {
  const { plan, instances = [] } = given;
  const policy = plan.policy?.onFailure ?? 'ask';
  const kinds = kindsOf(plan);
  const labels = instances.map(({ label }) => label);
  const steps: Step[] = plan.calls.flatMap((call) => {
    const parsed = parseCall(call, kinds);
    const own = call._instance === undefined || call._instance === '*' ? labels : [call._instance as string];
    const runsFor: (string | null)[] = labels.length === 0 || call._instance === null ? [null] : own;
    return runsFor.map((label) => ({
      id: label === null ? call._id : `${call._id}@${label}`,
      call,
      label,
      parsed,
    }));
  });
  const isLatent = ({ call }: Step) => !given.hasActivity(call._tool);
  /** L-29: only what changes nothing is forgotten. */
  const isQuiet = ({ call }: Step) => call._tool === 'read' && call._outputPath === undefined;
  const accumulates = ({ call }: Step) => call._outputMethod !== undefined && call._outputMethod !== 'set';
  const writings: Writing[] = steps.flatMap((step) =>
    (step.parsed.targets?.alternatives ?? []).flatMap((refs, alternative) =>
      refs.map((ref) => ({ step, alternative, ref })),
    ),
  );
  const seesWriter = (label: string | null, { step }: Writing) => step.label === null || step.label === label;
  /** L-14: connected with a path, in the eyes of an instance. */
  const writersOf = (ref: Ref, label: string | null): Writing[] =>
    ref.kind === 'input' || isGate(ref)
      ? []
      : writings.filter(
          (one) => one.ref.kind === ref.kind && seesWriter(label, one) && meetsEither(one.ref.path, ref.path),
        );

  /** Plan order (L-22): the least list index of those whose writers are through; global writes fold first (L-50). */
  const order: Step[] = [];
  const needs = new Map(
    steps.map((step) => [
      step,
      new Set(
        step.parsed.places.flatMap(({ refs }) =>
          refs.flatMap((ref) => writersOf(ref, step.label).map((one) => one.step)),
        ),
      ),
    ]),
  );
  while (order.length < steps.length) {
    const next = steps.find(
      (step) => !order.includes(step) && [...needs.get(step)!].every((one) => order.includes(one)),
    );
    if (!next) throw new Error('A cycle.');
    order.push(next);
  }
  const folded = [
    ...order.filter(({ label }) => label === null),
    ...order.filter(({ label }) => label !== null),
  ];

  const inputs = new Map<string | null, JsonObject>();
  const withDefaults = (input: JsonObject): JsonObject => {
    const result = { ...input };
    const properties =
      (plan.input?.schema as { properties?: Record<string, { default?: Json }> })?.properties ?? {};
    for (const [key, schema] of Object.entries(properties))
      if (!Object.hasOwn(result, key) && schema.default !== undefined) result[key] = schema.default;
    return result;
  };
  inputs.set(null, withDefaults(given.input ?? {}));
  for (const one of instances)
    inputs.set(one.label, withDefaults(over(given.input ?? {}, one.input ?? {}) as JsonObject));

  const initialOf = (kind: string, label: string | null): Json | undefined =>
    kind !== 'state'
      ? undefined
      : label === null
        ? (plan.state?.initial as Json | undefined)
        : (instances.find((one) => one.label === label)?.state as Json | undefined);

  const endings = new Map<Step, Ending>();
  /** What a call's result made of each of its targets. */
  const joined = new Map<Step, readonly { readonly ref: Ref; readonly value: Json }[]>();

  /** What stands under one root once those steps have written. */
  function rootValue(kind: string, label: string | null, by: readonly Step[]): Json | undefined {
    let root = initialOf(kind, label);
    for (const step of folded) {
      if (step.label !== label || !by.includes(step)) continue;
      endingOf(step);
      for (const { ref, value } of joined.get(step) ?? [])
        if (ref.kind === kind) root = put(root, ref.path, value);
    }
    return root;
  }

  /** What a path holds in the eyes of an instance: its own value over the global one (L-50). */
  function holds(ref: Ref, label: string | null, by: readonly Step[]): Value {
    let found: Value;
    for (const root of label === null ? [null] : [null, label]) {
      const value = rootValue(ref.kind, root, by);
      const own = value === undefined ? undefined : dig(value, ref.path);
      if (own) found = found ? { value: over(found.value, own.value) } : own;
    }
    // An empty root is a parent with nothing in it (L-14).
    return ref.path.length === 0 && found && Object.keys(found.value as object).length === 0
      ? undefined
      : found;
  }

  function readPath(ref: Ref, label: string | null): Reading {
    if (ref.kind === 'input') return readInput(inputs.get(label)!, ref);
    if (isGate(ref))
      return given.approves(String(ref.path[1]))
        ? { is: 'present', value: true, text: false }
        : { is: 'dead', why: 'rejected' };
    const writers = writersOf(ref, label);
    let notTaken = false;
    let written = [null, label].some((root) => isBelowValue(initialOf(ref.kind, root), ref.path));
    for (const { step, alternative, ref: target } of writers) {
      const ending = endingOf(step);
      const isAbove = target.path.length < ref.path.length;
      if (ending.is === 'failed' || (ending.is === 'skipped' && ending.why === 'failure'))
        return { is: 'dead', why: 'failure' };
      if (ending.is === 'completed' && ending.branch === alternative)
        written ||= target.path.length <= ref.path.length;
      else if (!isAbove) notTaken = true;
    }
    const found = holds(
      ref,
      label,
      writers.map(({ step }) => step),
    );
    if (found) return { is: 'present', value: found.value, text: false };
    return written && !notTaken ? { is: 'missing' } : { is: 'dead', why: 'branch' };
  }

  /** The text of a failure at its path, its siblings around it (L-14, L-41). */
  function textAt(ref: Ref, label: string | null): Reading | undefined {
    const writers = writersOf(ref, label);
    const texts: { readonly at: readonly (string | number)[]; readonly text: string }[] = [];
    for (const { step, ref: target } of writers) {
      const ending = endingOf(step);
      if (ending.is === 'skipped' && ending.why === 'failure') return undefined;
      if (ending.is !== 'failed') continue;
      if (step.parsed.targets!.alternatives.length !== 1) return undefined;
      const at = target.path.length > ref.path.length ? target.path.slice(ref.path.length) : [];
      texts.push({ at, text: `(FAILED: ${ending.message.slice(0, 80)})` });
    }
    if (texts.length === 0) return undefined;
    let value = holds(
      ref,
      label,
      writers.map(({ step }) => step),
    )?.value;
    for (const { at, text } of texts) {
      const nested = put(undefined, at, text);
      value = value === undefined ? nested : over(value, nested);
    }
    return { is: 'present', value: value!, text: true };
  }

  function read(expr: Expr, label: string | null, texts: boolean): Reading {
    if (expr.type === 'ref') {
      const reading = readPath(expr, label);
      return (texts && reading.is === 'dead' ? textAt(expr, label) : undefined) ?? reading;
    }
    const readings = expr.operands.map((operand) => read(operand, label, texts));
    if (expr.type === 'and') {
      const bad = together(readings);
      if (bad) return bad;
      const last = readings[readings.length - 1] as Extract<Reading, { is: 'present' }>;
      return { ...last, text: readings.some((one) => one.is === 'present' && one.text) };
    }
    const value = readings.find((one) => one.is === 'present' && !one.text);
    const instead =
      value ?? readings.find(({ is }) => is === 'missing') ?? readings.find(({ is }) => is === 'present');
    if (instead) return instead;
    return {
      is: 'dead',
      why: first(
        ALTERNATIVES,
        readings.flatMap((one) => (one.is === 'dead' ? [one.why] : [])),
      ),
    };
  }

  /** Dead comes before missing (L-11). */
  function together(readings: readonly Reading[]): Reading | undefined {
    const reasons = readings.flatMap((one) => (one.is === 'dead' ? [one.why] : []));
    if (reasons.length > 0) return { is: 'dead', why: first(NEEDED, reasons) };
    return readings.find(({ is }) => is === 'missing');
  }

  function resolve(value: Json, expressions: (text: string) => Json): Json {
    if (typeof value === 'string') return isExpression(value) ? expressions(value) : literalOf(value);
    if (Array.isArray(value)) return value.map((item) => resolve(item, expressions));
    if (!plain(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item, expressions)]));
  }

  function valueIn(text: string, label: string | null, texts: boolean): Json {
    const parsed = parseExpression(text, kinds);
    const reading: Reading = parsed.ok ? read(parsed.value, label, texts) : { is: 'missing' };
    return reading.is === 'present' ? reading.value : null;
  }

  function endingOf(step: Step): Ending {
    let ending = endings.get(step);
    if (!ending) {
      ending = workedOut(step);
      endings.set(step, ending);
    }
    return ending;
  }

  function workedOut(step: Step): Ending {
    const { call, label, parsed } = step;
    const texts = policy === 'continue' && isLatent(step);
    const readings = parsed.places.flatMap(({ role, expr }) =>
      role === 'scope' ? [] : [read(expr, label, texts && role === 'parameter')],
    );
    const bad = together(readings);
    if (bad?.is === 'dead') return { is: 'skipped', why: bad.why, byPerson: false };
    if (bad) return failed(step, 'reference-missing', '', null);
    const params: JsonObject = {};
    for (const [key, value] of Object.entries(call))
      if (!key.startsWith('_')) params[key] = resolve(value as Json, (text) => valueIn(text, label, texts));
    const played = given.endings.get(step.id)!;
    if (!('throws' in played)) return written(step, played.value, played.route ?? 0, params);
    const alternatives = parsed.targets?.alternatives ?? [];
    const last = alternatives[alternatives.length - 1]?.[0]?.path.slice(-1)[0];
    const message = `${step.id} failed`;
    return alternatives.length > 1 && last === 'error'
      ? written(step, { code: played.throws, message }, alternatives.length - 1, params)
      : failed(step, played.throws, message, params);
  }

  /** A person who is asked skips it, or gives what it would have returned (L-41). */
  function failed(step: Step, code: string, message: string, params: JsonObject | null): Ending {
    // Nobody is asked about a call that nobody waits for (L-29).
    if (policy !== 'ask' || isQuiet(step)) return { is: 'failed', code, message, params };
    if (given.sayTo(step.id) === 'skip') return { is: 'skipped', why: 'failure', byPerson: true };
    const played = given.endings.get(step.id)!;
    return written(step, 'value' in played ? played.value : { k: 'by hand' }, 0, params);
  }

  /** All targets of the alternative or none (L-26), each joined with what stands there before it in plan order (L-21, L-22). */
  function written(step: Step, value: Json, branch: number, params: JsonObject | null): Ending {
    const targets = step.parsed.targets?.alternatives[branch] ?? [];
    const before = folded.slice(0, folded.indexOf(step));
    joined.set(
      step,
      targets.map((ref) => {
        if (!accumulates(step)) return { ref, value };
        const base = holds(
          ref,
          step.label,
          writersOf(ref, step.label).flatMap((one) => (before.includes(one.step) ? [one.step] : [])),
        );
        if (base && !Array.isArray(base.value)) throw new Error('Pushed onto what is no list.');
        return { ref, value: [...((base?.value as Json[] | undefined) ?? []), value] };
      }),
    );
    return { is: 'completed', value, branch, params };
  }

  for (const step of order) endingOf(step);

  /** In each instance's eyes where an instance has a value of its own there (L-50). */
  function outputValue(text: string): Json {
    const parsed = parseExpression(text, kinds);
    const seen = (expr: Expr): Value => {
      if (expr.type === 'ref') {
        const at = (label: string | null): Value => {
          const reading = readPath(expr, label);
          return reading.is === 'present' ? { value: reading.value } : undefined;
        };
        if (labels.length === 0) return at(null);
        const own = (label: string): boolean => {
          if (expr.kind === 'input') return true;
          const value = rootValue(expr.kind, label, steps);
          return value !== undefined && dig(value, expr.path) !== undefined;
        };
        if (!labels.some(own)) return at(null);
        return { value: Object.fromEntries(labels.map((label) => [label, at(label)?.value ?? null])) };
      }
      const found = expr.operands.map(seen);
      if (expr.type === 'or') return found.find((one) => one !== undefined);
      return found.every((one) => one !== undefined) ? found[found.length - 1] : undefined;
    };
    return (parsed.ok ? seen(parsed.value)?.value : undefined) ?? null;
  }

  const all = steps.map((step) => endingOf(step));
  const errors = steps.some((step) => {
    const ending = endingOf(step);
    return (ending.is === 'failed' && !isQuiet(step)) || (ending.is === 'skipped' && ending.byPerson);
  });
  const nothing = all.length > 0 && all.every(({ is }) => is === 'skipped');
  const lastOf = (): Json => {
    const last = order.filter((step) => {
      const ending = endingOf(step);
      return !isQuiet(step) && ending.is === 'completed' && ending.value !== null && ending.value !== '';
    });
    const ending = last.length > 0 ? endingOf(last[last.length - 1]!) : undefined;
    return ending?.is === 'completed' ? ending.value : null;
  };
  const state: JsonObject = {};
  for (const label of [null, ...labels]) {
    const value = rootValue('state', label, steps);
    if (value !== undefined) state[label === null ? 'state' : `${label}/state`] = value;
  }
  return {
    calls: Object.fromEntries(steps.map((step) => [step.id, endingOf(step)])),
    state,
    output: plan.output === undefined ? lastOf() : resolve(plan.output as Json, outputValue),
    status: errors || nothing ? 'completed_with_errors' : 'completed',
    reason: errors ? 'errors' : nothing ? 'nothing_ran' : 'goal_met',
  };
}

const meetsEither = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length <= b.length ? meet(a, b.slice(0, a.length)) : meet(b, a.slice(0, b.length));

/** L-15: the path goes on below an initial value that holds nothing by name. */
function isBelowValue(value: Json | undefined, path: readonly (string | number)[]): boolean {
  for (let depth = 1; depth < path.length; depth++) {
    const found = value === undefined ? undefined : dig(value, path.slice(0, depth));
    if (!found) return false;
    if (!plain(found.value) || Object.keys(found.value).length === 0) return true;
  }
  return false;
}

/** Left out at any depth of an object is dead; inside a scalar, or out of a list's range, is missing (L-16, L-18). */
function readInput(input: JsonObject, { path }: Ref): Reading {
  let at: Json = input;
  for (const segment of path) {
    const found = into(at, segment);
    if (!found) return plain(at) ? { is: 'dead', why: 'branch' } : { is: 'missing' };
    at = found.value;
  }
  return { is: 'present', value: at, text: false };
}
