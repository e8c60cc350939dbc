import '../../src/check/check.ts';
import { describe, expect, it } from 'vitest';
import { originWords, toolGroups } from '../../src/flows/tools.ts';
import type { FlowSetting } from '../../src/flows/use.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf, type ToolContract } from '../../src/tools/catalogue.ts';

const BUILT_IN = catalogueOf(builtInTools);
const PLACE: FlowSetting = {
  catalogue: BUILT_IN,
  hasActivity: (name) => name === 'mine' || BUILT_IN.get(name) !== undefined,
  contractBehind: BUILT_IN.get,
};
const contract = (name: string, activity?: string): ToolContract => ({
  name,
  parameters: { type: 'object' },
  ...(activity === undefined ? {} : { activity }),
});
const TOOLS = [contract('fetchBills', 'httpSend'), contract('judge'), contract('count', 'mine')];
const planOf = (calls: readonly Call[]): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls,
  tools: TOOLS,
});
const said = (call: Omit<Call, '_id'>) => {
  const plan = planOf([{ _id: 'a', ...call } as Call]);
  return originWords(plan.calls[0]!, plan, catalogueOf(builtInTools, plan.tools), PLACE);
};

describe('beside the name of a tool stands whose it is (L-75)', () => {
  it.each([
    [{ _tool: 'readCsv' }, 'built in'],
    [{ _tool: 'mine' }, 'your own code'],
    [{ _tool: 'judge' }, 'this plan’s own, answered by a model'],
    [{ _tool: 'askModel' }, 'built in, answered by a model'],
    [{ _tool: 'askModel', _activity: 'httpSend' }, 'built in, but here done by the built-in “httpSend”'],
    [{ _tool: 'fetchBills' }, 'this plan’s own, done by the built-in “httpSend”'],
    [{ _tool: 'count' }, 'this plan’s own, done by your own code “mine”'],
    [{ _tool: 'each', _delegate: 'sub' }, 'a plan of its own'],
  ])('%j: %s', (call, words) => {
    expect(said(call)).toBe(words);
  });

  it('a built-in name over other code says so: whoever reads the name alone would be misled', () => {
    expect(said({ _tool: 'calculate', _activity: 'httpSend' })).toBe(
      'built in, but here done by the built-in “httpSend”',
    );
    expect(said({ _tool: 'readCsv', _activity: '' })).toBe('built in, but here answered by a model');
    expect(said({ _tool: 'readCsv', _activity: 'mi\u202ene' })).toBe(
      'built in, but here done by your own code “mi⟨U+202E⟩ne”',
    );
  });
});

describe('the tools of a plan', () => {
  it('stand by where their contracts came from, and say so', () => {
    const plan = planOf([
      { _id: 'a', _tool: 'judge' },
      { _id: 'b', _tool: 'fetchBills' },
      { _id: 'c', _tool: 'readCsv' },
      { _id: 'd', _tool: 'each', _delegate: 'sub' },
    ]);
    const sub = { ...planOf([{ _id: 'x', _tool: 'judge' }]), tools: [contract('judge')] };
    const came = (name: string, room?: string) =>
      name === 'judge' ? (room === 'sub' ? 'from a file' : 'from a link') : null;
    expect(toolGroups(plan, PLACE, { sub }, came)).toEqual([
      { words: 'this plan’s own, from a link, answered by a model', names: ['judge'] },
      { words: 'this plan’s own, done by the built-in “httpSend”', names: ['fetchBills'] },
      { words: 'this plan’s own, from a file, answered by a model', names: ['judge'] },
      { words: 'built in', names: ['readCsv'] },
    ]);
    const catalogue = catalogueOf(builtInTools, plan.tools);
    expect(originWords(plan.calls[0]!, plan, catalogue, PLACE, came)).toBe(
      'this plan’s own, from a link, answered by a model',
    );
  });

  it('stand once each, those of others first, sub-plans’ too', () => {
    const plan = planOf([
      { _id: 'a', _tool: 'readCsv' },
      { _id: 'b', _tool: 'fetchBills' },
      { _id: 'c', _tool: 'readCsv' },
      { _id: 'd', _tool: 'each', _delegate: 'sub' },
    ]);
    const sub: Plan = {
      ...planOf([{ _id: 'x', _tool: 'readCsv' }]),
      tools: [contract('readCsv', 'httpGet')],
    };
    expect(toolGroups(plan, PLACE, { sub })).toEqual([
      { words: 'this plan’s own, done by the built-in “httpSend”', names: ['fetchBills'] },
      { words: 'this plan’s own, done by the built-in “httpGet”', names: ['readCsv'] },
      { words: 'built in', names: ['readCsv'] },
    ]);
  });

  it('hold what a mandate and its agents may use, which no call names yet; what is switched off uses nothing', () => {
    const agent = { _id: 'odd', _tool: 'agent', task: 'x', tools: ['countWords', 'judge', 'agent'] };
    const plan: Plan = {
      ...planOf([agent, { ...agent, _id: 'off', tools: ['sortRows'], _off: true }]),
      mandate: { tools: ['fetchBills', 'agent'], effects: [], hosts: [] },
    };
    expect(toolGroups(plan, PLACE)).toEqual([
      { words: 'this plan’s own, done by the built-in “httpSend”', names: ['fetchBills'] },
      { words: 'this plan’s own, answered by a model', names: ['judge'] },
      { words: 'built in', names: ['countWords'] },
    ]);
  });
});
