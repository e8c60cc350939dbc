/**
 * What a server sends with the built app, by the place of the file: the one source. The preview sends it, the page has what
 * of it a page can say itself (headers-plugin.ts), and docs/hosting is made of it (scripts/hosting.ts).
 */

/** A policy: directives with what each allows. */
type Policy = Readonly<Record<string, string>>;

export type Headers = Readonly<Record<string, string>>;

/** What every thread of the app is held to. Scripts are its own files, and no text becomes one: lib/own-script.ts. */
const SCRIPTS: Policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'obelus',
};

/** Whatever a stranger's text does to the page, it can ask nobody but the server the app is from. */
const PAGE: Policy = {
  ...SCRIPTS,
  'worker-src': "'self'",
  'style-src': "'self'",
  // Pictures in results, and charts that are drawn as one.
  'img-src': "'self' data: blob:",
  'manifest-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/**
 * What a run may reach is known when a person approves it, long after this was sent: no header can name it. The door does
 * (activities/door.ts). What no activity uses – sockets, other schemes – is closed.
 */
const RUNS: Policy = { ...SCRIPTS, 'worker-src': "'self'", 'connect-src': 'http: https:' };

/** It computes, and sends nothing. */
const POOL: Policy = SCRIPTS;

const OFFLINE: Policy = { ...SCRIPTS, 'connect-src': "'self'" };

/**
 * By place, no two of which are the same: where a host adds up what matches, a second policy would narrow the first.
 * A place that ends in `*` is a folder. What else there is, is fetched by these, and has no policy to obey.
 */
const POLICIES: Readonly<Record<string, Policy>> = {
  '/': PAGE,
  '/index.html': PAGE,
  '/sw.js': OFFLINE,
  '/assets/runs/*': RUNS,
  '/assets/pool/*': POOL,
};

/** What the app asks of the browser; all else that a browser has to give is off. */
const USED = ['clipboard-read', 'clipboard-write', 'language-model'];

const OFF = [
  ...['accelerometer', 'aria-notify', 'autoplay', 'browsing-topics', 'camera', 'captured-surface-control'],
  ...['compute-pressure', 'cross-origin-isolated', 'deferred-fetch', 'deferred-fetch-minimal'],
  ...['digital-credentials-create', 'digital-credentials-get', 'display-capture', 'encrypted-media'],
  ...['fullscreen', 'gamepad', 'geolocation', 'gyroscope', 'hid', 'identity-credentials-get'],
  ...['idle-detection', 'interest-cohort', 'keyboard-map', 'language-detector', 'local-fonts'],
  ...['magnetometer', 'media-playback-while-not-visible', 'microphone', 'midi'],
  ...['on-device-speech-recognition', 'otp-credentials', 'payment', 'picture-in-picture'],
  ...['private-state-token-issuance', 'private-state-token-redemption'],
  ...['publickey-credentials-create', 'publickey-credentials-get', 'screen-wake-lock', 'serial'],
  ...['speaker-selection', 'storage-access', 'summarizer', 'sync-xhr', 'translator', 'unload', 'usb'],
  ...['window-management', 'xr-spatial-tracking'],
];

/** With every file. */
export const EVERYWHERE: Headers = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': [...USED.map((name) => `${name}=(self)`), ...OFF.map((name) => `${name}=()`)].join(
    ', ',
  ),
  // Nobody else's page has this one's window, shares its process, or takes its files into a page.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const written = (policy: Policy): string =>
  Object.entries(policy)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');

/** The places that have a policy, each with its text. */
export const POLICIES_BY_PLACE: readonly (readonly [place: string, policy: string])[] = Object.entries(
  POLICIES,
).map(([place, policy]) => [place, written(policy)]);

/** @param path of the file below the app's folder, from `/` on */
export function headersFor(path: string): Headers {
  const own = POLICIES_BY_PLACE.find(([place]) =>
    place.endsWith('*') ? path.startsWith(place.slice(0, -1)) : path === place,
  );
  return own ? { ...EVERYWHERE, 'Content-Security-Policy': own[1] } : EVERYWHERE;
}

/** What of the page's policy a `<meta>` can say. It knows nothing of frames around it, and says nothing for a worker. */
export function policyInPage(): string {
  const { 'frame-ancestors': _, ...rest } = PAGE;
  return written(rest);
}
