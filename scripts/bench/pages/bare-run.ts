/** The app's worker driven by a page that only counts what it hears, through `window.bareRun`. Not part of the app. */

import { language } from '../../../src/app/language.ts';
import { createWorkerClient } from '../../../src/app/worker-client.ts';
import { openDatabase } from '../../../src/journal/database.ts';
import { receipts } from '../../../src/journal/receipts.ts';
import type { Plan } from '../../../src/plan/document.ts';

export interface BareRun {
  /** Milliseconds from asking for the run to the news of its end. */
  run(plan: Plan): Promise<number>;
}

declare global {
  interface Window {
    bareRun: BareRun;
  }
}

let ended: (status: string) => void = () => {};
let heard = 0;

const client = createWorkerClient(
  () => new Worker(new URL('../../../src/executor/worker.ts', import.meta.url), { type: 'module' }),
  (message) => {
    if (message.kind !== 'events') return;
    heard += message.events.length;
    const last = message.events.at(-1);
    if (last?.type === 'plan_completed') ended(last.status);
  },
  (sentence) => console.error(sentence),
);

window.bareRun = {
  run: async (plan) => {
    const hash = language.sign(plan, {});
    if (!hash.ok) throw new Error(hash.error);
    heard = 0;
    const end = new Promise<string>((resolve) => {
      ended = resolve;
    });
    const about = { planId: plan.id, title: '', revision: 1, device: 'bench', flows: null };
    const database = await openDatabase();
    await receipts(database).give({ hash: hash.value.hash, at: 1, ...about });
    database.close();
    const start = performance.now();
    await client.request({
      kind: 'start-run',
      start: { runId: crypto.randomUUID(), planId: plan.id, plan, hash: hash.value.hash, input: {} },
    });
    const status = await end;
    const ms = performance.now() - start;
    if (status !== 'completed' || heard < 2 * plan.calls.length) {
      throw new Error(`The run ended as ${status} after ${heard} events: it measures nothing.`);
    }
    return ms;
  },
};
