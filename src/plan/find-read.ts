/** The read of a reference among those of its call. */

import { itemAt } from '../lib/columns.ts';
import type { Ref } from './expression.ts';
import type { Read } from './graph.ts';

/** Reads that are compared one by one; a call with more has a table, or 10,000 references would be 10^8 comparisons. */
const FEW = 8;

const tables = new WeakMap<readonly Read[], ReadonlyMap<string, Read>>();

/** @param reads those of one call: `graph.readsOf[call]` */
export function findRead(reads: readonly Read[], ref: Ref): Read | undefined {
  if (reads.length > FEW) return tableOf(reads).get(keyOf(ref));
  for (let i = 0; i < reads.length; i++) if (sameRef(itemAt(reads, i).ref, ref)) return reads[i];
  return undefined;
}

function tableOf(reads: readonly Read[]): ReadonlyMap<string, Read> {
  let table = tables.get(reads);
  if (!table) {
    table = new Map(reads.map((read) => [keyOf(read.ref), read]));
    tables.set(reads, table);
  }
  return table;
}

/** The same for `.0` and `["0"]`; quoted, because a key may hold any character that could stand between two. */
const keyOf = (ref: Ref) => JSON.stringify([ref.kind, ...ref.path.map(String)]);

/** Same kind and segments. `.0` and `["0"]` are the same place. */
export function sameRef(a: Ref, b: Ref): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind || a.path.length !== b.path.length) return false;
  for (let i = 0; i < a.path.length; i++)
    if (a.path[i] !== b.path[i] && String(a.path[i]) !== String(b.path[i])) return false;
  return true;
}
