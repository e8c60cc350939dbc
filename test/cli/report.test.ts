/** After a run the terminal says what was signed and, beside it, what was sent and what came of it (L-73). A real server. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { progressOf } from '../../src/cli/run/carry-out.ts';
import { reportOf, sayReport } from '../../src/cli/run/report.ts';
import { memoryHost } from '../../src/package/host.ts';
import type { Plan } from '../../src/plan/document.ts';
import type { RunEvent, RunEventBody } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import { RULES } from '../../src/run/rules.ts';
import type { RunState } from '../../src/run/state.ts';
import { broken, callNamed, journalOf, planOf, SETTING } from '../run/written-run.ts';

let server: Server;
const portOf = (one: Server): number => (one.address() as AddressInfo).port;
beforeAll(async () => {
  server = createServer(({ method, url }, response) => {
    if (url === '/cut') return void response.writeHead(200).write('half', () => response.destroy());
    response
      .writeHead(method === 'DELETE' ? 502 : method === 'PUT' ? 404 : 200)
      .end(url === '/next' ? `http://localhost:${portOf(server)}/` : 'ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());

function reported(
  state: RunState,
  family: ReadonlyMap<string, RunState> = new Map([['r', state]]),
  journal?: string,
): readonly string[] {
  const said: string[] = [];
  const terminal = { out: () => undefined, err: (line: string) => said.push(line) };
  sayReport(terminal as never, state, null, journal, family);
  return said;
}

test('what was signed stands beside what was sent, what came of it, and where nothing was', async () => {
  const host = `127.0.0.1:${portOf(server)}`;
  const call = (id: string, more: object) => ({
    _id: id,
    url: `http://${host}/`,
    _outputPath: `†state.${id}`,
    ...more,
  });
  const plan = {
    ...{ format: 'obelus/plan', version: 1, id: 'p', policy: { retryLimit: 0, onFailure: 'continue' } },
    calls: [
      call('a', { _tool: 'httpGet', url: `http://${host}/first` }),
      call('b', { _tool: 'httpGet', url: '†state.a.text' }),
      call('c', { _tool: 'httpSend' }),
      call('d', { _tool: 'httpSend', method: 'PUT' }),
      call('e', { _tool: 'httpSend', method: 'DELETE' }),
      call('g', { _tool: 'httpSend', url: `http://${host}/cut` }),
      { _id: 'f', _tool: 'saveFile', name: 'f.md', content: 'Words', _outputPath: '†state.f' },
    ],
  } as unknown as Plan;
  const memory = memoryHost();
  const { events } = await memory.run(plan, { approved: memory.sign(plan) });
  const state = events.reduce(evolve, newRun('r', memory.setting));
  const said = reported(state);
  const after = (line: string): string => said[said.indexOf(line) + 1] ?? '';
  expect(after(`Signed: a: To ${host}`)).toMatch(
    /^ {2}Sent: a, attempt 1: GET to [\d.:]+\/first at .* answered with 200$/,
  );
  expect(said).toContain('Signed: b: To a host that only the run names. Nothing was sent');
  expect(after(`Signed: c: To ${host}`)).toMatch(/answered with 200; it happened$/);
  expect(after(`Signed: d: To ${host}`)).toMatch(/answered with 404; refused, so it did not happen$/);
  expect(after(`Signed: e: To ${host}`)).toMatch(/answered with 502; it may have happened$/);
  const broke = `http://${host}/cut got the request and answered with 200; its answer broke off`;
  expect(after(`Signed: g: To ${host}`)).toMatch(
    /\/cut at .* answered with 200; it happened, but its answer/,
  );
  expect(after(`Signed: g: To ${host}`)).toContain(`can’t be used: ${broke}`);
  expect(reportOf(state, new Map([['r', state]]))).toMatchObject({
    calls: { g: { status: 'completed', unreadable: `${broke}.` } },
  });
  expect(after('Signed: f: To the file f.md')).toMatch(
    /^ {2}Done: f, attempt 1, begun at .*; “f\.md” was written$/,
  );
});

test('what was allowed at the door stands by the line that said it would ask', async () => {
  const get = (id: string, url: string) => ({ _id: id, _tool: 'httpGet', url, _outputPath: `†state.${id}` });
  const plan = {
    ...{ format: 'obelus/plan', version: 1, id: 'p' },
    calls: [get('a', `http://127.0.0.1:${portOf(server)}/next`), get('b', '†state.a.text')],
  } as unknown as Plan;
  const memory = memoryHost();
  const { runId } = await memory.run(plan, { approved: memory.sign(plan) });
  const { events } = await memory.answer(runId, { call: 'b', choose: 'value', value: { allow: true } });
  const said = reported(events.reduce(evolve, newRun('r', memory.setting)));
  const at = said.indexOf('Signed: b: To a host that only the run names');
  expect(said[at + 1]).toMatch(
    /^ {2}Sent: b, attempt 1: GET to localhost.*; you allowed it; answered with 200$/,
  );
  expect(said.join('\n')).not.toContain('No line');
});

test('what nobody approved in time is said to be left out, beside how the run ended', async () => {
  const plan = {
    ...{ format: 'obelus/plan', version: 1, id: 'p' },
    policy: { askBefore: 'effects', approvalTimeoutMs: 1 },
    calls: [{ _id: 'f', _tool: 'saveFile', name: 'f.md', content: 'Words', _outputPath: '†state.f' }],
  } as unknown as Plan;
  const memory = memoryHost();
  const { events } = await memory.run(plan, { approved: memory.sign(plan) });
  const said = reported(events.reduce(evolve, newRun('r', memory.setting)));
  expect(said.slice(-2)).toEqual([
    'completed with errors (errors)',
    '“f” was left out: nobody answered in time.',
  ]);
});

test('what the runs of a loop left in doubt is told by its element, with the line that answers each', () => {
  const plan = planOf([callNamed('w', { _tool: 'write' })]);
  const bodies: RunEventBody[] = [...broken('w'), { type: 'plan_aborted', reason: 'aborted' }];
  const family = new Map(
    [0, 1].map((index) => {
      const runId = `r.each.${index}.4`;
      const events = journalOf(plan, bodies).map(
        (event): RunEvent =>
          event.type === 'plan.commit'
            ? {
                ...event,
                runId,
                rules: RULES,
                parent: { runId: 'r', call: 'each', index },
                input: { item: { id: index } },
              }
            : { ...event, runId },
      );
      return [runId, events.reduce(evolve, newRun(runId, SETTING))] as const;
    }),
  );
  const top = journalOf(planOf([]), [{ type: 'plan_aborted', reason: 'aborted' }]);
  const state = top.reduce(evolve, newRun('r', SETTING));
  const said = reported(state, new Map([['r', state], ...family]), 'j');
  expect(said.filter((line) => line.startsWith('In element'))).toEqual([
    expect.stringContaining('In element 1 of “each”, given {"id":0}: It is not known whether w was done.'),
    expect.stringContaining('In element 2 of “each”, given {"id":1}: It is not known whether w was done.'),
  ]);
  expect(said.slice(-3)).toEqual([
    'Answer it as follows:',
    "  obelus answer j --call 'each#1/w' --choose value|skip [--value JSON]",
    "  obelus answer j --call 'each#2/w' --choose value|skip [--value JSON]",
  ]);
});

test('what a sub-run found and left to do is said as it ends, and stands in the report by its call (L-54)', async () => {
  const plan = {
    ...{ format: 'obelus/plan', version: 1, id: 'p', policy: { onFailure: 'continue' } },
    plans: {
      part: {
        calls: [
          { _id: 'n', _tool: 'countWords', text: 'one two', _outputPath: '†state.n' },
          { _id: 'bad', _tool: 'readCsv', file: 'none.csv', _outputPath: '†state.bad' },
        ],
        policy: { onFailure: 'continue' },
        output: '†state.n.words',
      },
    },
    calls: [{ _id: 'a', _tool: 'part', _delegate: '#part', _outputPath: '†state.a' }],
  } as unknown as Plan;
  const memory = memoryHost();
  const { events } = await memory.run(plan, { approved: memory.sign(plan) });
  const state = events.reduce(evolve, newRun('r', memory.setting));
  const { calls } = reportOf(state, new Map([['r', state]]));
  expect(calls.a).toMatchObject({
    subRuns: [
      {
        keyFindings: [expect.stringMatching(/^n: .*"words":2/)],
        nextActions: [expect.stringMatching(/^bad failed: /)],
      },
    ],
  });
  const said: string[] = [];
  const terminal = { err: (line: string) => said.push(line), progress: () => undefined } as never;
  const progress = progressOf(terminal, 'r');
  for (const event of events) progress.heard(event, new Map([['r', state]]));
  expect(said).toContainEqual(expect.stringMatching(/^\[Obs\] a, found: n: /));
  expect(said).toContainEqual(expect.stringMatching(/^\[Obs\] a, left to do: bad failed: /));
});
