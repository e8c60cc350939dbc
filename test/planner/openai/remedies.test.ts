/** What can be done about each fault, as the button beside its sentence is told. */

import { afterEach, expect, test } from 'vitest';
import { failing, type ModelServerScript, streamed } from '../../../e2e/model-server/script.ts';
import { type ModelServer, startModelServer } from '../../../e2e/model-server/server.ts';
import { ask, PLAN_TEXT } from './asking.ts';

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const later = { headers: { 'retry-after': '90' } };

test.each([
  ['refuses the key', { replies: [], key: 'other' }, 'key'],
  ['has no credit left', { replies: [failing(402, 'Pay first')] }, 'planner'],
  ['takes no more for now', { replies: [failing(429, 'Busy', later)] }, 'again'],
  ['fails', { replies: [failing(500, 'Oops')] }, 'again'],
  ['has no such model', { replies: [failing(404, 'No such model')] }, 'connection'],
  ['finds it too long', { replies: [failing(400, 'maximum context length is 4096')] }, 'fewer-tools'],
  ['cuts its answer', { replies: [streamed(PLAN_TEXT, { cutAfter: 3 })] }, 'again'],
  ['stops at its limit', { replies: [streamed(PLAN_TEXT, { finish: 'length' })] }, 'fewer-tools'],
  ['refuses', { replies: [streamed('', { refusal: 'No.' })] }, 'other-words'],
  ['answers no plan', { replies: [streamed('I would rather not.')] }, 'again'],
  ['answers nothing', { replies: [streamed('')] }, 'again'],
  ['refuses the request', { replies: [failing(400, 'Blue moon required')] }, 'connection'],
  [
    'finds nothing to call',
    { replies: [streamed('{"title": "", "calls": [], "output": null}')] },
    'other-words',
  ],
] satisfies [string, ModelServerScript, string][])('a server that %s', async (what, script, remedy) => {
  server = await startModelServer(script);
  const { last } = await ask(server.url);
  expect(last).toMatchObject({ kind: 'failed', remedies: expect.arrayContaining([remedy]) });
  expect(last?.kind === 'failed' && last.remedies?.[0]).toBe(remedy);
  if (what === 'takes no more for now') expect(last).toMatchObject({ waitMs: 90_000 });
});
