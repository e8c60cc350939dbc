/** A request is the same for whoever gets it by address, method and body, whatever a plan says beside them (L-41). */

import { expect, test } from 'vitest';
import { requestDigest } from '../../src/run/done-writes.ts';

const ORDER = { url: 'https://shop.example/orders?now', method: 'POST', body: { id: 7 } };

test.each([
  ['headers', { ...ORDER, headers: { 'X-From': 'copy' } }],
  ['a secret', { ...ORDER, authorization: '†secret.shop' }],
  ['its method left to the default', { url: ORDER.url, body: ORDER.body }],
  ['its address spelled otherwise', { ...ORDER, url: 'HTTPS://SHOP.example:443/./orders?now#x' }],
])('it is the same with %s', (_, params) => {
  expect(requestDigest('httpSend', params)).toBe(requestDigest('httpSend', ORDER));
});

test.each([
  ['method', { ...ORDER, method: 'PUT' }],
  ['body', { ...ORDER, body: { id: 8 } }],
  ['query', { ...ORDER, url: 'https://shop.example/orders?later' }],
  ['scheme', { ...ORDER, url: 'http://shop.example/orders?now' }],
])('it is another with another %s', (_, params) => {
  expect(requestDigest('httpSend', params)).not.toBe(requestDigest('httpSend', ORDER));
});

test('what names no address is none', () => {
  expect(requestDigest('send', { body: 7 })).toBeNull();
});
