/**
 * Every path that a run has written, in the order of first writing (L-22), and who wrote it. Kept beside the write log
 * for whoever shows it, and taken on from where it stood: what a path holds is read when it is shown.
 */

import { itemAt, numberAt } from '../lib/columns.ts';
import type { Json } from '../lib/json.ts';
import { printRef, type Ref } from '../plan/expression.ts';
import { isUnread } from './looked-into.ts';
import type { RunState } from './state.ts';
import { rootOf, targetsOf, type WriteLog } from './write-log.ts';

/** A path of the state that calls have written. */
export interface WrittenPath {
  readonly root: string;
  /** As a plan names it; with its label behind it for an instance's own state (L-50). */
  readonly path: string;
  readonly ref: Ref;
  /** Ids of calls, or `id@LABEL`, in the order of their first writing there. */
  readonly writtenBy: ReadonlySet<string>;
}

interface Kept {
  readonly paths: WrittenPath[];
  /** By root and path. */
  readonly writers: Map<string, Set<string>>;
  /** Entries of the log that have been taken in. */
  taken: number;
}

const kept = new WeakMap<WriteLog, Kept>();

/** The same list each time for the same log: it only grows. */
export function writtenPaths({ writes }: RunState): readonly WrittenPath[] {
  let own = kept.get(writes);
  if (!own) {
    own = { paths: [], writers: new Map(), taken: 0 };
    kept.set(writes, own);
  }
  for (; own.taken < writes.steps.length; own.taken++) takeIn(own, writes, own.taken);
  return own.paths;
}

function takeIn({ paths, writers }: Kept, { steps, branches }: WriteLog, at: number): void {
  const step = itemAt(steps, at);
  for (const ref of targetsOf(step, numberAt(branches, at))) {
    const root = rootOf(ref, step.instance);
    const path = printRef(ref);
    const key = `${root} ${path}`;
    let writtenBy = writers.get(key);
    if (!writtenBy) {
      writtenBy = new Set();
      writers.set(key, writtenBy);
      const shown = root.includes('/') ? `${path} (${root.split('/')[0]})` : path;
      paths.push({ root, path: shown, ref, writtenBy });
    }
    writtenBy.add(step.id);
  }
}

/** What stands at a path now; undefined where nothing does. */
export function valueNow({ store }: RunState, { root, ref }: WrittenPath): Json | undefined {
  const found = store.read(root, ref.path);
  // What is written over a part of it stands in rows of its own.
  return (isUnread(found) ? found.value.large : found?.value) as Json | undefined;
}
