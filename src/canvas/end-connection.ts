/** What an arrow between a call and an end of the plan means, and which ports one can be pulled between. */

import { OUTPUT_PART } from '../plan/output-part.ts';
import { alternativeOf, type ReaderPort, readerPortOf } from './card.ts';
import type { Joining } from './connect.ts';
import type { DrawnEnd } from './end-places.ts';
import { INPUT_PORT, rowOfPort } from './ends.ts';
import type { Grip } from './gestures/gesture.ts';
import type { EndFrom } from './intents.ts';

/** An arrow that joins a call to an end of the plan. */
export type EndConnection =
  /** What the writer writes there is returned. `instead`: of the result in that row. */
  | {
      readonly kind: 'return';
      readonly writer: number;
      /** null: whichever it takes. */
      readonly alternative: number | null;
      readonly instead?: number;
      /** The arrow between calls that it was before, as `edgeId` names it. */
      readonly moved?: string | undefined;
    }
  | {
      readonly kind: 'read';
      readonly input: string;
      readonly reader: number;
      readonly port: ReaderPort;
      readonly how?: Joining;
    };

/** What is pulled at a port of an end: an input, or a result off its place. null where nothing can be. */
export function pulledEnd(
  ends: readonly DrawnEnd[],
  { call, port }: Grip & { kind: 'port' },
): EndFrom | null {
  const end = ends.find(({ id }) => id === call)?.end;
  if (!end) return null;
  if (end.kind === 'input') return port === INPUT_PORT ? { input: end.input.name } : null;
  const row = rowOfPort(port);
  return row === null ? null : { row };
}

/**
 * Whether an arrow leads from the one to the other at all, whichever of them it is pulled from: between two calls, from one
 * to the result, from an input to one. What the plan refuses is refused in words, at its end.
 */
export function joins(ends: readonly DrawnEnd[], from: Grip, to: Grip): boolean {
  if (from.kind !== 'port' || to.kind !== 'port') return false;
  const leads = (a: typeof from, b: typeof from): boolean =>
    alternativeOf(a.port) !== null
      ? readerPortOf(b.port) !== null || b.call === OUTPUT_PART
      : a.port === INPUT_PORT && ends.some(({ id }) => id === a.call) && readerPortOf(b.port) !== null;
  return leads(from, to) || leads(to, from);
}
