/** The pool over threads that are scripted or run the real inside of one: who gets which call, and what every end means. */

import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Activity } from '../../src/activities/activity.ts';
import { ActivityError, NotEntered } from '../../src/activities/activity.ts';
import { createPool, NoThreads, type Pool, type PoolOptions, pooled } from '../../src/activities/pool.ts';
import type { FromPool, ToPool } from '../../src/activities/pool-protocol.ts';
import { computingThread } from '../../src/activities/pool-thread.ts';
import { activityFor } from '../../src/activities/registry.ts';
import { toJson } from '../../src/activities/to-json.ts';
import { keptApart, loaded } from '../../src/host/large-values.ts';
import { memoryStore } from '../../src/host/memory-place.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { carried, LargeValue, withLarge } from '../../src/run/large-value.ts';
import { testContext } from './context.ts';

/** The inside of a thread, without the thread: messages are copied, as they are on the way to one. */
const inThisThread: PoolOptions['begin'] = ({ said }) => {
  let ended = false;
  const hear = computingThread((message) => {
    const copy = structuredClone(message);
    queueMicrotask(() => !ended && said(copy));
  });
  return {
    post: (message) => hear(structuredClone(message)),
    terminate: () => {
      ended = true;
    },
  };
};

/** A thread whose part the test plays. */
interface Played {
  readonly heard: ToPool[];
  ended: boolean;
  say(message: FromPool): void;
  die(reason: string, memory?: boolean): void;
}

function played(): { readonly threads: Played[]; readonly begin: PoolOptions['begin'] } {
  const threads: Played[] = [];
  return {
    threads,
    begin: ({ said, died }) => {
      const thread: Played = { heard: [], ended: false, say: said, die: died };
      threads.push(thread);
      return {
        post: (message) => void thread.heard.push(message),
        terminate: () => {
          thread.ended = true;
        },
      };
    },
  };
}

const inRun = (runId: string) => ({ ...testContext(), runId });
const names = ({ heard }: Played) => heard.map((message) => (message.kind === 'enter' ? message.name : ''));

describe('a computation in the pool', () => {
  test('counts no time while it waits for a thread', async () => {
    const { threads, begin } = played();
    const pool = createPool({ begin, size: 1 });
    const counts: string[] = [];
    const entry = (name: string) => ({
      runId: 'r',
      begun: 1,
      waits: () => {
        counts.push(`${name} waits`);
        return () => void counts.push(`${name} counts`);
      },
    });
    const first = pool.compute('one', {}, inRun('r'), entry('one'));
    const second = pool.compute('two', {}, inRun('r'), entry('two'));
    expect(counts).toEqual(['one waits', 'two waits']);
    // That a thread begins takes no time of the call either.
    threads[0]!.say({ kind: 'ready' });
    expect(counts.slice(2)).toEqual(['one counts']);
    threads[0]!.say({ kind: 'returned', value: 1 });
    expect(counts.slice(3, 4)).toEqual(['two counts']);
    threads[0]!.say({ kind: 'returned', value: 2 });
    expect(await Promise.all([first, second])).toEqual([1, 2]);
  });

  const pool = createPool({ begin: inThisThread, size: 1 });

  test('gives what it gives in place, files and all', async () => {
    const context = testContext({ files: { 'a.csv': 'a,b\n1,x' } });
    expect(await pool.compute('readCsv', { file: 'a.csv' }, context)).toEqual([{ a: 1, b: 'x' }]);
    const text = 'a1 b2';
    expect(await pool.compute('matchText', { text, pattern: '\\d' }, context)).toHaveLength(2);
    await pool.compute('saveFile', { name: 'a.txt', content: 'hello' }, context);
    expect(context.saved.get('a.txt')).toEqual({ type: 'text/plain', content: 'hello' });
  });

  test('loads large values where it computes, and keeps large parts of its result there', async () => {
    const shelf = memoryStore();
    const rows = Array.from({ length: 200 }, (_, n) => ({ n, word: `w${n}` }));
    const first = await keptApart(shelf, { runId: 'r', begun: 1, largeFrom: 1000 }, { rows });
    const params = withLarge(first.value, first.large) as JsonObject;
    const entry = { runId: 'r', begun: 2, largeFrom: 1000, shelf };
    const given = { ...params, column: 'n', direction: 'descending' };
    const result = await pool.compute('sortRows', given, testContext(), entry);
    expect(result).toBeInstanceOf(LargeValue);
    expect(toJson(result).ok).toBe(true);
    expect(await loaded(shelf, carried(result))).toEqual(rows.toReversed());

    const look = { ref: 'r/2.0', paths: [[3, 'word'], [3, 'none'], [999]] };
    expect(await pool.look(look, { runId: 'r', shelf })).toEqual({
      type: 'plan_value_read',
      ref: 'r/2.0',
      found: [
        { path: [3, 'word'], value: 'w196' },
        { path: [3, 'none'], absent: 'key' },
        { path: [999], absent: 'place' },
      ],
    });
    expect(await pool.look({ ref: 'r/9.0', paths: [[0]] }, { runId: 'r', shelf })).toMatchObject({
      lost: true,
    });
  });

  test('does not enter with what is gone or does not fit, and says so as the engine does', async () => {
    const shelf = memoryStore();
    const first = await keptApart(
      shelf,
      { runId: 'r', begun: 1, largeFrom: 10 },
      { texts: ['a'.repeat(99)] },
    );
    const params = withLarge(first.value, first.large) as JsonObject;
    const parameters = { type: 'object', properties: { texts: { type: 'string' } } };
    const entry = { runId: 'r', begun: 2, shelf, parameters };
    const unfit = await pool.compute('joinText', params, testContext(), entry).catch((e: unknown) => e);
    expect(unfit).toBeInstanceOf(NotEntered);
    expect(unfit).toMatchObject({ code: 'invalid-arguments', message: expect.stringContaining('"texts"') });
    const nothing = { ...entry, shelf: memoryStore() };
    const gone = await pool.compute('joinText', params, testContext(), nothing).catch((e: unknown) => e);
    expect(gone).toBeInstanceOf(NotEntered);
    expect(gone).toMatchObject({ code: 'result-missing' });
  });

  test('fails as it fails in place, with its code and sentence', async () => {
    const params: JsonObject = { text: 'a', pattern: '(?=a)' };
    const inPlace = await Promise.resolve((await activityFor('matchText'))?.(params, testContext())).catch(
      (e) => e,
    );
    const away = await pool.compute('matchText', params, testContext()).catch((e: unknown) => e);
    expect(away).toBeInstanceOf(ActivityError);
    expect(away).toMatchObject({ code: 'invalid-arguments', message: (inPlace as Error).message });
    expect(
      await pool.compute('readText', { file: 'no.txt' }, testContext()).catch((e: unknown) => e),
    ).toMatchObject({
      code: 'invalid-arguments',
      message: expect.stringContaining('no.txt'),
    });
  });

  test('knows the time of its host', async () => {
    const text = 'tomorrow';
    const [here] = [await (await activityFor('parseDate'))?.({ text }, testContext())];
    expect(await pool.compute('parseDate', { text }, testContext())).toEqual(here);
  });
});

describe('the threads of a pool', () => {
  afterEach(() => void vi.useRealTimers());
  const start = (pool: Pool, name: string, context = inRun('one')) => {
    const settled = pool.compute(name, {}, context).then(
      (value) => ({ value }),
      (error: Error) => ({ error }),
    );
    return { settled, context };
  };

  test('are as many as the size says, and the next call gets the one that is free first', async () => {
    const { threads, begin } = played();
    const pool = createPool({ begin, size: 2 });
    const calls = ['a', 'b', 'c', 'd'].map((name) => start(pool, name));
    expect(threads.map(names)).toEqual([['a'], ['b']]);
    threads[1]?.say({ kind: 'ready' });
    threads[1]?.say({ kind: 'returned', value: 1 });
    expect(threads.map(names)).toEqual([['a'], ['b', 'c']]);
    expect(await calls[1]?.settled).toEqual({ value: 1 });
  });

  test('a run that has none at work gets one more: none waits for the calls of another', () => {
    const { threads, begin } = played();
    const pool = createPool({ begin, size: 1 });
    for (const name of ['a', 'b']) void start(pool, name, inRun('one'));
    void start(pool, 'c', inRun('two'));
    expect(threads.map(names)).toEqual([['a'], ['c']]);
  });

  test('a call that is stopped is waited for no longer: its line goes on in a new one, and its thread soon ends', async () => {
    vi.useFakeTimers();
    const { threads, begin } = played();
    const pool = createPool({ begin, size: 1 });
    const [first, second, third] = ['a', 'b', 'c'].map((name) => start(pool, name));
    threads[0]?.say({ kind: 'ready' });
    second?.context.stop(new ActivityError('timeout', 'Too long.'));
    vi.advanceTimersByTime(1000);
    expect(threads[0]?.ended).toBe(false);
    first?.context.stop();
    expect(threads.map(names)).toEqual([['a'], ['c']]);
    expect(await second?.settled).toMatchObject({ error: { code: 'timeout' } });
    expect(await first?.settled).toMatchObject({ error: { code: 'cancelled' } });
    expect(threads[0]?.ended).toBe(false);
    vi.advanceTimersByTime(150);
    expect(threads[0]?.ended).toBe(true);
    threads[1]?.say({ kind: 'returned', value: 2 });
    expect(await third?.settled).toEqual({ value: 2 });
  });

  test('one whose call was stopped is used again where it ends that soon; what it wants and says of it is nobody’s', async () => {
    vi.useFakeTimers();
    const { threads, begin } = played();
    const pool = createPool({ begin, size: 1, idleMs: 1000 });
    const saved = vi.fn(async () => ({ name: 'a.txt', bytes: 1 }));
    const first = start(pool, 'a', { ...inRun('one'), saveFile: saved });
    threads[0]?.say({ kind: 'ready' });
    first.context.stop();
    threads[0]?.say({
      kind: 'wants',
      id: 1,
      call: { verb: 'saveFile', args: ['a.txt', 'text/plain', 'x'] },
    });
    threads[0]?.say({ kind: 'returned', value: 1 });
    expect(await first.settled).toMatchObject({ error: { code: 'cancelled' } });
    expect(saved).not.toHaveBeenCalled();
    vi.advanceTimersByTime(150);
    const second = start(pool, 'b');
    expect(threads.map(names)).toEqual([['a', 'b']]);
    threads[0]?.say({ kind: 'returned', value: 2 });
    expect(await second.settled).toEqual({ value: 2 });
    vi.advanceTimersByTime(1000);
    expect(threads[0]?.ended).toBe(true);
  });

  test('one that rests too long is ended', () => {
    vi.useFakeTimers();
    const { threads, begin } = played();
    const pool = createPool({ begin, size: 1, idleMs: 1000 });
    void start(pool, 'a');
    vi.advanceTimersByTime(5000);
    expect(threads[0]?.ended).toBe(false);
    threads[0]?.say({ kind: 'returned', value: 1 });
    vi.advanceTimersByTime(999);
    expect(threads[0]?.ended).toBe(false);
    vi.advanceTimersByTime(1);
    expect(threads[0]?.ended).toBe(true);
  });

  test('one that dies fails its call and no other', async () => {
    const { threads, begin } = played();
    const pool = createPool({ begin, size: 2 });
    const [first, second, third] = ['a', 'b', 'c'].map((name) => start(pool, name));
    for (const thread of threads) thread.say({ kind: 'ready' });
    threads[0]?.die('out of memory', true);
    threads[1]?.die('a defect');
    expect(await first?.settled).toMatchObject({ error: { code: 'invalid-arguments' } });
    expect(await second?.settled).toMatchObject({ error: { message: expect.stringContaining('a defect') } });
    threads[2]?.say({ kind: 'returned', value: 3 });
    expect(await third?.settled).toEqual({ value: 3 });
  });

  test('where one can be made no more, those that stand do its work', async () => {
    const { threads, begin } = played();
    const pool = createPool({ begin, size: 2 });
    const [first, second] = ['a', 'b'].map((name) => start(pool, name));
    threads[0]?.say({ kind: 'ready' });
    threads[1]?.die('not found');
    threads[0]?.say({ kind: 'returned', value: 1 });
    expect(names(threads[0] as Played)).toEqual(['a', 'b']);
    threads[0]?.say({ kind: 'returned', value: 2 });
    expect([await first?.settled, await second?.settled]).toEqual([{ value: 1 }, { value: 2 }]);
  });

  test('a closed pool ends what is under way and takes nothing more', async () => {
    const { threads, begin } = played();
    const pool = createPool({ begin, size: 1 });
    const calls = ['a', 'b'].map((name) => start(pool, name));
    pool.close();
    expect(threads[0]?.ended).toBe(true);
    for (const call of [...calls, start(pool, 'c')])
      expect(await call.settled).toMatchObject({ error: { code: 'cancelled' } });
  });
});

describe('pooled code', () => {
  const entered = async (pool: Pool, name: string, params: JsonObject, context = testContext()) => {
    const activity: Activity | undefined = await pooled(activityFor, pool)(name);
    return await activity?.(params, context);
  };
  const refusing: Pool = {
    compute: () => Promise.reject(new NoThreads('workers are forbidden here')),
    look: () => Promise.reject(new NoThreads('workers are forbidden here')),
    close: () => {},
  };

  test('a small computation is made in place, a large one or a program is not', async () => {
    const away: string[] = [];
    const pool: Pool = { ...refusing, compute: async (name) => away.push(name) };
    await entered(pool, 'joinText', { texts: ['a', 'b'] });
    await entered(pool, 'matchText', { text: 'a1', pattern: '\\d' });
    expect(away).toEqual([]);
    await entered(pool, 'matchText', { text: 'a'.repeat(2000), pattern: '\\d' });
    await entered(pool, 'joinText', { texts: Array.from({ length: 5000 }, () => 'a') });
    await entered(pool, 'queryJson', { data: {}, expression: '1' });
    await entered(pool, 'readText', { file: 'a.txt' });
    expect(away).toEqual(['matchText', 'joinText', 'queryJson', 'readText']);
  });

  test('what asks, waits or sends stays where it is', async () => {
    const context = testContext({ answers: ['yes'] });
    expect(await entered(refusing, 'askPerson', { question: 'Go on?' }, context)).toBe('yes');
    expect(context.logged).toEqual([]);
    expect(pooled(activityFor, refusing)('toString')).toBeUndefined();
  });

  test('without threads it is entered in place, and its log says so', async () => {
    const context = testContext();
    expect(await entered(refusing, 'queryJson', { data: { a: 1 }, expression: 'a' }, context)).toBe(1);
    expect(context.logged).toEqual([expect.stringContaining('workers are forbidden here')]);
    const none = createPool({
      size: 1,
      begin: () => {
        throw new Error('no workers');
      },
    });
    expect(await entered(none, 'queryJson', { data: { a: 1 }, expression: 'a' }, context)).toBe(1);
    expect(context.logged[1]).toContain('no workers');
  });
});
