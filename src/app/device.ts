/** What is on this device as a person sees it: secrets, room, everything as one file and back. Says what fails. */

import { messageOf } from '../lib/thrown.ts';
import type { SessionStore } from '../stores/session.ts';
import type { Device } from '../ui/services.ts';
import { counted } from '../ui/words.ts';
import type { Storage } from './compose.ts';
import { askToPersist, MAX_ARCHIVE_BYTES, storageFacts } from './device-storage.ts';
import { download } from './export-plan.ts';
import type { Vault } from './vault.ts';

interface Parts {
  readonly session: SessionStore;
  readonly vault: () => Promise<Vault>;
  readonly storage: () => Promise<Storage>;
  /** Plans and runs came in: their lists are read again. */
  readonly refresh: () => Promise<unknown>;
}

export const createDevice = ({ session, vault, storage, refresh }: Parts): Device => ({
  putSecret: async (secret) => (await vault()).put(secret),
  removeSecret: (name) => void vault().then((open) => open.remove(name)),
  unbindSecret: (name, host) => void vault().then((open) => open.unbind(name, host)),
  unlockSecrets: async (passphrase) => (await vault()).unlock(passphrase),
  storageFacts,
  storedBytes: async () => {
    try {
      return await (await storage()).runs.storedBytes();
    } catch {
      return null;
    }
  },
  askToPersist: async () => {
    await askToPersist();
    try {
      return await navigator.storage.persisted();
    } catch {
      return false;
    }
  },
  exportEverything: async () => {
    try {
      download('obelus-everything.json', await (await storage()).exportEverything());
    } catch (error) {
      session.actions.notify(messageOf(error), 'danger');
    }
  },
  importEverything: async (file, own) => {
    if (file.size > MAX_ARCHIVE_BYTES) return `${file.name} is larger than 500 MB and was not read.`;
    try {
      const taken = await (await storage()).importEverything(await file.text(), {
        name: file.name,
        ...(own ? { own } : {}),
      });
      if (!taken.ok) return taken.error;
      await refresh();
      const { plans, runs } = taken.value;
      return `Added ${counted(plans, 'plan')} and ${counted(runs, 'run')}. What was here already stayed as it was.`;
    } catch (error) {
      return messageOf(error);
    }
  },
});
