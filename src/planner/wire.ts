/** Wiring: calls without references → the same calls with them. Knows contracts and names, not what calls do. */

import { hasOwn } from '../lib/json.ts';
import type { Call } from '../plan/document.ts';
import { catalogueOf, type ToolContract } from '../tools/catalogue.ts';
import { Affinity } from './offline/affinity.ts';
import { below, readablePath } from './offline/reference.ts';
import { type Field, outputsOf, propertiesOf } from './offline/schema.ts';

/** Below this a required parameter is left open: a wrong edge is worse than a missing one. */
const REQUIRED_AT_LEAST = 0.1;
/** An optional parameter that was left out was probably meant to be. */
const OPTIONAL_AT_LEAST = 0.45;
const PER_STEP_BACK = 0.01;
const LATER_IN_LIST = 0.3;

interface Candidate {
  readonly to: number;
  readonly field: Field;
  readonly from: number;
  readonly path: readonly string[];
  readonly score: number;
}

/**
 * Adds references for the parameters that have no value: best pair of result and parameter first, never closing
 * a cycle (L-28). A call that is read gets `_outputPath: †state.<id>` unless it has one. Values that are there
 * already are kept. List order is a hint, not a rule: a later call is read only where no earlier one will do.
 */
export function wireCalls(calls: readonly Call[], tools: readonly ToolContract[]): Call[] {
  const catalogue = catalogueOf(tools);
  const affinity = new Affinity(catalogue.list());
  const contracts = calls.map((call) => catalogue.get(call._tool));
  const candidates = calls.flatMap((call, to) =>
    openParameters(call, contracts[to]).flatMap((field) => sources(to, field, calls, contracts, affinity)),
  );
  candidates.sort((a, b) => b.score - a.score);
  return withReferences(calls, candidates);
}

function openParameters(call: Call, contract: ToolContract | undefined): Field[] {
  return propertiesOf(contract?.parameters).filter((field) => !hasOwn(call, field.name));
}

function sources(
  to: number,
  field: Field,
  calls: readonly Call[],
  contracts: readonly (ToolContract | undefined)[],
  affinity: Affinity,
): Candidate[] {
  const consumer = contracts[to];
  if (consumer === undefined) return [];
  return contracts.flatMap((producer, from) => {
    const call = calls[from];
    if (producer === undefined || call === undefined || from === to) return [];
    if (readablePath(call) === undefined) return [];
    const order = from < to ? PER_STEP_BACK * (to - from - 1) : LATER_IN_LIST;
    return outputsOf(producer).flatMap(({ path, field: output }) => {
      const rated = affinity.rate(producer, { path, field: output }, consumer, field);
      const score = rated - order;
      const enough = field.required ? REQUIRED_AT_LEAST : OPTIONAL_AT_LEAST;
      return rated > 0 && score >= enough ? [{ to, field, from, path, score }] : [];
    });
  });
}

function withReferences(calls: readonly Call[], candidates: readonly Candidate[]): Call[] {
  const wired = calls.map((call) => ({ ...call }) as Record<string, unknown> & Call);
  const reads = calls.map(() => new Set<number>());
  for (const { to, field, from, path } of candidates) {
    const reader = wired[to];
    const writer = wired[from];
    if (reader === undefined || writer === undefined || hasOwn(reader, field.name)) continue;
    if (reaches(reads, from, to)) continue;
    const base = readablePath(writer);
    if (base === undefined) continue;
    Object.assign(writer, { _outputPath: base });
    Object.defineProperty(reader, field.name, {
      value: below(base, path),
      enumerable: true,
      writable: true,
      configurable: true,
    });
    reads[to]?.add(from);
  }
  return wired;
}

/** Whether `from` reads `to`, directly or through others. */
function reaches(reads: readonly ReadonlySet<number>[], from: number, to: number): boolean {
  const seen = new Set<number>();
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === to) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    open.push(...(reads[at] ?? []));
  }
  return false;
}
