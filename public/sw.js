/**
 * The app without a network. It keeps whole versions: every file of a build under that build's name, so that an old
 * page finds the old chunks it asks for, and a new one never gets a mixture. It knows nothing of plans and runs.
 */

const PREFIX = 'obelus-';
/** Versions that stay: the newest, and the one before it, whose pages may still be open. */
const KEPT = 2;
const HOME = new URL('./', self.location.href);

self.addEventListener('install', (event) => {
  event.waitUntil(keepVersion().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

// A page says that it has started: a newer build may be there by now.
self.addEventListener('message', (event) => {
  if (event.data === 'started') event.waitUntil(keepVersion().catch(() => undefined));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  // Tools and planners speak to their own hosts; nothing of theirs is kept here.
  if (request.method !== 'GET' || url.origin !== HOME.origin || !url.pathname.startsWith(HOME.pathname))
    return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (url.pathname.startsWith(`${HOME.pathname}assets/`)) event.respondWith(hashed(request));
  else event.respondWith(fresh(request));
});

/** Takes in all files of the build that the server has now, or nothing. */
async function keepVersion() {
  const response = await fetch(new URL('files.json', HOME), { cache: 'no-store' });
  if (!response.ok) throw new Error(`files.json: ${response.status}`);
  const { version, files } = await response.json();
  const name = `${PREFIX}${version}`;
  const kept = await caches.open(name);
  // All of it or nothing: where the page is, the rest is too.
  if (await kept.match(HOME)) return;
  const all = ['./', ...files].map((file) => new Request(new URL(file, HOME), { cache: 'no-cache' }));
  await kept.addAll(all);
  // In the order in which they came; what was begun and never whole goes with the old ones.
  const older = (await caches.keys()).filter((key) => key.startsWith(PREFIX) && key !== name);
  await Promise.all(older.slice(0, Math.max(0, older.length - KEPT + 1)).map((key) => caches.delete(key)));
}

/** The server first: a page must never be older than the network allows. */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await newest('./');
    if (kept) return kept;
    throw error;
  }
}

/** A hashed file never changes: kept is as good as fresh. Its headers may, so it is that of the newest version that has it. */
async function hashed(request) {
  return (await newest(request)) ?? fetch(request);
}

async function fresh(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await newest(request);
    if (kept) return kept;
    throw error;
  }
}

async function newest(request) {
  const names = (await caches.keys()).filter((key) => key.startsWith(PREFIX));
  for (const name of names.reverse()) {
    const url = typeof request === 'string' ? new URL(request, HOME) : request;
    const kept = await (await caches.open(name)).match(url, { ignoreSearch: true, ignoreVary: true });
    if (kept) return kept;
  }
  return undefined;
}
