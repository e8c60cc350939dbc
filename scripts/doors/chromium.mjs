/** Finds a Chromium for the tests, or installs one. Call it once the packages are there. */

import { execFileSync } from 'node:child_process';
import { ROOT, run, runPackage } from './run.mjs';

/** The path of a Chromium, or null after having said what to do. */
export async function chromium() {
  const found = look();
  if (found) return found;
  console.log("No Chromium was found: trying Playwright's download.");
  // Plain: --with-deps would upgrade packages of the system.
  await runPackage('playwright/cli.js', ['install', 'chromium'], { minutes: 5 });
  const downloaded = look();
  if (downloaded) return downloaded;
  if (process.getuid?.() === 0) {
    console.log("Playwright's download did not work: trying apt-get.");
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-q'], { env });
    // The first is not in every release; walks in it take a fifth less of the machine.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      await run('apt-get', ['install', '-q', '-y', '--no-install-recommends', name], { env });
      const installed = look();
      if (installed) return installed;
    }
  }
  console.error(
    'The tests in a browser need a Chromium and none could be installed. Install one, or set PLAYWRIGHT_CHROMIUM_EXECUTABLE to the path of one, then run npm test again.',
  );
  return null;
}

/** Asks the one place that knows the order (scripts/chromium.ts). */
function look() {
  try {
    const args = ['--import', 'tsx', `${ROOT}/scripts/doors/print-chromium.ts`];
    return execFileSync(process.execPath, args, {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return null;
  }
}
