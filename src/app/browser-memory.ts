/** The browser's storage behind the Memory port: a window that denies it remembers nothing and loses nothing else. */

import type { Memory } from '../stores/ports.ts';

const memoryIn = (storage: () => Storage): Memory => ({
  read: (name) => {
    try {
      return storage().getItem(name);
    } catch {
      return null;
    }
  },
  write: (name, text) => {
    try {
      storage().setItem(name, text);
    } catch {
      // Denied or full: next time it is as if it had never been written.
    }
  },
});

export const browserMemory = memoryIn(() => localStorage);
/** Of one tab, over its reloads. */
export const tabMemory = memoryIn(() => sessionStorage);
