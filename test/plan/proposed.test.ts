import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Json, jsonEquals } from '../../src/lib/json.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { buildGraph } from '../../src/plan/graph.ts';
import { OUTPUT_PART } from '../../src/plan/output-part.ts';
import { proposedParts, takenAlong, takenOf } from '../../src/plan/proposed.ts';

const callOf = (id: string, params: Record<string, Json> = {}): Call =>
  ({
    _id: id,
    _tool: 't',
    _description: `Do ${id}`,
    ...params,
    _outputPath: `†state.${id}`,
  }) as unknown as Call;
const planOf = (calls: readonly Call[], output: Json = null): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls,
  output,
});
const ids = ({ calls }: Plan) => calls.map(({ _id }) => _id);
const of = (plan: Plan, id: string) =>
  plan.calls.find(({ _id }) => _id === id) as unknown as Record<string, Json>;

/** read → sort, and a filter that a sentence puts between them, as the answer has it. */
const BEFORE = planOf([callOf('read'), callOf('sort', { rows: '†state.read', by: 'a' })], '†state.sort');
const AFTER = planOf(
  [
    callOf('read'),
    callOf('filter', { rows: '†state.read', where: 1 }),
    callOf('sort', { rows: '†state.filter', by: 'b' }),
    callOf('chart', { rows: '†state.sort' }),
  ],
  '†state.chart',
);

describe('the parts of a proposed change', () => {
  test('are the calls that are new, others or gone, and what the plan returns', () => {
    const after = planOf([callOf('read'), callOf('next', { rows: '†state.read' })], '†state.next');
    expect(proposedParts(BEFORE, after)).toEqual([
      { part: 'next', kind: 'added' },
      { part: 'sort', kind: 'removed' },
      { part: OUTPUT_PART, kind: 'revised' },
    ]);
  });

  test('that is taken whole give the plan that was proposed; none of them, the plan there was', () => {
    expect(takenOf(BEFORE, AFTER, new Set())).toEqual({ plan: AFTER, open: [], kept: [] });
    const all = new Set(proposedParts(BEFORE, AFTER).map(({ part }) => part));
    expect(takenOf(BEFORE, AFTER, all).plan).toBe(BEFORE);
  });
});

describe('a writer that is refused', () => {
  test('leaves its reader the reference it had, and the rest of what the reader was to become', () => {
    const { plan, open } = takenOf(BEFORE, AFTER, new Set(['filter']));
    expect(ids(plan)).toEqual(['read', 'sort', 'chart']);
    expect(of(plan, 'sort')).toMatchObject({ rows: '†state.read', by: 'b' });
    expect(open).toEqual([]);
  });

  test('stands as an open step where its reader is new and has nothing to go back to', () => {
    const after = planOf([...AFTER.calls, callOf('note', { text: '†state.filter' })], '†state.chart');
    const { plan, open } = takenOf(BEFORE, after, new Set(['filter']));
    expect(open).toEqual(['filter']);
    expect(of(plan, 'filter')).toEqual({
      _id: 'filter',
      _tool: 'open',
      _description: 'Do filter',
      _outputPath: '†state.filter',
    });
  });

  test('leaves the plan the output it had', () => {
    const { plan } = takenOf(BEFORE, AFTER, new Set(['chart']));
    expect(plan.output).toBe('†state.sort');
  });

  test('brings back the call that was to go for it, where that is read again', () => {
    const before = planOf(
      [callOf('read'), callOf('old', { rows: '†state.read' }), callOf('sort', { rows: '†state.old' })],
      '†state.sort',
    );
    const after = planOf(
      [callOf('read'), callOf('new', { rows: '†state.read' }), callOf('sort', { rows: '†state.new' })],
      '†state.sort',
    );
    const { plan, kept } = takenOf(before, after, new Set(['new']));
    expect(ids(plan)).toEqual(['read', 'old', 'sort']);
    expect(of(plan, 'sort').rows).toBe('†state.old');
    expect(kept).toEqual(['old']);
  });

  test('that only moved takes with it whoever is new and reads it there', () => {
    const moved = { ...callOf('read'), _outputPath: '†state.rows' } as Call;
    const after = planOf([
      moved,
      callOf('sort', { rows: '†state.rows' }),
      callOf('new', { of: '†state.rows' }),
    ]);
    const { plan } = takenOf({ ...BEFORE, output: null }, after, new Set(['read']));
    expect(ids(plan)).toEqual(['read', 'sort']);
    expect(of(plan, 'sort').rows).toBe('†state.read');
  });
});

describe('what goes along with a part', () => {
  test('are the new writers that it reads, and theirs', () => {
    expect([...takenAlong(BEFORE, AFTER, 'sort')].sort()).toEqual(['filter', 'sort']);
    expect([...takenAlong(BEFORE, AFTER, OUTPUT_PART)].sort()).toEqual(['chart', OUTPUT_PART].sort());
  });

  test('that goes are its readers, which read it no more', () => {
    const after = planOf([callOf('read')], '†state.read');
    expect([...takenAlong(BEFORE, after, 'sort')].sort()).toEqual(['sort', OUTPUT_PART].sort());
  });
});

const NAMES = ['a', 'b', 'c', 'd', 'e'];
const someCall = (id: string) =>
  fc
    .record({
      rows: fc.constantFrom(...NAMES.map((name) => `†state.${name}`), 'x'),
      with: fc.constantFrom(...NAMES.map((name) => `†state.${name}`), 1),
      path: fc.constantFrom(`†state.${id}`, `†state.${id}`, '†state.a'),
    })
    .map(({ path, ...params }) => ({ _id: id, _tool: 't', ...params, _outputPath: path }) as unknown as Call);
const somePlan = fc
  .subarray(NAMES)
  .chain((names) => fc.tuple(...names.map(someCall)))
  .chain((calls) =>
    fc.constantFrom(null, '†state.a', '†state.b', '†state.c').map((output) => planOf(calls, output)),
  );

/** What each reader reads that nobody writes; the output is one of them. */
function unwritten(plan: Plan): ReadonlySet<string> {
  const output = { _id: 'output', _tool: 't', output: plan.output } as unknown as Call;
  const graph = buildGraph({ ...plan, calls: [...plan.calls, output] });
  return new Set(
    graph.calls.flatMap(({ call, places }) =>
      places.flatMap(({ refs, text }) =>
        refs.some((ref) => !graph.isWritten(ref)) ? [`${call._id} ${text}`] : [],
      ),
    ),
  );
}

test('whatever is refused, nothing comes to read what nobody writes that did not before or was to', () => {
  fc.assert(
    fc.property(somePlan, somePlan, fc.subarray([...NAMES, OUTPUT_PART]), (before, after, refused) => {
      const { plan } = takenOf(before, after, new Set(refused));
      const known = new Set([...unwritten(before), ...unwritten(after)]);
      expect([...unwritten(plan)].filter((one) => !known.has(one))).toEqual([]);
      // Calls come from one of the two plans, value by value. One expectation for all: of hundreds of thousands, it is the time.
      const comesFrom = (one: Plan, id: string, key: string, value: Json) =>
        jsonEquals(of(one, id)?.[key] ?? null, value);
      const made = plan.calls
        .filter(({ _tool }) => _tool !== 'open')
        .flatMap(({ _id, ...call }) =>
          Object.entries(call as Record<string, Json>).map((at) => [_id, ...at] as const),
        );
      expect(made.filter((at) => !comesFrom(before, ...at) && !comesFrom(after, ...at))).toEqual([]);
      expect(new Set(ids(plan)).size).toBe(plan.calls.length);
    }),
    { numRuns: 5000 },
  );
});
