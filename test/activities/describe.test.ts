/** What a fault says of a value that a stranger wrote: all of it seen, and in one sentence. */

import { expect, test } from 'vitest';
import { listNames, nameOf, quote, tooLarge } from '../../src/activities/describe.ts';
import { shown } from '../../src/tools/schema-group.ts';

const EVIL = 'a\u202eb\u200bc\nd';

test.each([
  quote(EVIL),
  nameOf(EVIL),
  listNames([EVIL, 'plain']),
  tooLarge({ name: EVIL, size: 100_000_000 }),
  shown({ [EVIL]: EVIL }),
])('nothing in it turns a line or hides: %s', (words) => {
  expect(words).not.toMatch(/[\u202e\u200b\n]/);
  expect(words).toMatch(/a(⟨U\+202E⟩|\\u202e)b/);
});

test('no sign is cut in half, and what is short is said whole', () => {
  expect(quote(`${'x'.repeat(39)}😀😀`)).toBe(`"${'x'.repeat(39)}😀😀"`);
  expect(quote(`${'x'.repeat(39)}😀😀😀`)).toBe(`"${'x'.repeat(39)}😀…"`);
  expect(quote('Shop')).toBe('"Shop"');
});
