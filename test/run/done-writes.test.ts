/** A request is the same for whoever gets it by address, method and body, whatever a plan says beside them (L-41). */

import { expect, test } from 'vitest';
import { DoneWrites, digestOf, requestDigest } from '../../src/run/done-writes.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import { RULES } from '../../src/run/rules.ts';
import { repeatedBy } from '../../src/run/write-comes-back.ts';
import { callNamed, journalOf, planOf, SETTING } from './written-run.ts';

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

test('a request that a journal of before noted with all that it was made with is known again', () => {
  const params = { ...ORDER, headers: { 'X-From': 'copy' } };
  const doneBefore = new DoneWrites();
  doneBefore.add({ id: 'order', instance: null, digest: digestOf('write', params), seq: 1 });
  const [commit, ...rest] = journalOf(planOf([callNamed('again', { _tool: 'write', ...params })]));
  const events = [{ ...commit!, rules: RULES } as typeof commit & {}, ...rest];
  const state = events.reduce(evolve, newRun('run', { ...SETTING, doneBefore }));
  expect(repeatedBy(state, state.program.steps[0]!)).toEqual({ repeats: 'order' });
});

test('what stands in doubt elsewhere is kept beside a write of the same name that was done', () => {
  const done = new DoneWrites();
  const write = { id: 'order', instance: null, digest: requestDigest('write', ORDER) ?? '', seq: 1 };
  done.add({ ...write, doubtOf: 'other', request: true });
  done.add(write);
  expect(done.list()).toHaveLength(2);
});
