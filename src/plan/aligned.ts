/** Finds what was known of a list's entries before an edit: nearly all are where they were, or moved by what came in. */

import { itemAt } from '../lib/columns.ts';
import type { Call } from './document.ts';
import type { ParsedCall } from './parsed-call.ts';

/**
 * @returns for a call of a list of `length` calls its place in `before`, or -1: found where it was, where it is
 * when all that the list has grown or shrunk by lies before it, or one place away, as after a move. Elsewhere it
 * is not looked for.
 */
export function placesBefore(
  before: readonly ParsedCall[],
  length: number,
): (call: Call, i: number) => number {
  const shift = before.length - length;
  // A place outside of the list would be looked up as a name, on every later look-up too.
  const isAt = (place: number, call: Call) =>
    place >= 0 && place < before.length && itemAt(before, place).call === call;
  return (call, i) => {
    if (isAt(i, call)) return i;
    if (isAt(i + shift, call)) return i + shift;
    if (isAt(i - 1, call)) return i - 1;
    return isAt(i + 1, call) ? i + 1 : -1;
  };
}
