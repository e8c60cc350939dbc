/** A run of two calls over three instances, played as a case, and its state after some of its journal. */

import type { Case } from '../../src/cli/conformance/case.ts';
import { playedCase } from '../../src/cli/conformance/run-case.ts';
import { planOf, settingFor } from '../../src/cli/conformance/setting.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';

export const PLAN = {
  calls: [
    { _id: 'a', _tool: 'a', v: '†input.n', _outputPath: '†state.x' },
    { _id: 'b', _tool: 'b', v: '†state.x', _outputPath: '†state.y' },
  ],
  output: { y: '†state.y', n: '†input.n' },
};
export const INSTANCES = { rows: ['A', 'B', 'C'].map((k, n) => ({ k, n })), label: 'k' };
export const BOOM = { ms: 10, throw: { code: 'boom', message: 'It broke.' } };

/** The state after the journal of a case, or after its first events. */
export async function stateOf(given: Partial<Case>, upTo?: number) {
  const whole = { name: 'x', kind: 'run', expect: {}, plan: PLAN, instances: INSTANCES, ...given } as Case;
  const { journal } = await playedCase(whole);
  const plan = planOf(whole.plan ?? {});
  return journal.slice(0, upTo).reduce(evolve, newRun('case', settingFor(plan, {})));
}
