/** One of eight hues for a path, the same for its writer and all its readers, whatever else the plan holds. */

import type { Ref } from '../../plan/expression.ts';

export type Hue = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Hashes the root of the path (`state.user` of `†state.user.name`), FNV-1a, so that an edit elsewhere never recolours it. */
export function hueOf(ref: Ref): Hue {
  return hueOfText(`${ref.kind}.${ref.path[0] ?? ''}`);
}

function hueOfText(text: string): Hue {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  // The low bits of FNV-1a hardly mix on short texts.
  hash ^= hash >>> 15;
  return (((hash >>> 0) % 8) + 1) as Hue;
}
