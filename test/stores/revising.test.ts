import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/plan/document.ts';
import { callsFromHere, isCallDone } from '../../src/stores/revising.ts';
import { type CallTrace, emptyTrace, type RunTrace } from '../../src/stores/run-trace.ts';

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls: [
    { _id: 'done', _tool: 't', n: 1 },
    { _id: 'failed', _tool: 't', n: 2 },
  ],
};
const trace = (status: CallTrace['status']): CallTrace => ({ status, attempts: [] });
const RUN: RunTrace = {
  ...emptyTrace('r'),
  plan: PLAN,
  calls: new Map([
    ['done', trace('completed')],
    ['failed', trace('failed')],
    ['fan@A', trace('completed')],
    ['fan@B', trace('pending')],
  ]),
};

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
