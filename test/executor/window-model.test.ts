import { expect, test } from 'vitest';
import { windowModel } from '../../src/executor/window-model.ts';
import type { ChatEvent, ChatRequest } from '../../src/planner/prompt/chat-model.ts';
import type { ModelAsked } from '../../src/run/messages.ts';

const requestFor = (signal = new AbortController().signal): ChatRequest => ({
  messages: [{ role: 'user', content: 'Plan.' }],
  schema: { name: 'plan', schema: {} },
  signal,
});

async function all(stream: AsyncIterable<ChatEvent>): Promise<ChatEvent[]> {
  const events: ChatEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

test('what the window’s model says comes in order, and only of the turn that was asked', async () => {
  const asked: ModelAsked[] = [];
  const model = windowModel((one) => asked.push(one));
  const events = all(model.stream(requestFor()));
  await Promise.resolve();
  expect(asked).toMatchObject([{ turn: 1, what: 'answer' }]);
  model.hear({ turn: 2, kind: 'text', text: 'of another' });
  model.hear({ turn: 1, kind: 'text', text: 'a' });
  model.hear({ turn: 1, kind: 'text', text: 'b' });
  model.hear({ turn: 1, kind: 'usage', inputTokens: 1, outputTokens: 2 });
  model.hear({ turn: 1, kind: 'end' });
  expect(await events).toEqual([
    { kind: 'text', text: 'a' },
    { kind: 'text', text: 'b' },
    { kind: 'usage', inputTokens: 1, outputTokens: 2 },
  ]);
});

test('its room is asked for, and its fault is one of the planner’s', async () => {
  const model = windowModel(() => undefined);
  const room = model.room?.(requestFor());
  model.hear({ turn: 1, kind: 'room', room: { used: 3, room: 9 } });
  expect(await room).toEqual({ used: 3, room: 9 });
  const broken = all(model.stream(requestFor()));
  model.hear({ turn: 2, kind: 'fault', code: 'refused', message: 'It would not.' });
  await expect(broken).rejects.toMatchObject({ code: 'refused', message: 'It would not.' });
});

test('a person’s stop ends a turn of which nothing more is heard', async () => {
  const stop = new AbortController();
  const model = windowModel(() => undefined);
  const stopped = all(model.stream(requestFor(stop.signal)));
  stop.abort();
  await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
});
