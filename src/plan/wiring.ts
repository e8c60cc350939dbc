/**
 * Which paths each call reads and writes, by number. Kept from one drawing to the next: of a plan after an edit
 * only what the edit touched is read and looked up again, and all else is copied as numbers.
 */

import { itemAt, numberAt } from '../lib/columns.ts';
import type { Call, Plan } from './document.ts';
import type { JsonPath } from './edit.ts';
import { isExpression } from './expression.ts';
import { type InstanceScope, instanceScopeOf } from './instance-scope.ts';
import { callParser, declaredMeta, kindsOf, type ParsedCall } from './parsed-call.ts';
import type { PathTable } from './path-table.ts';
import { hasEmbedded, type PlaceRole, visitTexts } from './read-call.ts';
import { type Rows, type RowsInWork, rowsInWork } from './rows.ts';
import { type NamedPaths, type TextPaths, TRAITS, textPaths } from './text-paths.ts';

// Finds what was known of a list's entries before an edit: nearly all are where they were, or moved by what came in.

/**
 * @returns for a call of a list of `length` calls its place in `before`, or -1: found where it was, where it is
 * when all that the list has grown or shrunk by lies before it, or one place away, as after a move. Elsewhere it
 * is not looked for.
 */
export function placesBefore(
  before: readonly ParsedCall[],
  length: number,
): (call: Call, i: number) => number {
  const shift = before.length - length;
  // A place outside of the list would be looked up as a name, on every later look-up too.
  const isAt = (place: number, call: Call) =>
    place >= 0 && place < before.length && itemAt(before, place).call === call;
  return (call, i) => {
    if (isAt(i, call)) return i;
    if (isAt(i + shift, call)) return i + shift;
    if (isAt(i - 1, call)) return i - 1;
    return isAt(i + 1, call) ? i + 1 : -1;
  };
}

export interface Wiring {
  /** The calls as the plan lists them. */
  readonly listed: readonly Call[];
  readonly calls: readonly ParsedCall[];
  readonly paths: PathTable;
  readonly texts: TextPaths;
  /** By call the path of each reference in its places, in order; -1 for one that no call can write. */
  readonly reads: Rows;
  /** By call the path of each of its targets, alternative after alternative. */
  readonly writes: Rows;
  /** By call what else there is about its texts: TRAITS. */
  readonly traits: Uint16Array;
  /** By call. */
  readonly scopes: readonly InstanceScope[];
  /** How many of the calls listed first and last are those of the wiring that it was copied from. */
  readonly copied: { readonly head: number; readonly tail: number };
}

/** A call that writes or reads anything has a path or two; what lies beyond is left over from edits. */
const LEFT_OVER = 4;
const FEW = 1_000;

/** Whether most paths of the table are of calls that are gone. */
const isWorn = ({ paths, reads, writes }: Wiring) =>
  paths.size > FEW + LEFT_OVER * (reads.items.length + writes.items.length);

/**
 * @param before the wiring of a plan that spells its calls alike; undefined where there is none. A call that it
 * has too is the same parsed call here.
 */
export function wiringOf(plan: Plan, before: Wiring | undefined): Wiring {
  // The table's paths are never taken out, so now and then it is begun again.
  const numbered = before && !isWorn(before) ? before : undefined;
  const texts = numbered?.texts ?? textPaths(kindsOf(plan), plan.calls.length);
  const parserOf = callParser(plan);
  const placeOf = before ? placesBefore(before.calls, plan.calls.length) : nowhere;
  const size = plan.calls.length;
  const reads = rowsInWork(size);
  const writes = rowsInWork(size);
  const readWires = wireReader(plan, texts, reads, writes);
  const traits = new Uint16Array(size);
  const copied = numbered ? sameEnds(numbered.listed, plan.calls) : { head: 0, tail: 0 };
  const { head, tail } = copied;
  const scopes = numbered ? numbered.scopes.slice(0, head) : new Array<InstanceScope>(size);
  const calls = numbered ? numbered.calls.slice(0, head) : new Array<ParsedCall>(size);
  if (numbered) copyRows(numbered, 0, head, 0);
  // All of a call in one go, while it is in the processor's cache: a plan is larger than that.
  for (let i = head; i < size - tail; i++) {
    const call = itemAt(plan.calls, i);
    const place = placeOf(call, i);
    calls[i] = place >= 0 ? itemAt(before!.calls, place) : parserOf(call);
    if (place >= 0 && numbered) {
      copyRows(numbered, place, place + 1, i);
      scopes[i] = itemAt(numbered.scopes, place);
    } else {
      traits[i] = readWires(call);
      scopes[i] = instanceScopeOf(call);
      reads.end();
      writes.end();
    }
  }
  if (numbered) {
    const from = numbered.calls.length - tail;
    copyRows(numbered, from, numbered.calls.length, size - tail);
    for (let i = from; i < numbered.calls.length; i++) {
      calls.push(itemAt(numbered.calls, i));
      scopes.push(itemAt(numbered.scopes, i));
    }
  }
  return {
    listed: plan.calls,
    calls,
    paths: texts.table,
    texts,
    reads: reads.finish(),
    writes: writes.finish(),
    traits,
    scopes,
    copied,
  };

  function copyRows(known: Wiring, from: number, to: number, at: number): void {
    reads.copy(known.reads, from, to);
    writes.copy(known.writes, from, to);
    traits.set(known.traits.subarray(from, to), at);
  }
}

/** How many items at the beginning and at the end of two lists are the same: an edit leaves nearly all of them. */
export function sameEnds<T>(before: readonly T[], after: readonly T[]): { head: number; tail: number } {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  const shift = before.length - after.length;
  let start = after.length;
  while (start > head && start + shift > head && before[start + shift - 1] === after[start - 1]) start--;
  return { head, tail: after.length - start };
}

const nowhere = (_call: Call, _i: number) => -1;

/** The wiring of a plan of which some calls are others that are wired alike. */
export function withCalls(wiring: Wiring, plan: Plan, calls: readonly ParsedCall[]): Wiring {
  const traits = wiring.traits.slice();
  const known = rowsInWork(1);
  const readWires = wireReader(plan, wiring.texts, known, known);
  for (let i = 0; i < calls.length; i++)
    if (calls[i] !== wiring.calls[i]) traits[i] = readWires(itemAt(calls, i).call);
  return { ...wiring, listed: plan.calls, calls, traits };
}

// Reads the wires of one call after the other, as numbers. Knows no plan but its kinds and contracts.

const UNDERSCORE = 95;
const NO_KEYS: ReadonlySet<string> = new Set();

/**
 * @param reads is given the path of each reference of a call, in order; -1 for one that no call can write
 * @param writes is given the path of each of its targets, alternative after alternative
 * @returns what reads a call and says what else there is about its texts: TRAITS
 */
function wireReader(
  plan: Plan,
  texts: TextPaths,
  reads: RowsInWork,
  writes: RowsInWork,
): (call: Call) => number {
  const declared = declaredMeta(plan);
  const visitor = { text, target };
  let traits = 0;

  return (call) => {
    traits = 0;
    visitTexts(call, (declared.size > 0 && declared.get(call._tool)) || NO_KEYS, visitor);
    return traits;
  };

  function text(text: string, role: PlaceRole, key: string, below: JsonPath | undefined): void {
    if (role === 'parameter' && !isExpression(text)) {
      if (hasEmbedded(text)) traits |= TRAITS.embedded;
      return;
    }
    if (below !== undefined || role === 'forEach') traits |= TRAITS.elsewhere;
    if (below !== undefined || key.charCodeAt(0) === UNDERSCORE) traits |= TRAITS.composed;
    const top = texts.top(text);
    if (top !== undefined) {
      reads.add(top);
      return;
    }
    const named = texts.namedBy(text);
    if (named.paths.length !== 1) traits |= TRAITS.composed;
    addAll(reads, named);
  }

  function target(text: string): void {
    const top = texts.top(text);
    if (top !== undefined) writes.add(top);
    else addAll(writes, texts.targetsOf(text));
  }

  function addAll(rows: RowsInWork, named: NamedPaths): void {
    traits |= named.traits;
    for (let i = 0; i < named.paths.length; i++) rows.add(numberAt(named.paths, i));
  }
}
