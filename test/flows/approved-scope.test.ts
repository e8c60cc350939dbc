import { expect, test } from 'vitest';
import { beyondScope, isWithinScope } from '../../src/flows/approved-scope.ts';
import type { FlowSetting } from '../../src/flows/use.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';

const builtIns = catalogueOf(builtInTools);
const plan = (...calls: Call[]): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  mode: 'lazy',
  calls,
});
const get: Call = {
  _id: 'get',
  _tool: 'httpGet',
  url: 'https://one.example/a',
  label: '†input.name',
  _outputPath: '†state.a',
};
const place: FlowSetting = {
  catalogue: builtIns,
  hasActivity: (name) => builtIns.get(name) !== undefined,
  contractBehind: builtIns.get,
  modelServer: 'models.example',
};
const beyond = (...calls: Call[]) => beyondScope({ plan: plan(get) }, { plan: plan(...calls) }, place);

test('another call of the same tools, hosts and inputs is within the approved scope', () => {
  const again = { ...get, _id: 'again', url: 'https://one.example/b', _outputPath: '†state.b' };
  expect(isWithinScope(beyond(get, again))).toBe(true);
  expect(isWithinScope(beyond())).toBe(true);
});

test('a tool, an effect, an input and a flow that were not approved are named', () => {
  const send: Call = {
    _id: 'send',
    _tool: 'httpSend',
    url: 'https://two.example/',
    body: { who: '†input.email' },
    _outputPath: '†state.sent',
  };
  const found = beyond(get, send);
  expect(found.tools).toEqual(['httpSend']);
  expect(found.effects).toHaveLength(1);
  expect(found.inputs).toEqual(['†input.email']);
  expect(found.flows).toEqual([
    {
      source: { kind: 'input', path: 'email' },
      call: 'send',
      sink: { kind: 'host', host: 'two.example' },
      effect: 'write',
    },
  ]);
  expect(isWithinScope(found)).toBe(false);
});

test('a file not read before, and the model’s server not asked before, are flows added', () => {
  const read: Call = { _id: 'read', _tool: 'readText', file: 'diary.txt', _outputPath: '†state.diary' };
  expect(beyond(get, read).flows.map(({ source }) => source)).toEqual([{ kind: 'file', name: 'diary.txt' }]);
  const judge: Call = { _id: 'judge', _tool: 'judge', text: '†state.a', _outputPath: '†state.verdict' };
  expect(beyond(get, judge).flows.map(({ sink }) => sink)).toEqual([
    { kind: 'model', server: 'models.example' },
  ]);
});

test('of a part only what it starts was signed: what the rest of the plan does is added again (L-76)', () => {
  const work: Call = { _id: 'work', _tool: 'readText', file: 'a.txt', _outputPath: '†state.text' };
  const whole = plan(get, work);
  const part = { starts: new Set(['work']), given: {} };
  const again = { ...get, _id: 'again', _outputPath: '†state.b' };
  const after = { plan: plan(get, work, again), part: { starts: new Set(['work', 'again']), given: {} } };
  const found = beyondScope({ plan: whole, part }, after, place);
  expect(found.tools).toEqual(['httpGet']);
  expect(found.inputs).toEqual(['†input.name']);
  expect(found.flows.map(({ call, sink }) => [call, sink])).toEqual([
    ['again', { kind: 'host', host: 'one.example' }],
  ]);
  expect(isWithinScope(beyondScope({ plan: whole, part }, { plan: whole, part }, place))).toBe(true);
});
