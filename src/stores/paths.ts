/** Paths that a call's references may name: what other calls write and what the input declares. For completion only. */

import { isObject } from '../lib/json.ts';
import type { Call, JsonSchema, Plan } from '../plan/document.ts';
import { parseOutputPath, printRef } from '../plan/expression.ts';
import type { Catalogue } from '../tools/catalogue.ts';

/** Below a written path, one level of what its tool says it returns is offered too. */
function inside(path: string, schema: JsonSchema | undefined): readonly string[] {
  if (!isObject(schema) || !isObject(schema.properties)) return [];
  return Object.keys(schema.properties)
    .filter((name) => /^[A-Za-z_$][A-Za-z0-9_$-]*$/.test(name))
    .map((name) => `${path}.${name}`);
}

/** Sorted, without repeats. `except` is the call being edited: reading what it writes would be a cycle (L-28). */
export function offeredPaths(plan: Plan, catalogue: Catalogue, except?: string): readonly string[] {
  const paths = new Set<string>(inside('†input', plan.input?.schema));
  for (const call of plan.calls) {
    if (call._id === except || call._outputPath === undefined) continue;
    const targets = parseOutputPath(call._outputPath);
    if (!targets.ok) continue;
    const output = catalogue.get(call._tool)?._output;
    for (const ref of targets.value.alternatives.flat()) {
      const path = printRef(ref);
      paths.add(path);
      for (const below of inside(path, output)) paths.add(below);
    }
  }
  return [...paths].sort();
}

/** Remembers what it offered: the same list until an edit writes elsewhere, so that typing a value makes none. One a form. */
export function createOfferedPaths(): typeof offeredPaths {
  let last: { readonly args: Parameters<typeof offeredPaths>; readonly paths: readonly string[] } | undefined;
  return (...args) => {
    if (!last || !offersAlike(last.args, args)) last = { args, paths: offeredPaths(...args) };
    else last = { args, paths: last.paths };
    return last.paths;
  };
}

type Asked = Parameters<typeof offeredPaths>;

function offersAlike([before, known, own]: Asked, [plan, catalogue, except]: Asked): boolean {
  if (known !== catalogue || own !== except || before.input?.schema !== plan.input?.schema) return false;
  if (before.calls.length !== plan.calls.length) return false;
  return plan.calls.every((call, i) => call === before.calls[i] || writesAlike(call, before.calls[i]));
}

const writesAlike = (a: Call, b: Call | undefined): boolean =>
  a._id === b?._id && a._tool === b._tool && a._outputPath === b._outputPath;
