/** Half a character is a problem with its place and a fix, for what holds one has no hash (L-8, L-70). */

import { expect, test } from 'vitest';
import { checkPlan } from '../../src/check/check.ts';
import { sign } from '../../src/flows/sign.ts';
import { applyEdits } from '../../src/plan/apply-edit.ts';
import type { Plan } from '../../src/plan/document.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';

const CATALOGUE = catalogueOf([{ name: 't', effect: 'read', parameters: {} }]);
const PLACE = { catalogue: CATALOGUE, hasActivity: () => true };
const HALF = '\ud83d';
const WHOLE = '\ud83d\ude00';

const planWith = (call: object, more: object = {}): Plan =>
  ({
    format: 'obelus/plan',
    version: 1,
    id: 'p',
    calls: [{ _id: 'a', _tool: 't', _outputPath: '†state.x', ...call }],
    ...more,
  }) as Plan;
const problemsOf = (plan: Plan) =>
  checkPlan(plan, CATALOGUE).problems.filter(({ severity }) => severity === 'error');

test.each([
  ['a parameter', planWith({ p: `a${HALF}` }), ['p']],
  ['its depth', planWith({ p: [{ q: ['ok', `${HALF}b`] }] }), ['p', 0, 'q', 1]],
  ['a description', planWith({ _description: HALF }), ['_description']],
  ['the goal', planWith({}, { goal: `${WHOLE}${HALF}` }), ['goal']],
  ['an initial value', planWith({}, { state: { initial: { i: [HALF] } } }), ['state', 'initial', 'i', 0]],
  [
    'a key of the input schema',
    planWith({}, { input: { schema: { properties: { [HALF]: {} } } } }),
    ['input', 'schema', 'properties', HALF],
  ],
])('in %s it is told with its place, and the fix leaves a plan that can be signed', (_, plan, path) => {
  expect(sign(plan, PLACE).ok).toBe(false);
  const problems = problemsOf(plan);
  expect(problems.map(({ code, path: place }) => ({ code, place }))).toEqual([
    { code: 'limit', place: path },
  ]);
  expect(problems[0]!.message).not.toMatch(/\p{Cs}/u);
  const after = applyEdits(plan, problems[0]!.fixes[0]!.edits);
  if (!after.ok) throw new Error(after.error);
  const mended = after.value.plan;
  expect(problemsOf(mended)).toEqual([]);
  expect(sign(mended, PLACE).ok).toBe(true);
});

test('in a key of a call it is told too, and there is nothing to put in its place', () => {
  const problems = problemsOf(planWith({ p: { [HALF]: 1 } }));
  expect(problems).toMatchObject([{ code: 'limit', path: ['p', HALF], fixes: [] }]);
});

test('a whole pair, and what nobody signs, is no problem', () => {
  const plan = planWith({ p: WHOLE, [WHOLE]: [WHOLE] }, { notes: [{ kind: 'comment', text: HALF }] });
  expect(problemsOf(plan)).toEqual([]);
  expect(sign(plan, PLACE).ok).toBe(true);
});

const QUOTED = `†state["${HALF}"]`;
const OWN = catalogueOf([{ name: 't', effect: 'read', parameters: { properties: { _own: {} } } }]);

test.each([
  ['a reference', { p: QUOTED }, ['p']],
  ['a fallback', { p: `†state.x || ${QUOTED}` }, ['p']],
  ['one that does not parse', { p: `†state["${HALF}` }, ['p']],
  ['an output path', { _outputPath: QUOTED }, ['_outputPath']],
  ['one of several output paths', { _outputPath: `†state.x && ${QUOTED}` }, ['_outputPath']],
  ['an output path that does not parse', { _outputPath: `†state.x || ${HALF}` }, ['_outputPath']],
  ['what it comes after', { _after: QUOTED }, ['_after']],
  ['a scope', { _scopes: [QUOTED] }, ['_scopes', 0]],
  ['words that begin with a dagger', { _description: `†${HALF}` }, ['_description']],
  ['a parameter of the catalogue alone', { _own: QUOTED }, ['_own']],
])('in %s it is told as in any text', (_, call, path) => {
  const { problems } = checkPlan(planWith(call), OWN);
  const places = problems.flatMap((one) => (one.message.includes('half a character') ? [one.path] : []));
  expect(places).toEqual([path]);
  const whole = JSON.parse(JSON.stringify(call).replaceAll('\\ud83d', WHOLE)) as object;
  expect(checkPlan(planWith(whole), OWN).problems.filter((one) => one.message.includes('half a'))).toEqual(
    [],
  );
});
