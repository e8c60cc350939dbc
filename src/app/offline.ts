/** Registers the service worker, so that the app opens without a network. Whatever it refuses, the app works online. */

export async function keepForOffline(): Promise<void> {
  // The dev server's files have no names that stay.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    const { active } = await navigator.serviceWorker.register('./sw.js');
    active?.postMessage('started');
  } catch {
    // Blocked by the browser's settings or served without https: the next visit needs the network again.
  }
}
