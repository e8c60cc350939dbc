/** L-74, L-60: what is approved, where that is kept, and how it is taken back. */

import { expect, test } from 'vitest';
import { createApproving } from '../../src/app/approving.ts';
import { language } from '../../src/app/language.ts';
import { standing } from '../../src/app/standing.ts';
import { tabReceipts } from '../../src/app/tab-storage.ts';
import type { Part } from '../../src/flows/flows-of.ts';
import type { Plan } from '../../src/plan/document.ts';
import { createDocumentStore } from '../../src/stores/document.ts';
import type { ReceiptsRepository } from '../../src/stores/ports.ts';
import { createSessionStore } from '../../src/stores/session.ts';
import { createToApproveStore } from '../../src/stores/to-approve.ts';
import { builtInTools } from '../../src/tools/built-in.ts';

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  title: 'A note',
  calls: [{ _id: 'a', _tool: 'note', text: 'x', _outputPath: '†state.a' }],
  output: '†state.a',
};

function desk(receipts: ReceiptsRepository = tabReceipts(), part?: Part) {
  const versions: string[] = [];
  const document = createDocumentStore(language, [...builtInTools], PLAN);
  const kept = new Map<string, string>();
  const memory = {
    read: (name: string) => kept.get(name) ?? null,
    write: (name: string, text: string) => void kept.set(name, text),
  };
  const session = createSessionStore(memory);
  const toApprove = createToApproveStore();
  let ids = 0;
  const approving = createApproving({
    ...{ document, session, toApprove, language, memory },
    builtIn: builtInTools,
    repository: async () => receipts,
    rules: async () => undefined,
    partOf: async () => part,
    cameFrom: (runId) => (runId === 'old' ? { kind: 'file', at: 1, name: 'theirs.json' } : null),
    newId: () => `id-${++ids}`,
    keepVersion: async (hash) => void versions.push(hash),
    now: () => 5,
  });
  return { document, session, toApprove, approving, receipts, versions };
}

test('an approval is a receipt of this device', async () => {
  const { document, approving, receipts, versions } = desk();
  const signed = await approving.approve(document);
  if (!signed.ok) throw new Error(signed.error);
  expect(await receipts.holds(signed.value.hash)).toBe(true);
  expect(versions).toEqual([signed.value.hash]);
  await approving.approve(document);
  const [again, first] = await approving.list('p');
  expect(first).toMatchObject({
    hash: signed.value.hash,
    at: 5,
    planId: 'p',
    title: 'A note',
    device: 'id-1',
  });
  expect(again?.device).toBe('id-1');
});

test('what could not be kept is not approved', async () => {
  const full: ReceiptsRepository = {
    ...tabReceipts(),
    give: () => Promise.reject(new Error('The disk is full.')),
  };
  const { document, approving } = desk(full);
  await expect(approving.approve(document)).rejects.toThrow('full');
  expect(document.getState().approval).toBeNull();
});

test('half a plan that streams in is not approved; the plan of a run is', async () => {
  const { document, session, approving, receipts } = desk();
  session.actions.set({ drafting: true });
  expect(await approving.approve(document)).toMatchObject({ ok: false });
  expect(await receipts.list()).toEqual([]);
  const other = createDocumentStore(language, [...builtInTools], PLAN);
  expect(await approving.approve(other)).toMatchObject({ ok: true });
});

test('an approval that is taken back holds no more: not on the table, not in the store, not in a kept plan', async () => {
  const { document, approving, receipts } = desk();
  const signed = await approving.approve(document);
  if (!signed.ok) throw new Error(signed.error);
  const { hash } = signed.value;
  const about = { input: {}, revision: 1, savedAt: 1, conflicts: [], save: 's', tab: 't', plan: PLAN };
  const stored = { ...about, approval: signed.value };
  expect(await standing(stored, async () => receipts)).toBe(stored);
  await approving.takeBack(hash);
  expect(document.getState().approval).toBeNull();
  expect(await receipts.holds(hash)).toBe(false);
  expect((await standing(stored, async () => receipts)).approval).toBeNull();
  expect((await approving.list('p'))[0]).toMatchObject({ takenBackAt: 5 });
  await approving.approve(document);
  expect(await receipts.holds(hash)).toBe(true);
});

test('what a fork would do is put before the person as a document of its own', async () => {
  const { document, session, toApprove, approving } = desk();
  const plan = { ...PLAN, id: 'foreign' };
  const fork = { runId: 'old', cleared: [], values: {} };
  await approving.ask({ runId: 'new', planId: 'foreign', plan, hash: 'h', input: { n: 1 }, fork });
  expect(session.getState()).toMatchObject({ dialog: 'approve-run', about: { runId: 'old' } });
  expect(toApprove.getState().now?.document.getState()).toMatchObject({
    origins: { began: { kind: 'file', name: 'theirs.json' } },
    plan,
    input: { n: 1 },
    approval: null,
  });
  expect(document.getState().plan).toBe(PLAN);
});

test('of a fork the part is shown and signed that it can start, with what the person gave (L-76)', async () => {
  const plan: Plan = {
    ...PLAN,
    calls: [...PLAN.calls, { _id: 'b', _tool: 'saveFile', name: 'out.txt', content: '†state.a' }],
  };
  const part: Part = { starts: new Set(['b']), given: { a: 'changed' } };
  const { toApprove, approving, receipts } = desk(tabReceipts(), part);
  const fork = { runId: 'old', cleared: ['b'], values: { a: 'changed' } };
  await approving.ask({ runId: 'new', planId: 'p', plan, hash: 'h', input: {}, fork });
  const { now } = toApprove.getState();
  if (!now) throw new Error('Nothing is asked.');
  expect(now.starts).toBe(1);
  expect(now.document.actions.flows()?.flows.map(({ source, call }) => [source.kind, call])).toEqual([
    ['given', 'b'],
  ]);
  await approving.approve(now.document);
  const [ofPart, ofWhole] = [language.sign(plan, {}, part), language.sign(plan, {})];
  if (!ofPart.ok || !ofWhole.ok) throw new Error('no signature');
  expect(await receipts.holds(ofPart.value.hash)).toBe(true);
  expect(await receipts.holds(ofWhole.value.hash)).toBe(false);
});

test('a plan whose approval the worker does not know is no longer shown as approved', async () => {
  const { document, session, approving } = desk();
  document.actions.approve(1);
  await approving.ask({ runId: 'new', planId: 'p', plan: PLAN, hash: 'h', input: {} });
  expect(document.getState().approval).toBeNull();
  expect(session.getState().dialog).toBe('approve');
});
