/** Hands questions to the worker that measures durable runs, through `window.journalBench`. Not part of the app. */

import type { Question } from './journal-worker.ts';

export interface JournalBench {
  /** Milliseconds, as the question says; rejects with the worker's sentence. One at a time. */
  ask(question: Question, count: number): Promise<number>;
}

declare global {
  interface Window {
    journalBench: JournalBench;
  }
}

const worker = new Worker(new URL('./journal-worker.ts', import.meta.url), { type: 'module' });

window.journalBench = {
  ask: (question, count) =>
    new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<{ value?: number; fault?: string }>) => {
        if (data.value === undefined) reject(new Error(data.fault));
        else resolve(data.value);
      };
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage({ question, count });
    }),
};
