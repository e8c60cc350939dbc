/** After a run the terminal says what was signed and, beside it, what was sent and what came of it (L-73). A real server. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sayReport } from '../../src/cli/run/report.ts';
import { memoryHost } from '../../src/package/host.ts';
import type { Plan } from '../../src/plan/document.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';

let server: Server;
beforeAll(async () => {
  server = createServer(({ method }, response) =>
    response.writeHead(method === 'DELETE' ? 502 : method === 'PUT' ? 404 : 200).end('ok'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());

test('what was signed stands beside what was sent, what came of it, and where nothing was', async () => {
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call = (id: string, more: object) => ({
    _id: id,
    url: `http://${host}/`,
    _outputPath: `†state.${id}`,
    ...more,
  });
  const plan = {
    ...{ format: 'obelus/plan', version: 1, id: 'p', policy: { retryLimit: 0, onFailure: 'continue' } },
    calls: [
      call('a', { _tool: 'httpGet' }),
      call('b', { _tool: 'httpGet', url: '†state.a.text' }),
      call('c', { _tool: 'httpSend' }),
      call('d', { _tool: 'httpSend', method: 'PUT' }),
      call('e', { _tool: 'httpSend', method: 'DELETE' }),
      { _id: 'f', _tool: 'saveFile', name: 'f.md', content: 'Words', _outputPath: '†state.f' },
    ],
  } as unknown as Plan;
  const memory = memoryHost();
  const { events } = await memory.run(plan, { approved: memory.sign(plan) });
  const state = events.reduce(evolve, newRun('r', memory.setting));
  const said: string[] = [];
  const terminal = { out: () => undefined, err: (line: string) => said.push(line) };
  sayReport(terminal as never, state, null, undefined, new Map([['r', state]]));
  const after = (line: string): string => said[said.indexOf(line) + 1] ?? '';
  expect(after(`Signed: a: To ${host}`)).toMatch(/^ {2}Sent: a, attempt 1: GET to .* answered with 200$/);
  expect(said).toContain('Signed: b: To a host that only the run names. Nothing was sent');
  expect(after(`Signed: c: To ${host}`)).toMatch(/answered with 200; it happened$/);
  expect(after(`Signed: d: To ${host}`)).toMatch(/answered with 404; refused, so it did not happen$/);
  expect(after(`Signed: e: To ${host}`)).toMatch(/answered with 502; it may have happened$/);
  expect(after('Signed: f: To the file f.md')).toMatch(
    /^ {2}Done: f, attempt 1, begun at .*; “f\.md” was written$/,
  );
});
