/** Which contract a name means where several have it. */

import { expect, test } from 'vitest';
import { catalogueOf } from '../../src/tools/catalogue.ts';

test('of several contracts of one name the last counts, and the name stands once in the list (A-13)', () => {
  const ours = { name: 't', title: 'Ours' };
  const theirs = { name: 't', title: 'Theirs' };
  const catalogue = catalogueOf([ours, { name: 'other' }], undefined, [theirs]);
  expect(catalogue.get('t')).toBe(theirs);
  expect(catalogue.list()).toEqual([theirs, { name: 'other' }]);
  expect(catalogueOf([theirs], [ours]).get('t')).toBe(ours);
});
