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

test('a call that was switched off was not approved: on, it is beyond the scope (L-37)', () => {
  const send: Call = { _id: 'send', _tool: 'httpSend', url: 'https://one.example/b', body: '†input.other' };
  const off = plan(get, { ...send, _off: true });
  const beside = beyondScope({ plan: off }, { plan: plan(get, send) }, place);
  expect(beside).toMatchObject({ tools: ['httpSend'], effects: ['write'], inputs: ['†input.other'] });
  expect(isWithinScope(beyondScope({ plan: plan(get) }, { plan: off }, place))).toBe(true);
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

const order: Call = {
  _id: 'order',
  _tool: 'httpSend',
  url: 'https://one.example/orders',
  body: { lamp: 7 },
  _outputPath: '†state.sent',
};

test.each([
  ['another body', { body: { lamp: 8 } }, []],
  ['another method', { method: 'DELETE' }, ['DELETE /orders to one.example']],
  ['another path', { url: 'https://one.example/all' }, ['POST /all to one.example']],
  ['a query', { url: 'https://one.example/orders?all' }, ['POST /orders?… to one.example']],
  [
    'a header that makes it another',
    { headers: { 'X-HTTP-Method-Override': 'DELETE' } },
    ['POST as DELETE /orders, with “X-HTTP-Method-Override: DELETE” to one.example'],
  ],
])('a write with %s where one was approved at the same host', (_, changed, requests) => {
  const after = plan({ ...order, ...changed, _id: 'next' } as Call);
  const found = beyondScope({ plan: plan(order) }, { plan: after }, place);
  expect(found).toEqual({ tools: [], effects: [], inputs: [], flows: [], requests });
  expect(isWithinScope(found)).toBe(requests.length === 0);
});

test('of two queries, and of two long paths, that are told in the same words, one is not the other', () => {
  const long = (name: string) => `https://one.example/${'a'.repeat(60)}${name}${'b'.repeat(60)}`;
  for (const [one, other] of [
    ['https://one.example/?a', 'https://one.example/?b'],
    [long('x'), long('y')],
  ] as const) {
    const found = beyondScope(
      { plan: plan({ ...order, url: one }) },
      { plan: plan({ ...order, url: other }) },
      place,
    );
    expect(found.requests).toHaveLength(1);
  }
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
