/** A person writes the rest of a run's plan themselves (L-42, R-31): it asks no planner and costs no replan. */

import { describe, expect, test } from 'vitest';
import { drive } from '../../src/host/drive.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { beginning } from '../../src/run/begin.ts';
import type { RunEvent, RunEventBody } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import { callView } from '../../src/run/view.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { NothingHappens, virtualHost } from './virtual-loop.ts';

const look = (id: string, params: object = {}): Call =>
  ({ _id: id, _tool: 'look', ...params, _outputPath: `†state.${id}` }) as Call;

const plan: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  policy: { retryLimit: 0, maxReplans: 0, reviewReplans: true },
  calls: [look('first'), look('broken', { _after: '†state.first' })],
};
const instead = look('instead', { _after: '†state.first' });

const setting = {
  catalogue: catalogueOf([
    { name: 'look', effect: 'read' },
    { name: 'look2', effect: 'read' },
  ]),
  hasActivity: () => true,
};

/** A run whose call `broken` fails; each of `says` is said when nothing else can go on. */
async function runOf(
  says: readonly Extract<RunEventBody, { type: 'approval' }>[],
  begun: readonly RunEventBody[] = beginning({ plan }, []),
) {
  const journal: RunEvent[] = [];
  const state = newRun('r', setting);
  let asked = 0;
  const host = virtualHost({
    play: ({ id }) =>
      id === 'broken' ? { ms: 1, throws: { code: 'tool-error', message: 'No.' } } : { ms: 1, value: id },
    replan: () => {
      asked += 1;
      return [];
    },
    append: (events) => void journal.push(...events),
  });
  for (const first of [begun, ...says.map((say) => [say])]) {
    await drive(state, host, first).catch((error: unknown) => {
      if (!(error instanceof NothingHappens)) throw error;
    });
  }
  return { state, journal, asked, drafts: journal.filter(({ type }) => type === 'plan.draft') };
}

const ownPlan = { type: 'approval', call: 'broken', choose: 'replan', calls: [instead] } as const;

describe('a plan that a person wrote in the middle of a run', () => {
  test('keeps results that nobody here has proven as unproven, those taken over anew too (L-74)', async () => {
    const of = look('of', { x: '†state.first' });
    const whole = { ...plan, calls: [look('kept'), ...plan.calls, of] };
    const taken = ['kept', 'first', 'of'].map(
      (call): RunEventBody => ({ type: 'plan_step_memoized', call, value: call, via: 'unproven' }),
    );
    // `first` is made again, comes to the same, and so `of` is not.
    const calls = [look('first', { other: 1 }), of];
    const { state, journal } = await runOf(
      [
        { type: 'approval', call: 'broken', choose: 'replan', calls },
        { type: 'approval', choose: 'approve' },
      ],
      [...beginning({ plan: whole }, []), ...taken],
    );
    expect(journal.filter(({ type }) => type === 'plan_step_memoized').at(-1)).toMatchObject({ call: 'of' });
    expect(['kept', 'of', 'first'].map((call) => callView(state, call)?.via)).toEqual([
      'unproven',
      'unproven',
      null,
    ]);
  });
  test('waits for review as a planner’s does, and no planner is asked (L-42)', async () => {
    const { state, asked, drafts } = await runOf([ownPlan]);
    expect(state.replanning).toBe('reviewing');
    expect(drafts).toMatchObject([{ by: 'person', calls: [instead] }]);
    expect(asked).toBe(0);
  });
  test('goes on when it is accepted, with what is done kept, and uses up no replan', async () => {
    const { state, journal } = await runOf([ownPlan, { type: 'approval', choose: 'approve' }]);
    expect(state.program.plan.calls.map(({ _id }) => _id)).toEqual(['first', 'instead']);
    expect(state.status).toBe('completed');
    expect(state.replans).toBe(0);
    const started = journal.flatMap((event) => (event.type === 'plan_step_started' ? [event.call] : []));
    expect(started).toEqual(['first', 'broken', 'instead']);
  });
  test('takes the place of a draft that the person changed instead of accepting it', async () => {
    const other = look('other');
    const { state, drafts } = await runOf([
      ownPlan,
      { type: 'approval', choose: 'edit', calls: [other] },
      { type: 'approval', choose: 'approve' },
    ]);
    expect(drafts).toHaveLength(2);
    expect(state.program.plan.calls.map(({ _id }) => _id)).toEqual(['first', 'other']);
  });
  test('is in the journal: a run killed before it was drafted drafts it at its resume', async () => {
    const { journal } = await runOf([ownPlan]);
    const before = journal.slice(
      0,
      journal.findIndex(({ type }) => type === 'plan.draft'),
    );
    const state = before.reduce(evolve, newRun('r', setting));
    const host = virtualHost({ play: () => ({ ms: 1, value: 1 }) }, state.time);
    await expect(drive(state, host, [{ type: 'plan_run_interrupted' }])).rejects.toThrow(NothingHappens);
    expect(state.draft?.calls).toEqual([instead]);
  });
  test('takes another tool for a call that asks first, which asks until that is accepted (L-72)', async () => {
    const policy = { ...plan.policy, askBefore: 'all' } as const;
    const asking = { ...plan, policy, calls: [look('a')] };
    const another = { ...look('a'), _tool: 'look2' };
    const take = { type: 'approval', call: 'a', choose: 'replan', calls: [another] } as const;
    const taken = await runOf([take], beginning({ plan: asking }, []));
    expect(taken.state.replanning).toBe('reviewing');
    expect(taken.asked).toBe(0);
    expect(callView(taken.state, 'a')).toMatchObject({ status: 'waiting', waiting: 'approval' });
    const { state, journal } = await runOf(
      [take, { type: 'approval', choose: 'approve' }, { type: 'approval', call: 'a', choose: 'approve' }],
      beginning({ plan: asking }, []),
    );
    expect(state.status).toBe('completed');
    expect(state.program.plan.calls).toEqual([another]);
    // It was entered once, as what it is now.
    expect(journal.filter(({ type }) => type === 'plan_step_started')).toHaveLength(1);
  });
});
