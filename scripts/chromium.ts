/** Where the tests find a Chromium. Installing one is scripts/test.mjs's work; this only looks. */

import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  // Without a window's surroundings: it is what the tests install where there is none.
  '/usr/bin/chromium-headless-shell',
];

/** The executable, in the order: PLAYWRIGHT_CHROMIUM_EXECUTABLE, Playwright's own, the usual places. */
export function chromiumExecutable(): string {
  const candidates = [process.env.PLAYWRIGHT_CHROMIUM_EXECUTABLE, chromium.executablePath(), ...USUAL_PLACES];
  const found = candidates.find((path) => path && existsSync(path));
  if (!found) {
    throw new Error(
      'No Chromium was found. Set PLAYWRIGHT_CHROMIUM_EXECUTABLE to one, or install one: npx playwright install chromium.',
    );
  }
  return found;
}

/**
 * What a browser gets ready for its address bar at every new window, in a process of its own: a third of what it costs to
 * open the app, in windows that have no bar. Then what it asks its maker about the fields of a page, which says nothing of the
 * app. The names after that are Playwright's, again: Chromium reads the last list alone.
 */
const FEATURES_OFF = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  'AutofillServerCommunication',
  ...['AimEnabled', 'AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync'],
  ...['DestroyProfileOnBrowserClose', 'HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades', 'LensOverlay'],
  ...['MediaRouter', 'NetworkTimeServiceQuerying', 'OptimizationHints', 'PaintHolding', 'PreconnectToSearch'],
  ...['TcpPortRandomizationWin', 'ThirdPartyStoragePartitioning'],
];

/** As root Chromium refuses its sandbox; without the rest it asks the network for things at every start. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${FEATURES_OFF.join(',')}`,
];
