/** Follows `$ref` inside one JSON Schema document. Knows nothing outside it: nothing is ever fetched. */

import { isObject } from '../lib/json.ts';

/** References to references that are followed: more is a cycle, or as good as one. */
const HOPS = 16;

/** The schema `schema` stands for; `true` (anything goes) where its `$ref` leads nowhere we can see. */
export function resolveSchema(schema: unknown, root: unknown): unknown {
  let at = schema;
  for (let hop = 0; hop < HOPS; hop++) {
    if (!isObject(at) || typeof at.$ref !== 'string') return at;
    at = pointed(root, at.$ref);
  }
  return true;
}

/** `#`, `#/$defs/x` and `#anchor`-less pointers; anything else is not in this document. */
function pointed(root: unknown, ref: string): unknown {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return true;
  let at = root;
  for (const part of ref.slice(2).split('/')) {
    const key = decode(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return true;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
