/** A worker that only hears, and the memory of a browser: what is told and what is kept stand in the test. */

import type { WorkerClient } from '../../src/app/worker-client.ts';
import type { Request } from '../../src/run/messages.ts';

export function toldWorker(kept: Map<string, string>) {
  const sent: Request[] = [];
  const worker: WorkerClient = {
    request: async (request) => void sent.push(request),
    plan: async () => undefined,
  };
  const memory = {
    read: (name: string) => kept.get(name) ?? null,
    write: (name: string, text: string) => void kept.set(name, text),
  };
  return { sent, worker, memory };
}
