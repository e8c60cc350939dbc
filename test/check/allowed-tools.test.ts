/** What a mandate or an agent may use has to be known (L-56, L-64): one rule for both lists. */

import { describe, expect, it } from 'vitest';
import { checkPlan } from '../../src/check/check.ts';
import { errorsWith } from '../../src/check/errors-of.ts';
import { applyEdits } from '../../src/plan/apply-edit.ts';
import type { Plan } from '../../src/plan/document.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { planOf } from './plan-of.ts';

const BUILT_IN = catalogueOf(builtInTools);
const agent = (tools: unknown, more: object = {}) =>
  planOf([{ _id: 'odd', _tool: 'agent', task: 'Look', tools, _outputPath: '†state.odd', ...more }]);
const goingOn = (tools: readonly string[]): Plan =>
  planOf({
    calls: [{ _id: 'a', _tool: 'countWords', text: 'x', _outputPath: '†state.a' }],
    strategy: 'iterative',
    mandate: { tools, effects: ['none', 'read'], hosts: [] } as never,
  });
const said = (plan: Plan) =>
  checkPlan(plan, catalogueOf(builtInTools, plan.tools)).problems.filter(
    ({ code }) => code === 'unknown-tool',
  );
/** Each quick fix, and the list that it leaves. */
const mended = (plan: Plan) =>
  said(plan).flatMap(({ fixes }) =>
    fixes.map(({ title, edits }) => {
      const done = applyEdits(plan, edits);
      if (!done.ok) throw new Error(done.error);
      const { mandate, calls } = done.value.plan;
      return [title, mandate?.tools ?? calls[0]?.tools];
    }),
  );

describe('a tool of an agent that is not known', () => {
  it('is told at its place in the list, and what is called so on the screen is meant', () => {
    const plan = agent(['sortRows', 'Count words']);
    expect(said(plan)).toMatchObject([
      {
        severity: 'error',
        calls: ['odd'],
        path: ['tools', 1],
        message:
          'Call "odd" lets a model use the tool "Count words", which is not known. Did you mean "countWords"?',
      },
    ]);
    expect(mended(plan)).toEqual([
      ['Use "countWords"', ['sortRows', 'countWords']],
      ['Take it off the list', ['sortRows']],
    ]);
  });

  it('of somebody’s own list that is not here can only be brought or taken off', () => {
    const plan = agent(['crm.lookup', 'crm.lookup']);
    expect(said(plan).map(({ message }) => message)).toEqual([
      'Call "odd" lets a model use the tool "crm.lookup", which is not known. Take it off the list, choose another, or give it a contract in the plan\'s "tools".',
    ]);
    expect(mended(plan)).toEqual([['Take it off the list', []]]);
    expect(said({ ...plan, tools: [{ name: 'crm.lookup' }] })).toEqual([]);
  });

  it('names each where several are called so, and none that is on the list already', () => {
    const tools = [
      { name: 'a.find', title: 'Find it' },
      { name: 'b.find', title: 'Find it' },
    ];
    expect(mended({ ...agent(['find it']), tools }).map(([title]) => title)).toEqual([
      'Use "a.find"',
      'Use "b.find"',
      'Take it off the list',
    ]);
    expect(mended({ ...agent(['find it', 'a.find']), tools }).map(([title]) => title)).toEqual([
      'Use "b.find"',
      'Take it off the list',
    ]);
  });

  it('is looked up for the first ten; of a long list the others are one sentence, taken off together', () => {
    const names = (count: number) => Array.from({ length: count }, (_, i) => `unknown${i}`);
    // Each with each would take longer than a test may.
    const plan = agent(['countWords', ...names(10_000)]);
    const problems = said(plan);
    expect(problems).toHaveLength(11);
    expect(problems.at(-1)).toMatchObject({
      message: 'Call "odd" lets a model use 9,990 more tools that are not known.',
      path: ['tools', 11],
    });
    expect(mended(plan).at(-1)).toEqual(['Take them off the list', ['countWords', ...names(10)]]);
    expect(said(agent(names(11))).at(-1)?.message).toBe(
      'Call "odd" lets a model use another tool that is not known.',
    );
    expect(said(agent(names(10)))).toHaveLength(10);
  });

  it('is told whatever else is wrong with the call, of a step that thinks it is not, and what is no list is told by its type', () => {
    expect(said(agent(['nope'], { maxTurns: 'five' }))).toHaveLength(1);
    expect(said(agent(['askModel', 'agent']))).toEqual([]);
    expect(said(agent('nope'))).toEqual([]);
    expect(said(agent('†input.tools'))).toEqual([]);
  });

  it('is a warning while the agent is switched off', () => {
    expect(said(agent(['nope'], { _off: true }))).toMatchObject([{ severity: 'warning' }]);
  });
});

describe('a tool of a mandate that is not known', () => {
  it('is told of the plan, and mended in it', () => {
    const plan = goingOn(['countWords', 'read csv']);
    expect(said(plan)).toMatchObject([
      {
        calls: [],
        path: ['mandate', 'tools', 1],
        message: 'The mandate allows the tool "read csv", which is not known. Did you mean "readCsv"?',
      },
    ]);
    expect(mended(plan)).toEqual([
      ['Use "readCsv"', ['countWords', 'readCsv']],
      ['Take it off the list', ['countWords']],
    ]);
    expect(said(goingOn(['countWords']))).toEqual([]);
  });

  it('stops nobody who runs what was signed: a run from before this was looked at goes on (L-95)', () => {
    const errors = errorsWith(BUILT_IN, BUILT_IN);
    expect(errors(goingOn(['nope']), {}, new Set())).toEqual([]);
    expect(errors(agent(['nope']), {})).toEqual([]);
    expect(errors(planOf([{ _id: 'a', _tool: 'nope', _outputPath: '†state.a' }]), {})).toHaveLength(1);
  });
});

it('a call that is named as the screen names its tool is told which that is', () => {
  const plan = planOf([{ _id: 'a', _tool: 'Count words in it', text: 'x', _outputPath: '†state.a' }]);
  expect(said(plan)).toMatchObject([{ path: ['_tool'] }]);
  const titled = planOf([{ _id: 'a', _tool: 'Ask a model', instruction: 'x', _outputPath: '†state.a' }]);
  expect(said(titled)[0]?.message).toContain('Did you mean "askModel"?');
});

describe('the other words of an agent’s mandate', () => {
  const told = (more: object) =>
    checkPlan(agent(['countWords'], more), BUILT_IN).problems.map(
      ({ code, path, message }) => `${code} at ${path.join('.')}: ${message.replace(/^Call "odd",? ?/, '')}`,
    );
  const turns = (what: string) => [
    `type-mismatch at maxTurns: parameter maxTurns: the value must be ${what} (tool "agent").`,
  ];

  it.each([
    [0, '1 or more, not 0'],
    [101, '100 or less, not 101'],
    [1e300, '100 or less, not 1e+300'],
    [1.5, 'a whole number, not 1.5'],
    ['five', 'a whole number, not "five"'],
    [null, 'a whole number, not null'],
  ])('%j turns: said once, by what its contract takes', (maxTurns, what) => {
    expect(told({ maxTurns })).toEqual(turns(what));
  });

  it('what comes from elsewhere is said at its place', () => {
    const words =
      "what an agent may use has to stand in its call when it is signed: its tools, hosts, effects and limits can't come from another call. Write them out.";
    expect(told({ maxTurns: '†input.turns' })).toContain(`mandate-missing at maxTurns: : ${words}`);
    expect(told({ hosts: ['†input.host'] })).toContain(`mandate-missing at hosts: : ${words}`);
    expect(told({ maxTurns: 100, maxSteps: 3, maxCost: 0 })).toEqual([]);
  });
});
