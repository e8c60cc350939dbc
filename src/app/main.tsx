/** Mounts the app. Everything else is built in compose.ts. */

import { createRoot } from 'react-dom/client';
import '../ui/theme/tokens.css';
import '../ui/theme/base.css';
import { App } from '../ui/frame/App.tsx';
import { compose } from './compose.ts';
import type { WorkerLike } from './worker-client.ts';

const spawnWorker = (): WorkerLike =>
  new Worker(new URL('../executor/worker.ts', import.meta.url), { type: 'module', name: 'obelus' });

const { services, begin } = compose(
  // The database library comes after the first paint.
  async (say) => (await import('./storage.ts')).openStorage(say),
  spawnWorker,
);

createRoot(document.getElementById('root')!).render(<App services={services} />);
void begin();
