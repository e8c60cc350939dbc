/** What a browser was told of runs and what is in its database: the two that a crash must not set at odds. */

import type { BrowserContext, Page } from '@playwright/test';
import type { RunEvent } from '../../src/run/events.ts';

/** Collects every event that any worker of the context calls durable, as it says so. */
export async function collectAcknowledged(context: BrowserContext, into: RunEvent[]): Promise<void> {
  await context.exposeBinding('acknowledged', (_, events: RunEvent[]) => {
    into.push(...events);
  });
  await context.addInitScript(() => {
    const channel = new BroadcastChannel('obelus');
    channel.onmessage = ({ data }) => {
      if (data.kind === 'events') {
        (globalThis as unknown as { acknowledged(events: unknown): void }).acknowledged(data.events);
      }
    };
  });
}

/** The events of the only run in the page's database, in order. */
export async function journalOf(page: Page): Promise<RunEvent[]> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('obelus');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const rows = await new Promise<{ events: string }[]>((resolve, reject) => {
      const request = database.transaction('batches').objectStore('batches').getAll();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    database.close();
    return rows.flatMap((row) => JSON.parse(row.events) as RunEvent[]);
  });
}
