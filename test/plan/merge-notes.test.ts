/** Notes of two versions of a plan become one list. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/lib/json.ts';
import { MOST_OF_A_NOTE } from '../../src/plan/canvas-notes.ts';
import type { Version } from '../../src/plan/conflict.ts';
import { mergeVersions } from '../../src/plan/merge.ts';

const SIDES = { mine: 'here', theirs: 'there', at: 5 };
const versionOf = (...notes: Json[]): Version => ({
  plan: {
    ...{ format: 'obelus/plan', version: 1, id: 'p', calls: [] },
    ...(notes.length > 0 ? { notes } : {}),
  },
  input: {},
  conflicts: [],
});
const merge = (base: Version, mine: Version, theirs: Version) => {
  const { plan, conflicts } = mergeVersions(base, mine, theirs, SIDES);
  return { notes: plan.notes, conflicts: conflicts.length };
};

const ada = { kind: 'note', text: 'Ask Ada', x: 0, y: 0, width: 200, height: 100 };
const bob = { ...ada, text: 'Ask Bob' };
const said = { kind: 'comment', call: 'a', text: 'Why?' };

describe('the notes of two tabs', () => {
  test('that each put one there are both there', () => {
    expect(merge(versionOf(), versionOf(ada), versionOf(said))).toEqual({ notes: [said, ada], conflicts: 0 });
  });

  test('of which one moved what the other removed keep the moved one, on whichever side it is', () => {
    const moved = { ...ada, x: 40 };
    const base = versionOf(ada, bob);
    expect(merge(base, versionOf(moved, bob), versionOf(bob))).toEqual({ notes: [bob, moved], conflicts: 0 });
    expect(merge(base, versionOf(bob), versionOf(moved, bob))).toEqual({ notes: [moved, bob], conflicts: 0 });
  });

  test('that both changed one have it once, with what each did', () => {
    const other = { ...bob, x: 500 };
    const edited = (mine: object, theirs: object, was: object = ada) =>
      merge(versionOf(was as Json), versionOf(other, { ...was, ...mine }), versionOf({ ...was, ...theirs }))
        .notes;
    expect(edited({ text: 'Told Ada' }, { x: 40 })).toEqual([{ ...ada, text: 'Told Ada', x: 40 }, other]);
    expect(edited({ x: 80 }, { x: 40, colour: 'red' })).toEqual([{ ...ada, x: 80, colour: 'red' }, other]);
    expect(edited({ text: 'One' }, { text: 'Two' })).toEqual([{ ...ada, text: 'Two\nOne' }, other]);
    const colour = { kind: 'colour', call: 'a', colour: 'red' };
    expect(edited({ colour: 'blue' }, { colour: 'green' }, colour)).toEqual([
      { ...colour, colour: 'blue' },
      other,
    ]);
  });

  test('of which nobody can tell that they are one are both there, and so is what is too long for one', () => {
    const one = { ...ada, text: 'One' };
    const apart = merge(versionOf(ada), versionOf({ ...one, x: 40 }), versionOf({ ...one, y: 40 }));
    expect(apart.notes).toHaveLength(2);
    const long = (letter: string) => ({ ...ada, text: letter.repeat(MOST_OF_A_NOTE) });
    expect(merge(versionOf(ada), versionOf(long('a')), versionOf(long('b'))).notes).toHaveLength(2);
    expect(merge(versionOf(ada), versionOf(one, said), versionOf(one, bob)).notes).toEqual([one, bob, said]);
    expect(merge(versionOf(ada, bob), versionOf(ada), versionOf(bob)).notes).toBeUndefined();
  });

  test('that are not of the canvas are still chosen between, where both changed them', () => {
    const named = (name: string) => ({ kind: 'test', name });
    const [was, mine, theirs] = [named('one'), named('two'), named('three')];
    expect(merge(versionOf(was), versionOf(mine, ada), versionOf(theirs))).toEqual({
      notes: [mine, ada],
      conflicts: 1,
    });
    expect(merge(versionOf(was), versionOf(was, ada), versionOf(theirs, said))).toEqual({
      notes: [theirs, said, ada],
      conflicts: 0,
    });
  });

  test('lose nothing that either put there, bring nothing back that nobody changed, and come to rest', () => {
    const some = fc.array(fc.nat(5), { maxLength: 6 });
    // Each elsewhere: none of them is another one's later state.
    const noted = (texts: readonly number[]) =>
      versionOf(...texts.map((n) => ({ ...ada, text: `${n}`, x: n })));
    const count = (list: readonly unknown[] = [], text: number) =>
      list.filter((note) => (note as typeof ada).text === `${text}`).length;
    fc.assert(
      fc.property(some, some, some, (was, here, there) => {
        const [base, mine, theirs] = [noted(was), noted(here), noted(there)];
        const one = merge(base, mine, theirs);
        const two = merge(base, theirs, mine);
        expect(one.conflicts + two.conflicts).toBe(0);
        for (let text = 0; text <= 5; text++) {
          const [b, m, t] = [base, mine, theirs].map(({ plan }) => count(plan.notes, text)) as [
            number,
            number,
            number,
          ];
          const now = count(one.notes, text);
          expect(now).toBe(count(two.notes, text));
          if (m >= b && t >= b) expect(now).toBe(Math.max(m, t));
          if (m <= b && t <= b) expect(now).toBeLessThanOrEqual(Math.min(m, t));
        }
        expect(
          merge(theirs, noted(one.notes?.map((n) => Number((n as typeof ada).text)) ?? []), theirs).notes,
        ).toEqual(one.notes);
      }),
    );
  });
});
