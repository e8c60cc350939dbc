/**
 * What is on this device as a person sees it: secrets, room, everything as one file and back. Owns the settings and the
 * vault. Says what fails.
 */

import { messageOf } from '../../lib/thrown.ts';
import { createSettingsStore, type SettingsStore } from '../../stores/settings.ts';
import type { Device } from '../../ui/verbs.ts';
import { askToPersist, storageFacts } from '../device-storage.ts';
import type { Ground } from '../ground.ts';
import type { Lasting } from '../lasting.ts';
import { HOST_KEYS_NAME, lateVault } from '../late-vault.ts';

/** What the other services ask of this one, beside what the screen asks. */
export interface DeviceService
  extends Device,
    Pick<ReturnType<typeof lateVault>, 'restore' | 'tellAgain' | 'bound'> {
  readonly settings: SettingsStore;
  /** What the last browser was killed before it kept, planner and secrets among it, is there again. */
  recover(): Promise<void>;
}

interface Asks extends Pick<Ground, 'session' | 'worker' | 'storage'> {
  readonly memory: Lasting;
  /** Plans and runs came in: their lists are read again. */
  readonly refresh: () => Promise<unknown>;
}

export function createDevice({ session, worker, storage, memory, refresh }: Asks): DeviceService {
  const { vault, restore, tellAgain, bound } = lateVault(session, worker, memory);
  const tellOfHosts = async (): Promise<void> => {
    if (memory.read(HOST_KEYS_NAME) !== null)
      await (await import('../host-keys.ts')).tellOfHosts(worker, memory);
  };
  const settings = createSettingsStore(memory);
  return {
    settings,
    bound,
    recover: async () => {
      await memory.recover();
      settings.recall();
    },
    restore: async () => {
      await tellOfHosts();
      await restore();
    },
    tellAgain: async () => {
      await tellOfHosts();
      await tellAgain();
    },
    saidOfHosts: async () => (await import('../host-keys.ts')).saidOfHosts(memory),
    sayOfHost: async (host, use) => (await import('../host-keys.ts')).sayOfHost(worker, memory, host, use),
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
        await (await whole()).exportEverything(storage);
      } catch (error) {
        session.actions.tellFault(error);
      }
    },
    deleteEverything: async (say) => {
      try {
        return await (await whole()).deleteEverything(say);
      } catch (error) {
        return messageOf(error);
      }
    },
    importEverything: async (file, own) => {
      try {
        return await (await whole()).importEverything(storage, refresh, file, own);
      } catch (error) {
        return messageOf(error);
      }
    },
  };
}

const whole = () => import('../whole-device.ts');
