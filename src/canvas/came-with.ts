/** Where pasted calls and copies came from. Apart from what reads them: the app asks it, and that is fetched late. */

import type { Origins } from '../plan/origin.ts';
import type { Came } from '../plan/origins-after.ts';
import type { Copies } from './given.ts';

/** What was copied here last, as it went to the clipboard. */
export interface Copied {
  readonly text: string;
  /** Of the plan that it was copied from. */
  readonly from: Origins;
}

/**
 * Where copies came from (L-74): text is a stranger's, whatever it says of itself; only what was copied here is known, by
 * every letter of it.
 * @param own of the plan they are put into @param at now, ms
 */
export function cameWith({ of, text }: Copies, own: Origins, copied: Copied | null, at: number): Came {
  if (text === undefined) return { copies: { from: own, of } };
  // A clipboard may end lines in its own way.
  if (copied?.text === text.replaceAll('\r\n', '\n')) return { copies: { from: copied.from, of } };
  return { by: { kind: 'pasted', at } };
}
