/** Writes to a hostile server, crossed with kills, stops and forks: how many of them were done twice. */

import type { Figure } from './figure.ts';
import { hostileWrites } from './hostile/campaign.ts';

/** @param trials about five writes of each reach the server: what needs one that failed for good is skipped */
export async function hostileFigures({
  trials,
  seed,
}: {
  readonly trials: number;
  readonly seed: number;
}): Promise<Figure[]> {
  const { faults, doubled, entries, sent, came, resent, questions, replans } = await hostileWrites({
    trials,
    seed,
    endless: true,
  });
  const writes = sent.length;
  for (const fault of [...faults, ...doubled, ...entries]) console.error(fault);
  const how = `${writes} writes in ${trials} runs, ${came} requests (${resent} of them sent again by the platform under their key), ${questions} questions answered by looking first, ${replans} new plans, seed ${seed}`;
  const none = (name: string, unit: string, found: readonly string[]): Figure => ({
    name: `crash-hostile/${name}`,
    value: found.length,
    unit,
    goal: '0',
    held: found.length === 0,
    how,
  });
  return [
    {
      name: 'crash-hostile/writes',
      value: writes,
      unit: 'writes',
      goal: '>= 1000',
      held: writes >= 1_000,
      how,
    },
    none('doubled', 'writes', doubled),
    none('sent-after-done', 'writes', entries),
    none('stuck', 'runs', faults),
  ];
}
