/** "urgent first", said of a plan that stands. */

import { describe, expect, it } from 'vitest';
import { type Call, FORMAT, type Plan, VERSION } from '../../../src/plan/document.ts';
import { runInMemory } from '../../examples/run-in-memory.ts';
import { planGoal } from './goals.ts';

const NAME = 'visits.csv';
const TEXT =
  'visit,ward,state,arrived\nV1,Elm,planned,2026-03-01\nV2,Oak,overrun,2026-03-04\nV3,Elm,done,2026-02-02\nV4,Oak,overrun,2026-02-11\nV5,Elm,planned,2026-01-01\n';
const FILES = [{ name: NAME, type: 'text/csv', size: TEXT.length, head: TEXT }];

const READ = { _id: 'read', _tool: 'readCsv', file: NAME, _outputPath: '†state.read' };
const of = (...calls: object[]): Plan => ({
  ...{ format: FORMAT, version: VERSION, id: 'p' },
  calls: [READ, ...calls] as unknown as Call[],
  output: (calls.at(-1) as Call | undefined)?._outputPath ?? '†state.read',
});
const GROUPED = of({
  ...{ _id: 'per', _tool: 'groupRows', rows: '†state.read', by: 'state', aggregate: 'count' },
  ...{ as: 'visits', _outputPath: '†state.per' },
});
const PER_WARD = of({
  ...{ _id: 'per', _tool: 'groupRows', rows: '†state.read', by: 'ward', aggregate: 'count' },
  ...{ as: 'visits', _outputPath: '†state.per' },
});
const sorted = (more: object) =>
  of({
    ...{ _id: 'sort', _tool: 'sortRows', rows: '†state.read', column: 'arrived', ...more },
    _outputPath: '†state.sort',
  });

const said = (goal: string, plan: Plan) => planGoal(goal, { files: FILES, change: { plan, selected: [] } });

/** What the plan gives once that is taken, by one of its columns. */
async function gives(goal: string, plan: Plan, key: string) {
  const { calls, output, unusedWords } = await said(goal, plan);
  expect([unusedWords, calls.map(({ _tool }) => _tool)]).toEqual([
    [],
    expect.not.arrayContaining(['filterRows', 'open']),
  ]);
  const run = await runInMemory({ ...plan, calls, output: output ?? null }, new Map([[NAME, TEXT]]));
  return (run.output as Record<string, unknown>[]).map((row) => row[key]);
}

describe('values on top, said of a plan', () => {
  it.each([
    ['overrun first', of(), ['V2', 'V4', 'V1', 'V3', 'V5']],
    ['put overrun on top', of(), ['V2', 'V4', 'V1', 'V3', 'V5']],
    ['done and overrun first', of(), ['V3', 'V2', 'V4', 'V1', 'V5']],
    ['overrun first, then by arrived', of(), ['V4', 'V2', 'V5', 'V3', 'V1']],
    ['overrun zuerst', of(), ['V2', 'V4', 'V1', 'V3', 'V5']],
    // What they were put in order by is the order of the others.
    ['overrun first', sorted({}), ['V4', 'V2', 'V5', 'V3', 'V1']],
    ['overrun first', sorted({ direction: 'descending' }), ['V2', 'V4', 'V1', 'V3', 'V5']],
    // Which three they are is not changed by it.
    ['overrun first', sorted({ limit: 3 }), ['V4', 'V5', 'V3']],
  ])('leave no row out: %s', async (goal, plan, order) => {
    expect(await gives(goal, plan, 'visit')).toEqual(order);
  });
  it('may be groups', async () => {
    expect(await gives('overrun first', GROUPED, 'state')).toEqual(['overrun', 'planned', 'done']);
  });
  it('are one sort, whatever was on top before', async () => {
    const { calls } = await said('done first', sorted({ column: 'state', first: ['overrun'] }));
    expect(calls.filter(({ _tool }) => _tool === 'sortRows')).toMatchObject([
      { _id: 'sort', first: ['done'] },
    ]);
  });
  it.each([
    ['overrun first', PER_WARD, /no column “state” any more/u],
    ['overrun first, then by arrived', GROUPED, /no such column/u],
  ])('of rows that have none such are refused, and filter nothing: %s', async (goal, plan, why) => {
    const { calls, failure } = await said(goal, plan);
    expect([calls, failure?.message]).toEqual([[], expect.stringMatching(why)]);
  });
  it('that are not on top change nothing', async () => {
    expect((await said('not overrun first', of())).calls).toEqual([]);
  });
});
