/** Writes to a hostile server, crossed with kills, stops and forks: how many of them were done twice. */

import type { Figure } from './figure.ts';
import { hostileWrites } from './hostile/campaign.ts';

/** About five writes each reach the server: what needs one that failed for good is skipped. */
const TRIALS = 260;

export async function hostileFigures({ seed }: { readonly seed: number }): Promise<Figure[]> {
  const { faults, doubled, entries, sent, came, questions } = await hostileWrites({
    trials: TRIALS,
    seed,
    endless: true,
  });
  const writes = sent.length;
  for (const fault of [...faults, ...doubled, ...entries]) console.error(fault);
  const how = `${writes} writes in ${TRIALS} runs, ${came} requests, ${questions} questions answered by looking first, seed ${seed}`;
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
