/** The floor: the least that runs a graph at all – a counter a call, a queue, an await. No state, no journal, no failure. */

import type { RandomGraph } from './random-plan.ts';

export async function runCounters(
  { reads }: RandomGraph,
  maxConcurrent: number,
  work: (call: number) => Promise<unknown>,
): Promise<void> {
  const open = reads.map((own) => own.length);
  const readers: number[][] = reads.map(() => []);
  reads.forEach((own, call) => {
    for (const read of own) readers[read]!.push(call);
  });
  const ready = open.flatMap((count, call) => (count === 0 ? [call] : []));
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < ready.length) {
      const call = ready[next++]!;
      await work(call);
      for (const reader of readers[call]!) {
        open[reader]! -= 1;
        if (open[reader] === 0) ready.push(reader);
      }
    }
  };
  // Slots that found nothing to do come back as soon as there is something: the queue may be short for a while.
  while (next < ready.length) await Promise.all(Array.from({ length: maxConcurrent }, worker));
}
