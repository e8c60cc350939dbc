/** The offline planner and a model before the same judge. */

import { afterEach, expect, test } from 'vitest';
import { streamed } from '../../../e2e/model-server/script.ts';
import { type ModelServer, startModelServer } from '../../../e2e/model-server/server.ts';
import { goalFigures } from '../../../scripts/bench/planner-goals.ts';

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const NOTE = { _id: 'say', _tool: 'note', text: 'I would rather not.', _outputPath: '†state.said' };
/** Of one goal the files are small: it is judged in a moment. */
const ONE = { goals: 'open', of: 'plain-01' } as const;

test('stand in two columns where a server is named, and a key alone has nothing sent', async () => {
  server = await startModelServer({
    replies: [streamed(JSON.stringify({ title: 'No', calls: [NOTE], output: '†state.said' }))],
  });
  const alone = await goalFigures(ONE, { OPENAI_API_KEY: 'sk-0123456789' });
  expect(server.chats()).toEqual([]);
  const both = await goalFigures(ONE, { OPENAI_BASE_URL: server.url, OPENAI_MODEL: 'scripted' });
  const right = both.find(({ name }) => name === 'planner/goals-right-open');
  expect(right).toMatchObject({ value: 1, beside: { name: 'scripted', value: 0 } });
  expect(both.map(({ beside: _, ...figure }) => figure)).toEqual(alone);
  expect(server.chats().length).toBeGreaterThan(0);
});
