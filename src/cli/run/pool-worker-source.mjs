/** The way to `pool-worker.ts` as it was written: a thread does not inherit its process's loader of TypeScript. */

import { register } from 'tsx/esm/api';

register();
await import('./pool-worker.ts');
