/** Tests of a plan run as previews (L-84): what passes, what breaks and where, and what can't be run and says so. */

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Json, jsonEquals } from '../../src/lib/json.ts';
import type { Plan } from '../../src/plan/document.ts';
import type { Finding, PlanTest } from '../../src/plan/plan-tests.ts';
import { createPlanTester, type HashedFile, hashOf, type KeepAsked } from '../../src/preview/plan-test.ts';
import { call, manyRows, planOf, READ, SALES, SUM } from './previewing.ts';

const tester = () => createPlanTester({ now: () => 0 });
const hashed = async (files: Readonly<Record<string, string>>): Promise<Map<string, HashedFile>> => {
  const all = Object.entries(files).map(async ([name, text]) => {
    const content = new Blob([text]);
    return [name, { content, sha256: await hashOf(content) }] as const;
  });
  return new Map(await Promise.all(all));
};
const HERE = await hashed({ 'sales.csv': SALES });
const HASHES = { 'sales.csv': HERE.get('sales.csv')!.sha256 };
const TOTALS: Json = [
  { region: 'North', sum: 125 },
  { region: 'South', sum: 80 },
];
const PLAN = planOf([READ, SUM], { output: '†state.sums' });

const testing = (expected: Readonly<Record<string, Json>>, more: Partial<PlanTest> = {}): PlanTest => ({
  ...{ kind: 'test', name: 'totals', files: HASHES, expect: expected },
  ...more,
});

const ran = async (
  plan: Plan,
  one: PlanTest,
  { files = HERE, allowed = true }: { files?: ReadonlyMap<string, HashedFile>; allowed?: boolean } = {},
) => (await tester().run({ plan, tests: [one], files, allowed }))[0]!;

const found = async (...all: Parameters<typeof ran>): Promise<Finding> => (await ran(...all)).findings[0]!;

describe('a test of a plan', () => {
  it('passes where what must come out does, in the output and at a path', async () => {
    const outcome = await ran(
      PLAN,
      testing({ output: TOTALS, '†state.sums': TOTALS, '†state.sums.0.sum': 125 }),
    );
    expect(outcome).toEqual({
      name: 'totals',
      state: 'passes',
      findings: [
        { path: 'output', call: 'sums', state: 'passes' },
        { path: '†state.sums', call: 'sums', state: 'passes' },
        { path: '†state.sums.0.sum', call: 'sums', state: 'passes' },
      ],
    });
  });

  it('breaks with what was expected and what is found, and names the call', async () => {
    const changed = planOf([READ, { ...SUM, column: 'amount', operation: 'max' }]);
    expect(await found(changed, testing({ '†state.sums.0.sum': 125 }))).toMatchObject({
      ...{ path: '†state.sums.0.sum', call: 'sums', state: 'breaks', expected: { value: 125 } },
    });
    expect(await found(PLAN, testing({ '†state.sums.1.sum': 81 }))).toEqual({
      ...{ path: '†state.sums.1.sum', call: 'sums', state: 'breaks' },
      ...{ expected: { value: 81 }, found: { value: 80 } },
    });
  });

  it('breaks where a call before it fails, with that call and its words', async () => {
    const wrong = planOf([
      READ,
      { ...SUM, by: 'country' },
      call('text', 'listColumn', { rows: '†state.sums', column: 'sum' }),
    ]);
    expect(await found(wrong, testing({ '†state.text': [125, 80] }))).toMatchObject({
      ...{ state: 'breaks', call: 'sums', why: expect.stringContaining('country') },
    });
  });

  it('breaks where no call writes what it expects any more', async () => {
    expect(await found(planOf([READ]), testing({ '†state.sums': TOTALS }))).toMatchObject({
      ...{ state: 'breaks', call: null, why: 'Nothing is there.' },
    });
  });

  it('breaks where the way to it is not taken', async () => {
    const decide = call('many', 'decide', {
      ...{ value: '†input.n', operator: 'greaterThan', compareTo: 2, _outputPath: '†state.yes || †state.no' },
    });
    const plan = planOf([
      decide,
      call('a', 'template', { template: 'more: {x}', values: { x: '†state.yes' } }),
    ]);
    const at = (n: number) => testing({ '†state.a': 'more: 3' }, { input: { n }, files: {} });
    expect((await ran(plan, at(3))).state).toBe('passes');
    expect(await found(plan, at(1))).toMatchObject({
      ...{ state: 'breaks', call: 'a', why: 'The way to it was not taken.' },
    });
  });

  it('reads its files whole, and only as they were', async () => {
    const files = await hashed({ 'sales.csv': manyRows(3_000) });
    const plan = planOf([READ, call('n', 'queryJson', { data: '†state.rows', expression: '$count($)' })]);
    const one = testing({ '†state.n': 3_000 }, { files: { 'sales.csv': files.get('sales.csv')!.sha256 } });
    expect(await found(plan, one, { files })).toMatchObject({ state: 'passes' });
    expect(await found(plan, one)).toMatchObject({
      ...{ state: 'untested', why: 'It needs sales.csv as it was: the one that is here is another.' },
    });
    expect(await found(plan, one, { files: new Map() })).toMatchObject({
      ...{ state: 'untested', why: 'It needs the file sales.csv, which is not here.' },
    });
  });

  it('that reads a file it knows nothing of is not run to an end', async () => {
    const other = planOf([{ ...READ, file: 'new.csv' }, SUM]);
    const files = new Map([...HERE, ...(await hashed({ 'new.csv': SALES }))]);
    expect(await found(other, testing({ '†state.sums': TOTALS }), { files })).toMatchObject({
      ...{ state: 'untested', why: 'The plan reads new.csv, of which the test knows nothing.' },
    });
  });

  it.each([
    ['sends', call('got', 'httpGet', { url: 'https://example.com/' }), 'It reads from outside'],
    ['saves', call('got', 'saveFile', { name: 'x.txt', content: 'x' }), 'It changes something'],
    ['asks a person', call('got', 'askPerson', { question: 'Who?' }), 'waits for a person'],
    ['is answered by a model', call('got', 'think', { about: 'x' }), 'A model answers it'],
  ])('that needs what %s does not pass, and says why', async (_, got, why) => {
    const plan = planOf([got, call('text', 'template', { template: '{x}', values: { x: '†state.got' } })]);
    const one = testing({ '†state.text': 'hello' }, { files: {} });
    expect(await found(plan, one)).toMatchObject({
      ...{ state: 'untested', call: 'got', why: expect.stringContaining(why) },
    });
    expect(await ran(plan, { ...one, pins: { got: 'hello' } })).toMatchObject({ state: 'passes' });
    // Held against itself a value proves nothing.
    const itself = testing({ '†state.got': 'hello' }, { files: {}, pins: { got: 'hello' } });
    expect(await found(plan, itself)).toMatchObject({
      state: 'untested',
      why: 'The test itself holds that value.',
    });
  });

  it('of a plan from outside is not run before the person said so, and one that expects nothing never passes', async () => {
    expect(await ran(PLAN, testing({ output: TOTALS }), { allowed: false })).toMatchObject({
      state: 'untested',
    });
    expect(await ran(PLAN, testing({}))).toMatchObject({ state: 'untested' });
    expect(await found(PLAN, testing({ '†input.a': 1 }))).toMatchObject({
      ...{ state: 'untested', why: expect.stringContaining('not computed by the plan') },
    });
  });
});

describe('a value that a run has shown', () => {
  const keeping = (more: Partial<KeepAsked>): KeepAsked => ({
    ...{ plan: PLAN, files: HERE, allowed: true, path: 'output', value: TOTALS, input: {}, recorded: {} },
    ...more,
  });
  const kept = (more: Partial<KeepAsked>) => tester().keep(keeping(more));

  it('is kept with the files that led to it by their hashes, and no others', async () => {
    const files = new Map([...HERE, ...(await hashed({ 'other.csv': 'a\n1\n' }))]);
    expect(await kept({ files })).toEqual({
      ...{ ok: true, value: { kind: 'test', files: HASHES, expect: { output: TOTALS } } },
    });
  });

  it('is kept with what no preview may run, as the run recorded it', async () => {
    const plan = planOf([
      call('got', 'httpGet', { url: 'https://example.com/' }),
      call('idle', 'httpGet', { url: 'https://example.com/2' }),
      call('text', 'template', { template: '{n} {x}', values: { n: '†input.n', x: '†state.got' } }),
    ]);
    const recorded = { got: 'hello', idle: 'unread', text: '7 hello' };
    const made = await kept({ plan, path: '†state.text', value: '7 hello', input: { n: 7 }, recorded });
    expect(made).toEqual({
      ...{
        ok: true,
        value: {
          kind: 'test',
          input: { n: 7 },
          pins: { got: 'hello' },
          expect: { '†state.text': '7 hello' },
        },
      },
    });
    expect(await kept({ plan, path: '†state.got', value: 'hello', recorded })).toMatchObject({
      ...{ ok: false, error: expect.stringContaining('Keep a value that is computed from it.') },
    });
    expect(await kept({ plan, path: '†state.text', value: '7 hello', input: { n: 7 } })).toMatchObject({
      ...{ ok: false, error: expect.stringContaining('reads from outside') },
    });
  });

  it('is not kept where it comes to something else by now', async () => {
    expect(await kept({ value: [] })).toMatchObject({
      ok: false,
      error: expect.stringContaining('something else'),
    });
  });

  it('that is large is kept by its beginning and held against all of it', async () => {
    const files = await hashed({ 'sales.csv': manyRows(3_000) });
    const rows = await tester().keep(keeping({ files, path: '†state.rows', value: await rowsOf(files) }));
    expect(rows).toMatchObject({ ok: true, value: { whole: { '†state.rows': { length: 3_000 } } } });
    if (!rows.ok) throw new Error(rows.error);
    const one = { ...rows.value, name: 'rows' };
    expect((one.expect['†state.rows'] as Json[]).length).toBe(20);
    expect(await ran(PLAN, one, { files })).toMatchObject({ state: 'passes' });
    const other = await hashed({ 'sales.csv': `${manyRows(2_999)}2999,R0,0,other\n` });
    const there = { ...one, files: { 'sales.csv': other.get('sales.csv')!.sha256 } };
    const { expected, found: now } = (await found(PLAN, there, { files: other })) as Extract<
      Finding,
      { state: 'breaks' }
    >;
    // What is kept of both is the same.
    expect([expected.value, expected.whole?.length]).toEqual([now?.value, now?.whole?.length]);
    const fewer = await hashed({ 'sales.csv': manyRows(2_999) });
    const cut = { ...one, files: { 'sales.csv': fewer.get('sales.csv')!.sha256 } };
    expect(await found(PLAN, cut, { files: fewer })).toMatchObject({
      ...{ state: 'breaks', expected: { whole: { length: 3_000 } }, found: { whole: { length: 2_999 } } },
    });
  });

  const rowsOf = async (files: ReadonlyMap<string, HashedFile>): Promise<Json> => {
    const { createPreviewEngine } = await import('../../src/preview/preview-plan.ts');
    const engine = createPreviewEngine({ now: () => 0, wholeFiles: true });
    const given = new Map([...files].map(([name, { content }]) => [name, content]));
    const { calls } = await engine.run({ plan: PLAN, files: given, allowed: true });
    return (calls.get('rows') as { value: Json }).value;
  };
});

test('whatever a plan computes is kept as a test that passes, and breaks once it computes anything else', async () => {
  const own = tester();
  const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as Json);
  const plan = planOf([call('a', 'queryJson', { data: { v: '†input.value' }, expression: 'v' })]);
  const asked = { plan, files: new Map(), allowed: true };
  await fc.assert(
    fc.asyncProperty(json, json, async (value, other) => {
      const at = (input: Json): PlanTest =>
        testing({ '†state.a': '' }, { files: {}, input: { value: input } });
      const computed = async (input: Json) => {
        const [outcome] = await own.run({ ...asked, tests: [at(input)] });
        const finding = outcome?.findings[0];
        return finding?.state === 'breaks' ? (finding.found?.value ?? null) : finding?.state;
      };
      const shown = (await computed(value)) as Json;
      fc.pre(shown !== 'passes' && shown !== 'untested' && shown !== null);
      const made = await own.keep({
        ...asked,
        path: '†state.a',
        value: shown,
        input: { value },
        recorded: {},
      });
      if (!made.ok) throw new Error(made.error);
      const one = { ...made.value, name: 'it' };
      expect((await own.run({ ...asked, tests: [one] }))[0]?.state).toBe('passes');
      const [changed] = await own.run({ ...asked, tests: [{ ...one, input: { value: other } }] });
      expect(changed?.state === 'passes').toBe(jsonEquals(await computed(other), shown));
    }),
    { numRuns: 100 },
  );
});
