/** Tests of a plan that mean nothing any more are told as warnings, each with a way out. */

import { expect, it } from 'vitest';
import { checkPlan } from '../../src/check/check.ts';
import type { Json } from '../../src/lib/json.ts';
import { applyEdits } from '../../src/plan/apply-edit.ts';
import type { Call } from '../../src/plan/document.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { planOf } from './plan-of.ts';

const CALL: Call = { _id: 'a', _tool: 'template', template: 'x', values: {}, _outputPath: '†state.a' };
const catalogue = catalogueOf(builtInTools);
const planWith = (...notes: Json[]) => ({ ...planOf([CALL]), output: '†state.a', notes });
const staleIn = (...notes: Json[]) =>
  checkPlan(planWith(...notes), catalogue).problems.filter(({ path }) => path[0] === 'notes');

const noted = (more: Record<string, Json>): Json => ({
  kind: 'test',
  name: 't',
  expect: { '†state.a': 'x' },
  ...more,
});

it('of one whose calls are there nothing is said', () => {
  expect(
    staleIn(noted({ pins: { a: 'x' }, expect: { '†state.a': 'x', '†state.a.b': 1, output: 'x' } })),
  ).toEqual([]);
});

it.each([
  [
    'a path no call writes',
    noted({ expect: { '†state.gone': 1, output: 'x' } }),
    'no call writes †state.gone any more',
  ],
  ['a call that is gone', noted({ pins: { gone: 1 } }), 'holds a value for the call "gone"'],
  ['what no plan computes', noted({ expect: { '†input.a': 1, output: 'x' } }), 'is not computed by the plan'],
])('of one that names %s', (_, note, words) => {
  const plan = planWith(note);
  const [problem, ...more] = staleIn(note);
  expect(more).toEqual([]);
  expect(problem).toMatchObject({
    code: 'stale-test',
    severity: 'warning',
    message: expect.stringContaining(words),
  });
  const mended = applyEdits(plan, problem?.fixes[0]?.edits ?? []);
  if (!mended.ok) throw new Error(mended.error);
  expect(checkPlan(mended.value.plan, catalogue).problems).toEqual([]);
});

it('of one that can’t be read, or has what nothing reads', () => {
  expect(staleIn({ kind: 'test', name: '' })).toMatchObject([{ code: 'stale-test', path: ['notes', 0] }]);
  expect(staleIn(noted({ expects: 1 }))).toMatchObject([
    { code: 'unknown-meta', path: ['notes', 0, 'expects'] },
  ]);
  expect(staleIn({ kind: 'comment', text: 'x' })).toEqual([]);
});
