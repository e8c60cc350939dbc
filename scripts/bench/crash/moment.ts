/** When a browser is killed: some time after it was started, after something was told, met or answered. */

import type { Chance } from './chance.ts';
import type { Device } from './device.ts';

export type Moment =
  | { readonly after: 'start'; readonly ms: number }
  /** The n-th event told, or call met, or question answered since the start. */
  | { readonly after: 'told' | 'met' | 'answered'; readonly n: number; readonly ms: number };

export function randomMoment(chance: Chance): Moment {
  const after = chance.pick(['start', 'told', 'told', 'told', 'met', 'met', 'met', 'answered'] as const);
  switch (after) {
    case 'start':
      return { after, ms: chance.whole(0, 900) };
    case 'told':
      return { after, n: chance.whole(1, 9), ms: chance.whole(0, 30) };
    case 'met':
      // Within the time that an answer takes: most kills find a call in flight.
      return { after, n: chance.whole(1, 3), ms: chance.whole(0, 150) };
    case 'answered':
      return { after, n: 1, ms: chance.whole(0, 40) };
  }
}

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Counts from now; resolves at the moment, or as soon as the run has ended before it. */
export async function untilMoment(device: Device, moment: Moment): Promise<void> {
  if (moment.after !== 'start') {
    const { after, n } = moment;
    const counted = (): number =>
      after === 'told'
        ? device.told()
        : after === 'met'
          ? device.world.entries().length
          : device.person.answered;
    const from = after === 'answered' ? 0 : counted();
    await device.bell.until(() => counted() - from >= n || device.run().isEnded, 'the run stands still');
  }
  await wait(moment.ms);
}
