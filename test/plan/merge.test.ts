import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Json, jsonEquals } from '../../src/lib/json.ts';
import { applyEdits } from '../../src/plan/apply-edit.ts';
import { type Conflict, type Place, placeKey, type Version } from '../../src/plan/conflict.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { editsBetween, editsToTake } from '../../src/plan/edits-between.ts';
import { faultOfPlan, mergeVersions } from '../../src/plan/merge.ts';
import { someChanges, someVersion } from './versions.ts';

const SIDES = { mine: 'here', theirs: 'there', at: 5 };
const callOf = (id: string, p: Json = 1): Call => ({ _id: id, _tool: 't', p }) as unknown as Call;
const versionOf = (calls: readonly Call[], rest: Partial<Plan> = {}): Version => ({
  plan: { format: 'obelus/plan', version: 1, id: 'p', calls, ...rest },
  input: {},
  conflicts: [],
});
const BASE = versionOf([callOf('a'), callOf('b'), callOf('c')], { title: 'Base' });
const merge = (mine: Version, theirs: Version, base = BASE) => mergeVersions(base, mine, theirs, SIDES);
const ids = ({ plan }: Version) => plan.calls.map(({ _id }) => _id);
const callPlace = (id: string): Place => ({ kind: 'call', id });

describe('two versions of a plan', () => {
  test('keep what either side alone has touched', () => {
    const mine = versionOf([callOf('a', 2), callOf('b'), callOf('c')], { title: 'Base' });
    const theirs = versionOf([callOf('a'), callOf('c', 3), callOf('d')], { title: 'Theirs', goal: 'g' });
    const { plan, conflicts } = merge(mine, theirs);
    expect(plan.calls).toEqual([callOf('a', 2), callOf('c', 3), callOf('d')]);
    expect(plan).toMatchObject({ title: 'Theirs', goal: 'g' });
    expect(conflicts).toEqual([]);
  });

  test('that touch one call differently are a conflict, in which neither version is lost', () => {
    const mine = versionOf([callOf('a', 2), callOf('b'), callOf('c')]);
    const theirs = versionOf([callOf('a', 3), callOf('b'), callOf('c')]);
    const { plan, conflicts } = merge(mine, theirs);
    expect(plan.calls[0]).toEqual(callOf('a', 2));
    expect(conflicts).toEqual([{ place: callPlace('a'), other: callOf('a', 3), tab: 'there', at: 5 }]);
  });

  test('of which one removes what the other edits keep the edited one, on whichever side it is', () => {
    const edited = versionOf([callOf('a', 2), callOf('b'), callOf('c')]);
    const removed = versionOf([callOf('b'), callOf('c')]);
    const kept = merge(edited, removed);
    expect(ids(kept)).toEqual(['a', 'b', 'c']);
    expect(kept.conflicts).toEqual([{ place: callPlace('a'), tab: 'there', at: 5 }]);
    const back = merge(removed, edited);
    expect(ids(back)).toEqual(['a', 'b', 'c']);
    expect(back.plan.calls[0]).toEqual(callOf('a', 2));
    expect(back.conflicts).toEqual([{ place: callPlace('a'), tab: 'here', at: 5 }]);
  });

  test('that both add a call of one name keep both', () => {
    const { plan, conflicts } = merge(
      versionOf([...BASE.plan.calls, callOf('note', 1)]),
      versionOf([...BASE.plan.calls, callOf('note', 2)]),
    );
    expect(plan.calls.at(-1)).toEqual(callOf('note', 1));
    expect(conflicts.map(({ other }) => other)).toEqual([callOf('note', 2)]);
  });

  test('that order the list differently keep mine, and theirs in a conflict; a new call stays behind its neighbour', () => {
    const [a, b, c] = BASE.plan.calls as [Call, Call, Call];
    const moved = merge(versionOf([b, a, c]), versionOf([a, callOf('n'), b, c]));
    expect(ids(moved)).toEqual(['b', 'a', 'n', 'c']);
    expect(moved.conflicts).toEqual([]);
    const both = merge(versionOf([b, a, c]), versionOf([c, a, b]));
    expect(ids(both)).toEqual(['b', 'a', 'c']);
    expect(both.conflicts).toEqual([
      { place: { kind: 'order' }, other: ['c', 'a', 'b'], tab: 'there', at: 5 },
    ]);
  });

  test('of which one is no plan any more are not mixed: mine stands, and theirs is in a conflict whole', () => {
    const broken = { ...BASE.plan, calls: [{ _id: 'a' }] } as unknown as Plan;
    const mine = versionOf([callOf('a', 2)]);
    const merged = merge(mine, { plan: broken, input: {}, conflicts: [] });
    expect(merged.plan).toBe(mine.plan);
    expect(merged.conflicts).toEqual([
      { place: { kind: 'plan' }, other: broken as unknown as Json, tab: 'there', at: 5 },
    ]);
  });

  test('both of which decided one conflict, each another way, are in conflict again', () => {
    const conflict: Conflict = {
      place: callPlace('a'),
      other: callOf('a', 9) as unknown as Json,
      tab: 'x',
      at: 1,
    };
    const base = { ...BASE, conflicts: [conflict] };
    const keptWhatStood = { ...BASE, conflicts: [] };
    const tookTheOther = versionOf([callOf('a', 9), callOf('b'), callOf('c')], { title: 'Base' });
    const { plan, conflicts } = merge(keptWhatStood, tookTheOther, base);
    expect(plan.calls[0]).toEqual(callOf('a'));
    expect(conflicts.map(({ other }) => other)).toEqual([callOf('a', 9)]);
  });
});

/** All that a version says, by place; the order of the list as one. */
function saidBy({ plan, input }: Version): Map<string, Json> {
  const said = new Map<string, Json>();
  for (const id of new Set(plan.calls.map(({ _id }) => _id))) {
    const [call, ...more] = plan.calls.filter(({ _id }) => _id === id);
    const all = more.length === 0 ? call : [call, ...more];
    said.set(placeKey({ kind: 'call', id }), all as unknown as Json);
  }
  for (const [field, value] of Object.entries(plan))
    if (field !== 'calls' && field !== 'layout') said.set(placeKey({ kind: 'field', field }), value as Json);
  for (const [id, value] of Object.entries(plan.layout ?? {}))
    said.set(placeKey({ kind: 'position', id }), value as unknown as Json);
  for (const [name, value] of Object.entries(input)) said.set(placeKey({ kind: 'input', name }), value);
  return said;
}

describe('a merge', () => {
  const versions = fc
    .tuple(someVersion, someChanges, someChanges)
    .map(([base, change, other]) => ({ base, mine: change(base), theirs: other(base) }));

  test('with nothing of one side is the other side', () => {
    fc.assert(
      fc.property(versions, ({ base, mine: x }) => {
        expect(merge(base, x, base)).toEqual(x);
        expect(merge(x, base, base)).toEqual(x);
        expect(merge(x, base, base).plan).toBe(x.plan);
      }),
    );
  });

  test('loses nothing that either side touched: it is in the result, or in a conflict', () => {
    let disputed = 0;
    fc.assert(
      fc.property(versions, ({ base, mine, theirs }) => {
        const merged = merge(mine, theirs, base);
        const [was, now] = [saidBy(base), saidBy(merged)];
        const isKept = (key: string, value: Json | undefined) =>
          jsonEquals(now.get(key), value) ||
          merged.conflicts.some(({ place, other }) => placeKey(place) === key && jsonEquals(other, value));
        for (const side of [saidBy(mine), saidBy(theirs)]) {
          for (const key of new Set([...was.keys(), ...side.keys()])) {
            if (!jsonEquals(was.get(key), side.get(key))) expect(isKept(key, side.get(key))).toBe(true);
          }
        }
        disputed += merged.conflicts.length;
      }),
      { numRuns: 500 },
    );
    expect(disputed).toBeGreaterThan(100);
  });

  test('of edits that touch nothing in common has no new conflict', () => {
    fc.assert(
      fc.property(versions, ({ base, mine, theirs }) => {
        const [was, here, there] = [saidBy(base), saidBy(mine), saidBy(theirs)];
        const keys = [...new Set([...was.keys(), ...here.keys(), ...there.keys()])];
        const differs = (side: Map<string, Json>, key: string) => !jsonEquals(was.get(key), side.get(key));
        fc.pre(!keys.some((key) => differs(here, key) && differs(there, key)));
        fc.pre(base.conflicts.length === 0);
        const inBoth = (version: Version) => {
          const common = ({ _id }: Call) => [base, mine, theirs].every((one) => ids(one).includes(_id));
          return version.plan.calls.filter(common).map(({ _id }) => _id);
        };
        fc.pre(jsonEquals(inBoth(base), inBoth(mine)) || jsonEquals(inBoth(base), inBoth(theirs)));
        const merged = merge(mine, theirs, base);
        expect(merged.conflicts).toEqual([]);
        const now = saidBy(merged);
        for (const key of keys) {
          const side = differs(here, key) ? here : there;
          expect(now.get(key)).toEqual(side.get(key));
        }
      }),
    );
  });

  test('says the same from either side, but for which version stands', () => {
    fc.assert(
      fc.property(versions, ({ base, mine, theirs }) => {
        const [one, two] = [merge(mine, theirs, base), merge(theirs, mine, base)];
        const all = (version: Version) => {
          const said = saidBy(version);
          const others = version.conflicts.filter(({ place }) => place.kind !== 'order');
          const keys = new Set([...said.keys(), ...others.map(({ place }) => placeKey(place))]);
          return [...keys].sort().map((key) => {
            const versions = others.filter(({ place }) => placeKey(place) === key).map(({ other }) => other);
            const texts = [said.get(key), ...versions].map((value) => JSON.stringify(value, sorted) ?? '–');
            return [key, ...new Set(texts.sort())];
          });
        };
        expect(all(one)).toEqual(all(two));
      }),
    );
  });

  test('is the same for the next that has it, whatever order its conflicts have there: two tabs come to rest', () => {
    fc.assert(
      fc.property(versions, ({ base, mine, theirs }) => {
        const merged = merge(mine, theirs, base);
        const shuffled = { ...merged, conflicts: merged.conflicts.toReversed() };
        expect(merge(shuffled, merged, base)).toEqual(merged);
        expect(merge(shuffled, merged, merged)).toEqual(merged);
        expect(merge(mine, merged, mine)).toEqual(merged);
        expect(merge(theirs, merged, theirs)).toEqual(merged);
      }),
    );
  });

  test('is a plan that can be read, with no call twice', () => {
    fc.assert(
      fc.property(versions, ({ base, mine, theirs }) => {
        const { plan } = merge(mine, theirs, base);
        expect(faultOfPlan(plan)).toBeUndefined();
      }),
    );
  });
});

const sorted = (_: string, value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

describe('the edits between two versions', () => {
  test('make the one of the other', () => {
    fc.assert(
      fc.property(someVersion, someChanges, someChanges, (base, change, other) => {
        const [from, to] = [change(base).plan, other(base).plan];
        const applied = applyEdits(from, editsBetween(from, to));
        expect(applied).toMatchObject({ ok: true });
        if (applied.ok) expect(applied.value.plan).toEqual(to);
      }),
    );
  });

  test('are none where nothing differs', () => {
    fc.assert(
      fc.property(someVersion, ({ plan }) => {
        expect(editsBetween(plan, structuredClone(plan))).toEqual([]);
      }),
    );
  });

  test('take what a conflict kept', () => {
    const { plan } = BASE;
    const taken = (place: Place, other?: Json) => {
      const conflict = { place, tab: 't', at: 1, ...(other === undefined ? {} : { other }) };
      const applied = applyEdits(plan, editsToTake(plan, conflict));
      if (!applied.ok) throw new Error(applied.error);
      return applied.value.plan;
    };
    expect(taken(callPlace('b'), callOf('b', 7) as unknown as Json).calls[1]).toEqual(callOf('b', 7));
    expect(taken(callPlace('b')).calls).toEqual([callOf('a'), callOf('c')]);
    expect(taken(callPlace('z'), callOf('z') as unknown as Json).calls.at(-1)).toEqual(callOf('z'));
    expect(taken({ kind: 'field', field: 'title' }, 'T').title).toBe('T');
    expect(taken({ kind: 'field', field: 'title' }).title).toBeUndefined();
    expect(taken({ kind: 'position', id: 'a' }, { x: 1, y: 2 }).layout).toEqual({ a: { x: 1, y: 2 } });
    expect(taken({ kind: 'order' }, ['c', 'b', 'a']).calls.map(({ _id }) => _id)).toEqual(['c', 'b', 'a']);
    expect(taken({ kind: 'plan' }, { ...plan, calls: [] } as unknown as Json).calls).toEqual([]);
    expect(taken({ kind: 'plan' }, 'broken')).toBe(plan);
  });
});
