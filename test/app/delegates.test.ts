import { describe, expect, it, vi } from 'vitest';
import { keepDelegatesLoaded } from '../../src/app/delegates.ts';
import { language } from '../../src/app/language.ts';
import { tabPlans, tabVersions } from '../../src/app/tab-storage.ts';
import type { Json } from '../../src/lib/json.ts';
import { messageOf } from '../../src/lib/thrown.ts';
import type { Plan } from '../../src/plan/document.ts';
import { cameIn, wholeOrigin } from '../../src/plan/origin.ts';
import { createDocumentStore } from '../../src/stores/document.ts';
import type { PlansRepository } from '../../src/stores/ports.ts';

const planOf = (id: string, ...delegates: string[]): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id,
  calls: [
    { _id: 'own', _tool: 'note', _outputPath: '†state.own' },
    ...delegates.map((_delegate, at) => ({
      _id: `d${at}`,
      _tool: 'sub',
      _delegate,
      _outputPath: `†state.d${at}`,
    })),
  ],
});

const TOOLS = [{ name: 'note', effect: 'none' as const, parameters: {} }];
const stored = (plan: Plan, revision: number) => ({ plan, revision, input: {}, approval: null });

async function openWith(repository: PlansRepository, versions = tabVersions()) {
  const document = createDocumentStore(language, TOOLS, planOf('blank'));
  const said: string[] = [];
  keepDelegatesLoaded(
    document,
    async () => ({ plans: repository, versions }),
    () => 0,
    async () => {},
    (thrown) => said.push(messageOf(thrown)),
  );
  return { document, said };
}

async function deviceWith(...plans: [Plan, number][]): Promise<PlansRepository> {
  const repository = tabPlans();
  for (const [plan, revision] of plans) {
    const saved = { savedAt: 0, conflicts: [], save: 'one', tab: 't' };
    await repository.save({ ...stored(plan, revision), ...saved }, null);
  }
  return repository;
}

describe('the plans that a plan delegates to', () => {
  it('are loaded with those below them when it is opened, and it passes the checks', async () => {
    const repository = await deviceWith([planOf('mid', 'plan:low@2'), 1], [planOf('low'), 2]);
    const { document } = await openWith(repository);
    document.actions.open(stored(planOf('top', 'plan:mid@1'), 1), 'saved');
    await vi.waitUntil(() => Object.keys(document.getState().delegates).length === 2);
    expect(document.getState().problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('bring along where they came from, which the whole is told by', async () => {
    const repository = await deviceWith([planOf('mine'), 1]);
    const link = { kind: 'link', at: 3 } as const;
    const saved = { savedAt: 0, conflicts: [], save: 'one', tab: 't', origins: cameIn(link) };
    await repository.save({ ...stored(planOf('theirs'), 1), ...saved }, null);
    const { document } = await openWith(repository);
    document.actions.open(stored(planOf('top', 'plan:mine@1', 'plan:theirs@1'), 1), 'saved');
    await vi.waitUntil(() => Object.keys(document.getState().delegates).length === 2);
    const { origins, below } = document.getState();
    expect(below).toEqual({ 'plan:theirs@1': link });
    expect(wholeOrigin(origins, below)).toEqual({ ...link, part: true });
    document.actions.open(stored(planOf('other', 'plan:mine@1'), 1), 'saved');
    await vi.waitUntil(() => Object.keys(document.getState().delegates).length === 1);
    expect(document.getState().below).toEqual({});
  });

  it('count as missing where they have another revision by now', async () => {
    const { document } = await openWith(await deviceWith([planOf('low'), 2]));
    document.actions.open(stored(planOf('top', 'plan:low@1', 'plan:low@2'), 1), 'saved');
    await vi.waitUntil(() => Object.keys(document.getState().delegates).length === 1);
    expect(document.getState().problems.map(({ code, calls }) => [code, calls])).toContainEqual([
      'delegate-missing',
      ['d0'],
    ]);
  });

  it('are kept as versions of theirs, and found there once they were edited', async () => {
    const versions = tabVersions();
    const first = await openWith(await deviceWith([planOf('low'), 1]), versions);
    first.document.actions.open(stored(planOf('top', 'plan:low@1'), 1), 'saved');
    await vi.waitUntil(() => Object.keys(first.document.getState().delegates).length === 1);
    expect(await versions.list('low')).toMatchObject([{ why: 'delegated', revision: 1 }]);

    const edited = { ...planOf('low'), title: 'Edited' };
    const later = await openWith(await deviceWith([edited, 2]), versions);
    later.document.actions.open(stored(planOf('top', 'plan:low@1', 'plan:low'), 1), 'saved');
    await vi.waitUntil(() => Object.keys(later.document.getState().delegates).length === 2);
    const { delegates, problems } = later.document.getState();
    expect([delegates['plan:low@1']?.title, delegates['plan:low']?.title]).toEqual([undefined, 'Edited']);
    expect(problems.filter(({ code }) => code === 'delegate-missing')).toEqual([]);
    expect(await versions.list('low')).toHaveLength(1);
  });

  it('are forgotten with the plan, also when they arrive after it was left', async () => {
    const repository = await deviceWith([planOf('low'), 1]);
    const answers: (() => void)[] = [];
    const slow: PlansRepository = {
      ...repository,
      get: (id) => new Promise((resolve) => answers.push(() => resolve(repository.get(id)))),
    };
    const { document } = await openWith(slow);
    document.actions.open(stored(planOf('top', 'plan:low@1'), 1), 'saved');
    await vi.waitUntil(() => answers.length === 1);
    document.actions.open(stored(planOf('other', 'plan:low@1'), 1), 'saved');
    await vi.waitUntil(() => answers.length === 2);
    document.actions.open(stored(planOf('alone'), 1), 'saved');
    for (const answer of answers) answer();
    await new Promise((resolve) => setTimeout(resolve));
    expect(document.getState().delegates).toEqual({});
  });

  it('in its own document need no loading: it opens without a fault, is approved with their flows, and an edit inside voids that', async () => {
    const { document } = await openWith(await deviceWith([planOf('low'), 1]));
    const { id: _, ...mid } = planOf('mid', 'plan:low@1');
    const post = { _id: 'post', _tool: 'httpSend', url: 'https://a.test/x', body: '†input.item' };
    const calls = mid.calls.map((call) => (call._id === 'own' ? { ...call, text: 'x' } : call));
    const inside = { ...mid, calls: [...calls, { ...post, _outputPath: '†state.sent' }] };
    const plan: Plan = { ...planOf('top', '#mid'), plans: { mid: inside } };
    document.actions.open(stored(plan, 1), 'saved');
    const { problems } = document.getState();
    expect(problems.map(({ code, calls }) => [code, ...calls])).toContainEqual([
      'delegate-missing',
      '#mid/d0',
    ]);
    await vi.waitUntil(() => '#mid' in document.getState().delegates);
    expect(document.getState().delegates).toHaveProperty(['plan:low@1']);
    expect(document.getState().problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    const approved = document.actions.approve(1);
    expect(approved.ok && approved.value.flows.map(({ call, sink }) => [call, sink.kind])).toContainEqual([
      '#mid/post',
      'host',
    ]);
    const plans = {
      mid: { ...inside, calls: [{ ...post, url: 'https://b.test/x', _outputPath: '†state.sent' }] },
    };
    document.actions.edit([{ kind: 'set-field', field: 'plans', value: plans as unknown as Json }], {
      label: 'Edit',
    });
    expect(document.getState().approval).toBeNull();
    await vi.waitUntil(() => !('plan:low@1' in document.getState().delegates));
    expect(document.getState().delegates['#mid']?.calls).toHaveLength(1);
  });

  it('that cannot be read are a sentence for the person', async () => {
    const repository = { ...tabPlans(), get: () => Promise.reject(new Error('The disk is gone.')) };
    const { document, said } = await openWith(repository);
    document.actions.open(stored(planOf('top', 'plan:low@1'), 1), 'saved');
    await vi.waitUntil(() => said.length > 0);
    expect(said).toEqual(['The disk is gone.']);
  });
});
