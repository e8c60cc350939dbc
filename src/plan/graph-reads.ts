/** Who reads each path, by number: from the numbers of the wiring. Knows no writer. */

import { intAt, itemAt } from '../lib/columns.ts';
import type { InstanceScope } from './instance-scope.ts';
import { type Rows, transposed } from './rows.ts';
import type { Wiring } from './wiring.ts';

/** Numbers for what is read, each a path by calls of one scope, in the order calls come to it. */
export interface GraphReads {
  readonly count: number;
  /** By read its path. */
  readonly paths: Int32Array;
  /** By read where it stands first in `wiring.reads.items`. */
  readonly places: Int32Array;
  /** By read the scope of its readers. */
  scopeOf(read: number): InstanceScope;
  /** The read of a path by calls of a scope; -1 for none. */
  find(path: number, scope: InstanceScope): number;
  /** By call what it reads, each once. */
  readonly sequence: Rows;
  /** By read the calls that read it, in list order. */
  readonly readers: Rows;
}

export function graphReads({ calls, paths: table, reads, scopes }: Wiring): GraphReads {
  const most = reads.items.length;
  const paths = new Int32Array(most);
  const places = new Int32Array(most);
  const lastReader = new Int32Array(most).fill(-1);
  /** Nearly every call is of every instance: by path, -1 for none. */
  const common = new Int32Array(table.size).fill(-1);
  /** Of the other calls: by path and scope. */
  const scoped = new Map<string, number>();
  const scopesOfScoped = new Map<number, InstanceScope>();
  const starts = new Int32Array(calls.length + 1);
  const items = new Int32Array(most);
  let length = 0;
  let count = 0;

  function numberOf(path: number, scope: InstanceScope, place: number): number {
    const known = find(path, scope);
    if (known >= 0) return known;
    const read = count++;
    paths[read] = path;
    places[read] = place;
    if (scope === '*') {
      common[path] = read;
    } else {
      scoped.set(scopedKey(path, scope), read);
      scopesOfScoped.set(read, scope);
    }
    return read;
  }

  function find(path: number, scope: InstanceScope): number {
    return scope === '*' ? intAt(common, path) : (scoped.get(scopedKey(path, scope)) ?? -1);
  }

  for (let call = 0; call < calls.length; call++) {
    const scope = itemAt(scopes, call);
    const end = intAt(reads.starts, call + 1);
    for (let at = intAt(reads.starts, call); at < end; at++) {
      if (intAt(reads.items, at) < 0) continue;
      const read = numberOf(intAt(reads.items, at), scope, at);
      if (lastReader[read] === call) continue;
      lastReader[read] = call;
      items[length++] = read;
    }
    starts[call + 1] = length;
  }
  const sequence = { starts, items: items.subarray(0, length) };
  return {
    count,
    paths,
    places,
    scopeOf(read) {
      const scope = scopesOfScoped.get(read);
      return scope === undefined ? '*' : scope;
    },
    find,
    sequence,
    readers: transposed(sequence, count),
  };
}

const scopedKey = (path: number, scope: InstanceScope) => (scope === null ? `${path}` : `${path}@${scope}`);
