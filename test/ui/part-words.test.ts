import { expect, test } from 'vitest';
import { cameIn, type Origin, type Origins, partKey } from '../../src/plan/origin.ts';
import { contractCame, partGroups, partWords, revisionWords } from '../../src/ui/part-words.ts';

const AT = Date.UTC(2026, 10, 3, 12);
const LINK: Origin = { kind: 'link', at: AT };
const PASTED: Origin = { kind: 'pasted', at: AT };
const noted = (began: Origin | null, parts: Origins['parts']): Origins => ({
  ...(began ? cameIn(began) : { began, revisions: [] }),
  parts,
});

test('a part says where it came from and that it was changed; what was made here says nothing', () => {
  expect(partWords({ from: LINK })).toBe('from a link, 3 Nov');
  expect(partWords({ from: LINK, changed: true })).toBe('from a link, 3 Nov, changed since');
  expect(partWords({ from: null })).toBeNull();
  expect(partWords({ from: { kind: 'made', at: AT }, changed: true })).toBeNull();
});

test('a revision says who made it', () => {
  const by = (kind: Origin['kind']) => revisionWords({ kind, at: AT });
  expect([revisionWords(null), revisionWords(undefined)]).toEqual(['changed here', null]);
  expect([by('made'), by('app')]).toEqual(['made on this device', 'came with Obelus']);
  expect(by('pasted')).toBe('with pasted text, 3 Nov');
  expect([by('link'), by('model')]).toEqual(['came from a link, 3 Nov', 'came from a model, 3 Nov']);
});

test('of a plan’s own contracts, and of those in its sub-plans, is said where they came from', () => {
  const came = contractCame(
    noted(null, { [partKey('tool', 't')]: { from: LINK }, [partKey('plan', 's')]: { from: PASTED } }),
  );
  expect([came('t'), came('u')]).toEqual(['from a link, 3 Nov', null]);
  expect([came('t', '#s'), came('t', 'plan_other')]).toEqual(['from pasted text, 3 Nov', null]);
});

test('parts stand by where they came from, where that is not as the plan began', () => {
  const parts = {
    [partKey('call', 'a')]: { from: PASTED },
    [partKey('call', 'b c')]: { from: PASTED },
    [partKey('tool', 't')]: { from: PASTED },
    [partKey('call', 'mine')]: { from: null },
    [partKey('call', 'gone')]: { from: PASTED },
  };
  const isThere = (key: string) => !key.endsWith('gone');
  const pasted = { words: 'from pasted text, 3 Nov', names: ['a', 'b c', 'contract of t'] };
  expect(partGroups(noted(LINK, parts), isThere)).toEqual([pasted, { words: 'made here', names: ['mine'] }]);
  expect(partGroups(noted(null, parts), isThere)).toEqual([pasted]);
  const [later] = partGroups(noted(PASTED, parts), isThere);
  expect(later?.words).toBe('from pasted text, 3 Nov, later');
});
