/** L-71: a draft beyond what was approved waits for a person, whatever the policy says. */

import { describe, expect, test } from 'vitest';
import type { Call, Plan } from '../../src/plan/document.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import { draftEvent } from '../../src/run/replan.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';

const builtIns = catalogueOf([
  { name: 'look', effect: 'read', parameters: { properties: { url: { type: 'string', format: 'uri' } } } },
  { name: 'send', effect: 'irreversible' },
]);
const plan: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  policy: { onFailure: 'replan', reviewReplans: false },
  calls: [{ _id: 'a', _tool: 'look', url: 'https://known.example/', _outputPath: '†state.a' }],
};

function afterDraft(calls: readonly Call[], plan: Plan) {
  const state = newRun('r', { catalogue: builtIns, hasActivity: () => true, contractBehind: builtIns.get });
  const at = (seq: number) => ({ runId: 'r', seq, time: 0 });
  evolve(state, { type: 'plan.commit', revision: 1, plan, ...at(1) });
  evolve(state, { type: 'plan_started', total: 1, ...at(2) });
  evolve(state, { ...draftEvent(state, calls, () => []), ...at(3) });
  return state.replanning;
}
const call = (tool: string, url = 'https://known.example/'): Call => ({
  _id: 'b',
  _tool: tool,
  url,
  _outputPath: '†state.b',
});

describe('a replan’s draft, where the person let drafts go ahead', () => {
  test('goes ahead within the approved scope', () => {
    expect(afterDraft([call('look')], plan)).toBe('accepted');
  });
  test('waits where it brings a tool and an effect', () => {
    expect(afterDraft([call('send')], plan)).toBe('reviewing');
  });
  test('waits where it brings a host', () => {
    expect(afterDraft([call('look', 'https://other.example/')], plan)).toBe('reviewing');
  });
  test('always waits where the person reviews them', () => {
    const reviewed = { ...plan, policy: { ...plan.policy, reviewReplans: true } };
    expect(afterDraft([call('look')], reviewed)).toBe('reviewing');
  });
});
