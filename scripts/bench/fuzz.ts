/** A hundred thousand documents of strangers, read, checked, signed and run: what of them breaks, hangs or reaches a prototype. */

import { CODES } from '../../test/fuzz/codes.ts';
import { documentOf, FUZZED, type FuzzedKind } from '../../test/fuzz/documents.ts';
import { faultOf, prototypes } from '../../test/fuzz/tried.ts';
import type { Figure } from './figure.ts';
import { rounded } from './median.ts';

/** Longer than this hangs a page. */
const HANGS_MS = 1_000;
/** What is first of its kind waits for its package. */
const WARM_UP = FUZZED.length * 3;
const TOLD_EACH = 10_000;

/** @param seed of the first document; the others have the next ones. What is wrong is told on stderr when it is found. */
export async function fuzzFigures({
  documents,
  seed: first,
}: {
  readonly documents: number;
  readonly seed: number;
}): Promise<Figure[]> {
  for (let seed = 0; seed < WARM_UP; seed++) await faultOf(await documentOf(seed), CODES, prototypes());
  const before = prototypes();
  const wrong: string[] = [];
  const reached = new Map<FuzzedKind, { tried: number; ran: number }>();
  let slow = 0;
  let slowest = 0;
  let ran = 0;
  for (let seed = first; seed < first + documents; seed++) {
    const document = await documentOf(seed);
    const { kind } = document;
    const start = performance.now();
    const [came, fault] = await faultOf(document, CODES, before);
    let ms = performance.now() - start;
    if (ms > HANGS_MS) {
      // The machine may have been busy with something else: what hangs does so again.
      const again = performance.now();
      await faultOf(document, CODES, before);
      ms = Math.min(ms, performance.now() - again);
    }
    slowest = Math.max(slowest, ms);
    if (ms > HANGS_MS) slow++;
    const tell = fault ?? (ms > HANGS_MS ? `it took ${Math.round(ms)} ms` : undefined);
    if (tell !== undefined) console.error(`${kind} of seed ${seed}: ${tell}`);
    if (fault !== undefined) wrong.push(fault);
    const own = reached.get(kind) ?? { tried: 0, ran: 0 };
    reached.set(kind, { tried: own.tried + 1, ran: own.ran + (came.ran ? 1 : 0) });
    if (came.ran) ran++;
    if ((seed - first + 1) % TOLD_EACH === 0)
      console.error(`${seed - first + 1} documents, ${wrong.length} wrong`);
  }
  const kinds = [...reached].map(([kind, own]) => `${kind} ${own.ran} of ${own.tried}`).join(', ');
  const how = `seeds ${first} to ${first + documents - 1}; the run was reached by ${kinds}`;
  const share = ran / documents;
  return [
    { name: 'fuzz/broken', value: wrong.length, unit: 'documents', goal: '0', held: wrong.length === 0, how },
    {
      name: 'fuzz/hangs',
      value: slow,
      unit: 'documents',
      goal: '0',
      held: slow === 0,
      how: `the slowest took ${rounded(slowest, 1)} ms`,
    },
    {
      name: 'fuzz/reached-the-run',
      value: rounded(share),
      unit: 'of all',
      goal: '>= 0.5',
      held: share >= 0.5,
      how,
    },
    {
      name: 'fuzz/documents',
      value: documents,
      unit: 'documents',
      goal: '>= 100000',
      held: documents >= 100_000,
      how,
    },
  ];
}
