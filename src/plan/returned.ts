/** What a plan returns, as a list of results that are ticked: read from its `output`, and written back. Knows no screen. */

import { hasOwn, type Json, type JsonObject, setOwn } from '../lib/json.ts';
import type { Plan } from './document.ts';
import type { Edit } from './edit.ts';
import { parseExpression, pathsMeet, printExpression, type Ref } from './expression.ts';
import { mapRefs } from './map-refs.ts';
import { type Returned, returnedOf } from './output-list.ts';
import { kindsOf, parseCall, refsOf } from './parsed-call.ts';

/** The result of one call, which can be returned. */
export interface Returnable {
  readonly call: string;
  /** Its paths as one expression: of several ways out, whichever is taken. */
  readonly text: string;
  readonly refs: readonly Ref[];
}

const made = new WeakMap<Plan, readonly Returnable[]>();

/** The results of calls, in the order of the plan; those of calls that write nowhere can't be returned. The same list as long as the plan is the same. */
export function returnables(plan: Plan): readonly Returnable[] {
  let results = made.get(plan);
  if (!results) {
    results = resultsOf(plan);
    made.set(plan, results);
  }
  return results;
}

function resultsOf(plan: Plan): readonly Returnable[] {
  const kinds = kindsOf(plan);
  return plan.calls.flatMap((call) => {
    const { targets } = parseCall(call, kinds);
    // Of a fan-out every path has the same.
    const refs = targets?.alternatives.flatMap((alternative) => alternative.slice(0, 1)) ?? [];
    const [first] = refs;
    if (!first) return [];
    const text = printExpression(refs.length === 1 ? first : { type: 'or', operands: refs });
    const all = targets?.alternatives.flat() ?? [];
    return [{ call: call._id, text, refs: all }];
  });
}

/** Whether one of these references reads what the call writes. */
export const reads = (read: readonly Ref[], { refs }: Returnable): boolean =>
  read.some((ref) => refs.some((one) => meets(one, ref)));

const meets = (a: Ref, b: Ref): boolean => a.kind === b.kind && pathsMeet(a.path, b.path);

/** The output with these results, each under a name of its own where there are several. */
export function outputOf(returned: readonly Returned[]): Json | undefined {
  const [only] = returned;
  if (only === undefined) return undefined;
  if (returned.length === 1 && only.name === null) return only.text;
  const output: JsonObject = {};
  for (const { name, text } of returned) {
    const wanted = name ?? nameOf(text);
    let free = wanted;
    for (let n = 2; hasOwn(output, free); n++) free = `${wanted}${n}`;
    setOwn(output, free, text);
  }
  return output;
}

/** The last name of its first path. */
const nameOf = (text: string): string => {
  const parsed = parseExpression(text);
  const first = parsed.ok ? refsOf(parsed.value)[0] : undefined;
  return String(first?.path.at(-1) ?? first?.kind ?? 'result');
};

export const setOutput = (output: Json | undefined): Edit => ({
  kind: 'set-field',
  field: 'output',
  value: output,
});

/** The result of one more call is returned, after those that are. Null where the output is no list of results. */
export function ticked(plan: Plan, { text }: Pick<Returnable, 'text'>): Edit | null {
  const returned = returnedOf(plan.output);
  return returned && setOutput(outputOf([...returned, { name: null, text }]));
}

/** Nothing that the call writes is returned any more, wherever the output has it. */
export function unticked(plan: Plan, { refs }: Returnable): Edit {
  const isOf = (ref: Ref): boolean => refs.some((one) => meets(one, ref));
  return setOutput(outputWithout(plan, isOf));
}

/** The output without the references that are gone; undefined where nothing is left of it. */
export const outputWithout = (plan: Plan, isGone: (ref: Ref) => boolean): Json | undefined =>
  outputWith(plan, (ref) => (isGone(ref) ? undefined : ref));

/** The output with each of its references turned into another, or out. */
export const outputWith = (plan: Plan, turn: (ref: Ref) => Ref | undefined): Json | undefined =>
  plan.output === undefined ? undefined : mapRefs(plan.output, kindsOf(plan), turn);

/** One of several results is returned under another name; in its place, so that the order stays. Null where it can't be. */
export function renamed(plan: Plan, from: string, to: string): Edit | null {
  const returned = returnedOf(plan.output);
  if (!returned || to === '' || returned.some(({ name }) => name === to)) return null;
  return setOutput(outputOf(returned.map((one) => (one.name === from ? { ...one, name: to } : one))));
}
