import { describe, expect, it } from 'vitest';
import { splitClauses } from '../../../../src/planner/offline/retrieval/clauses.ts';
import { findValues } from '../../../../src/planner/offline/retrieval/values.ts';
import type { InputFile } from '../../../../src/planner/planner.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const orders: InputFile = {
  name: 'my orders.csv',
  type: 'text/csv',
  size: 1,
  head: 'order id;customer_id;status;total\n1;7;late;30\n',
};

const found = (goal: string, files: InputFile[] = []) =>
  findValues(goal, files, NOW).map(({ form, value }) => [form, value]);
const clauses = (goal: string, files: InputFile[] = []) =>
  splitClauses(goal, findValues(goal, files, NOW), () => false);

describe('values in a goal', () => {
  it.each([
    ['say "hello there"', [['quoted', 'hello there']]],
    [
      'write to ada@example.org at https://x.org/a?b=1.',
      [
        ['email', 'ada@example.org'],
        ['url', 'https://x.org/a?b=1'],
      ],
    ],
    ['open report.final.md', [['file', 'report.final.md']]],
    ['open "notes.txt"', [['file', 'notes.txt']]],
    [
      'keep 1,250.5 and five',
      [
        ['number', 1250.5],
        ['number', 5],
      ],
    ],
    ['compute 3 * (4 + 5)', [['formula', '3 * (4 + 5)']]],
    ['remind me tomorrow', [['date', '2026-11-22']]],
    ['on 5 May 2027', [['date', '2027-05-05']]],
    ["it's Ada's turn", []],
    ['the cheaper one', []],
  ])('%s', (goal, values) => {
    expect(found(goal)).toEqual(values);
  });

  it('finds a dropped file whose name has spaces', () => {
    expect(found('in My Orders.csv count', [orders])).toEqual([['file', 'my orders.csv']]);
  });
});

describe('clauses', () => {
  const texts = (goal: string) => clauses(goal).map(({ text }) => text.trim());

  it('break where a new request begins, not inside a list', () => {
    expect(texts('Compare a.txt and b.txt')).toHaveLength(1);
    expect(texts('Group sales and costs by region, sort them and make a chart')).toEqual([
      'Group sales and costs by region,',
      'sort them and',
      'make a chart',
    ]);
  });

  it('do not break inside quotes', () => {
    expect(texts('Note "stop. Then go and sort it"')).toHaveLength(1);
  });

  it('keep an aside with the request it belongs to', () => {
    expect(texts('After the room is booked, order dinner')).toHaveLength(1);
  });
});
