/** The half of a host that enters activities: whatever a stranger's code does, its call has exactly one end. */

import { expect, test } from 'vitest';
import { type Activity, ActivityError } from '../../src/activities/activity.ts';
import { activityHost, type Surroundings } from '../../src/activities/activity-host.ts';
import type { CallStart, Happening } from '../../src/run/host.ts';

const around = (activity: Activity | undefined, more: Partial<Surroundings> = {}): Surroundings => ({
  runId: 'r',
  now: () => 0,
  activityFor: () => (activity ? Promise.resolve(activity) : undefined),
  readFile: async () => new Blob([]),
  saveFile: async () => {},
  log: () => {},
  secret: () => undefined,
  redact: (text) => text.replaceAll('hush-hush', '…'),
  ...more,
});

const start = (more: Partial<CallStart> = {}): CallStart => ({
  id: 'a',
  step: 0,
  call: { _id: 'a', _tool: 'tool' },
  instance: null,
  contract: undefined,
  latent: false,
  params: {},
  scopes: {},
  items: undefined,
  attempt: 1,
  begun: 1,
  answers: [],
  idempotencyKey: 'r/a',
  alternatives: [],
  ...more,
});

/** What came of one call whose code is `activity`. */
async function endOf(activity: Activity | undefined, more: Partial<CallStart> = {}): Promise<Happening> {
  const host = activityHost(around(activity));
  host.start(start(more));
  const happened = await host.next(null);
  expect(happened).toHaveLength(1);
  return happened[0]!;
}

const hostile: [string, Activity, RegExp][] = [
  ['a cycle', () => cycle() as never, /contains itself/],
  ['a function', () => (() => 1) as never, /function/],
  ['NaN', () => Number.NaN, /NaN/],
  ['a Map', () => new Map() as never, /Map/],
  ['a getter that throws', () => booby() as never, /getter/],
  ['more than a result may hold', () => 'x'.repeat(65_000_000), /shorten it, or save it as a file/],
  ['an error', () => Promise.reject(new Error('No such luck.')), /^No such luck\.$/],
  ['nothing', () => Promise.reject(undefined), /undefined/],
  ['an empty message', () => Promise.reject(new Error('')), /without saying why/],
  ['an object that cannot be text', () => Promise.reject(Object.create(null)), /without saying why/],
  ['an error whose message throws', () => Promise.reject(trap()), /without saying why/],
  ['a page of text', () => Promise.reject(new Error('x'.repeat(1_000_000))), /^x{2000}…$/],
  ['a secret', () => Promise.reject(new Error('hush-hush is wrong')), /^… is wrong$/],
];

test.each(hostile)(
  'an activity that gives %s fails its call in a sentence',
  async (_, activity, sentence) => {
    expect(await endOf(activity)).toMatchObject({
      kind: 'threw',
      call: 'a',
      attempt: 1,
      code: 'tool-error',
      message: expect.stringMatching(sentence),
    });
  },
);

const cycle = () => {
  const one: Record<string, unknown> = {};
  one.self = one;
  return one;
};
const booby = () =>
  Object.defineProperty({}, 'value', {
    enumerable: true,
    get: () => {
      throw new Error('boo');
    },
  });
const trap = () =>
  Object.defineProperty(new Error(), 'message', {
    get: () => {
      throw new Error('boo');
    },
  });

test('an activity that returns undefined has returned null (L-10)', async () => {
  expect(await endOf(() => undefined as never)).toMatchObject({ kind: 'returned', value: null });
});

test('a routed result keeps its branch, and an object that only looks like one does not choose', async () => {
  expect(await endOf((_, context) => context.route('error', 1))).toMatchObject({ route: 'error', value: 1 });
  const plain = await endOf(() => ({ route: 'error', value: 1 }) as never);
  expect(plain).toMatchObject({ value: { route: 'error', value: 1 } });
  expect(plain).not.toHaveProperty('route');
});

test('a call without code on this device fails for good', async () => {
  expect(await endOf(undefined)).toMatchObject({ kind: 'threw', code: 'permission-denied' });
});

test('an activity that hangs and ignores its signal is left behind at its time-out', async () => {
  const never: Activity = () => new Promise(() => {});
  const end = await endOf(never, { contract: { name: 'tool', timeoutMs: 5 } as never });
  expect(end).toMatchObject({ kind: 'threw', code: 'timeout', message: expect.stringContaining('5 ms') });
});

test('a result that comes after the stop is not reported a second time', async () => {
  let finish = (_: string): void => {};
  const host = activityHost(around(() => new Promise<string>((resolve) => (finish = resolve))));
  host.start(start());
  await Promise.resolve();
  host.cancel();
  expect(await host.next(null)).toMatchObject([{ kind: 'threw', code: 'cancelled' }]);
  finish('too late');
  host.push({ kind: 'planned', calls: [] });
  expect(await host.next(null)).toEqual([{ kind: 'planned', calls: [] }]);
});

test('an activity cannot change the parameters it was given for the next attempt', async () => {
  const params = { list: [1] };
  await endOf(
    (own) => {
      (own.list as number[]).push(2);
      return null;
    },
    { params },
  );
  expect(params).toEqual({ list: [1] });
});

test('a question is recorded with its form, its answer before the result, and no time-out runs meanwhile', async () => {
  const asking: Activity = async (_, context) => context.ask({ title: 'Which?', schema: {} });
  const host = activityHost(around(asking));
  host.start(start({ contract: { name: 'tool', timeoutMs: 60_000 } as never }));
  expect(await host.next(null)).toMatchObject([
    { kind: 'event', body: { type: 'plan_step_waiting', kind: 'answer', form: { title: 'Which?' } } },
  ]);
  expect(host.answer('other', 'x')).toBe(false);
  expect(host.answer('a', 'this one')).toBe(true);
  expect(host.answer('a', 'again')).toBe(false);
  expect(await host.next(null)).toMatchObject([
    { kind: 'event', body: { type: 'approval', call: 'a', value: 'this one' } },
  ]);
  expect(await host.next(null)).toMatchObject([{ kind: 'returned', value: 'this one' }]);
});

test('what was answered in an earlier attempt is not asked again', async () => {
  const twice: Activity = async (_, context) => [
    await context.ask({ title: '1', schema: {} }),
    await context.ask({ title: '2', schema: {} }),
  ];
  expect(await endOf(twice, { answers: ['one', 'two'] })).toMatchObject({ value: ['one', 'two'] });
});

test('a secret is put in only where the contract marks the parameter, and nowhere else', async () => {
  const contract = {
    name: 'tool',
    parameters: { properties: { token: { type: 'string', secret: true }, note: { type: 'string' } } },
  } as never;
  const host = activityHost(around((params) => params, { secret: (name) => `value of ${name}` }));
  host.start(start({ contract, params: { token: '†secret.key', note: '†secret.key' } }));
  expect(await host.next(null)).toMatchObject([{ value: { token: 'value of key', note: '†secret.key' } }]);
});

test('an activity error keeps its code and its Retry-After', async () => {
  const busy: Activity = () => Promise.reject(new ActivityError('http-429', 'Busy.', 7000));
  expect(await endOf(busy)).toMatchObject({ code: 'http-429', message: 'Busy.', retryAfterMs: 7000 });
});

test('letting go of a run makes the next wait reject', async () => {
  const host = activityHost(around(undefined));
  const waiting = host.next(null) as Promise<unknown>;
  host.abandon(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  await expect(host.next(null)).rejects.toThrow('gone');
});

test('a wait with a wake ends empty when its time has come', async () => {
  expect(await activityHost(around(undefined)).next(0)).toEqual([]);
});
