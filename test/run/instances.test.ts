import { expect, test } from 'vitest';
import type { Plan } from '../../src/plan/document.ts';
import { instanceProblems, instancesFrom, rowsOf } from '../../src/run/instances.ts';

const labels = (rows: Parameters<typeof instancesFrom>[0], label?: string) =>
  instancesFrom(rows, label).map((one) => one.label);

test('a row is called by its label, else by its place in the list, and no two alike', () => {
  expect(labels([{ a: 'x' }, { a: 'y' }])).toEqual(['1', '2']);
  expect(labels([{ a: 'x' }, { a: 7 }, { a: ' ' }, { a: null }, { b: 1 }, { a: true }], 'a')).toEqual([
    ...['x', '7', '3', '4', '5', 'true'],
  ]);
  expect(labels([{ a: 'x' }, { a: 'x' }, { a: 'x#2' }, { a: 'x' }], 'a')).toEqual([
    'x',
    'x#2',
    'x#2#2',
    'x#3',
  ]);
  // A number of a row that another is called by.
  expect(labels([{ a: '2' }, {}], 'a')).toEqual(['2', '2#2']);
});

test('names of every object are no labels, and a page of text is cut', () => {
  expect(labels([{}, {}], 'constructor')).toEqual(['1', '2']);
  expect(labels([{ a: 'z'.repeat(5000) }], 'a')[0]).toHaveLength(120);
});

test('ten thousand rows of one label take no longer than as many of their own', () => {
  const rows = Array.from({ length: 10_000 }, () => ({ a: 'same' }));
  const found = labels(rows, 'a');
  expect(new Set(found).size).toBe(10_000);
  expect(found.at(-1)).toBe('same#10000');
});

test('what is no list of rows is told', () => {
  expect(rowsOf([{ a: 1 }])).toEqual([{ a: 1 }]);
  expect(rowsOf(['x', 2], 'name')).toEqual([{ name: 'x' }, { name: 2 }]);
  expect(rowsOf([])).toContain('empty');
  expect(rowsOf({ a: 1 })).toContain('one object');
  expect(rowsOf('x')).toContain('A list was expected');
});

const plan = (...calls: Plan['calls']): Plan => ({ format: 'obelus/plan', version: 1, id: 'p', calls });

test('a label that the list does not have, and none at all', () => {
  const own = plan({ _id: 'a', _tool: 't', _instance: 'Berlin' });
  expect(instanceProblems({ plan: own })[0]).toContain('has to be started over a list');
  expect(instanceProblems({ plan: own, instances: [{ label: 'berlin' }] })[0]).toContain(
    'Did you mean "berlin"?',
  );
  expect(instanceProblems({ plan: own, instances: [{ label: 'Berlin' }] })).toEqual([]);
  const all = plan({ _id: 'a', _tool: 't', _instance: '*' }, { _id: 'b', _tool: 't', _instance: null });
  expect(instanceProblems({ plan: all })).toEqual([]);
});

test('a canary goes with a list, and with no gate of its name in the plan', () => {
  const over = { plan: plan({ _id: 'a', _tool: 't' }), instances: [{ label: '1' }, { label: '2' }] };
  expect(instanceProblems({ ...over, canary: 1 })).toEqual([]);
  expect(instanceProblems({ ...over, canary: 0 })).toHaveLength(1);
  expect(instanceProblems({ ...over, canary: 1.5 })).toHaveLength(1);
  expect(instanceProblems({ ...over, instances: [], canary: 1 })).toHaveLength(1);
  for (const gate of ['†state.approvals.canary', '†state.approvals']) {
    const own = plan({ _id: 'a', _tool: 't', _after: gate });
    expect(instanceProblems({ ...over, plan: own, canary: 1 })).toHaveLength(1);
  }
  const other = plan({ _id: 'a', _tool: 't', _after: '†state.approvals.canaryBird' });
  expect(instanceProblems({ ...over, plan: other, canary: 1 })).toEqual([]);
});
