import { expect, test } from 'vitest';
import { hueOf } from '../../src/canvas/card-value.ts';
import type { Ref } from '../../src/plan/expression.ts';

const ref = (kind: string, ...path: (string | number)[]): Ref => ({ type: 'ref', kind, path });

test('a writer and a reader of a part of its value have one hue', () => {
  expect(hueOf(ref('state', 'user'))).toBe(hueOf(ref('state', 'user', 'name')));
});

test('all eight hues are used, about equally', () => {
  const counts = new Map<number, number>();
  for (let i = 0; i < 800; i++) {
    const hue = hueOf(ref('state', `path${i}`));
    counts.set(hue, (counts.get(hue) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  for (const count of counts.values()) expect(count).toBeGreaterThan(50);
});
