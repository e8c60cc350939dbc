/** `npm start`: installs what is missing, builds the app and serves it, its policy as response headers. */

import { parseArgs } from 'node:util';
import { endWithParent } from './doors/end-with-parent.mjs';
import { install } from './doors/install.mjs';
import { ROOT } from './doors/run.mjs';

const DEFAULT_PORT = 4173;

/** Whoever starts it may be a suite, which ends without a word. From a person's own shell it outlives that, as anything does. */
const BY_OTHERS = process.env.npm_lifecycle_event !== undefined || process.argv.includes('--with-parent');

/** The port asked for, undefined where none was; NaN for what is no port. */
function askedPort() {
  try {
    const options = { port: { type: 'string' }, 'with-parent': { type: 'boolean' } };
    const { port } = parseArgs({ options }).values;
    if (port === undefined) return undefined;
    return /^\d{1,5}$/.test(port) && Number(port) < 65_536 ? Number(port) : Number.NaN;
  } catch {
    return Number.NaN;
  }
}

async function main() {
  const port = askedPort();
  if (BY_OTHERS) endWithParent(() => process.exit(0));
  if (Number.isNaN(port)) {
    console.error('Use: npm start, or npm start -- --port NUMBER (0 to 65535).');
    return 2;
  }
  if (!(await install())) return 1;
  // Only now: on a fresh clone there was no vite before.
  const { build, preview } = await import('vite');
  try {
    await build({ root: ROOT, logLevel: 'warn' });
  } catch (error) {
    console.error(`The app could not be built: ${error.message}`);
    return 1;
  }
  try {
    const server = await preview({
      root: ROOT,
      // 127.0.0.1 rather than "localhost": which of the two addresses that means differs from machine to machine.
      preview: { host: '127.0.0.1', port: port ?? DEFAULT_PORT, strictPort: port !== undefined },
    });
    console.log(`Obelus is at ${server.resolvedUrls?.local[0] ?? 'an address of this machine'}`);
    console.log('Ctrl-C stops it.');
    return 0;
  } catch (error) {
    console.error(
      `The app could not be served: ${error.message}. Name another port: npm start -- --port NUMBER.`,
    );
    return 1;
  }
}

process.exitCode = await main();
