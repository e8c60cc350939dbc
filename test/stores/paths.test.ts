import { expect, test } from 'vitest';
import type { Plan } from '../../src/plan/document.ts';
import { createOfferedPaths, offeredPaths } from '../../src/stores/paths.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';

const CATALOGUE = catalogueOf(builtInTools);
const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'plan_paths',
  calls: [
    { _id: 'a', _tool: 'calculate', expression: '1', _outputPath: '†state.a || †state.b' },
    { _id: 'get', _tool: 'httpGet', url: 'https://x.test/', _outputPath: '†state.got' },
    { _id: 'own', _tool: 'calculate', expression: '2', _outputPath: '†state.own' },
  ],
  input: { schema: { type: 'object', properties: { city: { type: 'string' } } } },
};
const withCall = (at: number, more: object): Plan => ({
  ...PLAN,
  calls: PLAN.calls.map((call, i) => (i === at ? { ...call, ...more } : call)),
});

test('offered is what others write, one level into it, and the input', () => {
  expect(offeredPaths(PLAN, CATALOGUE, 'own')).toEqual(
    expect.arrayContaining(['†input.city', '†state.a', '†state.b', '†state.got', '†state.got.status']),
  );
  expect(offeredPaths(PLAN, CATALOGUE, 'own')).not.toContain('†state.own');
});

test('typing a value offers the same list; whatever writes elsewhere offers another, as if asked anew', () => {
  const pathsOf = createOfferedPaths();
  const first = pathsOf(PLAN, CATALOGUE, 'own');
  expect(pathsOf(withCall(2, { expression: '2 + 2' }), CATALOGUE, 'own')).toBe(first);
  expect(pathsOf(withCall(0, { _description: 'Typed' }), CATALOGUE, 'own')).toBe(first);

  const { input: _, ...noInput } = PLAN;
  const fewer = { ...PLAN, calls: PLAN.calls.slice(1) };
  const others: [Plan, string][] = [
    [withCall(0, { _outputPath: '†state.c' }), 'own'],
    [withCall(1, { _tool: 'calculate' }), 'own'],
    [withCall(0, { _id: 'own' }), 'own'],
    [noInput, 'own'],
    [fewer, 'own'],
    [PLAN, 'a'],
  ];
  for (const [plan, except] of others) {
    pathsOf(PLAN, CATALOGUE, 'own');
    expect(pathsOf(plan, CATALOGUE, except)).toEqual(offeredPaths(plan, CATALOGUE, except));
  }
});
