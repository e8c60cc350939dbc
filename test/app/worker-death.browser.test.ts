/** A worker that is ended from outside sends no event: the page notices all the same. */

import { afterEach, expect, test, vi } from 'vitest';
import { createWorkerClient } from '../../src/app/worker-client.ts';
import { tellDeath } from '../../src/app/worker-death.ts';

// Every worker is fetched anew from the development server, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const workers: Worker[] = [];
afterEach(() => {
  for (const worker of workers.splice(0)) worker.terminate();
});

test('a worker that ends without a word is told to be lost, and another one answers', async () => {
  let lost = (_: string): void => undefined;
  const told = new Promise<string>((resolve) => {
    lost = resolve;
  });
  const client = createWorkerClient(
    () => {
      const name = `death-${crypto.randomUUID()}`;
      const worker = new Worker(new URL('../../src/executor/worker.ts', import.meta.url), {
        type: 'module',
        name,
      });
      workers.push(worker);
      return tellDeath(worker, name, navigator.locks);
    },
    () => undefined,
    (sentence) => lost(sentence),
  );
  await client.request({ kind: 'connect', connection: null });
  const { held, pending } = await navigator.locks.query();
  expect(held?.filter(({ name }) => name?.startsWith('obelus-life-death-'))).toHaveLength(1);
  expect(pending?.filter(({ name }) => name?.startsWith('obelus-life-death-'))).toHaveLength(1);

  workers[0]!.terminate();
  expect(await told).toContain('started again');
  await client.request({ kind: 'connect', connection: null });
  expect(workers).toHaveLength(2);
});
