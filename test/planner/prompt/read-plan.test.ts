/** What becomes of an answer that is about a plan there is already, or that asks to be shown more tools. */

import { describe, expect, test } from 'vitest';
import type { Call, Plan } from '../../../src/plan/document.ts';
import type { PlannerRequest } from '../../../src/planner/planner.ts';
import { createPlanReader } from '../../../src/planner/prompt/read-plan.ts';
import { catalogueOf } from '../../../src/tools/catalogue.ts';

const call = (id: string, more: object = {}): Call => ({
  ...{ _id: id, _tool: 'note', text: id, _outputPath: `†state.${id}` },
  ...more,
});
const BEFORE = [call('a'), call('b'), call('c', { text: '†state.a' })];

function read(answer: object | string, asked: Partial<PlannerRequest>) {
  const catalogue = catalogueOf([{ name: 'note', parameters: { type: 'object', properties: { text: {} } } }]);
  const reader = createPlanReader({ maxCalls: 5, history: [], catalogue, ...asked });
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const events = [...reader.push(text), ...reader.end()];
  return {
    searched: reader.searched(),
    calls: events.flatMap((event) => (event.kind === 'call' ? [event.call] : [])),
    output: events.findLast((event) => event.kind === 'plan' && event.output !== undefined),
    notes: events.flatMap((event) => (event.kind === 'note' ? [event.text] : [])),
    end: events.at(-1),
  };
}

describe('a mending', () => {
  const mend = { calls: BEFORE, output: '†state.c', problems: [] };

  test('is the whole plan: each mended call in its place, the new ones behind, and those to leave out gone', () => {
    const mended = call('b', { text: 'better' });
    const made = read({ calls: [mended, call('d')], remove: ['a'] }, { mend });
    expect(made.calls).toEqual([mended, BEFORE[2], call('d')]);
    expect(made.output).toMatchObject({ output: '†state.c' });
    expect(made.end).toEqual({ kind: 'done' });
  });

  test('has another output where it says so, and of two calls of one id the one that it gives', () => {
    const made = read(
      { calls: [call('a', { text: 'one' })], output: '†state.a' },
      {
        mend: { ...mend, calls: [call('a'), call('a')] },
      },
    );
    expect(made.calls).toEqual([call('a', { text: 'one' })]);
    expect(made.output).toMatchObject({ output: '†state.a' });
  });

  test('reads a path without its sign where a call that stays has written it', () => {
    expect(read({ calls: [call('d', { text: 'state.a' })] }, { mend }).calls.at(-1)).toMatchObject({
      text: '†state.a',
    });
  });

  test('is counted whole against the limit', () => {
    const many = ['d', 'e', 'f'].map((id) => call(id));
    const { calls, notes, end } = read({ calls: many }, { mend });
    expect(calls).toHaveLength(6);
    expect(notes.join()).toContain('a plan of 6 calls');
    expect(end).toEqual({ kind: 'done' });
  });
});

test('a change may name the calls that stay instead of writing them again', () => {
  const plan = { ...{ format: 'obelus/plan', version: 1, id: 'p' }, calls: BEFORE } as Plan;
  const change = { plan, selected: [] };
  const made = read(
    { calls: [call('c', { text: 'new' })], keep: ['a', 'c', 'nobody'], output: null },
    { change },
  );
  expect(made.calls).toEqual([call('c', { text: 'new' }), BEFORE[0]]);
});

describe('a search', () => {
  test.each([
    ['beside an empty list of calls', { calls: [], search: ['bake bread'] }],
    ['alone', { search: ['bake bread'] }],
    ['in prose', 'I need more.\n```json\n{"search": ["bake bread"]}\n```'],
  ])('%s is read', (_, answer) => {
    expect(read(answer, {}).searched).toEqual(['bake bread']);
  });

  test('beside a plan is no search', () => {
    expect(read({ calls: [call('a')], search: ['more'] }, {}).searched).toEqual([]);
  });
});
