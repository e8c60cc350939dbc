/** That a host honours the idempotency key is recorded with the attempt: resuming never asks the device (L-91). */

import { expect, test } from 'vitest';
import { memoryHost } from '../../src/package/host.ts';
import { decide } from '../../src/run/decide.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import { resumption } from '../../src/run/resume-classes.ts';
import { stamped } from '../../src/run/stamped.ts';
import { openQuestions } from '../../src/run/view.ts';
import { get, planOf, twoHosts } from '../activities/two-hosts.ts';

const two = twoHosts();

/** A write to that host, cut off while it was under way; what a device that knows nothing of the host makes of the journal. */
async function resumedElsewhere(honours: boolean) {
  const url = `http://${two.known()}/`;
  const host = memoryHost(honours ? { hostKeys: { [two.known()]: 'honours' } } : {});
  const plan = planOf([{ ...get('a', url), _tool: 'httpSend', body: {} }]);
  const { events } = await host.run(plan, { approved: host.sign(plan) });
  // Its request has left: before that there is nothing to doubt.
  const at = events.findIndex(({ type }) => type === 'plan_step_sent');
  const left: RunEvent[] = events.slice(0, at + 1);
  const state = left.reduce(evolve, newRun('r', memoryHost().setting));
  for (const body of resumption(state, left)) evolve(state, stamped(state, body, state.time));
  for (let next = decide(state, state.time); next; next = decide(state, state.time)) evolve(state, next);
  const started = left.find(({ type }) => type === 'plan_step_started');
  return { started, asks: openQuestions(state).map(({ kind }) => kind) };
}

test('what a person said of the host is in the record, and it is entered again; where nobody said it, it is in doubt', async () => {
  const said = await resumedElsewhere(true);
  expect(said).toMatchObject({ started: { type: 'plan_step_started', keyed: true }, asks: [] });
  const unsaid = await resumedElsewhere(false);
  expect(unsaid.started).not.toHaveProperty('keyed');
  expect(unsaid.asks).toEqual(['in_doubt']);
});
