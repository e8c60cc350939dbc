/** The difference between two revisions, by call id (L-43). */

import { itemAt } from '../lib/columns.ts';
import { type Json, jsonEquals, setOwn } from '../lib/json.ts';
import type { Call, Plan } from './document.ts';
import { BASE_KINDS, type Ref } from './expression.ts';
import { normalCall } from './normal-form.ts';
import { parseOutputPath } from './output-path.ts';

/** `plan.diff`: ids, each list in the order of its revision. */
export interface PlanDiff {
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly revised: readonly string[];
}

/** How a plan differs from the one before it, with the calls that it is about: what a canvas draws and a person reads. */
export interface ShownDiff {
  readonly plan: Plan;
  readonly added: readonly string[];
  readonly removed: readonly Call[];
  /** Changed calls as they were. */
  readonly revised: readonly Call[];
  /** How many calls stay as they are. */
  readonly kept: number;
}

export function shownDiff(before: Plan, plan: Plan): ShownDiff {
  const { added, removed, revised } = diffCalls(before.calls, plan.calls);
  const callsOf = (ids: readonly string[]) => {
    const named = new Set(ids);
    return before.calls.filter(({ _id }) => named.has(_id));
  };
  const kept = plan.calls.length - added.length - revised.length;
  return { plan, added, removed: callsOf(removed), revised: callsOf(revised), kept };
}

/** What a person reads about a call; it changes nothing that happens. */
const WORDS: ReadonlySet<string> = new Set(['_description', '_expected', '_reasoningForCall']);

/** Methods that build on what is there, so that the order of their writers shows (L-21, L-22). */
const ACCUMULATING: ReadonlySet<string> = new Set(['merge', 'assign', 'push', 'concat']);

/**
 * `revised` are the ids whose tool, parameters or behaviour changed. Key order, the spelling of expressions,
 * position, description and expected outcome are no revision; accumulating writers of one path that changed
 * their order are.
 */
export function diffCalls(before: readonly Call[], after: readonly Call[]): PlanDiff {
  const old = new Map(before.map((call) => [call._id, call]));
  const kept = new Set(after.map((call) => call._id));
  const swapped = swappedWriters(before, after);
  const removed = before.filter((call) => !kept.has(call._id)).map((call) => call._id);
  const added: string[] = [];
  const revised: string[] = [];
  for (const call of after) {
    const earlier = old.get(call._id);
    if (earlier === undefined) added.push(call._id);
    else if (swapped.has(call._id) || !behavesAlike(earlier, call)) revised.push(call._id);
  }
  return { removed, added, revised };
}

/** Whether two calls do the same, whatever they say about it. */
export function behavesAlike(a: Call, b: Call): boolean {
  return a === b || jsonEquals(behaviour(a), behaviour(b));
}

function behaviour(call: Call): Record<string, Json> {
  const normal = normalCall(call);
  const parts: Record<string, Json> = {};
  for (const key of Object.keys(normal)) {
    // `set`, "*" and false are what an absent key means (L-21, L-50, L-37).
    const implied =
      (key === '_outputMethod' && normal[key] === 'set') ||
      (key === '_instance' && normal[key] === '*') ||
      (key === '_off' && normal[key] === false);
    if (!WORDS.has(key) && !implied) setOwn(parts, key, normal[key]);
  }
  return parts;
}

interface Writer {
  readonly id: string;
  /** Index among the old calls and among the new. */
  readonly from: number;
  readonly to: number;
}

/** The writers at one path, and those at it or below it: the ones whose writes it overlaps. */
interface Node {
  readonly here: Writer[];
  readonly below: Writer[];
}

/** Ids of accumulating writers that changed their order with another writer of an overlapping path. */
function swappedWriters(before: readonly Call[], after: readonly Call[]): Set<string> {
  const old = new Map(before.map((call, index) => [call._id, { call, index }]));
  const nodes = new Map<string, Node>();
  const nodeAt = (key: string): Node => {
    let node = nodes.get(key);
    if (node === undefined) {
      node = { here: [], below: [] };
      nodes.set(key, node);
    }
    return node;
  };
  after.forEach((call, to) => {
    const earlier = old.get(call._id);
    if (earlier === undefined || !accumulates(call) || !accumulates(earlier.call)) return;
    const writer = { id: call._id, from: earlier.index, to };
    for (const target of targetsOf(call)) {
      const keys = prefixKeys(target);
      for (const key of keys) nodeAt(key).below.push(writer);
      nodeAt(keys.at(-1)!).here.push(writer);
    }
  });
  const swapped = new Set<string>();
  for (const { here, below } of nodes.values()) {
    markInversions(here, below, swapped);
    markInversions(below, here, swapped);
  }
  return swapped;
}

const accumulates = (call: Call): boolean => ACCUMULATING.has(call._outputMethod ?? 'set');

function targetsOf(call: Call): readonly Ref[] {
  if (call._outputPath === undefined) return [];
  const root = /^[(\s]*†([\w$-]+)/.exec(call._outputPath)?.[1];
  const kinds = root === undefined ? BASE_KINDS : new Set([...BASE_KINDS, root]);
  const parsed = parseOutputPath(call._outputPath, kinds);
  return parsed.ok ? parsed.value.alternatives.flat() : [];
}

/** A key for the path and for each path above it. */
function prefixKeys(ref: Ref): string[] {
  let key = ref.kind;
  return ref.path.map((segment) => {
    key += `\n${JSON.stringify(segment)}`;
    return key;
  });
}

/** Adds those of `subjects` that stand in another order with any of `others` than before. Both are in order of `to`. */
function markInversions(subjects: readonly Writer[], others: readonly Writer[], found: Set<string>): void {
  // Of the others that come earlier now, the latest one before; if it came after the subject, they swapped.
  let next = 0;
  let latest = -1;
  for (const subject of subjects) {
    while (next < others.length && itemAt(others, next).to < subject.to) {
      latest = Math.max(latest, itemAt(others, next++).from);
    }
    if (latest > subject.from) found.add(subject.id);
  }
  next = others.length - 1;
  let earliest = Number.POSITIVE_INFINITY;
  for (let i = subjects.length - 1; i >= 0; i--) {
    const subject = itemAt(subjects, i);
    while (next >= 0 && itemAt(others, next).to > subject.to) {
      earliest = Math.min(earliest, itemAt(others, next--).from);
    }
    if (earliest < subject.from) found.add(subject.id);
  }
}
