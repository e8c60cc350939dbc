/** Writes to a hostile server, crossed with kills, pauses, stops and forks: how many of them were done twice. */

import type { Figure } from './figure.ts';
import { hostileWrites } from './hostile/campaign.ts';

/** @param writes so many at least reach the server: about twelve a run. Each run is told of on stderr when it has ended. */
export async function hostileFigures({
  writes,
  seed,
}: {
  readonly writes: number;
  readonly seed: number;
}): Promise<Figure[]> {
  const { faults, doubled, entries, sent, came, resent, trials, questions, doubts, replans } =
    await hostileWrites({ writes, seed, endless: true, tell: (line) => console.error(line) });
  const how = `${sent.length} writes (${kindsOf(sent)}) in ${trials} runs, ${came} requests (${resent} of them sent again by the platform under their key), ${questions} questions answered by looking first, ${doubts} of them doubts, ${replans} new plans, seed ${seed}`;
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
      value: sent.length,
      unit: 'writes',
      goal: '>= 1000',
      held: sent.length >= 1_000,
      how,
    },
    none('doubled', 'writes', doubled),
    none('sent-after-done', 'writes', entries),
    none('stuck', 'runs', faults),
  ];
}

/** What a write belongs to, by the name that its body says. */
const KINDS: readonly (readonly [name: string, of: RegExp])[] = [
  ['of new plans', /new_|\+/],
  ['in loops', /element/],
  ['in sub-plans', /inner|last|next/],
  ['without an output path', /quiet/],
  ['with an error alternative', /caught/],
];

function kindsOf(sent: readonly string[]): string {
  const counted = new Map<string, number>();
  for (const write of sent) {
    const name = KINDS.find(([, of]) => of.test(write))?.[0] ?? 'other';
    counted.set(name, (counted.get(name) ?? 0) + 1);
  }
  return [...counted].map(([name, times]) => `${times} ${name}`).join(', ');
}
