/** Live values: after any edits they are what a fresh run gives, and only what an edit reached runs again. */

import { describe, expect, it } from 'vitest';
import type { Pool } from '../../src/activities/pool.ts';
import { activityFor } from '../../src/activities/registry.ts';
import type { Json } from '../../src/lib/json.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { OUTPUT_PART } from '../../src/plan/output-part.ts';
import { createPreview, liveCall } from '../../src/preview/live.ts';
import type { Given, PreviewCall } from '../../src/preview/outcomes.ts';
import { createPreviewEngine } from '../../src/preview/preview-plan.ts';
import { call, filesOf, manyRows, planOf, READ, SALES, SUM } from './previewing.ts';

const now = () => 0;
const FILES = filesOf({ 'sales.csv': SALES, 'other.csv': 'region,amount\nWest,7\n' });

/** A preview that counts what it enters. */
function counting() {
  const entered: string[] = [];
  const preview = createPreview({ now, onEnter: (id) => entered.push(id) });
  const change = (plan: Plan, files: ReadonlyMap<string, Blob> = FILES) =>
    preview.change({ plan, files, allowed: true });
  return { preview, change, since: () => entered.splice(0) };
}

const SORT = call('sorted', 'sortRows', { rows: '†state.sums', column: 'sum' });
const LIST = call('list', 'listColumn', { rows: '†state.sorted', column: 'region' });
const ASIDE = call('aside', 'countWords', { text: 'one two' });

describe('an edit', () => {
  it('runs again what reads it, and nothing else', async () => {
    const { preview, change, since } = counting();
    await change(planOf([READ, SUM, SORT, LIST, ASIDE]));
    expect(since().sort()).toEqual(['aside', 'list', 'rows', 'sorted', 'sums']);
    await change(planOf([READ, SUM, { ...SORT, direction: 'descending' }, LIST, ASIDE]));
    expect(since().sort()).toEqual(['list', 'sorted']);
    expect(preview.calls.get('list')).toMatchObject({ value: ['North', 'South'] });
    // Back again: it was computed before.
    await change(planOf([READ, SUM, SORT, LIST, ASIDE]));
    expect(since()).toEqual([]);
    expect(preview.calls.get('list')).toMatchObject({ value: ['South', 'North'] });
  });

  it('that comes to the same value ends there', async () => {
    const { change, since } = counting();
    await change(planOf([READ, SUM, SORT, LIST]));
    since();
    // The direction that is the default.
    await change(planOf([READ, SUM, { ...SORT, direction: 'ascending' }, LIST]));
    expect(since()).toEqual(['sorted']);
  });

  it('of words runs nothing', async () => {
    const { change, since } = counting();
    await change(planOf([READ, SUM]));
    since();
    await change(planOf([READ, { ...SUM, _description: 'In all' }], { title: 'Sales' }));
    expect(since()).toEqual([]);
  });

  it('of a file runs what was read of it', async () => {
    const { preview, change, since } = counting();
    await change(planOf([READ, SUM, ASIDE]));
    since();
    await change(planOf([READ, SUM, ASIDE]), filesOf({ 'sales.csv': 'region,amount\nEast,1\n' }));
    expect(since()).toEqual(['rows', 'sums']);
    expect(preview.calls.get('sums')).toMatchObject({ value: [{ region: 'East', sum: 1 }] });
  });

  it('stops what is under way, which is heard no more', async () => {
    const { preview, change } = counting();
    const heard: string[] = [];
    preview.onValue((id) => heard.push(id));
    const first = change(planOf([READ, SUM]));
    await change(planOf([ASIDE]));
    await first;
    expect(heard).toEqual(['aside', OUTPUT_PART]);
    expect([...preview.calls.keys()]).toEqual(['aside', OUTPUT_PART]);
  });

  it('tells what has become another, and what is gone', async () => {
    const { preview, change } = counting();
    await change(planOf([READ, SUM, SORT]));
    const heard: [string, string | undefined][] = [];
    const end = preview.onValue((id, one) => heard.push([id, one?.status]));
    await change(planOf([READ, { ...SUM, by: 'country' }]));
    expect(heard).toEqual([
      ['sums', 'failed'],
      ['sorted', undefined],
      [OUTPUT_PART, 'failed'],
    ]);
    end();
    await change(planOf([]));
    expect(heard).toHaveLength(3);
  });
});

it('computes the first rows of a table in place, and whole tables in a thread', async () => {
  const away: string[] = [];
  const pool: Pool = {
    compute: async (name, params, context) => {
      away.push(`${name} ${Array.isArray(params.rows) ? params.rows.length : ''}`.trim());
      return (await (
        await activityFor(name)
      )?.(params, context)) as Json;
    },
    look: () => Promise.reject(new Error('Nothing is large here.')),
    close: () => {},
  };
  const preview = createPreview({ now, pool });
  const late = call('late', 'filterRows', {
    rows: '†state.rows',
    column: 'id',
    operator: 'lessThan',
    value: 9,
  });
  const files = filesOf({ 'sales.csv': manyRows(20_000) });
  await preview.change({ plan: planOf([READ, late]), files, allowed: true });
  expect(away).toEqual(['readCsv', 'readCsv', 'filterRows 20000']);
  expect(preview.calls.get('late')).toMatchObject({ ofHead: false, value: { length: 9 } });
});

it('rests between the heads and whole files, which are not read where another change comes meanwhile', async () => {
  const { preview, since } = counting();
  const files = filesOf({ 'sales.csv': manyRows(20_000) });
  const asked = { plan: planOf([READ, SUM]), files, allowed: true };
  let later = Promise.resolve();
  await preview.change(asked, async () => {
    expect(preview.calls.get('sums')).toMatchObject({ ofHead: true });
    expect(since()).toEqual(['rows', 'sums']);
    later = preview.change({ ...asked, plan: planOf([READ]) }, async () => {
      expect(since()).toEqual([]);
    });
  });
  await later;
  expect(since()).toEqual(['rows']);
  expect(preview.calls.get('rows')).toMatchObject({ ofHead: false, value: { length: 20_000 } });
});

describe('what the plan returns', () => {
  const result = async (
    calls: readonly Call[],
    more: Partial<Plan> = {},
    given: ReadonlyMap<string, Given> = new Map(),
  ) => {
    const { preview } = counting();
    await preview.change({ plan: planOf(calls, more), files: FILES, given, allowed: true });
    return preview.calls.get(OUTPUT_PART);
  };

  it('is what stands at its paths, or the last result', async () => {
    expect(await result([READ, SUM, SORT, LIST])).toMatchObject({ value: ['South', 'North'], words: [] });
    const output = { how: '†state.list', many: '†state.aside' };
    expect(await result([READ, SUM, SORT, LIST, ASIDE], { output })).toMatchObject({
      value: { how: ['South', 'North'], many: { words: 2 } },
    });
  });

  it('has not come where something that it rests on has not, and says why', async () => {
    const wrong = { ...SUM, by: 'country' };
    expect(await result([READ, wrong, SORT], { output: '†state.sorted' })).toMatchObject({
      status: 'failed',
    });
    const post = call('post', 'httpSend', { url: 'https://example.com/' });
    expect(await result([post], { output: '†state.post' })).toMatchObject({ status: 'notRun' });
    // Another of which it knows nothing may come last.
    expect(await result([READ, SUM, post])).toMatchObject({ status: 'notRun' });
    expect(await result([READ, SUM, post], { output: '†state.sums' })).toMatchObject({ status: 'completed' });
  });

  it('passes on what it rests on', async () => {
    const pinned = new Map([['sums', { value: [{ region: 'West', sum: 1 }], word: 'pinned' as const }]]);
    expect(await result([READ, SUM, SORT], { output: '†state.sorted' }, pinned)).toMatchObject({
      words: ['pinned'],
    });
    expect(await result([READ, SUM], { output: '†state.sums' }, pinned)).toMatchObject({
      value: [{ region: 'West', sum: 1 }],
      words: ['pinned'],
    });
  });

  it('is another after an edit of it alone, and no call is entered for that', async () => {
    const { preview, change, since } = counting();
    await change(planOf([READ, SUM, SORT], { output: '†state.sorted' }));
    since();
    await change(planOf([READ, SUM, SORT], { output: { n: '†state.sums' } }));
    expect(since()).toEqual([]);
    expect(preview.calls.get(OUTPUT_PART)).toMatchObject({ value: { n: [{}, {}] } });
  });
});

describe('a file of more than a head', () => {
  const large = (count: number) => filesOf({ 'sales.csv': manyRows(count) });
  const COUNT = call('n', 'groupRows', { rows: '†state.rows', by: 'region', aggregate: 'count' });

  it('gives the first rows at once, and then all', async () => {
    const { preview, change } = counting();
    const heard: [string, boolean][] = [];
    preview.onValue((id, one) => {
      if (one?.status === 'completed') heard.push([id, one.ofHead]);
    });
    await change(planOf([READ, COUNT]), large(20_000));
    expect(heard).toEqual([
      ['rows', true],
      ['n', true],
      [OUTPUT_PART, true],
      ['rows', false],
      ['n', false],
      [OUTPUT_PART, false],
    ]);
    const { value, rowsIn } = preview.calls.get('n') as Extract<PreviewCall, { status: 'completed' }>;
    expect((value as { count: number }[]).reduce((sum, { count }) => sum + count, 0)).toBe(20_000);
    expect(rowsIn).toBe(20_000);
  });

  it('keeps what all of it came to where an edit does not reach', async () => {
    const { preview, change } = counting();
    const files = large(20_000);
    await change(planOf([READ, COUNT, ASIDE]), files);
    const heard: string[] = [];
    preview.onValue((id) => heard.push(id));
    await change(planOf([READ, COUNT, { ...ASIDE, text: 'three' }]), files);
    expect(heard).toEqual(['aside', OUTPUT_PART]);
    expect(preview.calls.get('n')).toMatchObject({ ofHead: false });
  });

  it('never shows of an edit what all of it came to before, where the first rows can’t tell the two apart', async () => {
    const { preview, change } = counting();
    const files = large(20_000);
    const late = (id: number) =>
      call('late', 'filterRows', { rows: '†state.rows', column: 'id', operator: 'greaterThan', value: id });
    await change(planOf([READ, late(19_000)]), files);
    expect(preview.calls.get('late')).toMatchObject({ ofHead: false, value: { length: 999 } });
    const heard: [boolean, number][] = [];
    preview.onValue((id, one) => {
      if (id === OUTPUT_PART) return;
      if (one?.status === 'completed') heard.push([one.ofHead, (one.value as unknown[]).length]);
      expect(id).toBe('late');
    });
    await change(planOf([READ, late(19_500)]), files);
    expect(heard).toEqual([
      [true, 0],
      [false, 499],
    ]);
  });

  it('whose later rows make a call fail leaves nothing standing that was made of the first ones', async () => {
    const { preview, change } = counting();
    const files = filesOf({ 'sales.csv': `${manyRows(20_000)}x,R1,none,y\n` });
    await change(planOf([READ, SUM, SORT]), files);
    expect(preview.calls.get('sums')?.status).toBe('failed');
    expect(preview.calls.get('sorted')?.status).toBe('notRun');
  });

  it('says of a failure and of a way that was not taken that the first rows brought them about', async () => {
    const engine = createPreviewEngine({ now });
    const none = call('none', 'filterRows', {
      rows: '†state.rows',
      column: 'id',
      operator: 'lessThan',
      value: 0,
    });
    const way = {
      ...call('way', 'decide', { value: '†state.none', operator: 'equals', compareTo: 'x' }),
      _outputPath: '†state.yes || †state.no',
    };
    const other = call('other', 'listColumn', { rows: '†state.yes', column: 'id' });
    const { calls } = await engine.run({
      plan: planOf([READ, { ...SORT, rows: '†state.rows', column: 'no' }, none, way, other]),
      files: large(20_000),
      allowed: true,
    });
    expect(calls.get('rows')).toMatchObject({ ofHead: true, headRows: 1000 });
    expect(calls.get('sorted')).toMatchObject({ status: 'failed', ofHead: true, headRows: 1000 });
    expect(calls.get('other')).toMatchObject({ status: 'notRun', ofHead: true });
  });

  it('that only as a whole makes sense is read whole all the same', async () => {
    const { preview, change } = counting();
    const rows = JSON.stringify(Array.from({ length: 120_000 }, (_, id) => ({ id, note: 'x'.repeat(60) })));
    const data = call('data', 'readJson', { file: 'data.json' });
    await change(planOf([data]), filesOf({ 'data.json': rows }));
    expect(rows.length).toBeGreaterThan(8_000_000);
    expect(preview.calls.get('data')).toMatchObject({ status: 'completed', ofHead: false });
  });

  it('that is another now shows its own first rows, and not the other’s', async () => {
    const { preview, change } = counting();
    await change(planOf([READ, COUNT]), large(20_000));
    const heard: (number | undefined)[] = [];
    preview.onValue((id, one) => {
      if (id === 'n' && one?.status === 'completed') heard.push(one.rowsIn);
    });
    await change(planOf([READ, COUNT]), large(30_000));
    expect(heard).toHaveLength(2);
    expect(heard[0]).toBeLessThanOrEqual(1000);
    expect(heard[1]).toBe(30_000);
  });
});

it('a limit of the preview is told as what was not computed, and not as a fault of the plan', () => {
  expect(liveCall({ status: 'failed', message: 'It took too long.', isLimit: true })).toEqual({
    status: 'notRun',
    why: 'It took too long.',
  });
  expect(liveCall({ status: 'failed', message: 'No column.', isLimit: false })).toEqual({
    status: 'failed',
    message: 'No column.',
  });
});

describe('a plan from outside', () => {
  it('is previewed only after the person said so', async () => {
    const entered: string[] = [];
    const preview = createPreview({ now, onEnter: (id) => entered.push(id) });
    const asked = { plan: planOf([READ]), files: FILES };
    await preview.change({ ...asked, allowed: false });
    expect(preview.calls.get('rows')).toEqual({
      status: 'notRun',
      why: 'The plan came from outside: nothing of it is computed before you say so.',
    });
    expect(entered).toEqual([]);
    await preview.change({ ...asked, allowed: true });
    expect(preview.calls.get('rows')?.status).toBe('completed');
  });
});

describe('what stands in the place of a call', () => {
  it('passes its word on to all that is made of it', async () => {
    const engine = createPreviewEngine({ now });
    const given = new Map<string, Given>([
      ['asked', { value: [{ region: 'A', amount: 1 }], word: 'pinned' }],
    ]);
    const latent = call('asked', 'tellMe', {});
    const { calls } = await engine.run({
      plan: planOf([latent, { ...SUM, rows: '†state.asked' }, SORT, READ]),
      files: FILES,
      given,
      allowed: true,
    });
    expect(calls.get('asked')).toMatchObject({ status: 'completed', words: ['pinned'] });
    expect(calls.get('sorted')).toMatchObject({ value: [{ region: 'A', sum: 1 }], words: ['pinned'] });
    expect(calls.get('rows')).toMatchObject({ words: [] });
  });

  it('hides the head that the call would have read', async () => {
    const engine = createPreviewEngine({ now });
    const { calls } = await engine.run({
      plan: planOf([READ, SUM]),
      files: filesOf({ 'sales.csv': manyRows(20_000) }),
      given: new Map([['rows', { value: [{ region: 'A', amount: 1 }], word: 'recorded' }]]),
      allowed: true,
    });
    expect(calls.get('sums')).toMatchObject({ ofHead: false, words: ['recorded'] });
  });
});

describe('what stands in for a call that waits for a run', () => {
  const latent = call('asked', 'tellMe', {});
  const get = call('got', 'httpGet', { url: 'https://example.org/' });
  const asks = call('said', 'askPerson', { question: 'What?' });
  const standIns = new Map<string, Given>([
    ['asked', { value: [{ region: 'A', amount: 1 }], word: 'sampled' }],
    ['got', { value: [{ region: 'B', amount: 2 }], word: 'recorded' }],
    ['said', { value: 'yes', word: 'recorded' }],
    ['rows', { value: [], word: 'recorded' }],
  ]);
  const run = (calls: readonly Call[]) =>
    createPreviewEngine({ now }).run({ plan: planOf(calls), files: FILES, standIns, allowed: true });

  it('says which it is, and so does all that is made of it', async () => {
    const both = call('both', 'appendRows', { first: '†state.asked', second: '†state.got' });
    const { calls } = await run([latent, get, both, READ, SUM]);
    expect(calls.get('asked')).toMatchObject({ status: 'completed', words: ['sampled'] });
    expect(calls.get('both')).toMatchObject({ value: { length: 2 }, words: ['sampled', 'recorded'] });
    // What computes is computed, whatever was handed for it.
    expect(calls.get('sums')).toMatchObject({ words: [], value: { length: 2 } });
  });

  it('raises no problem where something fails by it', async () => {
    const { calls } = await run([latent, { ...SORT, rows: '†state.asked', column: 'no' }]);
    const sorted = calls.get('sorted') as PreviewCall;
    expect(sorted).toMatchObject({ status: 'failed', words: ['sampled'] });
    expect(liveCall(sorted)).toMatchObject({ status: 'notRun', words: ['sampled'] });
  });

  it('is nothing where a person is asked', async () => {
    const { calls } = await run([asks, call('n', 'countWords', { text: '†state.said' })]);
    expect([calls.get('said')?.status, calls.get('n')?.status]).toEqual(['notRun', 'notRun']);
  });
});

/** Numbers that look like chance and are the same each time. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Some plan of tables: each call reads a file or one that stands before it. */
function randomCalls(below: (most: number) => number): Call[] {
  const calls: Call[] = [];
  const count = 1 + below(8);
  for (let at = 0; at < count; at++) {
    const rows = at === 0 ? '†state.c0' : `†state.c${below(at)}`;
    const kinds: readonly (() => Call)[] = [
      () => call(`c${at}`, 'readCsv', { file: ['sales.csv', 'other.csv', 'none.csv'][below(3)] }),
      () => call(`c${at}`, 'sortRows', { rows, column: ['amount', 'region', 'no'][below(3)] }),
      () =>
        call(`c${at}`, 'filterRows', { rows, column: 'amount', operator: 'greaterThan', value: below(100) }),
      () => call(`c${at}`, 'appendRows', { first: rows, second: `†state.c${below(at + 1)}` }),
      () => call(`c${at}`, 'listColumn', { rows, column: 'region' }),
    ];
    calls.push(kinds[at === 0 ? 0 : below(kinds.length)]?.() as Call);
  }
  return calls;
}

describe('after random edits', () => {
  it('the values are those of a fresh run', async () => {
    const below = chance(16);
    const preview = createPreview({ now });
    for (let round = 0; round < 120; round++) {
      const plan = planOf(randomCalls(below), { policy: { onFailure: below(2) === 0 ? 'continue' : 'ask' } });
      const asked = { plan, files: FILES, allowed: true };
      // Some changes come before the last has ended.
      const changed = preview.change(asked);
      if (below(3) === 0) continue;
      await changed;
      const fresh = await createPreviewEngine({ now }).run(asked);
      const plain = (calls: ReadonlyMap<string, PreviewCall>) =>
        [...calls].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, one]) => [id, one]);
      expect(plain(preview.calls)).toEqual(plain(new Map([...fresh.calls, [OUTPUT_PART, fresh.result]])));
    }
  });
});
