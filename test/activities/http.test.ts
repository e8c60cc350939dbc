/** HTTP against a real server on the loopback interface, with its faults. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { retryAfter, unreachable } from '../../src/activities/http-answer.ts';
import { fault, run, testContext } from './context.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

let server: Server;
let base: string;
/** An address where nobody listens. */
let nobody: string;
let handler: Handler;
let seen = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    seen += 1;
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => handler(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  nobody = `http://127.0.0.1:${(closed.address() as AddressInfo).port}/`;
  await new Promise((resolve) => closed.close(resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

const answer =
  (status: number, headers: Record<string, string>, body = ''): Handler =>
  (_, response) =>
    response.writeHead(status, headers).end(body);

describe('httpGet', () => {
  test('gives JSON as data and everything as text', async () => {
    handler = answer(200, { 'content-type': 'application/json; charset=utf-8' }, '{"a": 1}');
    expect(await run('httpGet', { url: `${base}/x` })).toEqual({
      status: 200,
      type: 'application/json',
      text: '{"a": 1}',
      data: { a: 1 },
    });
    handler = answer(200, { 'content-type': 'text/plain' }, 'héllo');
    expect(await run('httpGet', { url: base })).toEqual({ status: 200, type: 'text/plain', text: 'héllo' });
  });

  test('sends its headers, and no idempotency key', async () => {
    let got: IncomingMessage['headers'] = {};
    handler = ({ headers }, response) => {
      got = headers;
      response.end();
    };
    await run('httpGet', { url: base, headers: { 'X-A': 'b' }, authorization: 'Bearer abc' });
    expect(got).toMatchObject({ 'x-a': 'b', authorization: 'Bearer abc' });
    expect(got['idempotency-key']).toBeUndefined();
  });

  test('too many requests is a fault with the time to wait', async () => {
    handler = answer(429, { 'retry-after': '7' }, 'slow down');
    const { code, message, retryAfterMs: wait } = await fault('httpGet', { url: `${base}/a?key=topsecret` });
    expect([code, wait]).toEqual(['http-429', 7000]);
    expect(message).toContain('slow down');
    expect(message).not.toContain('topsecret');
  });

  test('a redirect is reported and not followed', async () => {
    handler = answer(302, { location: '/elsewhere?token=1' });
    seen = 0;
    const { code, message } = await fault('httpGet', { url: `${base}/here` });
    expect(code).toBe('redirected');
    expect(message).toContain(`${base}/elsewhere.`);
    expect(seen).toBe(1);
  });

  test('an answer without end is cut off at the limit', async () => {
    handler = (_, response) => {
      const chunk = 'x'.repeat(1_000_000);
      const write = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', write);
      write();
    };
    expect(await fault('httpGet', { url: base })).toMatchObject({ code: 'too-large' });
  });

  test('an answer that breaks off is a fault, never half an answer', async () => {
    handler = (_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    };
    expect(await fault('httpGet', { url: base })).toMatchObject({ code: 'unreachable' });
  });

  test('a stop ends a request that hangs', async () => {
    const context = testContext();
    handler = () => context.stop();
    expect(await fault('httpGet', { url: base }, context)).toMatchObject({ code: 'cancelled' });
  });

  test('JSON that is none is a fault', async () => {
    handler = answer(200, { 'content-type': 'application/json' }, '{oops');
    expect(await fault('httpGet', { url: base })).toMatchObject({ code: 'bad-json' });
  });

  test.each([
    ['not an address', 'is not a web address'],
    ['file:///etc/passwd', 'Only http and https'],
    ['javascript:alert(1)', 'Only http and https'],
    ['https://user:pw@example.org/', 'user name or password'],
    ['https://user:pw@bad host/?key=pw@', 'is not a web address'],
  ])('%s is refused before anything is sent', async (url, words) => {
    const { code, message } = await fault('httpGet', { url });
    expect(code).toBe('invalid-arguments');
    expect(message).toContain(words);
    expect(message).not.toContain('pw@');
  });

  test('a header with a line break is refused without its value', async () => {
    const { message } = await fault('httpGet', { url: base, authorization: 'Bearer x\r\nEvil: 1' });
    expect(message).toContain('"Authorization"');
    expect(message).not.toContain('Evil');
  });

  test('an address where nobody listens is unreachable', async () => {
    expect(await fault('httpGet', { url: nobody })).toMatchObject({
      code: 'unreachable',
      outcome: 'not-sent',
    });
  });

  const KNOWN = [
    [400, {}, 'refused'],
    [401, {}, 'refused'],
    [404, {}, 'refused'],
    [408, {}, 'unknown'],
    [409, {}, 'unknown'],
    [425, {}, 'refused'],
    [429, {}, 'refused'],
    [303, { location: '/' }, 'unknown'],
    [500, {}, 'unknown'],
    [502, {}, 'unknown'],
    [503, {}, 'unknown'],
    [503, { 'retry-after': '5' }, 'refused'],
  ] as const;
  test.each(KNOWN)('%i %o says of the effect: %s (L-40a)', async (status, headers, outcome) => {
    handler = answer(status, headers);
    expect(await fault('httpSend', { url: base, body: 'x' })).toMatchObject({ outcome });
  });

  test('a conflict is an answer to whoever only reads', async () => {
    handler = answer(409, {});
    expect(await fault('httpGet', { url: base })).toMatchObject({ outcome: 'refused' });
  });

  test('an answer that cannot be used does not undo what it answers', async () => {
    handler = answer(201, { 'content-type': 'application/json' }, '{');
    const garbled = await fault('httpSend', { url: base, body: 'x' });
    expect(garbled).toMatchObject({ code: 'bad-json', outcome: 'done', value: { status: 201, text: '{' } });
    handler = (_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      response.socket?.end();
    };
    const broken = await fault('httpSend', { url: base, body: 'x' });
    expect(broken).toMatchObject({ code: 'unreachable', outcome: 'done', value: { status: 200 } });
  });
});

describe('httpSend', () => {
  test('sends data as JSON with the idempotency key of the call', async () => {
    handler = (request, response, body) =>
      response.end(
        [request.method, request.headers['content-type'], request.headers['idempotency-key'], body].join(' '),
      );
    expect(await run('httpSend', { url: base, body: { a: 1 } })).toMatchObject({
      text: 'POST application/json run00001:call {"a":1}',
    });
    expect(await run('httpSend', { url: base, method: 'PUT', body: 'plain' })).toMatchObject({
      text: 'PUT text/plain;charset=utf-8 run00001:call plain',
    });
  });

  test('a connection that breaks after sending leaves it in doubt', async () => {
    handler = (request) => request.socket.destroy();
    const { code, message, outcome } = await fault('httpSend', { url: base, body: 'x' });
    expect([code, outcome]).toEqual(['unreachable', 'unknown']);
    expect(message).toContain('may or may not');
  });

  test('a device that is offline by the time the connection breaks leaves it in doubt', async () => {
    handler = (request) => {
      vi.stubGlobal('navigator', { onLine: false });
      request.socket.destroy();
    };
    const { outcome } = await fault('httpSend', { url: base, body: 'x' }).finally(() =>
      vi.unstubAllGlobals(),
    );
    expect(outcome).toBe('unknown');
  });

  test('a read that a header makes a write of is not sent; a write is recorded as what it is', async () => {
    const asked: string[] = [];
    handler = ({ method }, response) => {
      asked.push(method ?? '');
      response.end('ok');
    };
    for (const name of ['X-HTTP-Method-Override', 'x_http_method']) {
      expect(await fault('httpGet', { url: base, headers: { [name]: 'delete' } })).toMatchObject({
        code: 'invalid-arguments',
        message: expect.stringContaining('take this read for "DELETE"'),
      });
    }
    expect(asked).toEqual([]);
    await run('httpGet', { url: base, headers: { 'X-HTTP-Method-Override': 'get' } });
    expect(asked).toEqual(['GET']);
  });

  test('in a page it may have arrived more than once: the browser sends again by itself', () => {
    vi.stubGlobal('location', { origin: 'https://page.example' });
    const { message } = unreachable('there', true, new TypeError('Failed to fetch'));
    vi.unstubAllGlobals();
    expect(message).toContain('perhaps more than once: a browser may send a request again by itself');
  });

  test.each([
    ['connect', 'not-sent'],
    ['read', 'unknown'],
  ])('no way there, found at %s, is %s', (syscall, outcome) => {
    const cause = Object.assign(new Error('no way'), { code: 'EHOSTUNREACH', syscall });
    expect(unreachable('there', true, new TypeError('fetch failed', { cause }))).toMatchObject({ outcome });
  });

  test('what was never sent is no doubt', async () => {
    expect(await fault('httpSend', { url: nobody })).toMatchObject({ code: 'unreachable' });
  });
});

test('Retry-After is seconds or a date, at most a day, never negative', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  expect(retryAfter('Sat, 21 Nov 2026 12:00:30 GMT', now)).toBe(30_000);
  expect(retryAfter('Sat, 21 Nov 2020 12:00:30 GMT', now)).toBe(0);
  expect(retryAfter('999999999', now)).toBe(86_400_000);
  expect(retryAfter('9999999999', now)).toBe(86_400_000);
  expect(retryAfter('soon', now)).toBeUndefined();
  expect(retryAfter(null, now)).toBeUndefined();
});
