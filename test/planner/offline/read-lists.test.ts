/** Lists in the cells of a table: grouped by their elements, and counted. */

import { expect, test } from 'vitest';
import { profileOf } from '../../../src/activities/profile/profile.ts';
import { parametersOf, planGoal } from './goals.ts';

const SHOP = JSON.stringify([
  { name: 'Vase', price: 9, colours: ['red', 'blue'], parts: [{ of: 'clay' }, { of: 'glaze' }] },
  { name: 'Bowl', price: 5, colours: ['red'], parts: [{ of: 'clay' }] },
]);

async function plan(goal: string) {
  const profile = await profileOf(new TextEncoder().encode(SHOP), 'vessels.json');
  const file = { name: 'vessels.json', type: 'application/json', size: SHOP.length, head: SHOP, profile };
  return planGoal(goal, { files: [file] });
}

test.each([
  'How many vessels per colour',
  'How many vessels have each colour?',
  'number of vessels by colour',
])('%s', async (goal) => {
  const made = await plan(goal);
  expect(made.tools).toEqual(['readJson', 'expandRows', 'groupRows']);
  expect(parametersOf(made, 'expandRows')).toMatchObject({ column: 'colours' });
  expect(parametersOf(made, 'groupRows')).toMatchObject({ by: 'colours', aggregate: 'count' });
});

test('a filter goes before the elements have rows of their own', async () => {
  const made = await plan('vessels over 6 by price per colour');
  expect(made.tools.slice(0, 3)).toEqual(['readJson', 'filterRows', 'expandRows']);
});

test('elements are counted for each row, which goes by its name', async () => {
  const made = await plan('For each vessel: how many parts does it have?');
  expect(parametersOf(made, 'expandRows')).toMatchObject({ column: 'parts' });
  expect(parametersOf(made, 'groupRows')).toMatchObject({ by: 'name', aggregate: 'count' });
  expect(parametersOf(made, 'groupRows')).not.toHaveProperty('column');
});
