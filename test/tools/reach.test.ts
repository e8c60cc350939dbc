/** What a plan may reach: a stranger's contract can only make it stricter. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Call } from '../../src/plan/document.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { askedPath, effectOfCall, hostOf, isLatent } from '../../src/tools/reach.ts';

const builtIns = catalogueOf([
  { name: 'httpSend', effect: 'irreversible' },
  { name: 'note', effect: 'none' },
]);

test('a model answers what the plan declares and no code is behind, and what asks for it (A-16)', () => {
  const catalogue = catalogueOf(builtIns.list(), [{ name: 'judge' }, { name: 'mine', activity: 'note' }]);
  const is = (call: Partial<Call>) => isLatent({ _id: 'a', _tool: 'judge', ...call }, catalogue, builtIns);
  expect(is({})).toBe(true);
  expect(is({ _tool: 'note', _activity: '' })).toBe(true);
  expect(is({ _activity: 'note' })).toBe(false);
  expect(is({ _delegate: '#sub' })).toBe(false);
  for (const _tool of ['note', 'mine', 'nobody-knows', 'open']) expect(is({ _tool })).toBe(false);
});

describe('the effect of a call', () => {
  test('is the code’s own where the plan calls it harmless', () => {
    const lying = catalogueOf(builtIns.list(), [{ name: 'httpSend', effect: 'none' }]);
    expect(effectOfCall({ _id: 'a', _tool: 'httpSend' }, lying, builtIns)).toBe('irreversible');
  });
  test('is the code’s own under another name', () => {
    const renamed = catalogueOf(builtIns.list(), [{ name: 'look', effect: 'none', activity: 'httpSend' }]);
    expect(effectOfCall({ _id: 'a', _tool: 'look' }, renamed, builtIns)).toBe('irreversible');
    expect(effectOfCall({ _id: 'a', _tool: 'note', _activity: 'httpSend' }, builtIns, builtIns)).toBe(
      'irreversible',
    );
  });
  test('is none where a model answers, whatever is said of a tool without code', () => {
    const claimed = catalogueOf(builtIns.list(), [{ name: 'refund', effect: 'irreversible' }]);
    expect(effectOfCall({ _id: 'a', _tool: 'refund' }, claimed, builtIns)).toBe('none');
    expect(effectOfCall({ _id: 'a', _tool: 'httpSend', _activity: '' }, builtIns, builtIns)).toBe('none');
  });
  test('is the plan’s where that is stricter', () => {
    const careful = catalogueOf(builtIns.list(), [{ name: 'note', effect: 'write' }]);
    expect(effectOfCall({ _id: 'a', _tool: 'note' }, careful, builtIns)).toBe('write');
  });
});

describe('the host of an address', () => {
  test.each([
    ['https://User@Example.org:443/x?y=https://no.example', 'example.org'],
    ['http://127.0.0.1:8080/a', '127.0.0.1:8080'],
    ['http://localhost/', 'localhost'],
    ['not an address', null],
    ['javascript:alert(1)', null],
    // Others than it seems to be, or spelled otherwise than URL parsing has it: the run asks.
    ['https://exa%6dple.com/', null],
    ['https://ехample.com/', null],
    ['https://2130706433/', '127.0.0.1'],
    ['https://0x7f000001:8080/', '127.0.0.1:8080'],
    ['https://0177.1/', '127.0.0.1'],
    ['https://10.1/', '10.0.0.1'],
    ['https://1.2.3.256/', null],
    ['https://1.2.3.4.5/', null],
    ['https://08.1.1.1/', null],
    ['https://a.0x1/', null],
    ['https://example.com:080/', null],
  ])('of %s is %s', (address, host) => expect(hostOf(address)).toBe(host));

  test('of a number in any base is the one that is reached', () => {
    const part = fc.oneof(
      fc.nat(300).map(String),
      fc.nat(300).map((n) => `0${n.toString(8)}`),
      fc.nat(300).map((n) => `0x${n.toString(16)}`),
      fc.nat(0xffffffff).map(String),
      fc.constantFrom('0x', '0', '00', '08', 'a', '-'),
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const address = `https://${parts.join('.')}/`;
        const host = hostOf(address);
        if (URL.canParse(address)) expect(host === null || host === new URL(address).host).toBe(true);
        else expect(host).toBeNull();
      }),
      { seed: 7, numRuns: 3000 },
    );
  });

  test('is never another than URL parsing would go to', () => {
    for (const address of [
      'https://good.example\\@bad.example/',
      'https://a@b@c.example/',
      'https://x\t.bad.example',
      'https://good.example#@bad.example/',
      'https://good.example:443\\bad.example',
      'HTTPS://GOOD.example:0443/',
    ]) {
      const host = hostOf(address);
      if (host !== null && !/\s/.test(address)) expect(new URL(address).host).toBe(host);
    }
  });
});

describe('the path of an address', () => {
  const odd = fc.constantFrom(
    '/',
    '..',
    '.',
    '%2e',
    '%2E%2e',
    '?',
    '#',
    '\\',
    '%',
    '%41',
    ' ',
    '[',
    '|',
    '\t',
    '"',
  );
  // Parsers differ in whether this one is escaped.
  const text = fc.oneof(odd, fc.string({ unit: 'binary' })).map((piece) => piece.replaceAll('^', ''));

  test('is what a request asks for, however it is written', () => {
    fc.assert(
      fc.property(fc.array(text), (pieces) => {
        const address = `https://a.example/${pieces.join('')}`;
        const { pathname, search } = new URL(address);
        expect(askedPath(address)).toEqual({ path: pathname, query: search !== '' });
      }),
    );
  });

  test('is not known where the host is not', () => {
    expect(askedPath('ftp://a.example/b')).toBeNull();
    expect(askedPath('https://a.example')).toEqual({ path: '/', query: false });
  });
});
