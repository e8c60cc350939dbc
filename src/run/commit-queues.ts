/** The order in which accumulating writes are committed (L-22). Knows nothing of a run but which steps have settled. */

import { byteAt, intAt, itemAt, numberAt, valueAt } from '../lib/columns.ts';
import { pathTable, visitBelow } from '../plan/path-table.ts';
import { rootsOf } from './read-paths.ts';
import type { Step } from './steps.ts';
import { rootOf } from './write-log.ts';

/**
 * Steps in plan order, of which some wait for others before them. An accumulating step waits in one for its path and
 * all below it, and in one for each path above it: one queue a step, with all that is connected to it, would have 10^8
 * places where 10,000 write below a path that 10,000 write.
 */
interface CommitQueue {
  readonly steps: Int32Array;
  /** By place: BLOCKS where those after it wait for the step, WAITS where it waits for those before it, or both. */
  readonly roles: Uint8Array;
}

const BLOCKS = 1;
const WAITS = 2;

export interface CommitQueues {
  readonly queues: readonly CommitQueue[];
  /** The queues in which others may wait for a step. */
  readonly blockedBy: ReadonlyMap<number, readonly number[]>;
  /** In how many queues a step waits. */
  readonly awaited: ReadonlyMap<number, number>;
}

/** Plan order, global writes before an instance's own (L-22, L-50). Compares steps by index. */
export const byFoldOrder = (steps: readonly Step[], rank: Int32Array) => {
  const own = (step: number) => (itemAt(steps, step).instance === null ? 0 : 1);
  return (a: number, b: number): number => own(a) - own(b) || intAt(rank, a) - intAt(rank, b);
};

export const NO_QUEUES: CommitQueues = { queues: [], blockedBy: new Map(), awaited: new Map() };

export function commitQueues(steps: readonly Step[], rank: Int32Array): CommitQueues {
  if (!steps.some((step) => step.accumulating)) return NO_QUEUES;
  const table = pathTable();
  /** By path who writes there, and who adds to what stands there, be it seen from an instance. */
  const writers: (number[] | undefined)[] = [];
  const adders: (number[] | undefined)[] = [];
  const inFoldOrder = steps.map((_, step) => step).sort(byFoldOrder(steps, rank));
  const position = new Int32Array(steps.length);
  inFoldOrder.forEach((step, at) => {
    position[step] = at;
    const { alternatives, instance, accumulating } = itemAt(steps, step);
    for (const ref of alternatives.flat()) {
      put(writers, table.at(rootOf(ref, instance), ref.path), at);
      if (accumulating) for (const root of rootsOf(ref, instance)) put(adders, table.at(root, ref.path), at);
    }
  });

  const queues: CommitQueue[] = [];
  const blockedBy = new Map<number, number[]>();
  const awaited = new Map<number, number>();
  for (let path = 0; path < table.size; path++) {
    const own = writers[path] ?? NONE;
    const adding = adders[path] ?? NONE;
    if (adding.length > 0) addQueue([...own, ...below(writers, path)], adding);
    if (own.length > 0) addQueue(own, below(adders, path));
  }
  return { queues, blockedBy, awaited };

  function below(lists: readonly (readonly number[] | undefined)[], path: number): readonly number[] {
    if (table.firstBelow(path) < 0) return NONE;
    const found: number[] = [];
    visitBelow(table, path, (at) => {
      for (const place of lists[at] ?? NONE) found.push(place);
    });
    return found;
  }

  /** By places in fold order. */
  function addQueue(blocking: readonly number[], waiting: readonly number[]): void {
    if (waiting.length === 0 || blocking.length === 0) return;
    const roles = new Map<number, number>();
    for (const at of blocking) roles.set(at, BLOCKS);
    for (const at of waiting) roles.set(at, (roles.get(at) ?? 0) | WAITS);
    if (roles.size < 2) return;
    const places = Int32Array.from(roles.keys()).sort();
    const number = queues.length;
    queues.push({
      steps: places.map((at) => numberAt(inFoldOrder, at)),
      roles: Uint8Array.from(places, (at) => valueAt(roles, at)),
    });
    for (const [at, role] of roles) {
      const step = numberAt(inFoldOrder, at);
      if ((role & BLOCKS) !== 0) put(blockedBy, step, number);
      if ((role & WAITS) !== 0) awaited.set(step, (awaited.get(step) ?? 0) + 1);
    }
  }
}

const NONE: readonly number[] = [];

function put(lists: (number[] | undefined)[] | Map<number, number[]>, key: number, item: number): void {
  const list = lists instanceof Map ? lists.get(key) : lists[key];
  if (list) list.push(item);
  else if (lists instanceof Map) lists.set(key, [item]);
  else lists[key] = [item];
}

/** How far the queues of a run have moved on. */
export interface CommitTurns {
  /** Whether all that an accumulating step waits for have settled. */
  hasCome(step: number): boolean;
  /**
   * A step has settled. `come` is told of each step whose turn has come by it, and may settle that one too: it is
   * told of the next when it has returned, or a list of 10,000 held pushes would end the stack.
   */
  settled(step: number, come: (step: number) => void): void;
}

/** @param settled by step, 1 where its writes are decided */
export function commitTurns({ queues, blockedBy, awaited }: CommitQueues, settled: Uint8Array): CommitTurns {
  const heads = new Int32Array(queues.length).fill(-1);
  const waitsIn = new Map(awaited);
  const due: number[] = [];
  let isTelling = false;

  /** Moves a queue on to the next step that others wait for and that has not settled. */
  function advance(queue: number): void {
    const { steps, roles } = itemAt(queues, queue);
    let head = intAt(heads, queue);
    while (head < 0 || (head < steps.length && !isHolding(intAt(steps, head), byteAt(roles, head)))) {
      head++;
      if (head < steps.length && (byteAt(roles, head) & WAITS) !== 0) reach(intAt(steps, head));
    }
    heads[queue] = head;
  }

  const isHolding = (step: number, role: number) => (role & BLOCKS) !== 0 && settled[step] === 0;

  function reach(step: number): void {
    const left = valueAt(waitsIn, step) - 1;
    waitsIn.set(step, left);
    if (left === 0) due.push(step);
  }

  for (let queue = 0; queue < queues.length; queue++) advance(queue);
  // Nobody is held yet.
  due.length = 0;

  return {
    hasCome: (step) => (waitsIn.get(step) ?? 0) === 0,
    settled(step, come) {
      for (const queue of blockedBy.get(step) ?? NONE)
        if (itemAt(queues, queue).steps[intAt(heads, queue)] === step) advance(queue);
      if (isTelling) return;
      isTelling = true;
      for (let at = 0; at < due.length; at++) come(numberAt(due, at));
      due.length = 0;
      isTelling = false;
    },
  };
}
