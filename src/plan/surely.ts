/** Which calls of a plan run, and which paths are written, whatever way a run takes; failures apart. Knows no run. */

import { isObject } from '../lib/json.ts';
import type { Call, Plan } from './document.ts';
import type { Expr, Ref } from './expression.ts';
import { isOff } from './open-step.ts';
import { declaredMeta, kindsOf, type ParsedCall, parseCall } from './parsed-call.ts';

/** The calls of a plan, read as its rules have them. */
export function parsedCalls(plan: Plan): readonly ParsedCall[] {
  const [kinds, declared] = [kindsOf(plan), declaredMeta(plan)];
  return plan.calls.map((call) => parseCall(call, kinds, declared.get(call._tool)));
}

/** Where a call writes, whichever of its ways it goes. */
export const writtenBy = ({ targets }: ParsedCall): readonly Ref[] => targets?.alternatives.flat() ?? [];

/** Whether one of the two paths is the other, or lies below it. */
export function overlaps(a: Ref, b: Ref): boolean {
  return isAtOrBelow(a, b) || isAtOrBelow(b, a);
}

export const isAtOrBelow = (path: Ref, above: Ref): boolean =>
  path.kind === above.kind &&
  path.path.length >= above.path.length &&
  above.path.every((segment, i) => String(segment) === String(path.path[i]));

export interface Sureness {
  /** Whether what the reference names is there in every run. */
  readonly has: (ref: Ref) => boolean;
}

/** @param given references that are there, whatever the plan says of them */
export function surelyIn(plan: Plan, given: (ref: Ref) => boolean = () => false): Sureness {
  const calls = parsedCalls(plan);
  const known = new Map<Call, boolean>();
  const asked = inputsAskedFor(plan);

  const runs = (parsed: ParsedCall): boolean => {
    const before = known.get(parsed.call);
    if (before !== undefined) return before;
    // In a cycle nothing runs.
    known.set(parsed.call, false);
    const does = !isOff(parsed.call) && parsed.places.every(({ expr }) => holds(expr));
    known.set(parsed.call, does);
    return does;
  };
  const holds = (expr: Expr): boolean =>
    expr.type === 'ref'
      ? has(expr)
      : expr.type === 'or'
        ? expr.operands.some(holds)
        : expr.operands.every(holds);
  const has = (ref: Ref): boolean => {
    if (given(ref)) return true;
    if (ref.kind === 'input') return ref.path.length > 0 && asked.has(String(ref.path[0]));
    if (ref.kind === 'run' || ref.kind === 'secret') return true;
    const writers = calls.filter((parsed) => writtenBy(parsed).some((path) => overlaps(path, ref)));
    if (writers.length === 0) return true;
    return writers.some((parsed) => (parsed.targets?.alternatives.length ?? 0) === 1 && runs(parsed));
  };
  return { has };
}

/** Inputs that a run is never without. */
function inputsAskedFor({ input }: Plan): ReadonlySet<string> {
  const schema = isObject(input?.schema) ? input.schema : {};
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  const filled = properties.flatMap(([name, own]) =>
    isObject(own) && own.default !== undefined ? [name] : [],
  );
  return new Set([...required, ...filled]);
}
