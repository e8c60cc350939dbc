/**
 * A server on a loopback port that fails as real ones do, for tests in a browser. A path names what happens at each
 * visit to it: `/some-name/500,500,ok`; the last holds for all that follow.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Its address, with a slash at the end. */
    readonly faultyServer: string;
  }
}

const MEGABYTE = 'x'.repeat(1_000_000);
const json = { 'content-type': 'application/json' };

const ACTS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  ok: (response) => response.writeHead(200, json).end('{"fine":true}'),
  '500': (response) => response.writeHead(500, json).end('{"error":"out of order"}'),
  '429': (response) => response.writeHead(429, { ...json, 'retry-after': '2' }).end('{"error":"slow down"}'),
  page: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>{"fine":true}</h1>'),
  garbled: (response) => response.writeHead(200, json).end('{"fine":'),
  hang: () => {},
  reset: (response) => {
    response.writeHead(200, { ...json, 'content-length': '1000' });
    response.write('{"fine":', () => response.destroy());
  },
  big: (response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    let left = 20;
    const more = () => {
      for (; left > 0; left--) if (!response.write(MEGABYTE)) return;
      response.end();
    };
    response.on('drain', more);
    more();
  },
  drip: (response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  },
};

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const visits = new Map<string, number>();

  const receive = (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-expose-headers', 'retry-after');
    // A look before a first write (L-40a) is no visit.
    if (request.method === 'HEAD') {
      response.writeHead(204).end();
      return;
    }
    if (request.method === 'OPTIONS') {
      response.setHeader('access-control-allow-methods', 'GET, POST');
      response.setHeader('access-control-allow-headers', 'content-type, idempotency-key');
      response.writeHead(204).end();
      return;
    }
    request.resume();
    const path = request.url ?? '/';
    const visit = visits.get(path) ?? 0;
    visits.set(path, visit + 1);
    const acts = (path.split('/').at(-1) ?? '').split(',');
    const act = ACTS[acts[Math.min(visit, acts.length - 1)] ?? ''];
    if (act) act(response);
    else response.writeHead(404).end();
  };

  const server = createServer(receive);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  project.provide('faultyServer', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
