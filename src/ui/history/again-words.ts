/** What running again comes to, in words: how many calls, at what price, and which have their effect a second time. */

import type { CallToRunAgain, RunFromPreview } from '../../stores/run-from-preview.ts';
import { counted, price } from '../words.ts';

/** Calls that did something to the world already, and would do it again. */
export const doneTwice = (preview: RunFromPreview): readonly CallToRunAgain[] =>
  preview.cleared.filter(
    ({ hadResult, effect }) => hadResult && (effect === 'write' || effect === 'irreversible'),
  );

/** `3 calls are entered, 2 results are taken over for nothing. About $0.012.` */
export function againWords({ cleared, kept, inFlight }: RunFromPreview, dollars: number): string {
  const entered = `${counted(cleared.length, 'call')} ${cleared.length === 1 ? 'is' : 'are'} entered`;
  const taken =
    kept === 0 ? '' : `, ${counted(kept, 'result')} ${kept === 1 ? 'is' : 'are'} taken over for nothing`;
  const stopped =
    inFlight === 0
      ? ''
      : ` ${counted(inFlight, 'call')} in flight ${inFlight === 1 ? 'is' : 'are'} stopped first.`;
  const money =
    dollars > 0
      ? ` Estimated price: ${price(dollars)}.`
      : cleared.length === 1
        ? ' It names no price.'
        : ' None of them names a price.';
  return `${entered}${taken}.${stopped}${cleared.length === 0 ? '' : money}`;
}

/** null where nothing is done to the world a second time. */
export function twiceWords(twice: readonly CallToRunAgain[]): string | null {
  if (twice.length === 0) return null;
  const final = twice.filter(({ effect }) => effect === 'irreversible').length;
  const undone =
    final === 0 ? '' : final === 1 ? ' One of them can’t be undone.' : ` ${final} of them can’t be undone.`;
  const only = final === 1 && twice.length === 1 ? ' It can’t be undone.' : undone;
  return twice.length === 1
    ? `1 call that writes has run already and has its effect a second time.${only}`
    : `${twice.length} calls that write have run already and have their effect a second time.${undone}`;
}
