/** What a plan may reach: a stranger's contract can only make it stricter. */

import { describe, expect, test } from 'vitest';
import type { Call, Plan } from '../../src/plan/document.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { effectOfCall, hostsOf } from '../../src/tools/reach.ts';

const builtIns = catalogueOf([
  { name: 'httpSend', effect: 'irreversible' },
  { name: 'note', effect: 'none' },
]);
const planOf = (...calls: Call[]): Plan => ({ format: 'obelus/plan', version: 1, id: 'p', calls });

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
  test('is the plan’s where that is stricter', () => {
    const careful = catalogueOf(builtIns.list(), [{ name: 'note', effect: 'write' }]);
    expect(effectOfCall({ _id: 'a', _tool: 'note' }, careful, builtIns)).toBe('write');
  });
});

describe('the hosts of a plan', () => {
  test('are those of its addresses, at any depth, without user names and plain ports', () => {
    const plan = planOf({
      _id: 'a',
      _tool: 't',
      url: 'https://User@Example.org:443/x?y=https://no.example',
      more: { list: ['http://127.0.0.1:8080/a', 'not an address'] },
    });
    expect(hostsOf(plan)).toEqual(['127.0.0.1:8080', 'example.org']);
  });
  test('are never others than URL parsing would go to', () => {
    for (const address of [
      'https://good.example\\@bad.example/',
      'https://a@b@c.example/',
      'https://x\t.bad.example',
    ]) {
      const [host] = hostsOf(planOf({ _id: 'a', _tool: 't', url: address }));
      if (host !== undefined && !/\s/.test(address)) expect(new URL(address).host).toBe(host);
    }
  });
});

test('the hosts of a plan are looked for once, however many of its calls ask', () => {
  let looks = 0;
  const call: Call = { _id: 'a', _tool: 't' };
  Object.defineProperty(call, 'url', {
    enumerable: true,
    get: () => {
      looks += 1;
      return 'https://example.org/';
    },
  });
  const plan = planOf(call);
  for (let asked = 0; asked < 100; asked++) expect(hostsOf(plan)).toEqual(['example.org']);
  expect(looks).toBe(1);
});
