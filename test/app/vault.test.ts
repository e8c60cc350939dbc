import { expect, test } from 'vitest';
import { createVault } from '../../src/app/vault.ts';
import type { WorkerClient } from '../../src/app/worker-client.ts';
import type { Request } from '../../src/run/messages.ts';
import { createSessionStore } from '../../src/stores/session.ts';

function device(kept = new Map<string, string>()) {
  const sent: Request[] = [];
  const worker: WorkerClient = {
    request: async (request) => void sent.push(request),
    plan: async () => undefined,
  };
  const memory = {
    read: (name: string) => kept.get(name) ?? null,
    write: (name: string, text: string) => void kept.set(name, text),
  };
  const session = createSessionStore({ read: () => null, write: () => undefined });
  return { vault: createVault(session, worker, memory), session, sent, kept };
}

test('a secret goes to the worker; the store learns its name alone', async () => {
  const { vault, session, sent, kept } = device();
  expect(await vault.put('apiKey', 'hunter2hunter2', false)).toBeNull();
  expect(sent).toEqual([{ kind: 'secrets', secrets: { apiKey: 'hunter2hunter2' } }]);
  expect(session.getState().secrets).toEqual([{ name: 'apiKey', kept: false }]);
  expect(JSON.stringify(session.getState())).not.toContain('hunter2');
  expect([...kept.values()].join()).not.toContain('hunter2');
});

test('only what the person asked to keep is there in the next tab', async () => {
  const first = device();
  await first.vault.put('kept', 'one', true);
  await first.vault.put('passing', 'two', false);
  const next = device(first.kept);
  await next.vault.restore();
  expect(next.sent).toEqual([{ kind: 'secrets', secrets: { kept: 'one' } }]);
});

test('a removed secret is gone from the worker and from the device', async () => {
  const { vault, sent, kept } = device();
  await vault.put('apiKey', 'value', true);
  await vault.remove('apiKey');
  expect(sent.at(-1)).toEqual({ kind: 'secrets', secrets: {} });
  expect([...kept.values()].join()).not.toContain('value');
});

test('a name that could not stand in a reference is refused', async () => {
  const { vault, sent } = device();
  for (const name of ['', 'a b', 'a.b', '__proto__', '1']) {
    expect(await vault.put(name, 'v', false), name).toMatch(/^A name begins/);
  }
  expect(sent).toEqual([]);
});

test('an empty vault does not wake the worker', async () => {
  const { vault, sent } = device(new Map([['obelus.secrets', 'not json']]));
  await vault.restore();
  await vault.tellAgain();
  expect(sent).toEqual([]);
});
