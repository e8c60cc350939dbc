/** L-71: a draft beyond what was approved waits for a person, whatever the policy says. */

import { describe, expect, test } from 'vitest';
import { sign } from '../../src/flows/sign.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { beginning } from '../../src/run/begin.ts';
import { decide } from '../../src/run/decide.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import { beyondApproved, beyondSigned, draftEvent } from '../../src/run/replan.ts';
import { refusalToRunFrom } from '../../src/run/run-from.ts';
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
  evolve(state, { ...draftEvent(state, { calls }, () => []), ...at(3) });
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
  // K-6
  test('always waits where the person reviews them', () => {
    const reviewed = { ...plan, policy: { ...plan.policy, reviewReplans: true } };
    expect(afterDraft([call('look')], reviewed)).toBe('reviewing');
  });
});

test('what the plan’s own mandate holds was approved, and what lies beyond it is named (L-64)', () => {
  const mandate = {
    tools: ['look'],
    effects: ['read' as const],
    hosts: ['known.example'],
    maxSteps: 9,
    maxTurns: 9,
  };
  const state = newRun('r', { catalogue: builtIns, hasActivity: () => true, contractBehind: builtIns.get });
  const begun: Plan = { ...plan, strategy: 'iterative', mandate, calls: [], output: null };
  evolve(state, { type: 'plan.commit', revision: 1, plan: begun, runId: 'r', seq: 1, time: 0 });
  const within = [call('look')];
  expect(beyondSigned(state, within).tools).toEqual(['look']);
  expect(beyondApproved(state, within)).toMatchObject({ tools: [], effects: [], flows: [] });
  expect(beyondApproved(state, [call('send')])).toMatchObject({ tools: ['send'], effects: ['irreversible'] });
  expect(beyondApproved(state, [call('look', 'https://other.example/')]).flows).not.toEqual([]);
});

/** The sender was taken over from another run; only the look after it was signed (L-76). */
describe('a replan’s draft in a run of which a part was signed', () => {
  const [look] = plan.calls;
  const sender: Call = {
    _id: 'sender',
    _tool: 'send',
    url: 'https://shop.example/',
    _outputPath: '†state.s',
  };
  const whole: Plan = { ...plan, calls: [sender, ...(look ? [look] : [])] };
  const part = { starts: new Set(['a']), given: {} };

  function partRun(calls: readonly Call[]) {
    const state = newRun('r', { catalogue: builtIns, hasActivity: () => true, contractBehind: builtIns.get });
    const begun = sign(whole, state.setting, {}, part);
    if (!begun.ok) throw new Error(begun.error);
    const bodies = [
      ...beginning({ plan: whole, signed: begun.value, signedPart: part }, []),
      { type: 'plan_step_memoized', call: 'sender', value: 1, via: 'unproven' } as const,
    ];
    bodies.forEach((body, at) => void evolve(state, { ...body, runId: 'r', seq: at + 1, time: 0 }));
    evolve(state, { ...draftEvent(state, { calls }, () => []), runId: 'r', seq: 9, time: 0 });
    return state;
  }

  test('goes ahead within the part: what was taken over, and stays, adds nothing', () => {
    expect(partRun([call('look')]).replanning).toBe('accepted');
  });
  test('waits where it does what only the rest of the plan did', () => {
    const state = partRun([{ ...sender, _id: 'b' }]);
    expect(state.replanning).toBe('reviewing');
    expect(beyondSigned(state, state.draft?.calls ?? []).tools).toEqual(['send']);
  });
  test('waits where it names what was taken over: that may start', () => {
    expect(partRun([sender]).replanning).toBe('reviewing');
  });
  test('signs no more than the part and what it adds', () => {
    const state = partRun([call('look')]);
    evolve(state, {
      type: 'plan.diff',
      revision: 2,
      added: [],
      removed: [],
      revised: [],
      runId: 'r',
      seq: 10,
      time: 0,
    });
    const commit = decide(state, 0);
    if (commit?.type !== 'plan.commit') throw new Error(JSON.stringify(commit));
    expect(commit.part).toEqual({ starts: ['a', 'b'], given: [] });
    expect(commit.flows?.map((flow) => flow.call)).toEqual(['b']);
    evolve(state, { ...commit, runId: 'r', seq: 11, time: 0 });
    expect(refusalToRunFrom(state, 'sender', 'dependants').join(' ')).toContain('sender is not in it');
  });
});
