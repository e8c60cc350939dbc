/** Secrets of the terminal come with the hosts they may go to, or not at all. */

import { expect, test } from 'vitest';
import { hostKeysIn } from '../../src/cli/run/place.ts';
import { faultOfSecret, secretsIn } from '../../src/cli/run/secrets.ts';

test('a secret comes with its hosts', () => {
  const environment = {
    OBELUS_SECRET_bank: 'Bearer abcdef',
    OBELUS_SECRET_bank_HOSTS: 'api.bank.example, https://second.example:8443/v1',
    OTHER: 'x',
  };
  expect([...secretsIn(environment)]).toEqual([
    ['bank', { value: 'Bearer abcdef', hosts: ['api.bank.example', 'second.example:8443'] }],
  ]);
  expect(faultOfSecret('bank', environment)).toBeNull();
});

test.each<[string, NodeJS.ProcessEnv, RegExp]>([
  ['that is not there', {}, /Give it as OBELUS_SECRET_bank\./],
  [
    'that is too short',
    { OBELUS_SECRET_bank: 'abcde', OBELUS_SECRET_bank_HOSTS: 'a.example' },
    /fewer than 6/,
  ],
  [
    'with a host that is none',
    { OBELUS_SECRET_bank: 'abcdefgh', OBELUS_SECRET_bank_HOSTS: 'a.example b@c:x' },
    /names "b@c:x", which is no host/,
  ],
  ['without hosts', { OBELUS_SECRET_bank: 'abcdefgh' }, /OBELUS_SECRET_bank_HOSTS=/],
])('one %s is no secret, and a sentence says what to do', (_, environment, sentence) => {
  expect(secretsIn(environment).size).toBe(0);
  expect(faultOfSecret('bank', environment)).toMatch(sentence);
});

test('what is said of hosts and the key is read whole, or refused with what is wrong', () => {
  expect([...hostKeysIn({ OBELUS_HOST_KEYS: 'API.example.org=honours, other.example:8080=off' })]).toEqual([
    ['api.example.org', 'honours'],
    ['other.example:8080', 'off'],
  ]);
  expect([...hostKeysIn({})]).toEqual([]);
  for (const wrong of ['a.example=honors', 'a.example', '=off', 'a b.example=off'])
    expect(() => hostKeysIn({ OBELUS_HOST_KEYS: `fine.example=off ${wrong}` })).toThrow(
      /OBELUS_HOST_KEYS says .*which is no host with what is known of it/,
    );
});
