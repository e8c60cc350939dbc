/** The vault, fetched with the first secret that is kept, entered or looked for: most never have one. */

import type { SessionStore } from '../stores/session.ts';
import type { Lasting } from './lasting.ts';
import type { Vault } from './vault.ts';
import type { WorkerClient } from './worker-client.ts';

/** Also the name under which the vault remembers: without it there is nothing to take up. */
export const VAULT_NAME = 'obelus.secrets';
/** The same for what was said of hosts and the idempotency key. */
export const HOST_KEYS_NAME = 'obelus.host-keys';

export function lateVault(session: SessionStore, worker: WorkerClient, memory: Lasting) {
  let made: Promise<Vault> | undefined;
  const vault = (): Promise<Vault> => {
    // Kept before what was lost is back, a secret would be the only one.
    made ??= memory
      .recover()
      .catch(() => {})
      .then(() => import('./vault.ts'))
      .then(({ createVault }) => createVault(session, worker, memory));
    made.catch(() => {
      made = undefined;
    });
    return made;
  };
  return {
    vault,
    /** Takes up what was kept. */
    restore: async (): Promise<void> => {
      if (memory.read(VAULT_NAME) !== null) await (await vault()).restore();
    },
    tellAgain: async (): Promise<void> => (await made)?.tellAgain(),
    /** A person allowed a host at the question of a call, in this tab or in another. */
    bound: async (secret: string, host: string): Promise<void> => (await made)?.bind(secret, host),
  };
}
