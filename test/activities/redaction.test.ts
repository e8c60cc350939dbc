/** No form in which a secret may come back is kept. */

import { describe, expect, test } from 'vitest';
import { NOTHING_HIDDEN, redactionOf } from '../../src/activities/redaction.ts';

const VALUE = 'Bearer s3cr3t+va/lue=é"x\\y';
const { text, message, json, within } = redactionOf([
  ['bank', VALUE],
  ['other', 'another-one'],
]);

const bare = VALUE.slice('Bearer '.length);
const base64 = (one: string) => Buffer.from(one).toString('base64');
const escaped = (one: string) =>
  [...one].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

const forms: [string, string][] = [
  ['plain', VALUE],
  ['without its scheme', bare],
  ['in JSON', JSON.stringify(bare).slice(1, -1)],
  ['in JSON, every letter escaped', escaped(bare)],
  ['in JSON, one letter escaped', `\\u0073${JSON.stringify(bare).slice(2, -1)}`],
  ['in JSON within JSON', JSON.stringify(JSON.stringify(bare)).slice(3, -3)],
  ['in an address', encodeURIComponent(bare)],
  ['in an address, in small letters', encodeURIComponent(bare).replace(/%../g, (code) => code.toLowerCase())],
  ['in a form', new URLSearchParams({ a: VALUE }).toString().slice(2)],
  ['in an address within JSON', JSON.stringify(encodeURIComponent(bare)).slice(1, -1)],
  ['in other case', bare.toUpperCase()],
  ['in hexadecimal', Buffer.from(bare).toString('hex')],
  ['in hexadecimal, in large letters', Buffer.from(VALUE).toString('hex').toUpperCase()],
  ['as HTML', bare.replace('=', '&equals;').replace('é', '&#233;').replace('"', '&quot;')],
  ['as HTML, every letter a number', [...bare].map((char) => `&#${char.charCodeAt(0)};`).join('')],
  ['as HTML, in hexadecimal', [...bare].map((char) => `&#X${char.charCodeAt(0).toString(16)};`).join('')],
  ['as HTML within HTML', bare.replace('"', '&amp;quot;').replace('=', '&amp;#61;')],
  [
    'as JavaScript',
    [...bare].map((char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`).join(''),
  ],
  ['as HTML in an address within JSON', JSON.stringify(encodeURIComponent(bare.replace('"', '&quot;')))],
  ['in an address, three times', encodeURIComponent(encodeURIComponent(encodeURIComponent(bare)))],
  ['in Base64', base64(VALUE)],
  ['in Base64 of an address', Buffer.from(bare).toString('base64url')],
  ['in Base64 behind a user', base64(`user:${bare}`)],
  ['in Base64 behind another user', base64(`users:${bare} and more`)],
];

describe.each(forms)('a secret %s', (_, form) => {
  test('is taken out, and what stands around it stays', () => {
    expect(within(`before ${form} after`)).toEqual(['bank']);
    const clean = text(`before ${form} after`);
    expect(clean).toMatch(/^before .*\[secret bank\].* after$/);
    expect(within(clean)).toEqual([]);
  });

  test('is taken out of values and keys at any depth', () => {
    const value = { list: [1, { [form]: `x${form}` }], untouched: { a: 'b' } };
    const clean = json(value);
    expect(within(JSON.stringify(clean))).toEqual([]);
    expect((clean as typeof value).untouched).toBe(value.untouched);
  });
});

describe.each(forms)('of a secret %s', (_, form) => {
  test('what a cut leaves is taken out, too', () => {
    for (let kept = Math.ceil((form.length * 2) / 3); kept < form.length; kept++) {
      for (const dots of ['…', '...']) {
        const begins = message(`before ${form.slice(0, kept)}${dots}" after`);
        expect(begins).toMatch(/^before \S*\[secret bank\]\S{0,14}(…|\.{3})" after$/);
        const ends = message(`before ${dots}${form.slice(-kept)} after`);
        expect(ends).toMatch(/^before (…|\.{3})\S{0,14}\[secret bank\]\S* after$/);
      }
    }
  });
});

test('a cut that is near no secret leaves all as it is; no value that is kept, and nothing that is sent, is held to what only may be a rest', () => {
  for (const plain of ['be…', 'Wait ... s3c', 'another thing …', '… one']) expect(message(plain)).toBe(plain);
  expect(text('anothe…')).toBe('anothe…');
  expect(within('anothe…')).toEqual([]);
  expect(message(`${'another '.repeat(100_000)}${'…'.repeat(100_000)}`)).toContain('another …');
});

test('a text without one is the same text, however odd', () => {
  const letters = ['\\', 'u', '0', '4', '1', '%', '2', 'B', '+', '"', 'é', '\ud800', 's3cr3t', ' '];
  for (let i = 1; i < 500; i++) {
    const odd = Array.from({ length: 30 }, (_, at) => letters[(i * (at + 7) * 31) % letters.length]).join('');
    expect(text(odd)).toBe(odd);
  }
});

test('a text is looked at in its own length: no letter is longer in its other case', () => {
  const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).join('');
  expect(text(`${all}another-one${all}`)).toBe(`${all}[secret other]${all}`);
});

test('two that lie over each other are taken out together', () => {
  const both = redactionOf([
    ['one', 'abcdefgh'],
    ['two', 'efghijkl'],
  ]);
  expect(both.text('x abcdefghijkl x')).toBe('x [secret one] x');
  expect(both.within('x abcdefghijkl x')).toEqual(['one', 'two']);
});

test('several, each where it stands, however often', () => {
  expect(text(`${bare} another-one %73${encodeURIComponent(bare).slice(1)} another-one`)).toBe(
    '[secret bank] [secret other] [secret bank] [secret other]',
  );
});

test('without secrets nothing is looked at', () => {
  expect(redactionOf([])).toBe(NOTHING_HIDDEN);
  expect(redactionOf([['short', 'abc']])).toBe(NOTHING_HIDDEN);
});

test('a secret of digits is taken out of a number too', () => {
  const digits = redactionOf([['pin', '1234567890']]);
  expect(digits.json({ n: 1234567890, m: 123456 })).toEqual({ n: '[secret pin]', m: 123456 });
});
