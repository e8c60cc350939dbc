/** A replan's draft says who wrote it: a model and its server, or nobody but this device (L-74). */

import { expect, test } from 'vitest';
import { sign } from '../../src/flows/sign.ts';
import type { Replanning } from '../../src/host/port.ts';
import { openRuns } from '../../src/host/runs.ts';
import type { Plan } from '../../src/plan/document.ts';
import { callNamed, SETTING } from '../run/written-run.ts';
import { virtualPlace } from './virtual-place.ts';

const CALL = callNamed('a');
const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  policy: { retryLimit: 0, onFailure: 'replan' },
  calls: [CALL],
};

async function draftOf(answer: Pick<Replanning, 'from'>): Promise<unknown> {
  const place = virtualPlace({
    setting: SETTING,
    play: () => ({ ms: 1, throws: { code: 'tool-error', message: 'No.' } }),
  });
  const planned = Promise.resolve({ calls: [callNamed('b')] });
  const runs = openRuns({ ...place, replan: () => ({ answer: planned, stop: () => undefined, ...answer }) });
  const hash = sign(PLAN, SETTING);
  if (!hash.ok) throw new Error(hash.error);
  await runs.start({ runId: 'r', planId: 'p', plan: PLAN, hash: hash.value.hash, input: {} });
  await place.settle();
  return (await place.store.events('r')).find(({ type }) => type === 'plan.draft');
}

test('by a model, and by this device', async () => {
  expect(await draftOf({ from: 'm at models.example' })).toMatchObject({ from: 'm at models.example' });
  expect(await draftOf({})).not.toHaveProperty('from');
});
