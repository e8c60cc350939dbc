/** Opening a stranger's plan loses none of one's own. */

import { expect, test } from 'vitest';
import { besideStored } from '../../src/app/beside-stored.ts';
import type { Plan } from '../../src/plan/document.ts';

const plan = (goal: string): Plan => ({ format: 'obelus/plan', version: 1, id: 'mine', goal, calls: [] });
const newId = () => 'plan_new';

test('a plan whose id is free keeps it', () => {
  expect(besideStored({ plan: plan('a'), notes: [] }, undefined, newId)).toMatchObject({
    plan: { id: 'mine' },
    isHere: false,
  });
});

test('the same plan again is the same plan, wherever its cards lie', () => {
  const moved = { ...plan('a'), layout: { x: { x: 1, y: 2 } } };
  expect(besideStored({ plan: plan('a'), notes: [] }, moved, newId)).toMatchObject({
    plan: { id: 'mine' },
    isHere: true,
  });
});

test('another plan under the id of a stored one gets an id of its own, and says so', () => {
  const opened = besideStored({ plan: plan('b'), notes: ['x'] }, plan('a'), newId);
  expect(opened.plan).toEqual({ ...plan('b'), id: 'plan_new' });
  expect(opened.notes).toHaveLength(2);
});
