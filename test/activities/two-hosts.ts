/** Two real servers – one that plans name, and one that they don't – and plans that go there. */

import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Json } from '../../src/lib/json.ts';
import { type MemoryHostOptions, memoryHost, type RunOptions } from '../../src/package/host.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import type { RunState } from '../../src/run/state.ts';

interface Heard {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body: string;
}

interface TwoHosts {
  readonly servers: Server[];
  /** What each was asked since the test began. */
  heard: Heard[][];
  /** What each answers. */
  reply: (at: number, url: string) => Reply;
  /** Whether a request is heard and never answered. */
  silent: (at: number) => boolean;
  known(): string;
  other(): string;
  /** Calls of which the second's address comes out of the run: the known host names the other one. */
  leadingAway(more?: object): [Call, Call];
}

/** To be called where a test file begins: the servers go up before its tests and down after them. */
export function twoHosts(): TwoHosts {
  const hostAt = (at: number): string => {
    const address = two.servers[at]?.address() as AddressInfo;
    return `127.0.0.1:${address.port}`;
  };
  const two: TwoHosts = {
    servers: [],
    heard: [[], []],
    reply: () => ({ body: '' }),
    silent: () => false,
    known: () => hostAt(0),
    other: () => hostAt(1),
    leadingAway: (more = {}) => {
      two.reply = (at) => ({
        body: JSON.stringify(at === 0 ? { next: `http://${two.other()}/away` } : { ok: true }),
      });
      return [get('a', `http://${two.known()}/start`), get('b', '†state.a.data.next', more)];
    },
  };
  beforeAll(async () => {
    for (const at of [0, 1]) {
      const server = createServer((request, response) => {
        let body = '';
        request.on('data', (part) => {
          body += part;
        });
        request.on('end', () => {
          const { method, url = '', headers } = request;
          two.heard[at]?.push({ method, url, headers, body });
          if (two.silent(at)) return;
          const said = two.reply(at, url);
          const type = { 'content-type': 'application/json' };
          response.writeHead(said.status ?? 200, said.headers ?? type).end(said.body);
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      two.servers.push(server);
    }
  });
  afterAll(() => {
    for (const server of two.servers) {
      server.closeAllConnections();
      server.close();
    }
  });
  beforeEach(() => {
    two.heard = [[], []];
    two.reply = () => ({ body: '{"ok":true}' });
    two.silent = () => false;
  });
  return two;
}

export const planOf = (calls: readonly object[], more: object = {}): Plan =>
  ({ format: 'obelus/plan', version: 1, id: 'p', policy: { retryLimit: 0 }, calls, ...more }) as Plan;

export const get = (id: string, url: string, more: object = {}): Call => ({
  _id: id,
  _tool: 'httpGet',
  url,
  _outputPath: `†state.${id}`,
  ...more,
});

/** Runs to the end, with an answer to each question; a question without one is left open. */
export async function run(
  plan: Plan,
  options: MemoryHostOptions = {},
  answers: readonly Json[] = [],
  how: Partial<RunOptions> = {},
) {
  const host = memoryHost(options);
  const left = [...answers];
  const asked: string[] = [];
  let report = await host.run(plan, { approved: host.sign(plan), ...how });
  for (;;) {
    const question = report.questions.find(({ kind }) => kind === 'answer');
    if (question?.kind !== 'answer') break;
    asked.push(String(question.form.title));
    const value = left.shift();
    if (value === undefined) break;
    report = await host.answer(question.runId, { call: question.call, choose: 'value', value });
  }
  const failures = Object.fromEntries(report.calls.map(({ id, failure }) => [id, failure]));
  return { report, asked, failures, sent: sentIn(report.events) };
}

export const sentIn = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'plan_step_sent' ? [event] : []));

/** The state that a journal comes to in such a host. */
export const folded = (options: MemoryHostOptions, events: readonly RunEvent[]): RunState =>
  events.reduce(evolve, newRun('r', memoryHost(options).setting));
