/**
 * The run's memory: values by path, newest write standing (L-20). A trie, so that writing one path of ten thousand
 * copies nothing. Knows no calls; who wrote what is the write log's matter.
 */

import { hasOwn, isObject, setOwn } from '../lib/json.ts';
import type { OutputMethod } from '../plan/document.ts';
import type { Segment } from '../plan/expression.ts';

/** What a path holds. `undefined` is never a value here (L-10: a tool that returns it has returned null). */
export type Found = { readonly value: unknown } | undefined;

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
  /** The value at `path`, children assembled into their parent (L-14); undefined where there is nothing. */
  read(root: string, path: readonly Segment[]): Found;
  /** Another store that holds the same: what is written to one is not in the other. Values are shared. */
  copy(): ValueStore;
  /** Whether a list or an object was written at `path`, and `add` can join a value with it by the method (L-21). */
  takes(root: string, path: readonly Segment[], method: OutputMethod, value: unknown): boolean;
  /** Joins a value that it takes, without going through what stands there. What was read before stays as it was. */
  add(root: string, path: readonly Segment[], method: OutputMethod, value: unknown): void;
}

export const valueStore = (): ValueStore => storeOver(new StoreNode(undefined));

function storeOver(roots: StoreNode): ValueStore {
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
      base = entry instanceof GrowingList ? undefined : (ownOf(entry) ?? (base && member(base.value, key)));
    }
    return { children: among.children, key, entry, base };
  }

  return {
    copy: () => storeOver(roots.copy()),
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
        layOver(node, base, value as Record<string, unknown>, method === 'merge');
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
        base = ownOf(entry) ?? (base && member(base.value, segment));
      }
      return entry instanceof StoreNode ? assemble(entry, base) : base;
    },
  };
}

/** One step into a value: own properties of objects, indexes of arrays, nothing else (L-6, L-16). */
export function member(value: unknown, segment: Segment): Found {
  if (Array.isArray(value)) {
    const index =
      typeof segment === 'number' ? segment : /^(0|[1-9]\d*)$/.test(segment) ? Number(segment) : -1;
    return index >= 0 && index < value.length ? { value: value[index] } : undefined;
  }
  if (!isObject(value)) return undefined;
  const key = String(segment);
  return hasOwn(value, key) ? { value: value[key] } : undefined;
}

/** The value at a path inside a plain value. */
export function valueAt(root: unknown, path: readonly Segment[]): Found {
  let found: Found = { value: root };
  for (const segment of path) {
    if (!found) return undefined;
    found = member(found.value, segment);
  }
  return found;
}

/** Whether what was written at a path reads as an object. */
const isObjectEntry = (entry: unknown): boolean =>
  entry instanceof StoreNode
    ? entry.children.size > 0 || isObject(entry.own?.value)
    : isObject(entry) && !(entry instanceof GrowingList);

/** Writes the members of an object below a path. @param base what stands at the path, but for what is below it */
function layOver(node: StoreNode, base: Found, over: Readonly<Record<string, unknown>>, deep: boolean): void {
  for (const key of Object.keys(over)) {
    const entry = node.children.get(key);
    const value = over[key];
    const inherited = deep ? (ownOf(entry) ?? (base && member(base.value, key))) : undefined;
    const isBoth = deep && isObject(value) && (isObjectEntry(entry) || isObject(inherited?.value));
    if (!isBoth) {
      node.children.set(key, value);
      continue;
    }
    const child = entry instanceof StoreNode ? entry : new StoreNode(ownOf(entry));
    node.children.set(key, child);
    layOver(child, inherited, value as Record<string, unknown>, true);
  }
}

/** A parent read: its own value, if it is an object, with the children written after it laid over. */
function assemble(node: StoreNode, base: Found): Found {
  let result: Record<string, unknown> | undefined;
  for (const [key, child] of node.children) {
    const inherited: Found = ownOf(child) ?? (base && member(base.value, key));
    const found = child instanceof StoreNode ? assemble(child, inherited) : inherited;
    if (!found) continue;
    result ??= base && isObject(base.value) ? copy(base.value) : {};
    setOwn(result, key, found.value);
  }
  return result ? { value: result } : base;
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
