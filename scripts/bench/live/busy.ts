/** How long the threads of a page were at work, from the browser's own trace of their tasks. */

import type { Browser, Page } from 'playwright-core';

export interface Busy {
  /** Milliseconds in tasks. */
  readonly main: number;
  /** Of those, by the thread's own clock: without the time in which the machine gave the core to somebody else. */
  readonly mainOnCore: number;
  readonly worker: number;
  /** From the first task to the last. */
  readonly wall: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** What the page's main thread and its busiest worker did while `work` went on. */
export async function busyDuring(browser: Browser, page: Page, work: () => Promise<void>): Promise<Busy> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  const start = performance.now();
  await work();
  const wall = performance.now() - start;
  const trace = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: TraceEvent[] };
  const names = new Map<string, string>();
  const busy = new Map<string, number>();
  const onCore = new Map<string, number>();
  for (const { name, ph, pid, tid, dur = 0, tdur = 0, args } of trace.traceEvents) {
    const thread = `${pid} ${tid}`;
    if (ph === 'M' && name === 'thread_name') names.set(thread, args?.name ?? '');
    // Tasks within a task are the outer one's.
    if (ph !== 'X' || !name.endsWith('::RunTask')) continue;
    busy.set(thread, (busy.get(thread) ?? 0) + dur / 1000);
    onCore.set(thread, (onCore.get(thread) ?? 0) + tdur / 1000);
  }
  const threads = [...busy].map(([thread, ms]) => ({
    ms,
    onCore: onCore.get(thread) ?? 0,
    pid: thread.split(' ')[0],
    name: names.get(thread) ?? '',
  }));
  const worker = busiest(threads.filter(({ name }) => name.startsWith('DedicatedWorker')));
  const main = busiest(threads.filter(({ name, pid }) => name === 'CrRendererMain' && pid === worker.pid));
  return { main: main.ms, mainOnCore: main.onCore, worker: worker.ms, wall };
}

function busiest<T extends { readonly ms: number }>(threads: readonly T[]): T {
  const [first] = [...threads].sort((a, b) => b.ms - a.ms);
  if (!first) throw new Error('The trace has no task of such a thread: this browser can’t be measured.');
  return first;
}
