/** End-to-end tests: the built app, served by the door everybody uses, in the Chromium that is there. */

import { defineConfig } from '@playwright/test';
import { chromiumExecutable, chromiumFlags } from './scripts/chromium.ts';

/** Not the port of `npm start`: an app that is open already must not be what is tested. Two checkouts need two. */
const PORT = Number(process.env.OBELUS_E2E_PORT ?? 4187);
const address = `http://127.0.0.1:${PORT}`;

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  // What failed is run again by `npm test`, alone, and named as a race where it passes then.
  retries: 0,
  workers: 2,
  timeout: 120_000,
  // What is waited for comes when it comes: a machine that is busy with others takes its time, and that is no fault.
  // A processor twenty times slower takes eleven seconds from a press on Run to its first event; nothing is lost by it.
  expect: { timeout: 30_000 },
  reporter: 'list',
  // Half of all checking is here: the walks that cost most are named, so that it is known which to make cheaper.
  reportSlowTests: { max: 15, threshold: 15_000 },
  use: {
    baseURL: address,
    viewport: { width: 1440, height: 900 },
    // A press that never comes is named by its own line; without it by the test's limit, which names none.
    actionTimeout: 60_000,
    launchOptions: { executablePath: chromiumExecutable(), args: chromiumFlags },
    // All of the app is kept for a later visit, at each first one: a third of what these walks cost. Its own test allows it.
    serviceWorkers: 'block',
    // Recording every test for the one that fails was a fifth of the suite. A failed one is run again with --trace on.
    trace: 'off',
  },
  webServer: {
    // In the shell's place: whoever kills the suite leaves no shell that keeps the server.
    command: `${process.platform === 'win32' ? '' : 'exec '}node scripts/start.mjs --with-parent --port ${PORT}`,
    url: address,
    timeout: 180_000,
    reuseExistingServer: false,
  },
});
