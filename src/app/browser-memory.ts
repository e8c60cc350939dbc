/** localStorage behind the Memory port: a window that denies storage remembers nothing and loses nothing else. */

import type { Memory } from '../stores/ports.ts';

export const browserMemory: Memory = {
  read: (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  write: (name, text) => {
    try {
      localStorage.setItem(name, text);
    } catch {
      // Denied or full: the panels open at their usual sizes next time.
    }
  },
};
