/** A candidate tried on the heads of files: what runs, what does not and why, and what is ended. */

import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { threadPool } from '../../src/cli/run/pool.ts';
import type { Call } from '../../src/plan/document.ts';
import { createPreviewEngine, makeTryPlan, type PreviewParts } from '../../src/preview/preview-plan.ts';
import type { TrialCall } from '../../src/tools/trial.ts';
import { call, filesOf, manyRows, planOf, READ, SALES, SUM } from './previewing.ts';

const now = () => 0;
const trying = (files: Readonly<Record<string, BlobPart>>, parts: Partial<PreviewParts> = {}) =>
  makeTryPlan({ now, ...parts }, { files: filesOf(files) });

/** What became of one call alone. */
async function triedAlone(one: Call, files: Readonly<Record<string, BlobPart>> = {}): Promise<TrialCall> {
  const { calls } = await trying(files)(planOf([one]));
  return calls.get(one._id) as TrialCall;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a candidate', () => {
  it('is run on the files it reads, and what is the same is not computed twice', async () => {
    const entered: string[] = [];
    const tryPlan = trying({ 'sales.csv': SALES }, { onEnter: (id) => entered.push(id) });
    const plan = planOf([READ, SUM], { output: '†state.sums' });
    const { calls, output } = await tryPlan(plan);
    expect(output).toEqual([
      { region: 'North', sum: 125 },
      { region: 'South', sum: 80 },
    ]);
    expect(calls.get('sums')).toMatchObject({ status: 'completed', ofHead: false });
    // The same calls under other names.
    const again = planOf([
      { ...READ, _id: 'a' },
      { ...SUM, _id: 'b' },
    ]);
    expect((await tryPlan(again)).output).toEqual(output);
    expect(entered).toEqual(['rows', 'sums']);
  });

  it('goes through the loop over a sub-plan of its own (L-83)', async () => {
    const each = {
      ...call('each', 'each', { _delegate: '#half', _forEach: '†state.sums' }),
    };
    const half = {
      calls: [
        call('half', 'calculate', { expression: 'x / 2', values: { x: '†input.item.sum' } }),
        call('kept', 'saveFile', { name: 'x.txt', content: 'x' }),
      ],
      output: '†state.half',
    };
    const plan = planOf([READ, SUM, each], { output: '†state.each', plans: { half } });
    const { calls } = await trying({ 'sales.csv': SALES })(plan);
    expect(calls.get('each')).toMatchObject({ status: 'notRun' });
    const pure = { ...plan, plans: { half: { ...half, calls: half.calls.slice(0, 1) } } };
    expect((await trying({ 'sales.csv': SALES })(pure)).output).toEqual([62.5, 40]);
  });

  it('says what failed, and that what reads it did not come', async () => {
    const wrong = { ...SUM, by: 'country' };
    const { calls, output } = await trying({ 'sales.csv': SALES })(
      planOf(
        [
          READ,
          wrong,
          call('text', 'toText', {}),
          call('head', 'listColumn', { rows: '†state.sums', column: 'sum' }),
        ],
        {
          output: '†state.head',
        },
      ),
    );
    expect(calls.get('sums')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('country'),
    });
    expect(calls.get('head')).toEqual({ status: 'notRun', why: 'What it reads did not come.' });
    expect(output).toBeUndefined();
  });

  it('goes on beside what fails, and down another way where the plan does', async () => {
    const plan = planOf(
      [
        READ,
        { ...SUM, by: 'country' },
        call('used', 'listColumn', { rows: '†state.sums || †state.rows', column: 'amount' }),
      ],
      { policy: { onFailure: 'continue' } },
    );
    const { calls } = await trying({ 'sales.csv': SALES })(plan);
    expect(calls.get('used')).toMatchObject({ status: 'completed', value: [120, 80, 5] });
  });

  it('takes the ways that its decisions take', async () => {
    const plan = planOf([
      call('many', 'decide', {
        ...{ value: 3, operator: 'greaterThan', compareTo: 2, _outputPath: '†state.yes || †state.no' },
      }),
      call('a', 'template', { template: 'more: {x}', values: { x: '†state.yes' } }),
      call('b', 'template', { template: 'less: {x}', values: { x: '†state.no' } }),
    ]);
    const { calls } = await trying({})(plan);
    expect(calls.get('many')).toMatchObject({ status: 'completed', value: 3 });
    expect(calls.get('b')).toEqual({ status: 'notRun', why: 'The way to it was not taken.' });
  });

  it('runs with what is known of its input, and says what of it is not given', async () => {
    const sum = call('sum', 'calculate', { expression: 'a + 1', values: { a: '†input.a' } });
    const other = call('other', 'calculate', { expression: 'b + 1', values: { b: '†input.b' } });
    const input = { schema: { type: 'object', properties: { a: {}, b: {} }, required: ['a', 'b'] } };
    const { calls } = await trying({})(planOf([sum, other], { input }), { a: 1 });
    expect(calls.get('sum')).toMatchObject({ status: 'completed', value: 2 });
    expect(calls.get('other')).toEqual({
      status: 'notRun',
      why: 'An input that it reads was not given.',
    });
  });

  it('does not reject for a plan that can never run', async () => {
    const plan = planOf([
      call('a', 'joinText', { texts: ['†state.b'] }),
      call('b', 'joinText', { texts: ['†state.a'] }),
      call('c', 'joinText', { texts: '†state.nowhere' }),
    ]);
    const { calls } = await trying({})(plan);
    expect([...calls.values()].map(({ status }) => status)).toEqual(['notRun', 'notRun', 'notRun']);
  });

  it('rejects with the reason of whoever stops it', async () => {
    const stop = new AbortController();
    const tryPlan = makeTryPlan({ now }, { files: filesOf({ 'sales.csv': SALES }), signal: stop.signal });
    const trial = tryPlan(planOf([READ, SUM]));
    stop.abort(new Error('no more'));
    await expect(trial).rejects.toThrow('no more');
    await expect(tryPlan(planOf([READ]))).rejects.toThrow('no more');
  });
});

describe('what a preview may not run', () => {
  it('never reaches the network, asks, waits, saves or answers with a model', async () => {
    const reached = vi.fn();
    vi.stubGlobal('fetch', reached);
    const not: readonly Call[] = [
      call('get', 'httpGet', { url: 'https://example.org/' }),
      call('send', 'httpSend', { url: 'https://example.org/', method: 'POST' }),
      call('ask', 'askPerson', { question: 'Which?' }),
      call('wait', 'wait', { ms: 1 }),
      call('save', 'saveFile', { name: 'a.txt', content: 'a' }),
      call('latent', 'writeAPoem', {}),
      call('model', 'joinText', { texts: ['a'], _activity: '' }),
      call('agent', 'agent', { task: 'Look after them', tools: ['readCsv'] }),
      call('anonymous', 'joinText', { texts: ['a'], _delegate: 'anonymous' }),
    ];
    const { calls } = await trying({})(planOf(not));
    for (const { _id } of not) expect([_id, calls.get(_id)?.status]).toEqual([_id, 'notRun']);
    for (const id of ['latent', 'agent', 'anonymous'])
      expect(calls.get(id)).toEqual({ status: 'notRun', why: 'A model answers it when the plan runs.' });
    expect(reached).not.toHaveBeenCalled();
  });

  it('is not talked into it by what a plan says of a tool', async () => {
    const reached = vi.fn();
    vi.stubGlobal('fetch', reached);
    const tools = [
      { name: 'harmless', effect: 'none', activity: 'httpGet', parameters: {} },
      { name: 'askPerson', effect: 'none', preview: true, parameters: {} },
    ] as const;
    const plan = planOf(
      [
        call('get', 'harmless', { url: 'https://example.org/' }),
        call('ask', 'askPerson', { question: 'Which?' }),
        call('named', 'joinText', { _activity: 'httpGet', texts: ['a'] }),
      ],
      { tools: [...tools] },
    );
    const { calls } = await trying({})(plan);
    expect([...calls.values()].map(({ status }) => status)).toEqual(['notRun', 'notRun', 'notRun']);
    expect(reached).not.toHaveBeenCalled();
  });

  it('lets a contract forbid it', async () => {
    const tools = [{ name: 'count', effect: 'none', activity: 'countWords', preview: false }] as const;
    const { calls } = await trying({})(planOf([call('n', 'count', { text: 'a b' })], { tools: [...tools] }));
    expect(calls.get('n')?.status).toBe('notRun');
  });

  it('says of what is switched off that it is, and of what reads of it that something it reads is (L-37)', async () => {
    const { calls } = await trying({ 'sales.csv': SALES })(planOf([{ ...READ, _off: true }, SUM]));
    expect(calls.get('rows')).toEqual({ status: 'notRun', why: 'It is switched off.' });
    expect(calls.get('sums')).toEqual({ status: 'notRun', why: 'What writes †state.rows is switched off.' });
  });

  it('says nothing of a run that is not there: what reads it, and a gate, wait for one', async () => {
    const stands = call('stands', 'template', { template: '{n}', values: { n: '†run.plan_status' } });
    const later = call('later', 'template', { template: '{n}', values: { n: '†run.subtask_results.words' } });
    const reader = call('reader', 'countWords', { text: '†state.stands' });
    const gated = call('gated', 'countWords', { text: 'a b', _after: '†state.approvals.go' });
    const words = call('words', 'countWords', { text: 'a b' });
    const plan = planOf([stands, later, reader, gated, words], { output: { later: '†state.later' } });
    const { calls, result } = await createPreviewEngine({ now }).run({
      plan,
      files: new Map(),
      allowed: true,
    });
    const waits = 'It reads how the run stands, so it waits for the run.';
    expect(calls.get('stands')).toEqual({ status: 'notRun', why: waits });
    expect(calls.get('later')).toEqual({ status: 'notRun', why: waits });
    expect(result).toEqual({ status: 'notRun', why: waits });
    expect(calls.get('reader')?.status).toBe('notRun');
    expect(calls.get('gated')).toEqual({ status: 'notRun', why: 'A person is asked before it.' });
    expect(calls.get('words')?.status).toBe('completed');
    const sub = planOf([stands], { output: '†state.stands' });
    const parent = await trying({})(
      planOf([call('all', 'below', { _delegate: '#sub' })], { plans: { sub } }),
    );
    expect(parent.calls.get('all')).toEqual({ status: 'notRun', why: waits });
  });

  it('reads no file but those that were given', async () => {
    expect(await triedAlone(READ, { 'other.csv': SALES })).toEqual({
      status: 'failed',
      message: 'There is no file "sales.csv". There is other.csv.',
      isLimit: false,
    });
  });

  it('goes on where a slot is held by what is not run', async () => {
    const waits = Array.from({ length: 20 }, (_, at) => call(`w${at}`, 'wait', { ms: 1 }));
    const { calls } = await trying({})(planOf([...waits, call('n', 'countWords', { text: 'a b' })]));
    expect(calls.get('n')).toMatchObject({ status: 'completed' });
  });
});

describe('sub-plans', () => {
  const SUB = planOf([call('n', 'calculate', { expression: 'x * 2', values: { x: '†input.item' } })], {
    id: 'sub',
    output: '†state.n',
  });
  const each = call('all', 'each', { _delegate: 'plan:sub', _forEach: '†state.numbers' });
  const numbers = call('numbers', 'listColumn', { rows: '†state.rows', column: 'amount' });
  const tryingWith = (sub: typeof SUB, files: Readonly<Record<string, BlobPart>>) =>
    makeTryPlan({ now }, { files: filesOf(files), delegates: { 'plan:sub': sub } });

  it('are run by their own calls', async () => {
    const { calls } = await tryingWith(SUB, { 'sales.csv': SALES })(planOf([READ, numbers, each]));
    expect(calls.get('all')).toMatchObject({ status: 'completed', value: [240, 160, 10] });
  });

  it('wait where one of their calls does, whatever they say of failures', async () => {
    const asks = planOf([call('n', 'askPerson', { question: 'Well?' })], {
      ...{ id: 'sub', policy: { onFailure: 'stop' } as never },
    });
    const { calls } = await tryingWith(asks, { 'sales.csv': SALES })(planOf([READ, numbers, each]));
    expect(calls.get('all')).toEqual({
      status: 'notRun',
      why: 'It waits for a person or a time, which a preview does not.',
    });
  });

  it('pass on that they read the head of a file', async () => {
    const reads = planOf([call('n', 'readText', { file: 'long.txt' })], { id: 'sub', output: 'done' });
    const one = call('all', 'each', { _delegate: 'plan:sub' });
    const { calls } = await tryingWith(reads, { 'long.txt': 'line\n'.repeat(100_000) })(planOf([one]));
    expect(calls.get('all')).toMatchObject({ status: 'completed', ofHead: true });
  });
});

describe('heads', () => {
  it('are what is read of a large table, and all that is made of it says so', async () => {
    const { calls } = await trying({ 'sales.csv': manyRows(20_000) })(
      planOf([READ, SUM, call('n', 'countWords', { text: 'a b' })]),
    );
    const rows = calls.get('rows');
    expect(rows).toMatchObject({ status: 'completed', ofHead: true });
    expect(rows?.status === 'completed' && (rows.value as unknown[]).length).toBe(1_000);
    expect(calls.get('sums')).toMatchObject({ status: 'completed', ofHead: true });
    expect(calls.get('n')).toMatchObject({ ofHead: false });
  });

  it('of JSON have every member, with the beginning of its lists', async () => {
    const item = { name: 'x'.repeat(300) };
    const json = JSON.stringify({ orders: Array(2_000).fill(item), last: { list: [1, 2] } });
    const plan = planOf([
      call('data', 'readJson', { file: 'a.json' }),
      call('n', 'queryJson', { data: '†state.data', expression: '$count(orders) + $count(last.list)' }),
    ]);
    const { calls } = await trying({ 'a.json': json })(plan);
    expect(calls.get('n')).toMatchObject({ status: 'completed', value: 1_002, ofHead: true });
  });
});

describe('what would never end, or grow without end', () => {
  const pool = threadPool(null, 96);
  afterAll(pool.close);
  const tryingIn = (files: Readonly<Record<string, BlobPart>>, callMs: number) =>
    trying(files, { pool, callMs, wholeMs: 100_000 });

  it('is ended for real, and is a failed call', async () => {
    const expression = '($f := function($n) { $f($n + 1) }; $f(0))';
    const { calls } = await tryingIn(
      {},
      500,
    )(
      planOf([
        call('loops', 'queryJson', { data: {}, expression }),
        call('after', 'countWords', { text: '†state.loops' }),
      ]),
    );
    expect(calls.get('loops')).toEqual({
      status: 'failed',
      message: 'The call took longer than its 500 ms and was stopped.',
      isLimit: true,
    });
    expect(calls.get('after')?.status).toBe('notRun');
  });

  it('is refused where it would be too large or too deep', async () => {
    const rows = Array.from({ length: 1_500 }, (_, at) => `k,${at},${'x'.repeat(50)}\n`).join('');
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const files = { 'rows.csv': `key,n,text\n${rows}`, 'deep.json': deep };
    const { calls } = await tryingIn(
      files,
      90_000,
    )(
      planOf([
        call('rows', 'readCsv', { file: 'rows.csv' }),
        call('grows', 'joinRows', { left: '†state.rows', right: '†state.rows', on: 'key' }),
        call('deep', 'readJson', { file: 'deep.json' }),
        // RE2: it takes a time linear in the text.
        call('explodes', 'matchText', { text: 'a'.repeat(20_000), pattern: '^(a+)+$!' }),
      ]),
    );
    const statuses = [...calls].map(([id, { status }]) => [id, status]);
    expect(statuses).toEqual([
      ['rows', 'completed'],
      ['grows', 'failed'],
      ['deep', 'failed'],
      ['explodes', 'completed'],
    ]);
  }, 120_000);

  it('has only the time of a preview as a whole', async () => {
    const expression = '($f := function($n) { $f($n + 1) }; $f(0))';
    const { calls } = await trying(
      {},
      { pool, callMs: 90_000, wholeMs: 300 },
    )(planOf([call('loops', 'queryJson', { data: {}, expression })]));
    expect(calls.get('loops')).toEqual({
      status: 'notRun',
      why: 'The time that a preview may take was over.',
    });
  });
});
