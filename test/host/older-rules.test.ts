/** A run that an older version began is kept as it is: read, stopped, forked, never gone on with (L-95). */

import { expect, test } from 'vitest';
import { sign } from '../../src/flows/sign.ts';
import { openRuns } from '../../src/host/runs.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { callView } from '../../src/run/view.ts';
import { foldOf } from '../journal/what-it-was.ts';
import { SETTING } from '../run/written-run.ts';
import { notingPlace, PLAN } from './one-write.ts';
import type { VirtualPlace } from './virtual-place.ts';

/** `a` has returned, `w` had begun; no later version says by which rules. */
async function cutOff(place: VirtualPlace): Promise<void> {
  const bodies = [
    { type: 'plan.commit', revision: 1, plan: PLAN, input: {} },
    { type: 'plan_started', total: 2 },
    { type: 'plan_step_started', call: 'a', attempt: 1 },
    { type: 'plan_step_completed', call: 'a', attempt: 1, value: 1 },
    { type: 'plan_step_started', call: 'w', attempt: 1 },
  ];
  const events = bodies.map((body, at) => ({ ...body, runId: 'old', seq: at + 1, time: at }) as RunEvent);
  const row = { runId: 'old', planId: 'p', title: 'Old', startedAt: 1, status: 'running', reason: null };
  await place.store.append({ ...row, lastSeq: events.length, open: 1 }, events, true);
}

test('nobody goes on with it, and whoever asks for that hears why', async () => {
  const { place, entered } = notingPlace();
  await cutOff(place);
  const runs = openRuns(place);
  await runs.resumeAll();
  await place.settle();
  expect(entered).toEqual([]);
  expect(await place.store.events('old')).toHaveLength(5);
  const steered = runs.steer({ kind: 'answer', runId: 'old', call: 'w', choose: 'retry' });
  await expect(steered).rejects.toMatchObject({ code: 'older-rules' });
});

test('it can be stopped, and nothing of it is entered for that', async () => {
  const { place, entered } = notingPlace();
  await cutOff(place);
  await openRuns(place).steer({ kind: 'stop-run', runId: 'old' });
  expect(await place.store.run('old')).toMatchObject({ open: 0, status: 'aborted' });
  expect(entered).toEqual([]);
});

test('a new run takes over what it did, and asks about what it may have done', async () => {
  const { place, entered } = notingPlace();
  await cutOff(place);
  const hash = sign(PLAN, SETTING, {});
  if (!hash.ok) throw new Error(hash.error);
  const fork = { runId: 'old', cleared: [], values: {} };
  const runs = openRuns(place);
  await runs.start({ runId: 'new', planId: 'p', plan: PLAN, hash: hash.value.hash, input: {}, fork });
  await place.settle();
  const state = foldOf(await place.store.events('new'));
  expect(callView(state, 'a')).toMatchObject({ status: 'completed', value: 1 });
  expect(callView(state, 'w')).toMatchObject({ status: 'in_doubt' });
  expect(entered).toEqual([]);

  await runs.steer({ kind: 'answer', runId: 'new', call: 'w', choose: 'retry' });
  await place.settle();
  expect(entered).toEqual(['new w']);
  expect(await place.store.run('new')).toMatchObject({ status: 'completed' });
});
