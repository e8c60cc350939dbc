/** The browser's storage as a person asks about it: how much, how safe, and everything in one file. */

import type { StorageFacts } from '../ui/verbs.ts';

/** Asked for once there is something to lose; a browser that refuses may still keep it. */
export async function askToPersist(): Promise<void> {
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // Not offered here (an old browser, a private window); the dialog says that storage is not safe.
  }
}

export async function storageFacts(): Promise<StorageFacts> {
  try {
    const { usage, quota } = await navigator.storage.estimate();
    return {
      usedBytes: usage ?? null,
      quotaBytes: quota ?? null,
      persisted: await navigator.storage.persisted(),
    };
  } catch {
    return { usedBytes: null, quotaBytes: null, persisted: false };
  }
}
