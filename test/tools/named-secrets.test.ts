/** Where a secret may go, as a person says it. */

import { expect, test } from 'vitest';
import { placesNamed, secretPlace } from '../../src/tools/named-secrets.ts';

test.each<[string, readonly string[]]>([
  ['api.example.com', ['api.example.com']],
  ['https://api.example.com/v1, b.example:8443', ['api.example.com', 'b.example:8443']],
  ['http://api.example.com/v1', ['http://api.example.com']],
  ['HTTP://API.example.com', ['http://api.example.com']],
  ['localhost:3000', ['localhost:3000', 'http://localhost:3000']],
  ['127.0.0.1', ['127.0.0.1', 'http://127.0.0.1']],
  ['https://localhost', ['localhost']],
  ['localhost.example.com', ['localhost.example.com']],
  ['127.0.0.1.example.com', ['127.0.0.1.example.com']],
])('%s means %j', (typed, places) => {
  expect(placesNamed(typed)).toEqual({ places });
});

test('what is no host is named', () => {
  expect(placesNamed('a.example, ../etc')).toEqual({ places: ['a.example'], wrong: '../etc' });
});

test('an address is where it goes, with its scheme unless that is https', () => {
  const placeOf = (address: string) => secretPlace(new URL(address));
  expect(placeOf('https://a.example:443/x')).toBe('a.example');
  expect(placeOf('http://a.example:80/x')).toBe('http://a.example');
});
