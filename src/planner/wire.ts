/** Wiring: calls without references → the same calls with them. Knows contracts and names, not what calls do. */

import { hasOwn, setOwn } from '../lib/json.ts';
import type { Call } from '../plan/document.ts';
import { catalogueOf, type ToolContract } from '../tools/catalogue.ts';
import { below, readablePath } from './offline/reference.ts';
import { Affinity } from './offline/retrieval/affinity.ts';
import { type Field, outputsOf, propertiesOf } from './offline/retrieval/schema.ts';

/** Below this a required parameter is left open: a wrong edge is worse than a missing one. */
const REQUIRED_AT_LEAST = 0.1;
/** An optional parameter that was left out was probably meant to be. */
const OPTIONAL_AT_LEAST = 0.45;
const PER_STEP_BACK = 0.01;
const LATER_IN_LIST = 0.3;

/** A list made of single results is a guess that only the lack of a list excuses. */
const IN_A_LIST = 0.8;

interface Candidate {
  readonly to: number;
  readonly field: Field;
  /** Several: the results of equal calls, gathered in a list. */
  readonly from: readonly number[];
  readonly inList: boolean;
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
      if (rated > 0) return score >= enough ? [{ to, field, from: [from], inList: false, path, score }] : [];
      const listed = { to, field, from: [from], inList: true, path, score: from < to ? 0 : -LATER_IN_LIST };
      return inList(listed, output, contracts, affinity);
    });
  });
}

/** For a parameter that takes a list: the results of every call of the same tool, one element each. */
function inList(
  candidate: Candidate,
  output: Field,
  contracts: readonly (ToolContract | undefined)[],
  affinity: Affinity,
): Candidate[] {
  const { to, field, path } = candidate;
  const [first = -1] = candidate.from;
  const producer = contracts[first];
  const consumer = contracts[to];
  const isFirst = contracts.indexOf(producer) === first;
  if (producer === undefined || consumer === undefined || !isFirst || !field.types.includes('array'))
    return [];
  const element = field.items ?? { ...field, types: output.types, kind: undefined };
  const score =
    candidate.score +
    IN_A_LIST * affinity.rate(producer, { path, field: output }, consumer, { ...element, name: field.name });
  if (score < (field.required ? REQUIRED_AT_LEAST : OPTIONAL_AT_LEAST)) return [];
  const from = contracts.flatMap((contract, at) => (contract === producer && at !== to ? [at] : []));
  return [{ ...candidate, from, score }];
}

/** One value does not fill two parameters of a call while another would do for one of them. */
function withReferences(calls: readonly Call[], candidates: readonly Candidate[]): Call[] {
  const wired = calls.map((call) => ({ ...call }) as Record<string, unknown> & Call);
  const reads = calls.map(() => new Set<number>());
  const given = calls.map(() => new Set<string>());
  for (const twice of [false, true])
    for (const { to, field, from, inList, path } of candidates) {
      const reader = wired[to];
      if (reader === undefined || hasOwn(reader, field.name)) continue;
      const free = from.filter((at) => !reaches(reads, at, to));
      const references = free.flatMap((at) => referenceFrom(wired[at], path));
      const [first] = references;
      if (first === undefined || (!twice && given[to]?.has(first))) continue;
      setOwn(reader, field.name, inList ? references : first);
      given[to]?.add(first);
      for (const at of free) reads[to]?.add(at);
    }
  return wired;
}

/** The reference to a call's result; the call gets an output path if it had none. */
function referenceFrom(
  writer: (Record<string, unknown> & Call) | undefined,
  path: readonly string[],
): string[] {
  const base = writer === undefined ? undefined : readablePath(writer);
  if (writer === undefined || base === undefined) return [];
  setOwn(writer, '_outputPath', base);
  return [below(base, path)];
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
