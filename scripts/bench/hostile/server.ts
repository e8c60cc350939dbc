/**
 * A server on the loopback interface that answers as badly as one can: any status, cut anywhere, garbage, drop by drop.
 * It counts what it has done by the write that a body names, and by the key that came with it. Knows no run.
 */

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** How a request is answered. */
export interface Manner {
  readonly name: string;
  /** Whether the write is done before the answer begins. */
  readonly does: boolean;
  /** The answer, whole; null closes the connection without one. */
  readonly answer: string | null;
  /** Bytes of it that are sent before the connection breaks; absent for all. */
  readonly cutAt?: number;
  /** Milliseconds between its bytes; absent for all at once. */
  readonly dripMs?: number;
}

const withBody = (head: string, body: string): string =>
  `HTTP/1.1 ${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;

const answerOf = (status: string, body = '{}', headers = ''): string =>
  `${withBody(status, body)}Content-Type: application/json\r\n${headers}\r\n${body}`;

const GOOD = answerOf('200 OK', '{"done":true}');
export const FINE: Manner = { name: '200', does: true, answer: GOOD };

/** Megabytes that an endless answer has; more than is read of any. */
const ENDLESS_BYTES = 64_000_000;

/** A status that says that nothing was done, and one that leaves it open, or says that it was. */
const REFUSING = [
  ['400 Bad Request'],
  ['401 Unauthorized'],
  ['404 Not Found'],
  ['422 Unprocessable'],
  ['425 Too Early'],
  ['429 Too Many Requests', 'Retry-After: 1\r\n'],
  ['503 Service Unavailable', 'Retry-After: 3\r\n'],
] as const;
const OPEN = [
  '201 Created',
  '204 No Content',
  '301 Moved',
  '303 See Other',
  '408 Request Timeout',
  '409 Conflict',
  '500 Oops',
  '502 Bad Gateway',
  '503 Service Unavailable',
  '504 Gateway Timeout',
  '599 Odd',
] as const;

/** Every way to answer that is tried. @param endless whether the answers of 64 MB are among them */
export function manners(endless: boolean): Manner[] {
  const cuts = [0, 5, 12, 17, 40, GOOD.length - 5, GOOD.length - 1];
  const refusing = REFUSING.map(
    ([status, headers = '']): Manner => ({
      name: status,
      does: false,
      answer: answerOf(status, '{}', headers),
    }),
  );
  const open = OPEN.flatMap((status): Manner[] =>
    [true, false].map((does) => ({
      name: `${status} ${does}`,
      does,
      answer: answerOf(status, '{}', 'Location: /\r\n'),
    })),
  );
  const broken = cuts.map((cutAt): Manner => ({ name: `cut at ${cutAt}`, does: true, answer: GOOD, cutAt }));
  const odd: Manner[] = [
    { name: 'nothing', does: false, answer: null },
    { name: 'nothing, though done', does: true, answer: null },
    { name: 'no JSON', does: true, answer: answerOf('200 OK', '{"done":') },
    { name: 'garbage', does: true, answer: '\u0000\u0001garbage\r\n\r\n' },
    { name: 'drip', does: true, answer: GOOD, dripMs: 15 },
    { name: 'a huge header', does: true, answer: `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n` },
  ];
  const huge: Manner[] = endless
    ? [{ name: '64 MB', does: true, answer: answerOf('200 OK', `"${'x'.repeat(ENDLESS_BYTES)}"`) }]
    : [];
  return [FINE, FINE, ...refusing, ...open, ...broken, ...odd, ...huge];
}

/** A good answer that breaks off after each of its bytes. */
export const everyCut = (): Manner[] =>
  Array.from({ length: GOOD.length }, (_, cutAt) => ({
    name: `cut at ${cutAt}`,
    does: true,
    answer: GOOD,
    cutAt,
  }));

export interface HostileServer {
  readonly port: number;
  /** How often each write was done, by what its body names. */
  readonly done: ReadonlyMap<string, number>;
  /** How often each write came, and with how many different keys. */
  readonly came: ReadonlyMap<string, readonly string[]>;
  /** Resolves when it has read all that had reached this machine before: a connection of its own comes after those. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** @param mannerOf how the n-th request (from 0) of a write is answered */
export async function hostileServer(mannerOf: (write: string, n: number) => Manner): Promise<HostileServer> {
  const done = new Map<string, number>();
  const came = new Map<string, string[]>();
  const sockets = new Set<Socket>();
  const hear = (socket: Socket, key: string, write: string): void => {
    if (write === '') {
      void answer(socket, FINE);
      return;
    }
    const keys = came.get(write) ?? [];
    came.set(write, keys);
    const manner = mannerOf(write, keys.length);
    keys.push(key);
    if (manner.does) done.set(write, (done.get(write) ?? 0) + 1);
    void answer(socket, manner);
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      for (let request = wholeRequest(text); request; request = wholeRequest(text)) {
        text = request.rest;
        hear(socket, request.key, request.body);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    done,
    came,
    settled: () =>
      new Promise((resolve) => {
        const probe = connect(port, '127.0.0.1', () => probe.write('GET / HTTP/1.1\r\n\r\n'));
        probe.once('data', () => probe.destroy());
        // One that is refused comes after the end, when nothing is read any more.
        probe.on('error', () => {});
        probe.once('close', () => resolve());
      }),
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The first request in what came, where it is whole. */
function wholeRequest(text: string): { key: string; body: string; rest: string } | null {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const head = text.slice(0, end);
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  const from = end + 4;
  if (text.length < from + length) return null;
  const key = /^idempotency-key: *(.*?) *$/im.exec(head)?.[1] ?? '';
  return { key, body: text.slice(from, from + length), rest: text.slice(from + length) };
}

async function answer(socket: Socket, { answer: text, cutAt, dripMs }: Manner): Promise<void> {
  if (text === null) {
    socket.destroy();
    return;
  }
  if (dripMs !== undefined) {
    for (const byte of text) {
      if (socket.destroyed) return;
      socket.write(byte, 'latin1');
      await new Promise((resolve) => setTimeout(resolve, dripMs));
    }
  } else if (cutAt === undefined) socket.write(text, 'latin1');
  else {
    // What was written goes out before the connection ends, without the rest.
    socket.end(text.slice(0, cutAt), 'latin1');
    return;
  }
  if (text.startsWith('HTTP/1.1') && !text.includes('X: ')) return;
  socket.end();
}
