/**
 * The run's memory, up to date with its write log as soon as somebody reads it. Most who read what a call has written
 * take it from the call itself, so a commit need not find its place among ten thousand values.
 */

import { itemAt, numberAt } from '../lib/columns.ts';
import type { Segment } from '../plan/expression.ts';
import type { Found } from './found.ts';
import { LookedInto } from './looked-into.ts';
import { type ValueStore, valueStore } from './value-store.ts';
import { rootOf, targetsOf, type WriteLog } from './write-log.ts';

export interface RunMemory extends Omit<ValueStore, 'copy'> {
  /** @param log and `looked` hold what those of this one hold, and go on by themselves */
  copyOver(log: WriteLog, looked: LookedInto): RunMemory;
}

/**
 * @param log what is logged from now on is written here too
 * @param looked what is known of the large values in it
 */
export const runMemory = (log: WriteLog, looked = new LookedInto()): RunMemory =>
  memoryOver(log, valueStore(looked), log.steps.length);

function memoryOver(log: WriteLog, store: ValueStore, from: number): RunMemory {
  let written = from;

  function catchUp(): void {
    for (; written < log.steps.length; written++) {
      const step = itemAt(log.steps, written);
      // What it returned is not what stands there: its commit has joined the two and written them.
      if (step.accumulating) continue;
      for (const target of targetsOf(step, numberAt(log.branches, written)))
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
    copyOver: (other, looked) => memoryOver(other, store.copy(looked), written),
  };
}
