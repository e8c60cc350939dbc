/** Before a page writes, a harmless read tells whether the server lets it: with the very headers that the write has. */

import { afterEach, expect, test, vi } from 'vitest';
import { hasAnswered, mayBeWrittenTo } from '../../src/activities/first-write.ts';

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
  hasAnswered(url, new Headers());
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
