/** A model that takes what it was not shown: refused with a sentence, drawn as an open step, in no plan that can be signed. */

import { afterEach, describe, expect, test } from 'vitest';
import { streamed } from '../../e2e/model-server/script.ts';
import { type ModelServer, startModelServer } from '../../e2e/model-server/server.ts';
import { checkPlan } from '../../src/check/check.ts';
import type { Json } from '../../src/lib/json.ts';
import { type Call, FORMAT, type Plan, VERSION } from '../../src/plan/document.ts';
import { createOpenAiPlanner } from '../../src/planner/openai/planner.ts';
import type { PlannerRequest } from '../../src/planner/planner.ts';
import { withChecks } from '../../src/planner/with-checks.ts';
import { collect, requestFor } from './openai/asking.ts';

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const FIND: Call = { _id: 'find', _tool: 'findOrder', id: '7', _outputPath: '†state.order' };
const AGENT: Call = {
  ...{ _id: 'odd', _tool: 'agent', _description: 'Look after it', task: 'See to the odd ones' },
  ...{ tools: ['findOrder'], _after: '†state.order', _outputPath: '†state.odd' },
};

/** The draft that a model's answers come to, the last of them again and again. */
async function drafted(answers: readonly (readonly Call[])[], request: Partial<PlannerRequest> = {}) {
  const texts = answers.map((calls) => JSON.stringify({ calls, output: `${calls.at(-1)?._outputPath}` }));
  const replies = texts.map((text) => streamed(text));
  server = await startModelServer({ replies: [...replies, ...Array(3).fill(replies.at(-1))] });
  const planner = withChecks(createOpenAiPlanner({ baseUrl: server.url, model: 'scripted' }));
  const asked = requestFor(request);
  const events = await collect(planner(asked));
  let calls: Call[] = [];
  let output: Json | undefined;
  for (const event of events) {
    if (event.kind === 'restart') calls = [];
    if (event.kind === 'call') calls = [...calls, event.call];
    if (event.kind === 'plan' && event.output !== undefined) output = event.output;
  }
  const plan = { format: FORMAT, version: VERSION, id: 'p', mode: 'lazy', calls, output } as Plan;
  return {
    calls,
    ever: events.flatMap((event) => (event.kind === 'call' ? [event.call] : [])),
    errors: checkPlan(plan, asked.catalogue).problems.flatMap(({ severity, code }) =>
      severity === 'error' ? [code] : [],
    ),
    notes: events.flatMap((event) => (event.kind === 'note' ? [event.text] : [])).join(' '),
    asked: server.requests.length,
    told: server.requests.map(({ body }) => JSON.stringify(body)),
    last: events.at(-1)?.kind,
  };
}

describe('an agent that nobody offered', () => {
  test('goes back with a sentence, and what comes in its place stands', async () => {
    const { calls, ever, asked, told, notes } = await drafted([
      [FIND, AGENT],
      [{ ...FIND, _id: 'odd', _outputPath: '†state.odd' }],
    ]);
    expect(asked).toBe(2);
    expect(told[1]).toContain('takes the tool \\"agent\\", which was not offered');
    expect(calls.map(({ _tool }) => _tool)).not.toContain('agent');
    // Not even for a moment: a draft that is stopped by then stands as it is.
    expect(ever.map(({ _tool }) => _tool)).not.toContain('agent');
    expect(notes).not.toContain('agent');
  });

  test('is an open step where the model insists, which nobody can sign, and the draft says why', async () => {
    const { calls, errors, notes, last } = await drafted([[FIND, AGENT]]);
    expect(calls.at(-1)).toEqual({
      ...{ _id: 'odd', _tool: 'open', _description: 'Look after it' },
      ...{ _after: '†state.order', _outputPath: '†state.odd' },
    });
    expect(errors).toEqual(['open-step']);
    expect(notes).toContain('Call "odd" takes the tool "agent", which was not offered. Take one that was.');
    expect(last).toBe('done');
  });

  test('may be named again where it stands in the plan to be changed', async () => {
    const plan: Plan = { format: FORMAT, version: VERSION, id: 'p', mode: 'lazy', calls: [FIND, AGENT] };
    const { calls, asked } = await drafted([[FIND, AGENT]], { change: { plan, selected: [] } });
    expect(asked).toBe(1);
    expect(calls).toEqual([FIND, AGENT]);
    await server?.close();
    // Another one is another one, whatever stands there.
    const more = await drafted([[FIND, AGENT, { ...AGENT, _id: 'odd2', _outputPath: '†state.odd2' }]], {
      change: { plan, selected: [] },
    });
    expect(more.errors).toEqual(['open-step']);
  });
});

describe('what is known and was not offered either', () => {
  test.each<readonly [string, Partial<Call>, string]>([
    [
      'a step that thinks, where no model would answer it',
      { _tool: 'judgeByModel' },
      'the tool "judgeByModel"',
    ],
    ['other code behind a name', { _activity: 'saveFile' }, 'which code its tool enters'],
    ['a model in the place of code', { _activity: '' }, 'which code its tool enters'],
    ['a plan made meanwhile', { _tool: 'sub', _delegate: 'anonymous' }, 'plan by itself while the plan runs'],
  ])('%s', async (_, part, says) => {
    const { calls, notes } = await drafted([[{ ...FIND, ...part } as Call]]);
    expect(calls.map(({ _tool }) => _tool)).toEqual(['open']);
    expect(notes).toContain(says);
  });

  test.each(['sаveFile', 'findOrder ', 'FindOrder'])('"%s" is no tool', async (name) => {
    const { errors, notes } = await drafted([[{ ...FIND, _tool: name }]]);
    expect(errors).toContain('unknown-tool');
    expect(notes).toContain('is not known');
  });
});
