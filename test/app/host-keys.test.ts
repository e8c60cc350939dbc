/** What a person says of hosts and the idempotency key: kept, told to the worker whole, read with suspicion. */

import { expect, test } from 'vitest';
import { saidOfHosts, sayOfHost, tellOfHosts } from '../../src/app/host-keys.ts';
import { HOST_KEYS_NAME } from '../../src/app/late-vault.ts';
import { toldWorker } from './told-worker.ts';

function device(kept = new Map<string, string>()) {
  const { sent, memory, worker } = toldWorker(kept);
  return { sent, memory, worker, say: sayOfHost.bind(null, worker, memory) };
}

test('what is said is kept, told to the worker, and taken back', async () => {
  const { say, sent, memory, worker } = device();
  expect(await say('https://API.example.com/v1', 'honours')).toBeNull();
  expect(await say('other.example:8443', 'off')).toBeNull();
  const both = { 'api.example.com': 'honours', 'other.example:8443': 'off' };
  expect(saidOfHosts(memory)).toEqual(both);
  expect(sent.at(-1)).toEqual({ kind: 'host-keys', keys: both });
  await tellOfHosts(worker, memory);
  expect(sent).toHaveLength(3);
  expect(await say('other.example:8443', null)).toBeNull();
  expect(sent.at(-1)).toEqual({ kind: 'host-keys', keys: { 'api.example.com': 'honours' } });
});

test('what is no host is refused in words, and nothing is changed', async () => {
  const { say, sent, memory } = device();
  expect(await say('http://', 'off')).toMatch(/is no host/);
  expect([sent, saidOfHosts(memory)]).toEqual([[], {}]);
});

test('what was kept by another hand counts only where it is understood', () => {
  for (const text of ['{', '[]', '{"v":2,"hosts":{"a":"off"}}', '{"v":1,"hosts":[]}'])
    expect(saidOfHosts(device(new Map([[HOST_KEYS_NAME, text]])).memory)).toEqual({});
  const mixed = device(new Map([[HOST_KEYS_NAME, '{"v":1,"hosts":{"a":"off","b":"always","c":1}}']]));
  expect(saidOfHosts(mixed.memory)).toEqual({ a: 'off' });
});
