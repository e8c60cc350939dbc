/** How each path stands in the eyes of its readers (PLAN-LANGUAGE §4), in columns by path. */

import { intAt, itemAt } from '../lib/columns.ts';
import type { Found } from './found.ts';
import type { Program } from './program.ts';

/** Why something is dead: a branch not taken, a person's no, or a failure. It may be settled later than that it is dead. */
export type Cause = 'unknown' | 'branch' | 'rejected' | 'failure';

/** `missing`: settled, but the key is not there (L-15). */
export type PathStatus = 'pending' | 'present' | 'missing' | 'dead';

export interface PathStates {
  readonly status: PathStatus[];
  readonly cause: Cause[];
  /** Connected targets whose step has not settled; of a gate the person. */
  readonly open: Int32Array;
  /** 1 where the value was stored beside the journal and is gone (L-92). */
  readonly lost: Uint8Array;
  /** The step whose result is the path's value as it stands; -1 where the value is in `values`, or to be put together. */
  readonly source: Int32Array;
  /** Values as readers see them, put together once: nothing connected can change them any more. */
  readonly values: Map<number, NonNullable<Found>>;
}

export function pathStates({ paths, soleWriter }: Pick<Program, 'paths' | 'soleWriter'>): PathStates {
  const open = new Int32Array(paths.length);
  for (let path = 0; path < open.length; path++) {
    if (intAt(soleWriter, path) >= 0) open[path] = 1;
    else open[path] = itemAt(paths, path).gate === undefined ? itemAt(paths, path).writes.length : 1;
  }
  return {
    status: new Array<PathStatus>(open.length).fill('pending'),
    cause: new Array<Cause>(open.length).fill('unknown'),
    open,
    lost: new Uint8Array(open.length),
    source: new Int32Array(open.length).fill(-1),
    values: new Map(),
  };
}
