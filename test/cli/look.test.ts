/** `look`: a doubt is looked into from the terminal, by a read that the person names, and the run is not woken for it. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Misuse, type Terminal } from '../../src/cli/command.ts';
import { look } from '../../src/cli/look.ts';
import { newFolder } from './terminal.ts';

let server: Server;
const heard: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    request.resume();
    response.writeHead(request.method === 'POST' ? 502 : 200, { 'content-type': 'application/json' });
    response.end('{"paid":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

it('goes where the approval leads, says where it does not, and leaves the doubt to be settled', async () => {
  const { port } = server.address() as AddressInfo;
  const folder = newFolder();
  const url = `http://127.0.0.1:${port}`;
  folder.put('plan.json', {
    calls: [{ _id: 'a', _tool: 'httpSend', url: `${url}/orders`, body: {}, _outputPath: '†state.a' }],
  });
  const run = await folder.obelus(['run', 'plan.json', '--approve', '--journal', 'j', '--json']);
  expect([run.code, JSON.parse(run.out).questions]).toMatchObject([3, [{ kind: 'in_doubt', call: 'a' }]]);
  const looked = (at: string) =>
    folder.obelus(['look', 'j', '--call', 'a', '--tool', 'httpGet', '--params', JSON.stringify({ url: at })]);
  const there = await looked(`${url}/orders/7`);
  expect([there.code, there.out]).toEqual([0, expect.stringContaining('"paid": true')]);
  const elsewhere = await looked(`http://localhost:${port}/orders/7`);
  expect([elsewhere.code, elsewhere.err]).toEqual([
    3,
    expect.stringContaining(`--allow "host localhost:${port}"`),
  ]);
  expect(heard).toEqual(['POST /orders', 'GET /orders/7']);
});

it('needs a call, a read and an object of parameters', async () => {
  for (const args of [
    ['j'],
    ['j', '--call', 'a'],
    ['j', '--call', 'a', '--tool', 'httpGet', '--params', '[]'],
  ])
    await expect(look.run(args, {} as Terminal)).rejects.toBeInstanceOf(Misuse);
});
