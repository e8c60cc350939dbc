import { spawn } from 'node:child_process';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const MODULE = pathToFileURL(join(import.meta.dirname, '../../scripts/doors/end-with-parent.mjs')).href;

/** A server that says its port, and a parent that only waits for it. */
const CHILD = `
  import { createServer } from 'node:net';
  import { endWithParent } from '${MODULE}';
  endWithParent(() => process.exit(0));
  const server = createServer((socket) => socket.resume());
  server.listen(0, '127.0.0.1', () => process.stdout.write(String(server.address().port) + '\\n'));
`;
const PARENT = `
  import { spawn } from 'node:child_process';
  spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(CHILD)}], { stdio: ['ignore', 'inherit', 'inherit'] });
`;

test('a server whose parent was killed without a word ends', async () => {
  const parent = spawn(process.execPath, ['--input-type=module', '-e', PARENT], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve) => {
    parent.stdout.once('data', (said: Buffer) => resolve(Number(said)));
  });
  const socket = createConnection(port, '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')));
  socket.on('error', () => {});
  parent.kill('SIGKILL');
  // The system closes what a process held when that has ended.
  await expect(closed).resolves.toBe('closed');
});
