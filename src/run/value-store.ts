/**
 * The run's memory: values by path, newest write standing (L-20). A trie, so that writing one path of ten thousand
 * copies nothing. Knows no calls; who wrote what is the write log's matter.
 */

import { hasOwn, isObject, setOwn } from '../lib/json.ts';
import type { OutputMethod } from '../plan/document.ts';
import type { Segment } from '../plan/expression.ts';
import type { Found } from './found.ts';
import { LargeValue } from './large-value.ts';
import { isUnread, LookedInto } from './looked-into.ts';

/** A path with others written below it. A path with none is its plain value in the node above: most are. */
class StoreNode {
  readonly children = new Map<string, unknown>();
  /** @param own what was written at the path itself, before anything below it */
  constructor(readonly own: Found) {}

  copy(): StoreNode {
    const node = new StoreNode(this.own);
    for (const [key, child] of this.children) {
      const isOwn = child instanceof StoreNode || child instanceof GrowingList;
      node.children.set(key, isOwn ? child.copy() : child);
    }
    return node;
  }
}

/**
 * A list that results are added to. It is the store's own: who reads it is given a copy, and all who read it before it
 * grows the same one (L-17). Copied for each element, 50,000 pushes would take 10^9 steps.
 */
class GrowingList {
  private seen: readonly unknown[] | undefined;
  private readonly items: unknown[];

  constructor(items: readonly unknown[]) {
    this.items = items.slice();
  }
  add(items: readonly unknown[]): void {
    for (let i = 0; i < items.length; i++) this.items.push(items[i]);
    this.seen = undefined;
  }
  copy(): GrowingList {
    return new GrowingList(this.items);
  }
  asRead(): readonly unknown[] {
    this.seen ??= this.items.slice();
    return this.seen;
  }
}

/** What was written at exactly one path. */
function ownOf(entry: unknown): Found {
  if (entry instanceof StoreNode) return entry.own;
  if (entry instanceof GrowingList) return { value: entry.asRead() };
  return entry === undefined ? undefined : { value: entry };
}

const childOf = (entry: unknown, key: string): unknown =>
  entry instanceof StoreNode ? entry.children.get(key) : undefined;

export interface ValueStore {
  /** Replaces whatever is at and below `path`. */
  write(root: string, path: readonly Segment[], value: unknown): void;
  /**
   * The value at `path`, children assembled into their parent (L-14); undefined where there is nothing. An `Unread` where
   * a large value has to be looked into to know.
   */
  read(root: string, path: readonly Segment[]): Found;
  /**
   * Another store that holds the same: what is written to one is not in the other. Values are shared.
   * @param looked what its owner knows of large values
   */
  copy(looked: LookedInto): ValueStore;
  /** Whether a list or an object was written at `path`, and `add` can join a value with it by the method (L-21). */
  takes(root: string, path: readonly Segment[], method: OutputMethod, value: unknown): boolean;
  /** Joins a value that it takes, without going through what stands there. What was read before stays as it was. */
  add(root: string, path: readonly Segment[], method: OutputMethod, value: unknown): void;
}

/** @param looked what is known of the large values that are written to it */
export const valueStore = (looked = new LookedInto()): ValueStore =>
  storeOver(new StoreNode(undefined), looked);

function storeOver(roots: StoreNode, looked: LookedInto): ValueStore {
  /** What was written at exactly one path, among what, and what it is laid over. */
  function placeOf(root: string, path: readonly Segment[]) {
    let among = roots;
    let key = root;
    let entry = roots.children.get(root);
    let base = ownOf(entry);
    for (const segment of path) {
      if (!(entry instanceof StoreNode)) return undefined;
      among = entry;
      key = String(segment);
      entry = among.children.get(key);
      base =
        entry instanceof GrowingList ? undefined : (ownOf(entry) ?? (base && looked.member(base.value, key)));
    }
    return { children: among.children, key, entry, base };
  }

  return {
    copy: (other) => storeOver(roots.copy(), other),
    takes(root, path, method, value) {
      const entry = placeOf(root, path)?.entry;
      if (method === 'push' || method === 'concat')
        return (
          (entry instanceof GrowingList || Array.isArray(entry)) &&
          (method === 'push' || Array.isArray(value))
        );
      return method !== 'set' && isObject(value) && isObjectEntry(entry);
    },
    add(root, path, method, value) {
      const { children, key, entry, base } = placeOf(root, path)!;
      if (entry instanceof GrowingList || Array.isArray(entry)) {
        const list = entry instanceof GrowingList ? entry : new GrowingList(entry);
        list.add(method === 'push' ? [value] : (value as unknown[]));
        children.set(key, list);
      } else {
        const node = entry instanceof StoreNode ? entry : new StoreNode({ value: entry });
        children.set(key, node);
        layOver(node, base, value as Record<string, unknown>, method === 'merge', looked);
      }
    },
    write(root, path, value) {
      let { children } = roots;
      let key = root;
      for (const segment of path) {
        let entry = children.get(key);
        if (!(entry instanceof StoreNode)) {
          entry = new StoreNode(ownOf(entry));
          children.set(key, entry);
        }
        children = (entry as StoreNode).children;
        key = String(segment);
      }
      children.set(key, value);
    },
    read(root, path) {
      let entry = roots.children.get(root);
      let base = ownOf(entry);
      for (const segment of path) {
        if (entry === undefined && !base) return undefined;
        entry = childOf(entry, String(segment));
        base = ownOf(entry) ?? (base && looked.member(base.value, segment));
      }
      return entry instanceof StoreNode ? assemble(entry, base, looked) : base;
    },
  };
}

/** Whether what was written at a path reads as an object. */
const isObjectEntry = (entry: unknown): boolean =>
  entry instanceof StoreNode
    ? entry.children.size > 0 || isObject(entry.own?.value)
    : entry instanceof LargeValue
      ? entry.kind === 'object'
      : isObject(entry) && !(entry instanceof GrowingList);

/** Writes the members of an object below a path. @param base what stands at the path, but for what is below it */
function layOver(
  node: StoreNode,
  base: Found,
  over: Readonly<Record<string, unknown>>,
  deep: boolean,
  looked: LookedInto,
): void {
  for (const key of Object.keys(over)) {
    const entry = node.children.get(key);
    const value = over[key];
    const inherited = deep ? (ownOf(entry) ?? (base && looked.member(base.value, key))) : undefined;
    const isBoth = deep && isObject(value) && (isObjectEntry(entry) || isObject(inherited?.value));
    if (!isBoth) {
      node.children.set(key, value);
      continue;
    }
    const child = entry instanceof StoreNode ? entry : new StoreNode(ownOf(entry));
    node.children.set(key, child);
    layOver(child, inherited, value as Record<string, unknown>, true, looked);
  }
}

/** A parent read: its own value, if it is an object, with the children written after it laid over. */
function assemble(node: StoreNode, given: Found, looked: LookedInto): Found {
  const base = node.children.size > 0 ? asObject(given, looked) : given;
  if (isUnread(base)) return base;
  let result: Record<string, unknown> | undefined;
  for (const [key, child] of node.children) {
    const inherited: Found = ownOf(child) ?? (base && looked.member(base.value, key));
    const found = child instanceof StoreNode ? assemble(child, inherited, looked) : inherited;
    if (isUnread(found)) return found;
    if (!found) continue;
    result ??= base && isObject(base.value) ? copy(base.value) : {};
    setOwn(result, key, found.value);
  }
  return result ? { value: result } : base;
}

/** A large object that others are laid over is read whole; any other large value gives way to them. */
function asObject(base: Found, looked: LookedInto): Found {
  if (!(base?.value instanceof LargeValue)) return base;
  if (base.value.kind !== 'object') return undefined;
  const whole = looked.at(base.value, []);
  return isUnread(whole) && looked.isLost(whole.value) ? undefined : whole;
}

function copy(source: Record<string, unknown>): Record<string, unknown> {
  const target: Record<string, unknown> = {};
  for (const key of Object.keys(source)) setOwn(target, key, source[key]);
  return target;
}

/** Deep merge of plain values; arrays and scalars of `over` replace those of `under` (L-21, L-50). */
export function mergeDeep(under: unknown, over: unknown): unknown {
  if (!isObject(under) || !isObject(over)) return over;
  const result = copy(under);
  for (const key of Object.keys(over)) {
    setOwn(result, key, hasOwn(under, key) ? mergeDeep(under[key], over[key]) : over[key]);
  }
  return result;
}
