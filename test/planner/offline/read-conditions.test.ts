/** Which rows a goal means, read from its words: values, days, numbers with units, gaps, yes and no, and what joins or turns them. */

import { describe, expect, it } from 'vitest';
import type { InputFile } from '../../../src/planner/planner.ts';
import { parametersOf, planGoal } from './goals.ts';

const rows = (name: string, lines: readonly string[]): InputFile => {
  const head = `${lines.join('\n')}\n`;
  return { name, type: 'text/csv', size: head.length, head };
};

const JOBS = rows('jobs.csv', [
  'job,crew,client,started,shipped_on,minutes,cost,urgent,state,weight_kg',
  'J-1,Red,Sun Ltd,2026-01-03,2026-01-09,45,120,yes,open,3',
  'J-2,Blue,Moon GmbH,2026-02-11,,90,80,no,done,12',
  'J-3,Green,Sun Ltd,2026-05-20,2026-05-29,30,200,no,billed,7',
  'J-4,Red,Star & Sons,2026-06-02,,120,60,yes,open,5',
]);

/** The conditions of the one filter, in short. */
async function kept(goal: string): Promise<unknown> {
  const planned = await planGoal(goal, { files: [JOBS] });
  const open = planned.calls.filter(({ _tool }) => _tool === 'open');
  expect(open.map(({ _description }) => _description)).toEqual([]);
  return shortly((parametersOf(planned, 'filterRows') ?? {}) as Said);
}

interface Said {
  readonly column?: string;
  readonly operator?: string;
  readonly value?: unknown;
  readonly not?: boolean;
  readonly conditions?: readonly Said[];
  readonly match?: string;
}

const shortly = ({ column, operator, value, not, conditions, match }: Said): unknown =>
  conditions !== undefined
    ? { [match ?? 'all']: conditions.map(shortly) }
    : [...(not === true ? ['not'] : []), column, operator, ...(value === undefined ? [] : [value])].join(' ');

describe('values', () => {
  it.each([
    ['jobs for Moon GmbH', 'client equals Moon GmbH'],
    ['jobs for Moon', 'client equals Moon GmbH'],
    ['jobs of the red or blue crew', 'crew oneOf Red,Blue'],
    ['jobs that are neither done nor billed', 'state notOneOf done,billed'],
    ['Jobs, die weder done noch billed sind', 'state notOneOf done,billed'],
    ['all jobs, Red not counted', 'crew notEquals Red'],
    ['all jobs except those of the Blue crew', 'crew notEquals Blue'],
  ])('%s', async (goal, expected) => {
    expect(await kept(goal)).toEqual(expected);
  });
});

describe('days', () => {
  it.each([
    ['jobs started within May 2026', 'started between 2026-05-01,2026-05-31'],
    ['jobs started in March 2026 or later', 'started atLeast 2026-03-01'],
    ['jobs started between February and May 2026, both included', 'started between 2026-02-01,2026-05-31'],
    ['jobs shipped before May 2026', 'shipped_on lessThan 2026-05-01'],
  ])('%s', async (goal, expected) => {
    expect(await kept(goal)).toEqual(expected);
  });
});

describe('numbers', () => {
  it.each([
    ['jobs that cost more than 100', 'cost greaterThan 100'],
    ['jobs cheaper than 100', 'cost lessThan 100'],
    ['jobs heavier than 5 kg', 'weight_kg greaterThan 5'],
    ['jobs heavier than 5000 g', 'weight_kg greaterThan 5'],
    ['jobs that lasted at least an hour', 'minutes atLeast 60'],
    ['jobs of 90 minutes or more', 'minutes atLeast 90'],
    ['jobs for under 100', 'cost lessThan 100'],
    ['Jobs ab 100 Euro', 'cost atLeast 100'],
    ['Jobs, die länger als eine Stunde dauern', 'minutes greaterThan 60'],
  ])('%s', async (goal, expected) => {
    expect(await kept(goal)).toEqual(expected);
  });
});

describe('gaps, yes and no', () => {
  it.each([
    ['urgent jobs', 'urgent equals yes'],
    ['jobs that are not urgent', 'urgent notEquals yes'],
    ['dringende Jobs', 'urgent equals yes'],
    ['jobs that have not been shipped', 'shipped_on isEmpty'],
    ['unshipped jobs', 'shipped_on isEmpty'],
  ])('%s', async (goal, expected) => {
    expect(await kept(goal)).toEqual(expected);
  });
});

describe('what joins them', () => {
  it('is a bracket around "or" beside what else must hold', async () => {
    expect(await kept('open jobs that are urgent or cost more than 100')).toEqual({
      all: ['state equals open', { any: ['urgent equals yes', 'cost greaterThan 100'] }],
    });
  });

  it('is tighter for an "and" that is said than for an "or" between other columns', async () => {
    expect(await kept('jobs that are urgent and cost more than 100 or are heavier than 10 kg')).toEqual({
      any: [{ all: ['urgent equals yes', 'cost greaterThan 100'] }, 'weight_kg greaterThan 10'],
    });
  });
});

it('what nobody knows stands open, and what the rows are called does not', async () => {
  const { calls } = await planGoal('suspicious jobs of the red crew', { files: [JOBS] });
  expect(calls.find(({ _tool }) => _tool === 'open')).toMatchObject({ _description: 'suspicious' });
  const counted = await planGoal('How many assignments has the red crew?', { files: [JOBS] });
  expect(counted.tools).not.toContain('open');
});

it('superlatives go by what measures them, the other way where less is more', async () => {
  const sorted = async (goal: string) => parametersOf(await planGoal(goal, { files: [JOBS] }), 'sortRows');
  expect(await sorted('the 2 fastest jobs')).toMatchObject({ column: 'minutes', limit: 2 });
  expect(await sorted('the heaviest job')).toMatchObject({ column: 'weight_kg', direction: 'descending' });
  expect(await sorted('der billigste Job')).toMatchObject({ column: 'cost', limit: 1 });
});

it('a slip in a cell or an adjective is read as what it is near', async () => {
  expect(await kept('urgnet jobs of the grene crew')).toEqual({
    all: ['urgent equals yes', 'crew equals Green'],
  });
});
