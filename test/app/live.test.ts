/** The values of the plan on the table: asked for when something is another, told call by call, and never of a plan that nobody let. */

import { beforeEach, expect, it } from 'vitest';
import { languageWith } from '../../src/app/language.ts';
import type { LateLanguage } from '../../src/app/late-language.ts';
import { createLive } from '../../src/app/live.ts';
import { createPreviewGround } from '../../src/app/preview-ground.ts';
import { type WorkerClient, WorkerError } from '../../src/app/worker-client.ts';
import type { Json } from '../../src/lib/json.ts';
import type { Plan } from '../../src/plan/document.ts';
import type { Origin } from '../../src/plan/origin.ts';
import type { LiveChange, LiveRequest } from '../../src/run/messages.ts';
import type { LiveCall } from '../../src/run/value-head.ts';
import { createDocumentStore } from '../../src/stores/document.ts';
import { createLiveBoard } from '../../src/stores/live.ts';
import { createSessionStore } from '../../src/stores/session.ts';
import { createSettingsStore } from '../../src/stores/settings.ts';
import { builtInTools } from '../../src/tools/built-in.ts';

interface Asked {
  readonly request: LiveRequest;
  readonly signal: AbortSignal | undefined;
  tell(changes: readonly LiveChange[]): void;
  end(error?: unknown): Promise<void>;
}

const NO_MEMORY = { read: () => null, write: () => undefined };
const plan = (id: string, text = 'a b'): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id,
  calls: [{ _id: 'n', _tool: 'countWords', text, _outputPath: '†state.n' }],
});
const came = (text: string): LiveCall => ({
  status: 'completed',
  head: { as: 'one', text },
  ofHead: false,
  words: [],
});

/** Of each request, in order; a waiter is told of the next. */
let asked: Asked[];
let onAsked: (() => void) | undefined;
const next = async (): Promise<Asked> => {
  if (asked.length === 0)
    await new Promise<void>((resolve) => {
      onAsked = resolve;
    });
  return asked.shift()!;
};

beforeEach(() => {
  asked = [];
});

function table(first: Plan, from: Origin | null = null) {
  const session = createSessionStore(NO_MEMORY);
  const settings = createSettingsStore(NO_MEMORY);
  const document = createDocumentStore(
    languageWith(() => null),
    builtInTools,
    first,
    from,
  );
  const board = createLiveBoard();
  const worker = {
    request: (
      { request }: { request: LiveRequest },
      signal: AbortSignal | undefined,
      onTold: (message: object) => void,
    ) =>
      new Promise<Json | undefined>((resolve, reject) => {
        asked.push({
          request,
          signal,
          tell: (changes) => onTold({ kind: 'previewed', id: 1, changes }),
          end: async (error) => {
            if (error === undefined) resolve(undefined);
            else reject(error);
            await Promise.resolve();
            await Promise.resolve();
          },
        });
        onAsked?.();
      }),
  } as unknown as WorkerClient;
  const ground = createPreviewGround({ session, plans: { shelf: { get: () => undefined } } });
  const lastRuns = { of: () => undefined, onNews: () => {} };
  const late = { builtIn: builtInTools };
  createLive({
    document,
    session,
    settings,
    worker,
    late: late as unknown as LateLanguage,
    ground,
    board,
    lastRuns,
  });
  const type = (text: string) =>
    document.actions.edit([{ kind: 'set-in-call', id: 'n', path: ['text'], value: text }], {
      label: 'Change',
    });
  return { session, settings, document, board, ground, type, live: () => session.getState().live };
}

it('are asked for at once, and a card hears of its own call alone', async () => {
  const { board, live } = table(plan('p'));
  const first = await next();
  expect(first.request).toMatchObject({ anew: true, allowed: true, plan: { id: 'p' } });
  expect(live()).toEqual({ state: 'shown', planId: 'p' });
  const heard: string[] = [];
  board.subscribe('n', () => heard.push('n'));
  board.subscribe('other', () => heard.push('other'));
  first.tell([['n', came('2')]]);
  expect(board.of('n')).toEqual(came('2'));
  expect(heard).toEqual(['n']);
});

it('stop with the next change, and stand until that comes to something else', async () => {
  const { board, type, document } = table(plan('p'));
  const first = await next();
  first.tell([['n', came('2')]]);
  type('a b c');
  expect(first.signal?.aborted).toBe(true);
  const second = await next();
  expect(second.request).toMatchObject({ anew: false, plan: { calls: [{ text: 'a b c' }] } });
  expect(board.of('n')).toEqual(came('2'));
  await second.end();
  // Moved cards and titles are computed from nowhere.
  document.actions.edit([{ kind: 'place', positions: { n: { x: 1, y: 1 } } }], { label: 'Move' });
  type('x');
  const third = await next();
  expect(third.request.plan.calls).toMatchObject([{ text: 'x' }]);
  expect(asked).toEqual([]);
});

it('are taken whole, and never as they were before a change: who takes one along waits for all that comes', async () => {
  const { board, type } = table(plan('p'));
  const first = await next();
  const head: LiveCall = { ...(came('2') as Extract<LiveCall, { status: 'completed' }>), ofHead: true };
  first.tell([['n', head]]);
  const taken: (LiveCall | undefined)[] = [];
  const waiting = board.whole('n').then((one) => void taken.push(one));
  await Promise.resolve();
  expect(taken).toEqual([]);
  type('a b c');
  const second = await next();
  await first.end();
  expect(taken).toEqual([]);
  second.tell([['n', came('3')]]);
  await second.end();
  await waiting;
  expect(taken).toEqual([came('3')]);
});

it('of a plan from outside wait for the person’s word', async () => {
  const { ground, board, live } = table(plan('p'), { kind: 'link', at: 0 });
  expect(live()).toEqual({ state: 'held', planId: 'p' });
  ground.allow('p');
  const first = await next();
  first.tell([['n', came('2')]]);
  expect(board.of('n')).toEqual(came('2'));
});

it('are gone with their plan, and what comes late is not the next one’s', async () => {
  const { document, board } = table(plan('p'));
  const first = await next();
  first.tell([['n', came('2')]]);
  document.actions.open({ plan: plan('q', 'other'), approval: null, revision: 1, input: {} }, 'saved');
  expect(board.of('n')).toBeUndefined();
  first.tell([['n', came('3')]]);
  expect(board.of('n')).toBeUndefined();
  expect((await next()).request).toMatchObject({ anew: true, plan: { id: 'q' } });
});

it('are of the proposed change while one is on the canvas', async () => {
  const { session } = table(plan('p'));
  await next();
  const after = plan('p', 'proposed');
  session.actions.set({ proposed: { planId: 'p', diff: { plan: after } } as never });
  expect((await next()).request.plan).toBe(after);
  session.actions.set({ proposed: null });
  expect((await next()).request.plan.calls).toMatchObject([{ text: 'a b' }]);
});

it('stand on what is pinned, which is told with its name', async () => {
  const { session } = table(plan('p'));
  await next();
  session.actions.pin(plan('p'), { n: 7 });
  expect((await next()).request.given).toEqual({ n: { value: 7, word: 'pinned' } });
});

it('can be switched off: nothing is computed, and nothing stands', async () => {
  const { settings, board, live, type } = table(plan('p'));
  const first = await next();
  first.tell([['n', came('2')]]);
  settings.change({ liveValues: false });
  expect(first.signal?.aborted).toBe(true);
  expect(board.of('n')).toBeUndefined();
  expect(live()).toBeNull();
  type('c');
  settings.change({ liveValues: true });
  expect((await next()).request).toMatchObject({ anew: true });
  expect(asked).toEqual([]);
});

it('after a worker died are asked for anew with the next change', async () => {
  const { type, board } = table(plan('p'));
  const first = await next();
  first.tell([['n', came('2')]]);
  await first.end(new WorkerError('worker-lost', 'lost'));
  expect(board.of('n')).toBeUndefined();
  type('c');
  expect((await next()).request).toMatchObject({ anew: true });
});

it('are computed from the input that is given, and anew when that is another', async () => {
  const { document } = table(plan('one'));
  const first = await next();
  expect(first.request.input).toEqual({});
  document.actions.setInput({ limit: 3 });
  const second = await next();
  expect(first.signal?.aborted).toBe(true);
  expect(second.request.input).toEqual({ limit: 3 });
});
