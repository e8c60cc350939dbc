import { expect, test } from 'vitest';
import { serverOf } from '../../src/planner/openai/server-of.ts';
import { reachedBy } from '../../src/tools/reach.ts';
import { isUnencrypted, reachedAt } from '../../src/tools/reached-at.ts';

test.each<[string, string]>([
  ['https://shop.example/a', 'shop.example'],
  ['https://shop.example:443/a', 'shop.example'],
  ['http://shop.example/a', 'http://shop.example'],
  ['HTTP://SHOP.example:80/a', 'http://shop.example'],
  ['http://shop.example:8080/a', 'http://shop.example:8080'],
  ['http://localhost:3000/a', 'localhost:3000'],
  ['http://127.0.0.1/a', '127.0.0.1'],
  ['http://127.0.0.1.shop.example/a', 'http://127.0.0.1.shop.example'],
])('%s is reached at %s, signed, asked about and entered alike', (address, host) => {
  expect(reachedAt(new URL(address))).toBe(host);
  expect(reachedBy(address)).toBe(host);
  expect(serverOf(address)).toBe(host);
  expect(isUnencrypted(host)).toBe(host.startsWith('http:'));
});

test('this device’s own address is no way that anybody else is on, in six parts or in four', () => {
  expect(reachedAt(new URL('http://[::1]:4000/'))).toBe('[::1]:4000');
});
