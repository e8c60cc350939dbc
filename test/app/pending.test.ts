/** Sentences whose page was closed before anything came of them, told where they were said. */

import { expect, test } from 'vitest';
import { language } from '../../src/app/language.ts';
import { besideOf, createPending, tellPending } from '../../src/app/pending.ts';
import type { Plan } from '../../src/plan/document.ts';
import { createDocumentStore } from '../../src/stores/document.ts';
import { runEngine } from '../../src/stores/run-engine.ts';
import { createRunsStore } from '../../src/stores/runs.ts';
import { createSessionStore } from '../../src/stores/session.ts';
import { builtInTools } from '../../src/tools/built-in.ts';

const PLAN: Plan = { format: 'obelus/plan', version: 1, id: 'p', calls: [] };

async function page(ofRun = PLAN) {
  const kept = new Map<string, string>();
  const pending = createPending({
    read: (name) => kept.get(name) ?? null,
    write: (name, text) => void kept.set(name, text),
  });
  const session = createSessionStore({ read: () => null, write: () => undefined });
  const document = createDocumentStore(language, builtInTools, PLAN);
  const runs = createRunsStore({ engine: runEngine(builtInTools) });
  await runs.actions.receive('r', [
    { type: 'plan.commit', revision: 1, plan: ofRun, runId: 'r', seq: 1, time: 0 },
    { type: 'plan_started', total: 0, runId: 'r', seq: 2, time: 0 },
  ]);
  const look = async (kind: 'run' | 'plan') => {
    session.actions.set({ view: kind === 'run' ? { kind, runId: 'r' } : { kind } });
    await Promise.resolve();
  };
  return {
    ...{ pending, session, document, look },
    tell: () => tellPending({ document, session, runs, now: () => 1, pending }),
    told: () => document.getState().talk.map(({ text }) => text),
  };
}

test('what was said beside a run is told when that run is looked at, once, and is in the box again', async () => {
  const { pending, session, look, tell, told } = await page();
  pending.put(besideOf('r'), 'take other rates');
  tell();
  expect(told()).toEqual([]);
  await look('run');
  expect(told()).toEqual([
    '“take other rates” was not taken before the page was closed: the run and its plan are as they were. It was put back in the box.',
  ]);
  expect(session.getState().goal).toBe('take other rates');
  await look('plan');
  await look('run');
  expect(told()).toHaveLength(1);
});

test('a run of another plan than the one on the table tells it in no conversation of that one', async () => {
  const { pending, session, look, tell, told } = await page({ ...PLAN, id: 'other' });
  pending.put(besideOf('r'), 'take other rates');
  tell();
  await look('run');
  expect(told()).toEqual([]);
  expect(session.getState().thread.map(({ text }) => text)).toHaveLength(1);
});

test('what stands open is not told, and what was said of the plan waits until the plan is shown', async () => {
  const { pending, session, look, tell, told } = await page();
  await look('run');
  pending.put('p', 'only 2026');
  pending.put(besideOf('r'), 'take other rates');
  session.actions.set({ beside: { runId: 'r' } as never });
  tell();
  expect(told()).toEqual([]);
  await look('plan');
  expect(told()).toHaveLength(1);
  expect(session.getState().goal).toBe('only 2026');
});
