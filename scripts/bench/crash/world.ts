/** The world outside on a loopback port: it answers by a script, and counts who came, under which key, and what it did. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '../../../src/lib/json.ts';
import type { Chance } from './chance.ts';

/** How one call is met. */
export interface Reception {
  /** Answered as `{"n": …}`. */
  readonly n: number;
  /** Every entry is refused with this status. */
  readonly refuses?: number;
  /** The first entry is refused with 503, as by a server that is just starting. */
  readonly failsFirst?: boolean;
  /**
   * Every entry is carried out, and the connection breaks in the middle of the answer. Of the first one alone, a run that
   * is cut off would learn what an undisturbed one never does.
   */
  readonly cuts?: boolean;
  /** A second entry under the same idempotency key does nothing and gets the first one's answer. */
  readonly honoursKeys?: boolean;
}

export interface Entry {
  readonly call: string;
  /** What a write was sent under (L-91). */
  readonly key: string | undefined;
  /** Whether the world is another one since. */
  readonly did: boolean;
}

export interface World {
  /** The address at which a plan's call is met. */
  url(plan: string, call: string): string;
  /** Forgets who came, and meets from now on the calls of this plan: a run that never ended may still come by. */
  begin(plan: string, script: ReadonlyMap<string, Reception>): void;
  entriesOf(call: string): readonly Entry[];
  entries(): readonly Entry[];
  /** What the call would have returned, cut as its answer is: how a person who looks there gives its value. */
  valueOf(call: string): Json;
  close(): Promise<void>;
}

/** Long enough that a kill finds calls in flight, short enough that a plan of twelve is done in a second. */
const LATENCY_MS = [5, 160] as const;

export async function startWorld(chance: Chance, onEntry: () => void): Promise<World> {
  let plan = '';
  let script: ReadonlyMap<string, Reception> = new Map();
  let entries: Entry[] = [];
  const entriesOf = (call: string) => entries.filter((entry) => entry.call === call);

  const receive = (request: IncomingMessage, response: ServerResponse): void => {
    response.setHeader('access-control-allow-origin', '*');
    if (request.method === 'OPTIONS') {
      response.setHeader('access-control-allow-methods', 'GET, POST');
      response.setHeader('access-control-allow-headers', 'content-type, idempotency-key');
      response.setHeader('access-control-max-age', '600');
      response.writeHead(204).end();
      return;
    }
    request.resume();
    // The harmless look before a first write: whoever looks changes nothing, and is counted for no entry.
    if (request.method === 'HEAD') {
      response.writeHead(200).end();
      return;
    }
    const [, from, call = ''] = (request.url ?? '').split('/');
    if (from !== plan) {
      response.writeHead(410).end();
      return;
    }
    const reception = script.get(call);
    const before = entriesOf(call);
    const header = request.headers['idempotency-key'];
    const key = header === undefined ? undefined : String(header);
    const isFirst = before.length === 0;
    const refusal = reception ? (reception.refuses ?? (isFirst && reception.failsFirst ? 503 : null)) : 404;
    const isKnown = reception?.honoursKeys === true && before.some((entry) => entry.did && entry.key === key);
    entries.push({ call, key, did: refusal === null && !isKnown });
    onEntry();
    setTimeout(
      () => {
        if (response.destroyed) return;
        if (refusal !== null || !reception) {
          response.writeHead(refusal ?? 404, { 'content-type': 'text/plain' }).end('Not now.');
          return;
        }
        const text = textOf(reception);
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
        if (reception.cuts) {
          // What was written must have left, or the browser would take the connection for one that never opened.
          response.write(text.slice(0, 2), () => setImmediate(() => response.destroy()));
        } else response.end(text);
      },
      chance.whole(...LATENCY_MS),
    );
  };

  const server = createServer(receive);
  // A connection that the server closes between two requests makes a browser send the second one twice.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: (id, call) => `http://127.0.0.1:${port}/${id}/${call}`,
    begin: (id, next) => {
      plan = id;
      script = next;
      entries = [];
    },
    entriesOf,
    entries: () => entries,
    valueOf: (call) => {
      const reception = script.get(call)!;
      const known = { status: 200, type: 'application/json' };
      if (reception.cuts) return known;
      const text = textOf(reception);
      return { ...known, text, data: JSON.parse(text) as Json };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const textOf = ({ n }: Reception): string => JSON.stringify({ n });
