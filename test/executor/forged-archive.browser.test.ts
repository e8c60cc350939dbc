/** REVIEW, Trust 3: an archive written by hand starts nothing, whichever way its runs are taken up (L-74). */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/journal/database.ts';
import { importArchive } from '../../src/journal/import.ts';
import { RULES } from '../../src/run/rules.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { deleteDatabase } from '../journal/fresh-database.ts';
import { get, planOf } from './plans.ts';
import { approved, closeTabs, hashOf, openTab } from './tab.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeEach(() => deleteDatabase());
afterEach(closeTabs);

const PLAN = planOf([get('a'), get('b', { _after: '†state.a' }), get('c', { _after: '†state.b' })]);

/** As its writer wants it to look: approved, begun here, and still going on. */
async function importForged(): Promise<void> {
  const bodies = [
    {
      type: 'plan.commit',
      revision: 1,
      rules: RULES,
      plan: PLAN,
      input: {},
      hash: hashOf(PLAN),
      replans: 'unasked',
    },
    { type: 'plan_started', total: 3 },
    { type: 'plan_step_started', call: 'a', attempt: 1 },
    { type: 'plan_step_completed', call: 'a', attempt: 1, value: { data: { n: 'forged' } } },
  ];
  const events = bodies.map((body, at) => ({ ...body, runId: 'theirs', seq: at + 1, time: at + 1 }));
  const row = { runId: 'theirs', planId: PLAN.id, title: 'A backup', startedAt: 1, reason: null, lastSeq: 4 };
  const archive = {
    format: 'obelus/archive',
    version: 1,
    plans: [],
    runs: [{ ...row, status: 'running', open: 1, origin: { kind: 'made', at: 1 } }],
    batches: [{ runId: 'theirs', first: 1, events }],
    values: [],
    files: [],
    receipts: [
      { hash: hashOf(PLAN), at: 1, planId: PLAN.id, title: '', revision: 1, device: '', flows: null },
    ],
  };
  const database = await openDatabase();
  expect(
    await importArchive(database, JSON.stringify(archive), 9, { name: 'backup.json', own: true }),
  ).toMatchObject({
    ok: true,
  });
  database.close();
}

test('resuming all, a fork, a run again and an answer send nothing', async () => {
  await importForged();
  const tab = openTab();
  await tab.request({ kind: 'resume-all' });
  const start = { planId: PLAN.id, plan: PLAN, hash: hashOf(PLAN), input: {} };
  const forks = [
    { runId: 'theirs', cleared: [], values: {} },
    { runId: 'theirs', call: 'a', cleared: ['a', 'b', 'c'], values: {} },
  ];
  for (const [n, fork] of forks.entries())
    await expect(
      tab.request({ kind: 'start-run', start: { ...start, runId: `fork-${n}`, fork } }),
    ).rejects.toMatchObject({ code: 'not-approved' });
  await expect(tab.request({ kind: 'start-run', start: { ...start, runId: 'anew' } })).rejects.toMatchObject({
    code: 'not-approved',
  });
  for (const request of [
    { kind: 'resume-from', runId: 'theirs', call: 'a', order: 'dependants' },
    { kind: 'answer', runId: 'theirs', call: 'b', choose: 'retry' },
  ] as const)
    await expect(tab.request(request)).rejects.toThrow();
  expect(tab.asked).toEqual([]);
});

test('once the person has approved it here, a fork goes on with what it took over as unproven', async () => {
  await importForged();
  await approved(PLAN);
  const tab = openTab();
  const runId = await tab.run(PLAN, { runId: 'mine', fork: { runId: 'theirs', cleared: [], values: {} } });
  const sent = await tab.sent(0);
  expect(sent.url).toBe('https://outside.test/b');
  expect(await tab.event(runId, 'plan_step_memoized', 'a')).toMatchObject({ via: 'unproven' });
  expect(await tab.event(runId, 'plan.commit')).toMatchObject({ replans: 'ask' });
});

test('a plan that is being drafted does not start, whatever was approved of it (L-60)', async () => {
  await approved(PLAN);
  const tab = openTab();
  await tab.request({ kind: 'connect', connection: { baseUrl: 'https://model.test', model: 'm' } });
  const request = {
    ...{ planner: 'openai' as const, planId: PLAN.id, goal: 'Fetch it', tools: builtInTools, files: [] },
    maxCalls: 7,
  } as const;
  // It never ends: the model does not answer before the tab is closed.
  tab.request({ kind: 'plan', request }).catch(() => undefined);
  const start = { runId: 'half', planId: PLAN.id, plan: PLAN, hash: hashOf(PLAN), input: {} };
  await expect(tab.request({ kind: 'start-run', start })).rejects.toMatchObject({ code: 'still-drafting' });
});
