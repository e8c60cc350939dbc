import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noSuchRun, runFragment, runOfFragment } from '../../src/app/run-address.ts';
import { isShareFragment } from '../../src/app/share-fragment.ts';

test('an id comes back out of its address whatever is in it, a sub-run’s dots and percent signs too', () => {
  expect(runFragment('3f.read%2Eall.0')).toBe('#run/3f.read%252Eall.0');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (id) => {
      fc.pre(id.isWellFormed());
      // As the browser keeps it.
      const { hash } = new URL(runFragment(id), 'http://127.0.0.1/');
      expect(runOfFragment(hash)).toBe(id);
      expect(isShareFragment(hash)).toBe(false);
    }),
  );
});

test('an address typed by hand is taken as it stands, and what is about something else is no run’s', () => {
  expect(runOfFragment('#run/100%')).toBe('100%');
  expect(runOfFragment('#run/')).toBe('');
  for (const other of ['', '#', '#plan=abc', '#running/x', '#Run/x', 'run/x']) {
    expect(runOfFragment(other)).toBeNull();
  }
});

test('a stranger’s endless id is neither looked up whole nor shown whole', () => {
  const id = runOfFragment(runFragment('🧨'.repeat(1_000_000)))!;
  expect(id.length).toBeLessThanOrEqual(4_000);
  expect(noSuchRun(id).length).toBeLessThan(400);
  expect(noSuchRun('')).toMatch(/^This link names no run/);
});
