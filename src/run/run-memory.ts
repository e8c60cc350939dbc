/**
 * The run's memory, up to date with its write log as soon as somebody reads it. Most who read what a call has written
 * take it from the call itself, so a commit need not find its place among ten thousand values.
 */

import type { Segment } from '../plan/expression.ts';
import { rootOf } from './read-paths.ts';
import { type Found, type ValueStore, valueStore } from './value-store.ts';
import { targetsOf, type WriteLog } from './write-log.ts';

/** @param log what is logged from now on is written here too */
export function runMemory(log: WriteLog): ValueStore {
  const store = valueStore();
  let written = log.steps.length;

  function catchUp(): void {
    for (; written < log.steps.length; written++) {
      const step = log.steps[written]!;
      // What it returned is not what stands there: its commit has joined the two and written them.
      if (step.accumulating) continue;
      for (const target of targetsOf(step, log.branches[written]!))
        store.write(rootOf(target, step.instance), target.path, log.values[written]);
    }
  }

  return {
    takes(root, path, method, value): boolean {
      catchUp();
      return store.takes(root, path, method, value);
    },
    add(root, path, method, value): void {
      catchUp();
      store.add(root, path, method, value);
    },
    write(root: string, path: readonly Segment[], value: unknown): void {
      catchUp();
      store.write(root, path, value);
    },
    read(root: string, path: readonly Segment[]): Found {
      catchUp();
      return store.read(root, path);
    },
  };
}
