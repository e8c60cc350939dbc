/**
 * The run's memory: values by path, newest write standing (L-20). A trie, so that writing one path of ten thousand
 * copies nothing. Knows no calls; who wrote what is the write log's matter.
 */

import { hasOwn, isObject, setOwn } from '../lib/json.ts';
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
      node.children.set(key, child instanceof StoreNode ? child.copy() : child);
    }
    return node;
  }
}

/** What was written at exactly one path. */
function ownOf(entry: unknown): Found {
  if (entry instanceof StoreNode) return entry.own;
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
}

export const valueStore = (): ValueStore => storeOver(new StoreNode(undefined));

function storeOver(roots: StoreNode): ValueStore {
  return {
    copy: () => storeOver(roots.copy()),
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
