/** The world outside, on a loopback port: it answers when the test says so, and counts what it was asked. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Visit {
  readonly method: string;
  readonly path: string;
  /** What a write was sent under (L-91). */
  readonly idempotencyKey: string | undefined;
}

export interface Outside {
  /** The address of a path, without a slash before it. */
  url(path: string): string;
  /** Everything that reached it, as `GET /path`, in order of arrival: preflights and looks too. */
  readonly asked: readonly string[];
  /** Requests in order of arrival, preflights and looks left out. */
  readonly visits: readonly Visit[];
  visitsTo(path: string): readonly Visit[];
  /** Resolves with the n-th visit (from 1) to a path, as soon as it has arrived. */
  visited(path: string, n?: number): Promise<Visit>;
  /** Answers everybody who waits at a path, and whoever comes later, at once. */
  open(path: string): void;
  /** Refuses the next visitor of a path with 503, as a server that is just starting does. */
  refuseNext(path: string): void;
  /** Lets every visitor of a path arrive, and breaks the connection in place of an answer: the browser itself comes again. */
  cut(path: string): void;
  close(): Promise<void>;
}

export async function startOutside(): Promise<Outside> {
  const asked: string[] = [];
  const visits: Visit[] = [];
  const held = new Map<string, ServerResponse[]>();
  const opened = new Set<string>();
  const refusing = new Set<string>();
  const cutting = new Set<string>();
  const waiting = new Set<() => void>();

  const answer = (path: string, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ path }));
  };

  const receive = (request: IncomingMessage, response: ServerResponse) => {
    asked.push(`${request.method} ${request.url}`);
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-expose-headers', 'retry-after');
    if (request.method === 'OPTIONS') {
      response.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE');
      response.setHeader('access-control-allow-headers', 'authorization, content-type, idempotency-key');
      // Remembered, so that a preflight is not asked for again at every visit.
      response.setHeader('access-control-max-age', '600');
      response.writeHead(204).end();
      return;
    }
    request.resume();
    // A look before the first write (L-40a): it is answered at once, and is no visit.
    if (request.method === 'HEAD') {
      response.writeHead(204).end();
      return;
    }
    const path = (request.url ?? '/').slice(1);
    const key = request.headers['idempotency-key'];
    visits.push({
      method: request.method ?? '',
      path,
      idempotencyKey: key === undefined ? key : String(key),
    });
    // Long enough for a screen on a busy machine: a second is over before it is looked at.
    if (cutting.has(path)) request.socket.destroy();
    else if (refusing.delete(path)) response.writeHead(503, { 'retry-after': '5' }).end();
    else if (opened.has(path)) answer(path, response);
    else held.set(path, [...(held.get(path) ?? []), response]);
    for (const look of [...waiting]) look();
  };

  const server = createServer(receive);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const visitsTo = (path: string) => visits.filter((visit) => visit.path === path);

  return {
    url: (path) => `http://127.0.0.1:${port}/${path}`,
    asked,
    visits,
    visitsTo,
    visited: (path, n = 1) =>
      new Promise((resolve) => {
        const look = () => {
          const visit = visitsTo(path)[n - 1];
          if (visit === undefined) return;
          waiting.delete(look);
          resolve(visit);
        };
        waiting.add(look);
        look();
      }),
    open: (path) => {
      opened.add(path);
      for (const response of held.get(path) ?? []) answer(path, response);
      held.delete(path);
    },
    refuseNext: (path) => void refusing.add(path),
    cut: (path) => void cutting.add(path),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
