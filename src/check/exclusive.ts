/**
 * Calls of which at most one can run (L-27): they need, through parameters or `_after`, different
 * alternatives of one branching call. For plans without cycles.
 */

import { itemAt, numberAt, valueAt, wordAt } from '../lib/columns.ts';
import type { Expr, Ref } from '../plan/expression.ts';
import { type Graph, isApproval, type Read } from '../plan/graph.ts';
import { findRead } from '../plan/read-call.ts';
import type { InitialValues } from './initial-values.ts';

const MOST_BYTES = 64_000_000;

/** A bit for each alternative of each branching call; those of one call side by side. */
interface Branches {
  readonly firstBit: ReadonlyMap<number, number>;
  readonly callOf: readonly number[];
}

/**
 * A test of two calls: true where no run enters both. undefined where the plan is too large to tell.
 * A need is what every way to run the call has in common: of `a || b` what both operands need, of `a && b`
 * what either needs, of a path with several writers what all of them need.
 */
export function exclusiveIn(
  graph: Graph,
  initial: InitialValues,
): ((a: number, b: number) => boolean) | undefined {
  const branches = branchesOf(graph);
  const width = branches.callOf.length;
  if (width === 0) return () => false;
  if ((graph.calls.length * width) / 8 > MOST_BYTES) return undefined;
  const needs = bitRows(graph.calls.length, width);
  const byRead = new Map<Read, Uint32Array>();
  for (const call of graph.order) {
    for (const place of itemAt(graph.calls, call).places) {
      // What only a scope shows is left out where it is dead (L-51): it is not needed.
      if (place.role === 'scope') continue;
      merge(needs, call, needsOf(place.expr, itemAt(graph.readsOf, call)));
    }
  }
  return (a, b) => takeDifferentWays(needs, branches, a, b);

  function needsOf(expr: Expr, reads: readonly Read[]): Uint32Array {
    if (expr.type === 'ref') return needsOfRef(expr, reads);
    const [first, ...others] = expr.operands.map((operand) => needsOf(operand, reads));
    const all = first!.slice();
    for (const other of others)
      for (let w = 0; w < all.length; w++) {
        if (expr.type === 'and') all[w] = wordAt(all, w) | wordAt(other, w);
        else all[w] = wordAt(all, w) & wordAt(other, w);
      }
    return all;
  }

  function needsOfRef(ref: Ref, reads: readonly Read[]): Uint32Array {
    const read = isApproval(ref) ? undefined : findRead(reads, ref);
    if (!read || read.writes.length === 0 || initial.declares(ref)) return new Uint32Array(needs.words);
    let common = byRead.get(read);
    if (!common) {
      common = new Uint32Array(needs.words).fill(0xffffffff);
      for (const write of read.writes) {
        const offset = write.call * needs.words;
        const bit = branches.firstBit.get(write.call);
        const taken = bit === undefined ? -1 : bit + write.alternative;
        for (let w = 0; w < common.length; w++) {
          const own = taken >>> 5 === w ? 1 << (taken & 31) : 0;
          common[w] = wordAt(common, w) & (wordAt(needs.bits, offset + w) | own);
        }
      }
      byRead.set(read, common);
    }
    return common;
  }
}

function merge(needs: BitRows, row: number, more: Uint32Array): void {
  for (let w = 0; w < needs.words; w++)
    needs.bits[row * needs.words + w] = wordAt(needs.bits, row * needs.words + w) | wordAt(more, w);
}

function branchesOf(graph: Graph): Branches {
  const firstBit = new Map<number, number>();
  const callOf: number[] = [];
  graph.calls.forEach(({ targets }, call) => {
    const count = targets?.alternatives.length ?? 0;
    if (count < 2) return;
    firstBit.set(call, callOf.length);
    for (let i = 0; i < count; i++) callOf.push(call);
  });
  return { firstBit, callOf };
}

/** One needs some alternative of a branching call, the other an alternative of it, and none is in both. */
function takeDifferentWays(needs: BitRows, branches: Branches, a: number, b: number): boolean {
  const { callOf } = branches;
  for (let bit = 0; bit < callOf.length; bit++) {
    if (!needs.has(a, bit)) continue;
    const from = valueAt(branches.firstBit, numberAt(callOf, bit));
    for (let other = from; callOf[other] === callOf[bit]; other++)
      if (other !== bit && needs.has(b, other)) return true;
  }
  return false;
}

// Rows of bits: sets of small numbers, one a row, in one block of memory.

interface BitRows {
  /** 32-bit words in a row. */
  readonly words: number;
  readonly bits: Uint32Array;
  set(row: number, bit: number): void;
  has(row: number, bit: number): boolean;
  /** Adds every bit of `from` to `row`. */
  union(row: number, from: number): void;
}

function bitRows(rows: number, width: number): BitRows {
  const words = Math.max(1, Math.ceil(width / 32));
  const bits = new Uint32Array(rows * words);
  return {
    words,
    bits,
    set(row, bit) {
      bits[row * words + (bit >>> 5)] = wordAt(bits, row * words + (bit >>> 5)) | (1 << (bit & 31));
    },
    has: (row, bit) => (wordAt(bits, row * words + (bit >>> 5)) & (1 << (bit & 31))) !== 0,
    union(row, from) {
      for (let w = 0; w < words; w++)
        bits[row * words + w] = wordAt(bits, row * words + w) | wordAt(bits, from * words + w);
    },
  };
}
