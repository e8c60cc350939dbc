/** Where the tests' worker stands once it is built (`built-worker.ts`). */
export const BUILT_WORKER = '/built-worker/wired-worker.js';
