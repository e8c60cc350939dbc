/** What a card shows of its call: a person’s own work as theirs, and of an agent that failed how far it came. */

import { expect, test } from 'vitest';
import type { RunEventBody } from '../../src/run/events.ts';
import { callLive } from '../../src/stores/call-live.ts';
import { callNamed, planOf, runAfter } from '../run/written-run.ts';

const plan = planOf([callNamed('a')]);
const start: RunEventBody = { type: 'plan_step_started', call: 'a', attempt: 1 };
const given: RunEventBody = { type: 'plan_step_completed', call: 'a', attempt: 1, value: 1, via: 'person' };
const failed = (by?: 'person'): RunEventBody => ({
  ...{ type: 'plan_step_failed', call: 'a', attempt: 1, code: 'tool-error', message: 'It broke.' },
  ...(by ? { by } : {}),
});
const liveAfter = (...events: readonly RunEventBody[]) => callLive(runAfter(plan, events), 'a')?.live;

test('a call that a person stopped and did is theirs; one whose value they only gave is not', () => {
  expect(liveAfter(start, failed('person'), given)).toMatchObject({ status: 'completed', byHand: true });
  expect(liveAfter(start, failed(), given)).not.toHaveProperty('byHand');
  expect(liveAfter(start, { ...given, via: 'error' } as RunEventBody)).not.toHaveProperty('byHand');
});
