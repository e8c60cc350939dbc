/** The half of a host that enters activities: whatever a stranger's code does, its call has exactly one end. */

import { describe, expect, test, vi } from 'vitest';
import { type Activity, ActivityError, Parked, withBefore } from '../../src/activities/activity.ts';
import type { Surroundings } from '../../src/activities/activity-host.ts';
import { keptApart, type LargeShelf } from '../../src/host/large-values.ts';
import { memoryStore } from '../../src/host/memory-place.ts';
import { type CallStart, type Happening, StoreFault } from '../../src/host/port.ts';
import type { Json, JsonObject } from '../../src/lib/json.ts';
import { openDoor } from './context.ts';
import { hostWithInbox } from './host-with-inbox.ts';

const SECRETS = new Map([['quiet', { value: 'hush-hush', hosts: [] }]]);

const around = (
  activity: Activity | undefined,
  more: Partial<Surroundings> = {},
): Omit<Surroundings, 'tell'> => ({
  runId: 'r',
  now: () => 0,
  activityFor: () => (activity ? Promise.resolve(activity) : undefined),
  readFile: async () => new Blob([]),
  saveFile: async () => {},
  log: () => {},
  secrets: () => SECRETS,
  secretsOf: () => [],
  door: () => openDoor,
  ...more,
});

const start = (more: Partial<CallStart> = {}): CallStart => ({
  id: 'a',
  step: 0,
  call: { _id: 'a', _tool: 'tool' },
  instance: null,
  contract: undefined,
  effect: 'none',
  latent: false,
  params: {},
  scopes: {},
  items: undefined,
  attempt: 1,
  begun: 1,
  answers: [],
  door: {},
  spentMs: 0,
  ...more,
});

// K-35
test('a tool’s own code is given its parameters and its context, and nothing to reach the store by', async () => {
  let given: readonly unknown[] = [];
  const prying: Activity = (...all) => {
    given = all;
    return 1;
  };
  const host = hostWithInbox(around(prying, { shelf: memoryStore() }));
  host.start(start());
  await host.next(null);
  expect(given).toHaveLength(2);
});

/** What came of one call whose code is `activity`. */
async function endOf(activity: Activity | undefined, more: Partial<CallStart> = {}): Promise<Happening> {
  const host = hostWithInbox(around(activity));
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
  ['a secret', () => Promise.reject(new Error('hush-hush is wrong')), /^\[secret quiet\] is wrong$/],
];

test.each(hostile)(
  'an activity that gives %s fails its call in a sentence',
  async (_, activity, sentence) => {
    const end = await endOf(activity);
    expect(end).toMatchObject({
      kind: 'threw',
      call: 'a',
      attempt: 1,
      message: expect.stringMatching(sentence),
    });
    // What has returned has happened, whatever becomes of its result (L-40a).
    const came = 'message' in end && end.message.startsWith('The result');
    expect(end).toMatchObject(came ? { code: 'bad-result', outcome: 'done' } : { code: 'tool-error' });
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

//
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
  const host = hostWithInbox(around(() => new Promise<string>((resolve) => (finish = resolve))));
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

describe('a question (L-91a)', () => {
  test('ends the entry before anybody is shown it, and nothing of it is left', async () => {
    let entry: unknown = 'inside';
    let own = new AbortController().signal;
    const asking: Activity = async (_, context) => {
      own = context.signal;
      try {
        return await context.ask({ title: 'Which?', schema: {} });
      } catch (error) {
        entry = error;
        throw error;
      }
    };
    const host = hostWithInbox(around(asking));
    host.start(start({ contract: { name: 'tool', timeoutMs: 20 } as never }));
    const happened = await host.next(null);
    expect(happened).toMatchObject([
      { kind: 'waits', call: 'a', attempt: 1, on: { kind: 'answer', form: { title: 'Which?', schema: {} } } },
    ]);
    // No time-out is left to run, and whatever else it had begun hears that nobody waits for it.
    expect(await host.next(60)).toEqual([]);
    expect(entry).toBeInstanceOf(Parked);
    expect(own.reason).toBeInstanceOf(Parked);
  });

  test('is not asked again once it is answered, nor are a second one and a wait after it', async () => {
    const thrice: Activity = async (_, context) => {
      const one = await context.ask({ title: '1', schema: {} });
      await context.sleep(1000);
      return [one, await context.ask({ title: '2', schema: {} })];
    };
    const form = (title: string) => ({ on: { kind: 'answer', form: { title } } });
    expect(await endOf(thrice)).toMatchObject(form('1'));
    expect(await endOf(thrice, { answers: [null] })).toMatchObject({ on: { kind: 'time', until: 1000 } });
    expect(await endOf(thrice, { answers: ['one', null] })).toMatchObject(form('2'));
    expect(await endOf(thrice, { answers: ['one', null, 'two'] })).toMatchObject({ value: ['one', 'two'] });
  });

  test('has its answer by its place, though its form is another one by now', async () => {
    let n = 0;
    const unsteady: Activity = async (_, context) => context.ask({ title: `Question ${n++}`, schema: {} });
    expect(await endOf(unsteady)).toMatchObject({ kind: 'waits' });
    expect(await endOf(unsteady, { answers: ['yes'] })).toMatchObject({ kind: 'returned', value: 'yes' });
  });

  test('ends the entry of an activity that catches everything, and of one that does not wait for it', async () => {
    const stubborn: Activity = async (_, context) => {
      try {
        return await context.ask({ title: 'Which?', schema: {} });
      } catch {
        context.log('went on');
        return 'went on';
      }
    };
    const careless: Activity = (_, context) => {
      void context.ask({ title: 'Which?', schema: {} });
      return 'went on';
    };
    for (const activity of [stubborn, careless]) {
      const logged: string[] = [];
      const host = hostWithInbox(around(activity, { log: (_, line) => void logged.push(line) }));
      host.start(start());
      expect(await host.next(null)).toMatchObject([{ kind: 'waits' }]);
      host.push({ kind: 'planned', calls: [] });
      expect(await host.next(null)).toEqual([{ kind: 'planned', calls: [] }]);
      expect(logged).toEqual([]);
    }
  });

  test('in a line counts for nothing: the time-out begins again where it was when the call’s turn has come', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      let turn = () => {};
      const reason: unknown[] = [];
      const inLine: Activity = (_, { signal }, entry) => {
        signal.addEventListener('abort', () => reason.push(signal.reason.code));
        turn = entry!.waits!();
        return new Promise(() => {});
      };
      const host = hostWithInbox(around(Object.assign(inLine, { byReference: true as const })));
      host.start(start({ contract: { name: 'tool', timeoutMs: 20 } as never }));
      await vi.advanceTimersByTimeAsync(1000);
      expect(reason).toEqual([]);
      turn();
      await vi.advanceTimersByTimeAsync(19);
      expect(reason).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(reason).toEqual(['timeout']);
    } finally {
      vi.useRealTimers();
    }
  });

  test('and the time before it count once: the time-out has left what earlier entries did not take', async () => {
    const hanging: Activity = () => new Promise(() => {});
    const contract = { name: 'tool', timeoutMs: 600_000 } as never;
    const end = await endOf(hanging, { contract, spentMs: 599_995 });
    expect(end).toMatchObject({ kind: 'threw', code: 'timeout', message: expect.stringContaining('600000') });
    let now = 1000;
    const slow: Activity = (_, context) => {
      now += 250;
      return context.ask({ title: 'Which?', schema: {} });
    };
    const host = hostWithInbox(around(slow, { clock: () => now }));
    host.start(start());
    expect(await host.next(null)).toMatchObject([{ kind: 'waits', ms: 250 }]);
  });

  test('in a call that writes comes before it begins, or not at all', async () => {
    const late: Activity = (_, context) => context.ask({ title: 'Really?', schema: {} });
    const sleepy: Activity = (_, context) => context.sleep(5).then(() => null);
    for (const effect of ['write', 'irreversible'] as const) {
      for (const activity of [late, sleepy]) {
        expect(await endOf(activity, { effect })).toMatchObject({
          kind: 'threw',
          code: 'permission-denied',
          message: expect.stringContaining('only before it begins'),
        });
      }
    }
    const sent: unknown[] = [];
    const asksFirst = withBefore(
      (params) => {
        sent.push(params);
        return 'sent';
      },
      async (_, context) => {
        if ((await context.ask({ title: 'Really?', schema: {} })) !== true)
          throw new ActivityError('permission-denied', 'You said no.');
      },
    );
    const write = { effect: 'write', params: { to: 'all' } } as const;
    expect(await endOf(asksFirst, write)).toMatchObject({ kind: 'waits' });
    expect(await endOf(asksFirst, { ...write, answers: [false] })).toMatchObject({ message: 'You said no.' });
    expect(sent).toEqual([]);
    expect(await endOf(asksFirst, { ...write, answers: [true] })).toMatchObject({ value: 'sent' });
    expect(sent).toEqual([{ to: 'all' }]);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('a wait of %d ms fails its call', async (ms) => {
    const forEver: Activity = (_, context) => context.sleep(ms).then(() => null);
    expect(await endOf(forEver)).toMatchObject({ kind: 'threw', code: 'invalid-arguments' });
  });
});

test('a secret is put in where the document names it, and comes back from nowhere', async () => {
  let given: JsonObject = {};
  const telling: Activity = (params) => {
    given = structuredClone(params);
    return params;
  };
  const host = hostWithInbox(
    around(telling, {
      secrets: () => new Map([['key', { value: 'value of key', hosts: [] }]]),
      secretsOf: () => [{ path: ['token'], name: 'key' }],
    }),
  );
  // The note came at run time: a text, whatever it says (L-9).
  host.start(start({ params: { token: '†secret.key', note: '†secret.key' } }));
  const [ended] = await host.next(null);
  expect(given).toEqual({ token: 'value of key', note: '†secret.key' });
  expect(ended).toMatchObject({ value: { token: '[secret key]', note: '†secret.key' } });
});

test('an activity error keeps its code and its Retry-After', async () => {
  const busy: Activity = () => Promise.reject(new ActivityError('http-429', 'Busy.', { retryAfterMs: 7000 }));
  expect(await endOf(busy)).toMatchObject({ code: 'http-429', message: 'Busy.', retryAfterMs: 7000 });
});

describe('large values in place', () => {
  const keep =
    (value: Json, begun = 1) =>
    async (shelf: LargeShelf) =>
      keptApart(shelf, { runId: 'r', begun, largeFrom: 10 }, value);
  const inShelf = async (activity: Activity, more: Partial<CallStart>, shelf: LargeShelf) => {
    const host = hostWithInbox(around(activity, { shelf }));
    host.start(start(more));
    return (await host.next(null))[0]!;
  };

  test('are loaded before the code is entered, and kept before its end is told', async () => {
    const shelf = memoryStore();
    const rows = ['a longer text', 'and another'];
    const { value: params, large } = await keep({ rows })(shelf);
    const seen: unknown[] = [];
    const echo: Activity = (given) => {
      seen.push(given);
      return { rows: given.rows!, count: 2 };
    };
    const more = { params: params as JsonObject, large: { params: large! }, begun: 5, largeFrom: 40 };
    const end = await inShelf(echo, more, shelf);
    expect(seen).toEqual([{ rows }]);
    expect(end).toMatchObject({
      kind: 'returned',
      value: { rows: null, count: 2 },
      large: [{ ref: 'r/5.0' }],
    });
    expect(JSON.parse((await shelf.large('r', '5.0'))!)).toEqual(rows);
  });

  test('that are gone or do not fit keep the code from being entered, as the engine would', async () => {
    const shelf = memoryStore();
    const { value: params, large } = await keep({ rows: ['a longer text'] })(shelf);
    const never: Activity = () => Promise.reject(new Error('It was entered.'));
    const more = { params: params as JsonObject, large: { params: large! } };
    const gone = await inShelf(never, more, memoryStore());
    expect(gone).toMatchObject({ kind: 'threw', code: 'result-missing', by: 'engine' });
    const contract = { name: 'tool', parameters: { properties: { rows: { type: 'string' } } } };
    const unfit = await inShelf(never, { ...more, contract }, shelf);
    expect(unfit).toMatchObject({ kind: 'threw', code: 'invalid-arguments', by: 'engine' });
    expect((unfit as { message: string }).message).toContain('"rows"');
  });

  test('that the disk has no room for stop the run, and fail no call', async () => {
    const full = new StoreFault('full', 'The disk is full.');
    const shelf: LargeShelf = { ...memoryStore(), keepLarge: () => Promise.reject(full) };
    const abandoned = await new Promise((resolve) => {
      const host = hostWithInbox(around(() => 'a longer text', { shelf, abandon: resolve }));
      host.start(start({ largeFrom: 10 }));
    });
    expect(abandoned).toBe(full);
  });
});

describe('a result that is not what the contract promises (L-40a)', () => {
  const contract = { name: 'tool', _output: { type: 'object', properties: { sum: { type: 'number' } } } };
  const endOf = async (activity: Activity, more: Partial<CallStart> = {}) => {
    const host = hostWithInbox(around(activity));
    host.start(start({ contract, ...more }));
    return (await host.next(null))[0];
  };

  test('is unusable, in words, and what writes is done with what is known', async () => {
    for (const effect of ['read', 'write'] as const)
      expect(await endOf(() => ({ sum: 'much' }), { effect })).toMatchObject({
        kind: 'threw',
        code: 'bad-result',
        outcome: 'done',
        value: { sum: 'much' },
        message:
          'The result is not what the contract of "tool" promises: "sum" in it must be a number, not "much".',
      });
  });

  test('and what keeps to it is a result, as is all where nothing is promised', async () => {
    expect(await endOf(() => ({ sum: 1 }))).toMatchObject({ kind: 'returned', value: { sum: 1 } });
    expect(await endOf(() => 'any', { contract: { name: 'tool' } })).toMatchObject({ kind: 'returned' });
  });

  test('a routed result is of its alternative, which may be of another kind', async () => {
    const routed: Activity = (_, context) => context.route('error', 'none');
    expect(await endOf(routed)).toMatchObject({ kind: 'returned', route: 'error' });
  });

  test('a secret in it is held against the contract and told to nobody', async () => {
    const short = { name: 'tool', _output: { type: 'string', maxLength: 9 } };
    expect(await endOf(() => 'hush-hush', { contract: short })).toMatchObject({ kind: 'returned' });
    const ended = await endOf(() => 'hush-hush', { contract: { name: 'tool', _output: { type: 'number' } } });
    expect(ended).toMatchObject({ kind: 'threw', code: 'bad-result' });
    expect(JSON.stringify(ended)).not.toContain('hush-hush');
  });
});
