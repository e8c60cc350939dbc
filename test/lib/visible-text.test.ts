/** What a stranger hides in a text is seen, and what belongs to words stays (L-75). */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visible, visibleJson, visibleLines } from '../../src/lib/visible-text.ts';

test.each([
  ['an escape', 'a\u001b[2Jb', 'a⟨U+001B⟩[2Jb'],
  ['a C1 control', 'a\u009b31mb', 'a⟨U+009B⟩31mb'],
  ['a carriage return', 'a\rb', 'a⟨U+000D⟩b'],
  ['a mark of direction', 'a\u202egpj', 'a⟨U+202E⟩gpj'],
  ['what takes no room', 'sa\u200bve\u2060\ufeff\u00ad', 'sa⟨U+200B⟩ve⟨U+2060⟩⟨U+FEFF⟩⟨U+00AD⟩'],
  ['a filler', '\u3164\u115f', '⟨U+3164⟩⟨U+115F⟩'],
  ['a sign that is drawn as nothing', 'a\u2800b\u{1d159}', 'a⟨U+2800⟩b⟨U+1D159⟩'],
  ['a tag of two units', '\u{e0041}', '⟨U+E0041⟩'],
  ['a line separator', 'a\u2028b', 'a⟨U+2028⟩b'],
])('%s is made visible', (_, text, shown) => expect(visibleLines(text)).toBe(shown));

test.each(['Größe 5 µm', 'مرحبا', 'می\u200cخواهم', '❤\ufe0f', '👩\u200d💻', 'line\nline\ttab', '東京'])(
  '%j is left as it is',
  (text) => expect(visibleLines(text)).toBe(text),
);

test('a joiner between letters that need none is seen', () =>
  expect(visible('read\u200dText')).toBe('read⟨U+200D⟩Text'));

test('a line has of megabytes no more than its beginning, and says so', () => {
  const line = visible(`a\u202e${'x\u200b '.repeat(7_000_000)}`);
  expect(line.length).toBeLessThan(1_000_000);
  expect(line.startsWith('a⟨U+202E⟩x⟨U+200B⟩ x')).toBe(true);
  expect(line.endsWith('…')).toBe(true);
});

const hostile = fc.array(
  fc.oneof(
    fc.constantFrom(
      '\u001b]0;x\u0007',
      '\r',
      '\n',
      '\u0085',
      '\u2029',
      '\u202e',
      '\u2066',
      '\u200b',
      '\u{e0020}',
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  ),
);

test('no text of a stranger has a second line, a control or a mark of direction', () => {
  fc.assert(
    fc.property(hostile, (parts) => {
      expect(visible(parts.join(''))).not.toMatch(
        /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u,
      );
    }),
  );
});

test('JSON says what it said', () => {
  fc.assert(
    fc.property(hostile, (parts) => {
      const value = { [parts.join('')]: parts };
      const shown = visibleJson(JSON.stringify(value, null, 2));
      expect(JSON.parse(shown)).toEqual(value);
      expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});
