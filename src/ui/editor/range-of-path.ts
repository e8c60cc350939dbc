/** Where in a JSON text the value at a path stands. */

import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import type { JsonPath } from '../../plan/edit.ts';

/** Offsets in UTF-16 units; the nearest thing around it where the path is not there, nothing where the text is no JSON. */
export function rangeOfPath(text: string, path: JsonPath): { from: number; to: number } | undefined {
  const tree = parseTree(text);
  if (!tree) return undefined;
  for (let depth = path.length; depth > 0; depth--) {
    const node = findNodeAtLocation(tree, path.slice(0, depth) as (string | number)[]);
    if (node) return { from: node.offset, to: node.offset + node.length };
  }
  // The whole object would be underlined: its first character is mark enough.
  return { from: tree.offset, to: Math.min(text.length, tree.offset + 1) };
}
