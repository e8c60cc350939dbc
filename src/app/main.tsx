/** Mounts the app. Everything else is built in compose.ts. */

import { createRoot } from 'react-dom/client';
import workerUrl from '../executor/worker.ts?worker&url';
import '../ui/theme/tokens.css';
import '../ui/theme/base.css';
import { App } from '../ui/frame/App.tsx';
import { compose } from './compose.ts';
import { ownScript } from './own-script.ts';
import type { WorkerLike } from './worker-client.ts';
import { tellDeath } from './worker-death.ts';

const spawnWorker = (): WorkerLike => {
  const name = `obelus-${crypto.randomUUID()}`;
  const worker = new Worker(ownScript(workerUrl), { type: 'module', name });
  return tellDeath(worker, name, navigator.locks);
};

const { services, begin, afterCanvas } = compose(
  // The database library comes after the first paint.
  async (say) => (await import('./storage.ts')).openStorage(say),
  spawnWorker,
);

createRoot(document.getElementById('root')!).render(<App services={services} onCanvas={afterCanvas} />);
void begin();
