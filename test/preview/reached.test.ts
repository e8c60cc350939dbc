/** What an edit can have reached: what is another now, and all that reads of it. */

import { expect, it } from 'vitest';
import { reachedBy } from '../../src/preview/reached.ts';
import { call, filesOf, planOf, READ, SALES, SUM } from './previewing.ts';

const files = filesOf({ 'sales.csv': SALES });
const SORT = call('sorted', 'sortRows', { rows: '†state.sums', column: 'sum' });
const ASIDE = call('aside', 'countWords', { text: 'a' });
const asked = (calls: Parameters<typeof planOf>[0], more: object = {}) => ({
  plan: planOf(calls, more),
  files,
});
const all = ['rows', 'sums', 'sorted', 'aside'];
const before = asked([READ, SUM, SORT, ASIDE]);
const of = (now: Parameters<typeof reachedBy>[0]) => all.filter(reachedBy(now, before));

it('is nothing where nothing is another', () => {
  expect(of(asked([READ, SUM, SORT, ASIDE], { title: 'Sales' }))).toEqual([]);
});

it('is a changed call, and all that reads of it', () => {
  expect(of(asked([READ, { ...SUM, by: 'amount' }, SORT, ASIDE]))).toEqual(['sums', 'sorted']);
});

it('is what reads a list where two calls that push to it have changed places', () => {
  const push = (id: string) => ({
    ...call(id, 'countWords', { text: id }),
    _outputPath: '†state.list',
    _outputMethod: 'push' as const,
  });
  const reads = call('reads', 'makeTable', { rows: '†state.list' });
  const [first, second] = [push('first'), push('second')];
  const isReached = reachedBy(asked([second, first, reads, ASIDE]), asked([first, second, reads, ASIDE]));
  expect(['first', 'second', 'reads', 'aside'].filter(isReached)).toEqual(['first', 'second', 'reads']);
});

it('is what read of a call that is gone', () => {
  expect(of(asked([READ, SORT, ASIDE]))).toEqual(['sums', 'sorted']);
});

it('is what now reads of a call that is new', () => {
  const other = call('other', 'groupRows', { rows: '†state.rows', by: 'amount', column: 'amount' });
  expect(of(asked([READ, SUM, { ...other, _outputPath: '†state.sums' }, SORT, ASIDE]))).toEqual(['sorted']);
});

it.each([
  ['the first time', undefined],
  ['another file of the same name', { ...before, files: filesOf({ 'sales.csv': SALES }) }],
  ['a pin', { ...before, given: new Map([['rows', { value: 1, word: 'pinned' as const }]]) }],
  ['an input', { ...before, input: { a: 1 } }],
  ['a policy', asked([READ, SUM, SORT, ASIDE], { policy: { onFailure: 'continue' } })],
])('is everything with %s', (_, other) => {
  expect(all.filter(reachedBy(before, other))).toEqual(all);
});
