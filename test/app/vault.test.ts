/** Secrets: bound to hosts, told to the worker alone, kept only sealed. With the real WebCrypto. */

import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { createVault } from '../../src/app/vault.ts';
import { createSessionStore } from '../../src/stores/session.ts';
import type { NewSecret } from '../../src/ui/verbs.ts';
import { toldWorker } from './told-worker.ts';

const VALUE = 'hunter2hunter2';
const PASSPHRASE = 'correct horse battery';

function device(kept = new Map<string, string>()) {
  const { sent, memory, worker } = toldWorker(kept);
  const session = createSessionStore({ read: () => null, write: () => undefined });
  const vault = createVault(session, worker, memory);
  const put = (more: Partial<NewSecret> = {}) =>
    vault.put({ name: 'bank', value: VALUE, hosts: 'bank.example', keep: false, passphrase: '', ...more });
  const shown = () => session.getState().secrets.map(({ name, hosts, how }) => [name, hosts, how]);
  return { vault, put, session, sent, kept, shown };
}

const told = (value = VALUE, hosts: readonly string[] | null = ['bank.example']) => ({
  kind: 'secrets',
  secrets: { bank: { value, hosts } },
  locked: [],
});

test('a secret goes to the worker with its hosts; the store learns name and hosts alone', async () => {
  const { put, session, sent, kept, shown } = device();
  expect(await put({ hosts: 'bank.example, https://api.bank.example:8443/v1' })).toBeNull();
  expect(sent).toEqual([told(VALUE, ['bank.example', 'api.bank.example:8443'])]);
  expect(shown()).toEqual([['bank', ['bank.example', 'api.bank.example:8443'], 'session']]);
  expect(JSON.stringify(session.getState())).not.toContain('hunter2');
  expect([...kept.values()].join()).not.toContain('hunter2');
});

test.each<[string, Partial<NewSecret>, RegExp]>([
  ['a name that could not stand in a reference', { name: 'a b' }, /^A name begins/],
  ['a name with a dot', { name: 'a.b' }, /^A name begins/],
  ['a name of the prototype', { name: '__proto__' }, /^A name begins/],
  ['a value that could not be taken out of a text', { value: 'abcde' }, /at least 6 characters/],
  ['no host', { hosts: ' ' }, /where it may go/],
  ['what is no host', { hosts: 'bank.example, b@nk!' }, /is no host/],
  ['a passphrase that is none', { keep: true, passphrase: 'short' }, /at least 8/],
])('%s is refused, and nothing is told or kept', async (_, more, sentence) => {
  const { put, sent, kept } = device();
  expect(await put(more)).toMatch(sentence);
  expect(sent).toEqual([]);
  expect(kept.size).toBe(0);
});

test('what is not kept is gone after a reload, and no text promises it for as long as the tab is open', async () => {
  const first = device();
  await first.put();
  const next = device(first.kept);
  await next.vault.restore();
  expect(next.shown()).toEqual([]);
  vi.stubGlobal('crypto', {});
  const refused = await next.put({ keep: true, passphrase: PASSPHRASE }).finally(() => vi.unstubAllGlobals());
  expect(refused).toContain('until it is closed or reloaded');
  for (const name of ['ui/settings/SecretsDialog', 'ui/approve/Needs', 'ui/goal/PlannerDialog']) {
    const text = readFileSync(new URL(`../../src/${name}.tsx`, import.meta.url), 'utf8');
    expect(text).toContain('closed or reloaded');
    expect(text).not.toMatch(/tab is\s+closed/);
  }
});

test('what is kept is sealed, and opens in the next session with its passphrase alone', async () => {
  const first = device();
  expect(await first.put({ keep: true, passphrase: PASSPHRASE })).toBeNull();
  await first.put({ name: 'passing', value: 'not for long' });
  expect([...first.kept.values()].join()).not.toMatch(/hunter2|not for long|correct horse/);

  const next = device(first.kept);
  await next.vault.restore();
  expect(next.sent).toEqual([{ kind: 'secrets', secrets: {}, locked: ['bank'] }]);
  expect(next.shown()).toEqual([['bank', ['bank.example'], 'locked']]);
  expect(await next.vault.unlock('something else')).toMatch(/not the passphrase/);
  expect(next.sent).toHaveLength(1);
  expect(await next.vault.unlock(PASSPHRASE)).toBeNull();
  expect(next.sent.at(-1)).toEqual(told());
  // Another one is sealed under the same passphrase, which is asked for once a session.
  expect(await next.put({ name: 'second', keep: true })).toBeNull();
  const third = device(first.kept);
  await third.vault.restore();
  expect(await third.vault.unlock(PASSPHRASE)).toBeNull();
  expect(third.shown().map(([name]) => name)).toEqual(['bank', 'second']);
});

test('a host that somebody writes into what is kept opens nothing', async () => {
  const first = device();
  await first.put({ keep: true, passphrase: PASSPHRASE });
  for (const [name, text] of first.kept) first.kept.set(name, text.replace('bank.example', 'evil.example'));
  const next = device(first.kept);
  await next.vault.restore();
  expect(await next.vault.unlock(PASSPHRASE)).toMatch(/not the passphrase/);
  expect(JSON.stringify(next.sent)).not.toContain(VALUE);
});

test('a host can be added and taken back, which lasts', async () => {
  const first = device();
  await first.put({ keep: true, passphrase: PASSPHRASE });
  await first.vault.bind('bank', 'second.example');
  await first.vault.unbind('bank', 'bank.example');
  expect(first.sent.at(-1)).toEqual(told(VALUE, ['second.example']));
  const next = device(first.kept);
  await next.vault.restore();
  await next.vault.unlock(PASSPHRASE);
  expect(next.sent.at(-1)).toEqual(told(VALUE, ['second.example']));
});

test('a removed secret is gone from the worker and from the device', async () => {
  const { vault, put, sent, kept } = device();
  await put({ keep: true, passphrase: PASSPHRASE });
  await vault.remove('bank');
  expect(sent.at(-1)).toEqual({ kind: 'secrets', secrets: {}, locked: [] });
  expect([...kept.values()]).toEqual(['null']);
});

test('where the last locked secret is taken away, another passphrase can be chosen', async () => {
  const first = device();
  await first.put({ keep: true, passphrase: PASSPHRASE });
  const next = device(first.kept);
  await next.vault.restore();
  await next.vault.remove('bank');
  expect(next.session.getState().vault).toBe('new');
  expect(await next.put({ keep: true, passphrase: 'another one by far' })).toBeNull();
});

test('what an older version kept as it is goes on, asks for its hosts, and is sealed once there is a passphrase', async () => {
  const old = new Map([['obelus.secrets', JSON.stringify({ bank: VALUE, pin: '1234' })]]);
  const first = device(old);
  await first.vault.restore();
  expect(first.sent).toEqual([told(VALUE, null)]);
  expect(first.shown()).toEqual([['bank', null, 'open']]);
  expect(first.session.getState().notice?.text).toContain('pin');
  expect(await first.vault.unlock(PASSPHRASE)).toBeNull();
  expect([...old.values()].join()).not.toContain(VALUE);
  const next = device(old);
  await next.vault.restore();
  await next.vault.unlock(PASSPHRASE);
  expect(next.sent.at(-1)).toEqual(told(VALUE, null));
});

test('an empty vault does not wake the worker', async () => {
  const { vault, sent } = device(new Map([['obelus.secrets', 'not json']]));
  await vault.restore();
  await vault.tellAgain();
  expect(sent).toEqual([]);
});

const keeps = (name: string) => ({ name, keep: true, passphrase: PASSPHRASE });
const keptNames = (kept: Map<string, string>) =>
  Object.keys((JSON.parse(kept.get('obelus.secrets') ?? 'null') as { secrets?: object })?.secrets ?? {});

test('two tabs that were open already keep a secret each: both are kept, both are told, and each can be removed', async () => {
  const kept = new Map<string, string>();
  const [one, other] = [device(kept), device(kept)];
  await one.vault.restore();
  await other.vault.restore();
  expect(await one.put(keeps('bank'))).toBeNull();
  expect(await other.put(keeps('shop'))).toBeNull();
  expect(keptNames(kept)).toEqual(['bank', 'shop']);
  expect(other.shown().map(([name, , how]) => [name, how])).toEqual([
    ['bank', 'sealed'],
    ['shop', 'sealed'],
  ]);
  // As the news of the browser has it done.
  await one.vault.restore();
  expect(one.sent.at(-1)).toMatchObject({ secrets: { bank: { value: VALUE }, shop: { value: VALUE } } });
  await one.vault.remove('bank');
  await other.vault.bind('shop', 'second.example');
  expect(keptNames(kept)).toEqual(['shop']);
  expect(other.shown()).toEqual([['shop', ['bank.example', 'second.example'], 'sealed']]);
  await one.vault.restore();
  expect(one.shown()).toEqual([['shop', ['bank.example', 'second.example'], 'sealed']]);
  // Nothing new is nothing told.
  const told = one.sent.length;
  await one.vault.restore();
  expect(one.sent).toHaveLength(told);
});

test('a tab that keeps a secret before it took up the others asks for their passphrase, and drops none', async () => {
  const first = device();
  await first.put(keeps('bank'));
  const early = device(first.kept);
  expect(await early.put({ ...keeps('shop'), passphrase: 'quite another one' })).toMatch(
    /not the passphrase/,
  );
  expect(early.session.getState().vault).toBe('locked');
  expect(await early.put(keeps('shop'))).toBeNull();
  expect(keptNames(first.kept)).toEqual(['bank', 'shop']);
});

test('a tab whose secrets another took away and sealed others asks for the new passphrase; what it holds for itself stays', async () => {
  const kept = new Map<string, string>();
  const [one, other] = [device(kept), device(kept)];
  await one.put(keeps('bank'));
  await one.put({ name: 'passing' });
  await other.vault.remove('bank');
  await other.put({ ...keeps('shop'), passphrase: 'quite another one' });
  await one.vault.restore();
  expect(one.session.getState().vault).toBe('locked');
  expect(one.shown().map(([name, , how]) => [name, how])).toEqual([
    ['passing', 'session'],
    ['shop', 'locked'],
  ]);
  expect(await one.vault.unlock('quite another one')).toBeNull();
  expect(one.sent.at(-1)).toMatchObject({ secrets: { shop: { value: VALUE } }, locked: [] });
});

test('where the browser remembers nothing, this tab keeps what it was given', async () => {
  const kept = new Map<string, string>();
  kept.set = () => kept;
  const { vault, put, shown } = device(kept);
  await put(keeps('bank'));
  await put(keeps('shop'));
  await vault.restore();
  expect(shown().map(([name]) => name)).toEqual(['bank', 'shop']);
});
