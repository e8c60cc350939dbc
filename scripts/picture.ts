/** Makes docs/picture.png, the picture in the README: an example after its run, on the built app. */

import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { build, preview } from 'vite';
import { chromiumExecutable, chromiumFlags } from './chromium.ts';

const ROOT = join(import.meta.dirname, '..');
const PICTURE = join(ROOT, 'docs/picture.png');
const EXAMPLE = 'Late deliveries';
/** A README that loads slowly is closed. */
const MOST_BYTES = 200_000;

async function runExample(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: EXAMPLE, exact: true }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve and run' }).click();
  await page.getByText('Completed', { exact: true }).first().waitFor();
  // What came of it is shown by itself once it is over, and would take the timeline's place.
  await page
    .getByRole('region', { name: 'Result' })
    .getByText(/^Completed/)
    .first()
    .waitFor();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await page.getByRole('button', { name: 'Fold the conversation' }).click();
  await page.getByRole('button', { name: 'Fit the plan' }).click();
}

// Apart from dist: a preview that somebody is looking at keeps its files.
const built = await mkdtemp(join(tmpdir(), 'obelus-picture-'));
await build({ root: ROOT, logLevel: 'warn', build: { outDir: built, emptyOutDir: true } });
const server = await preview({
  root: ROOT,
  build: { outDir: built },
  preview: { host: '127.0.0.1', port: 0 },
});
const browser = await chromium.launch({ executablePath: chromiumExecutable(), args: chromiumFlags });
try {
  const page = await browser.newPage({
    viewport: { width: 1360, height: 850 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await runExample(page, server.resolvedUrls!.local[0]!);
  await page.screenshot({ path: PICTURE, animations: 'disabled' });
} finally {
  await browser.close();
  await server.close();
  await rm(built, { recursive: true, force: true });
}
const { size } = await stat(PICTURE);
console.log(`docs/picture.png: ${Math.round(size / 1000)} kB`);
if (size > MOST_BYTES) {
  console.error(`The picture is larger than ${MOST_BYTES / 1000} kB.`);
  process.exitCode = 1;
}
