import { expect, test } from 'vitest';
import type { RunEvent, RunEventBody } from '../../../src/run/events.ts';
import { momentsOf } from '../../../src/ui/run/timeline-moments.ts';

const at = (...bodies: readonly (readonly [number, RunEventBody])[]): RunEvent[] =>
  bodies.map(([time, body], index) => ({ ...body, runId: 'r', seq: index + 1, time }));
const turn = (number: number, reflection?: string): RunEventBody => ({
  ...{ type: 'plan_turn', turn: number, revision: number + 1, calls: [] },
  ...(reflection === undefined ? {} : { reflection }),
});
const classes = { pending: 1, completed_with_result: 2, failed: 0, in_doubt: 0, interrupted_with_child: 0 };
const resumed: RunEventBody = {
  type: 'plan_resumed',
  classes,
  saved: { calls: 2, modelCalls: 1, cost: 0.02 },
};

test('each turn of a run that goes on, and each cut, has its words at its time', () => {
  const events = at(
    [100, { type: 'plan_started', total: 1 }],
    [150, turn(1, 'I read first.')],
    [400, { type: 'plan_run_interrupted' }],
    [400, resumed],
    [500, turn(2)],
  );
  expect(momentsOf(events, events.length, 100, String)).toEqual([
    { kind: 'turn', ms: 50, text: expect.stringMatching(/^Turn 1: no call\..*I read first\./u) },
    {
      kind: 'resume',
      ms: 300,
      text: expect.stringMatching(/^Cut off here\. Resumed: 2 done.*saved 2 calls/u),
    },
    { kind: 'turn', ms: 400, text: 'Turn 2: no call.' },
  ]);
  // What has not happened at the moment that is shown is not told; a cut is before anybody goes on.
  expect(momentsOf(events, 3, 100, String).map(({ text }) => text)).toEqual([
    expect.stringContaining('Turn 1'),
    'Cut off here.',
  ]);
});

test('who runs it again from a call cut it off themselves', () => {
  const events = at(
    [100, { type: 'plan_run_interrupted' }],
    [100, { type: 'plan_resumed_from', call: 'a', order: 'list', cleared: ['a'] }],
  );
  expect(momentsOf(events, 2, 100, String)).toEqual([
    { kind: 'resume', ms: 0, text: expect.stringMatching(/^You ran it again from a/u) },
  ]);
});
