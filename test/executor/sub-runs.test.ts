import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Place } from '../../src/executor/place.ts';
import { DONE } from '../../src/executor/refusal.ts';
import { subRunsOf } from '../../src/executor/sub-runs.ts';
import type { RunJournal } from '../../src/journal/run-journal.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';

/** A journal in which nothing is yet. */
const EMPTY: RunJournal = {
  append: async () => {},
  events: async () => [],
  run: async () => undefined,
  open: async () => [],
  list: async () => [],
  below: async () => [],
  discard: async () => {},
  remove: async () => 'removed',
};

const PLACE = { journal: EMPTY } as Place;

/** Enters a sub-run of `plan` under those plans, and says whether it was started. */
async function enter(plans: readonly string[], plan: string): Promise<'started' | 'refused'> {
  const setting = { catalogue: catalogueOf([]), hasActivity: () => true };
  let started = false;
  const subRuns = subRunsOf({
    state: newRun('run', setting),
    plans: () => plans,
    place: PLACE,
    anewSince: new Map(),
    spent: new Map(),
    check: () => [],
    start: (runId) => {
      started = true;
      const state = newRun(runId, setting);
      return {
        runId,
        ended: Promise.resolve(state),
        answer: () => DONE,
        stop: () => {},
        resumeFrom: () => DONE,
        find: () => undefined,
        spent: () => ({ steps: 0, cost: 0 }),
        letGo: () => {},
      };
    },
    resume: () => Promise.reject(new Error('There is nothing to go on with.')),
    fold: (runId, events) => events.reduce(evolve, newRun(runId, setting)),
    tell: () => {},
    abandon: (reason) => {
      throw reason;
    },
  });
  const request = {
    call: 'd',
    begun: 3,
    plan: { format: 'obelus/plan', version: 1, id: plan, calls: [] } as const,
    input: {},
  };
  return subRuns.enter(request, new AbortController().signal).then(
    () => (started ? 'started' : 'refused'),
    (error: { code?: string }) => {
      expect(error.code).toBe('permission-denied');
      expect(started).toBe(false);
      return 'refused';
    },
  );
}

test('a sub-run within itself or more than five deep is not started, whatever the checks let through', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.stringMatching(/^[a-f]{1,2}$/), { minLength: 1, maxLength: 8 }),
      fc.stringMatching(/^[a-f]{1,2}$/),
      async (plans, plan) => {
        const allowed = plans.length <= 5 && !plans.includes(plan);
        expect(await enter(plans, plan)).toBe(allowed ? 'started' : 'refused');
      },
    ),
  );
});
