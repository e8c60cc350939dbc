import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Call, FORMAT, type Plan, VERSION } from '../../src/plan/document.ts';
import { coverageOf, extentWords, simulateAll, WAYS_LIMIT } from '../../src/simulate/all-ways.ts';
import { decisionsOf, scenarioOf } from '../../src/simulate/scenario.ts';
import { simulate } from '../../src/simulate/simulate.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';

const catalogue = catalogueOf([
  { name: 'tell', effect: 'none' },
  { name: 'charge', effect: 'write' },
  { name: 'fetch', effect: 'read', errorBranch: 'broken' },
]);
const setting = { catalogue, hasActivity: () => true };

const planOf = (calls: readonly object[], more: Partial<Plan> = {}): Plan => ({
  format: FORMAT,
  version: VERSION,
  id: 'p',
  calls: calls as Call[],
  ...more,
});
const allOf = (plan: Plan, more: object = {}) => simulateAll(plan, catalogue, { setting, ...more });

/** Forks below forks: each one is come to only where the one before it went left. */
const nested = (depth: number): Plan =>
  planOf(
    Array.from({ length: depth }, (_, i) => ({
      _id: `f${i}`,
      _tool: 'tell',
      ...(i === 0 ? {} : { from: `†state.l${i - 1}` }),
      _outputPath: `†state.l${i} || †state.r${i}`,
    })).concat(
      Array.from({ length: depth }, (_, i) => ({
        _id: `end${i}`,
        _tool: 'tell',
        from: `†state.r${i}`,
        _outputPath: `†state.e${i}`,
      })),
    ),
  );

describe('the walk of all ways (L-82)', () => {
  it('goes each way once, and no other: ten forks below each other have eleven', async () => {
    const { ways, extent, ran } = await allOf(nested(10));
    expect(extent).toBe('all');
    expect(ways).toHaveLength(11);
    for (let i = 0; i < 10; i++) expect(ran[`end${i}`]).toBe(1);
    expect(ran.f0).toBe(11);
    expect(ran.f9).toBe(2);
  });

  it('takes what fails to the alternative that is there for it, which is no choice beside it (L-24)', async () => {
    const plan = planOf([
      { _id: 'get', _tool: 'fetch', _outputPath: '†state.found || †state.broken' },
      { _id: 'use', _tool: 'tell', v: '†state.found', _outputPath: '†state.used' },
      { _id: 'sorry', _tool: 'tell', v: '†state.broken', _outputPath: '†state.said' },
    ]);
    const { ways, decisions } = await allOf(plan);
    expect(decisions.map(({ options }) => options.map(({ choice }) => choice))).toEqual([[0, 'fail']]);
    expect(ways.map(({ simulation }) => simulation.order)).toEqual([
      ['get', 'use'],
      ['get', 'sorry'],
    ]);
  });

  it('leaves out what a way never comes to', async () => {
    const plan = planOf([
      { _id: 'go', _tool: 'tell', _outputPath: '†state.yes || †state.no' },
      { _id: 'pay', _tool: 'charge', v: '†state.yes', _outputPath: '†state.paid' },
    ]);
    const { ways } = await allOf(plan);
    expect(ways.map(({ picks }) => picks)).toEqual([
      [0, 0],
      [1, 0],
      [0, 1],
    ]);
  });

  it('breathes between plays and ends when it is no longer wanted', async () => {
    let breaths = 0;
    const between = async () => {
      breaths += 1;
      if (breaths === 2) throw new Error('no longer wanted');
    };
    await expect(allOf(nested(5), { between })).rejects.toThrow('no longer wanted');
  });

  it('has pinned results in every way (L-81)', async () => {
    const plan = planOf(
      [
        { _id: 'pay', _tool: 'charge', _outputPath: '†state.paid || †state.refused' },
        { _id: 'always', _tool: 'tell', _outputPath: '†state.hello' },
      ],
      { output: '†state.hello' },
    );
    const { ways } = await allOf(plan, { results: { pinned: { always: 'pinned' } } });
    expect(ways.map(({ simulation }) => simulation.output)).toEqual(['pinned', 'pinned', 'pinned']);
  });
});

describe('beyond the limit (L-82)', () => {
  const wide = (count: number) =>
    planOf(
      Array.from({ length: count }, (_, i) => ({
        _id: `c${i}`,
        _tool: 'charge',
        _outputPath: `†state.a${i} || †state.b${i}`,
      })),
    );

  it('each option of each decision is in one way at least, and it says that this is a sample', async () => {
    const all = await allOf(wide(40));
    expect(all.extent).toBe('options');
    expect(all.ways.length).toBe(WAYS_LIMIT);
    all.decisions.forEach(({ options }, number) => {
      expect(new Set(all.ways.map(({ picks }) => picks[number])).size).toBe(options.length);
    });
    expect(extentWords(all)).toMatch(/^A sample: 64 ways were played, and there are more/);
  });

  it('finds the far end of a chain in which every call may fail', async () => {
    const chain = planOf(
      Array.from({ length: 90 }, (_, i) => ({
        _id: `c${i}`,
        _tool: 'charge',
        ...(i === 0 ? {} : { v: `†state.s${i - 1}` }),
        _outputPath: `†state.s${i}`,
      })),
    );
    const { ways, extent } = await allOf(chain);
    expect(extent).toBe('options');
    expect(ways.some(({ scenario }) => scenario.calls?.c89 === 'fail')).toBe(true);
  });

  it('says so where not even each option is in one', async () => {
    const chain = planOf(
      Array.from({ length: 300 }, (_, i) => ({
        _id: `c${i}`,
        _tool: 'charge',
        ...(i === 0 ? {} : { v: `†state.s${i - 1}` }),
        _outputPath: `†state.s${i}`,
      })),
    );
    const all = await allOf(chain);
    expect(all.extent).toBe('some');
    expect(extentWords(all)).toContain('not even each option');
  });
});

describe('coverage', () => {
  it('names what runs in no way first, then what runs in some, then the rest', async () => {
    const plan = planOf([
      { _id: 'pay', _tool: 'charge', _outputPath: '†state.paid || †state.refused' },
      { _id: 'thank', _tool: 'tell', text: '†state.paid', _outputPath: '†state.thanks' },
      { _id: 'sorry', _tool: 'tell', text: '†state.refused', _outputPath: '†state.apology' },
      { _id: 'both', _tool: 'tell', a: '†state.paid', b: '†state.refused', _outputPath: '†state.both' },
      { _id: 'always', _tool: 'tell', text: 'hello', _outputPath: '†state.hello' },
    ]);
    expect(coverageOf(await allOf(plan)).map(({ call, words }) => `${call}: ${words}`)).toEqual([
      'both: Never',
      'thank: In 1 of 3 ways',
      'sorry: In 1 of 3 ways',
      'pay: Always',
      'always: Always',
    ]);
  });

  it('never says never, nor always, of a sample', () => {
    const ways = Array.from({ length: 3 }) as never;
    const words = coverageOf({ ways, extent: 'options', ran: { a: 0, b: 3 } }).map((line) => line.words);
    expect(words).toEqual(['In none of these 3 ways', 'In each of these 3 ways']);
  });
});

/** Plans whose calls read what one or two before them wrote, in one of their alternatives. */
const arbitraryPlan = fc
  .array(
    fc.record({
      tool: fc.constantFrom('tell', 'tell', 'charge', 'fetch'),
      alternatives: fc.integer({ min: 1, max: 3 }),
      reads: fc.array(fc.tuple(fc.nat(20), fc.nat(2)), { maxLength: 2 }),
      either: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((shapes) =>
    planOf(
      shapes.map(({ tool, alternatives, reads, either }, at) => {
        const refs = at === 0 ? [] : reads.map(([call, way]) => `†state.c${call % at}w${way}`);
        return {
          _id: `c${at}`,
          _tool: tool,
          ...(refs.length > 0 ? { v: refs.join(either ? ' || ' : ' && ') } : {}),
          _outputPath: Array.from({ length: alternatives }, (_, way) => `†state.c${at}w${way}`).join(' || '),
        };
      }),
    ),
  );

test('the walk finds what playing every combination of every decision finds (L-82)', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryPlan, async (plan) => {
      const decisions = decisionsOf(plan, catalogue);
      const counts = decisions.map(({ options }) => options.length);
      fc.pre(counts.reduce((product, count) => product * count, 1) <= 200);
      const whole = new Map<string, string>();
      const picks = counts.map(() => 0);
      for (;;) {
        const { order, status, met } = await simulate(plan, scenarioOf(decisions, picks), { setting });
        const named = new Set(met.map(({ name }) => name));
        const key = picks.map((pick, at) => (named.has(decisions[at]!.name) ? pick : 0)).join();
        whole.set(key, `${status} ${order.join()}`);
        const next = picks.findIndex((pick, at) => pick + 1 < counts[at]!);
        if (next === -1) break;
        picks.fill(0, 0, next);
        picks[next]! += 1;
      }
      const { ways, extent } = await allOf(plan);
      expect(extent).toBe(whole.size <= WAYS_LIMIT ? 'all' : 'options');
      if (extent !== 'all') return;
      const walked = ways.map(({ picks: own, simulation: { status, order } }) => [
        own.join(),
        `${status} ${order.join()}`,
      ]);
      expect(new Map(walked as [string, string][])).toEqual(whole);
    }),
    { numRuns: 60 },
  );
});
