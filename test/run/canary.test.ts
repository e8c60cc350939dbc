/** A run with a canary, cut off behind each of its events in turn and gone on with: nothing is lost, nothing is done twice. */

import { expect, test } from 'vitest';
import type { Case } from '../../src/cli/conformance/case.ts';
import { playedCase } from '../../src/cli/conformance/run-case.ts';

const CALLS = [
  { _id: 'once', _tool: 'once', _instance: null, _outputPath: '†state.once' },
  { _id: 'a', _tool: 'a', v: '†input.n', _outputPath: '†state.x' },
  { _id: 'b', _tool: 'b', v: '†state.x', w: '†state.once', _outputPath: '†state.y' },
];

const given = (choose: 'approve' | 'reject', killAfter?: Case['killAfter']): Case => ({
  name: 'cut off',
  kind: killAfter ? 'resume' : 'run',
  expect: { executions: {} },
  plan: { calls: CALLS, output: '†state.y' },
  instances: { rows: [1, 2, 3, 4, 5].map((n) => ({ n })), canary: 2 },
  script: { once: [{ ms: 25, value: 1 }], 'b@2': [{ ms: 30, throw: { code: 'boom', message: 'No.' } }] },
  answers: [{ gate: 'canary', choose, ms: 40 }],
  ...(killAfter ? { killAfter } : {}),
});

test.each(['approve', 'reject'] as const)(
  'whatever event is the last, and the person says %s',
  async (choose) => {
    const whole = await playedCase(given(choose));
    const { instances, calls, output } = whole.outcome;
    expect(whole.outcome.asked).toEqual(['gate']);
    const once = whole.outcome.executions as Record<string, number>;
    expect(Object.values(once).every((times) => times === 1)).toBe(true);
    for (let count = 1; count < whole.journal.length; count++) {
      const cut = await playedCase(given(choose, { event: '*', count }));
      const { asked, executions } = cut.outcome;
      expect([count, cut.outcome.instances, cut.outcome.calls, cut.outcome.output]).toEqual([
        count,
        instances,
        calls,
        output,
      ]);
      expect([count, asked]).toEqual([count, ['gate']]);
      // What was in flight, and changes nothing, is entered once more; what had ended is not.
      const ended = cut.journal
        .slice(0, count)
        .flatMap((one) => (one.type === 'plan_step_completed' ? [one.call] : []));
      for (const [call, times] of Object.entries(executions as Record<string, number>))
        expect([count, call, times <= (ended.includes(call) ? 1 : 2)]).toEqual([count, call, true]);
      expect(Object.keys(executions as object).sort()).toEqual(Object.keys(once).sort());
    }
  },
);
