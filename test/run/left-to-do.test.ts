import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/plan/document.ts';
import { callsFromHere, isCallDone } from '../../src/run/left-to-do.ts';
import { journal, shownAfter } from '../stores/shown.ts';

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls: [
    { _id: 'done', _tool: 't', n: 1, _instance: null },
    { _id: 'failed', _tool: 't', n: 2, _instance: null },
    { _id: 'fan', _tool: 't', n: 3 },
  ],
};
const ended = (call: string) =>
  [
    { type: 'plan_step_started', call, attempt: 1 },
    { type: 'plan_step_completed', call, attempt: 1, value: 1 },
  ] as const;
const RUN = shownAfter(
  journal(
    { type: 'plan.commit', revision: 1, plan: PLAN, instances: [{ label: 'A' }, { label: 'B' }] },
    { type: 'plan_started', total: 3 },
    ...ended('done'),
    { type: 'plan_step_started', call: 'failed', attempt: 1 },
    { type: 'plan_step_failed', call: 'failed', attempt: 1, code: 'boom', message: 'No.' },
    ...ended('fan@A'),
  ),
);

describe('the rest of a run’s plan', () => {
  it('is what a person wrote, without the calls that are done and mean what they meant (L-42)', () => {
    const [done, failed] = PLAN.calls;
    const idsOf = (calls: Plan['calls']) => callsFromHere(RUN, { ...PLAN, calls }).map(({ _id }) => _id);
    expect(idsOf([{ ...done!, _description: 'Other words' }, failed!])).toEqual(['failed']);
    expect(
      idsOf([
        { ...done!, n: 9 },
        { _id: 'new', _tool: 't' },
      ]),
    ).toEqual(['done', 'new']);
    expect(idsOf([done!])).toEqual([]);
  });

  it('has a call as done only when it is in every instance', () => {
    expect(isCallDone(RUN, 'done')).toBe(true);
    expect(isCallDone(RUN, 'fan')).toBe(false);
    expect(isCallDone(RUN, 'unknown')).toBe(false);
  });
});
