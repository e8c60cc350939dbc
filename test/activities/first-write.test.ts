/** Before a page writes, a harmless read tells whether the server lets it: with the very headers that the write has. */

import { afterEach, expect, test, vi } from 'vitest';
import { hasAnswered, mayBeWrittenTo } from '../../src/activities/first-write.ts';
import { httpSend } from '../../src/activities/http.ts';
import { testContext } from './context.ts';

afterEach(() => vi.unstubAllGlobals());

const page = () => vi.stubGlobal('location', { origin: 'https://page.example' });
const never = new AbortController().signal;
const keyed = new Headers({ 'Idempotency-Key': 'run/a' });

/** A server that lets pages read and no page send the key. */
const refusingTheKey = async (_: unknown, init?: RequestInit): Promise<Response> => {
  if (new Headers(init?.headers).has('idempotency-key')) throw new TypeError('Failed to fetch');
  return new Response('');
};

test('that a read was answered does not tell that the write’s headers are allowed', async () => {
  page();
  const url = new URL('https://read-only.example/orders');
  hasAnswered(url, new Headers(), 'GET');
  await expect(mayBeWrittenTo(url, keyed, never, refusingTheKey)).rejects.toMatchObject({
    outcome: 'not-sent',
    message: expect.stringContaining('(CORS). Nothing was sent.'),
  });
});

test('a server that has answered such a request is not asked again', async () => {
  page();
  const url = new URL('https://open.example/orders');
  let asked = 0;
  const open = async () => {
    asked += 1;
    return new Response('');
  };
  await mayBeWrittenTo(url, keyed, never, open);
  await mayBeWrittenTo(url, keyed, never, open);
  expect(asked).toBe(1);
});

test('the look takes no header along that would make another method of it', async () => {
  page();
  const seen: string[] = [];
  const headers = new Headers({ 'X-HTTP-Method-Override': 'DELETE', Accept: 'x/y' });
  await mayBeWrittenTo(new URL('https://override.example/'), headers, never, async (_, init) => {
    seen.push(...new Headers(init?.headers).keys());
    return new Response('');
  });
  expect(seen).toEqual(['accept']);
});

/** A server that answers looks, and of which the browser lets these methods through. */
const allowing =
  (...methods: string[]) =>
  async (_: unknown, init?: RequestInit): Promise<Response> => {
    if (!methods.includes(init?.method ?? 'GET')) throw new TypeError('Failed to fetch');
    return new Response('');
  };

test('a method that the browser may have kept back stays in doubt, with the reason that it may be; one that got through does not', async () => {
  page();
  const send = (method: string, fetch: typeof globalThis.fetch) =>
    httpSend({ url: 'https://kept-back.example/orders/1', method }, { ...testContext(), fetch });
  const failed = (method: string) => send(method, allowing('HEAD') as typeof fetch);
  await expect(failed('PUT')).rejects.toMatchObject({
    outcome: 'unknown',
    message: expect.stringMatching(
      /lets no page send PUT \(CORS\), nothing left this device.*Otherwise.*Look there/,
    ),
  });
  await expect(failed('POST')).rejects.toMatchObject({
    outcome: 'unknown',
    message: expect.not.stringContaining('CORS'),
  });
  await send('PUT', allowing('HEAD', 'PUT') as typeof fetch);
  await expect(failed('PUT')).rejects.toMatchObject({ message: expect.not.stringContaining('CORS') });
  await expect(failed('DELETE')).rejects.toMatchObject({ message: expect.stringContaining('DELETE (CORS)') });
  vi.unstubAllGlobals();
  await expect(failed('DELETE')).rejects.toMatchObject({ message: expect.not.stringContaining('CORS') });
});
