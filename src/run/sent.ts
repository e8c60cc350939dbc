/** The requests that a run's calls have sent, as the journal tells them (L-73). */

import { isReplan } from '../flows/flow.ts';
import { hostWords } from '../flows/words.ts';
import { visible } from '../lib/visible-text.ts';
import type { SentRequest } from './events.ts';
import { bytesInWords } from './large-value.ts';

/** A request that left, of a call of the run. */
export interface Sent extends SentRequest {
  /** The call's id, or `id@LABEL`. */
  readonly call: string;
  readonly attempt: number;
  /** The turn that it asked a planner for (L-63); absent for anything else. */
  readonly turn?: number;
  /** When it left, ms. */
  readonly time: number;
}

/** A record as it is kept: @param call what sent it, in which of its attempts */
export const sentBy = (
  call: string,
  attempt: number,
  {
    n,
    host,
    method,
    path,
    bytes,
    key,
    allowed,
    look,
    again,
    answered,
    time,
    turn,
  }: SentRequest & Pick<Sent, 'time' | 'turn'>,
): Sent => ({
  ...{ call, attempt, n, host, method, time },
  ...(path === undefined ? {} : { path }),
  ...(bytes === undefined ? {} : { bytes }),
  ...(key === undefined ? {} : { key }),
  ...(allowed ? { allowed } : {}),
  ...(look ? { look } : {}),
  ...(again ? { again } : {}),
  ...(answered === undefined ? {} : { answered }),
  ...(turn === undefined ? {} : { turn }),
});

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request by that method changes nothing at whoever gets it, as HTTP has it. */
export const isSafe = (method: string): boolean => SAFE.has(method);

/** Folds one record in: one that says what was answered takes the place of the one that said that it left. Part of the fold. */
export function noteSent(log: Sent[], one: Sent): void {
  if (one.answered !== undefined) {
    // Few are under way at a time, so it is among the last.
    for (let at = log.length - 1; at >= 0; at--) {
      const before = log[at];
      if (before?.call !== one.call || before.attempt !== one.attempt || before.n !== one.n) continue;
      log[at] = { ...one, time: before.time };
      return;
    }
  }
  log.push(one);
}

/** The hosts that have answered a call, each once: what it gives came from there. @param call its id, or `id@LABEL` */
export const answeredBy = ({ sent }: { readonly sent: readonly Sent[] }, call: string): readonly string[] => [
  ...new Set(
    sent.flatMap((one) =>
      one.call === call && one.answered !== undefined && one.answered !== 'broke' ? [visible(one.host)] : [],
    ),
  ),
];

/** Under one key, and unseen by the page (L-40a). */
const MORE_THAN_ONCE = 'it left perhaps more than once, for a browser may send a request again by itself';

/** What came of a request, in words; a key and a time stand beside it. @param isOver whether the run goes on no more */
export function answeredWords(
  { answered, again }: Pick<Sent, 'answered' | 'again'>,
  isOver: boolean,
): string {
  const often = again ? `; ${MORE_THAN_ONCE}` : '';
  if (answered === 'broke') return `it failed, no answer came${often}`;
  if (answered === undefined) return isOver ? `no answer was recorded${often}` : 'no answer yet';
  return answered === 0 ? 'answered with a redirect, not followed' : `answered with ${answered}`;
}

/** In which attempt of its call, or for which turn, it was sent; empty where that is the only one. Of a repair no number says more than its time. */
export const whichWords = ({ call, attempt, turn }: Pick<Sent, 'call' | 'attempt' | 'turn'>): string =>
  turn !== undefined ? `turn ${turn}` : attempt > 1 && !isReplan(call) ? `attempt ${attempt}` : '';

/** Where a request went: method, host and path. */
export const placeWords = ({ method, host, path }: Pick<SentRequest, 'method' | 'host' | 'path'>): string =>
  `${visible(method)} to ${hostWords(host, path)}`;

/** What stands before a request by which a person looked whether a call has happened. Not "you": see `SAID_WORDS`. */
export const lookedWords = ({ look }: Pick<SentRequest, 'look'>): string => (look ? 'a person looked, ' : '');

/** A request as it left: where to, and what its body weighs. */
export const requestWords = (sent: SentRequest): string =>
  `${lookedWords(sent)}${placeWords(sent)}${sent.bytes === undefined ? '' : `, ${bytesInWords(sent.bytes)}`}`;
