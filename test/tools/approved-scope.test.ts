import { expect, test } from 'vitest';
import type { Call, Plan } from '../../src/plan/document.ts';
import { beyondScope, isWithinScope } from '../../src/tools/approved-scope.ts';
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
const beyond = (...calls: Call[]) => beyondScope(plan(get), plan(...calls), builtIns, builtIns);

test('another call of the same tools, hosts and inputs is within the approved scope', () => {
  const again = { ...get, _id: 'again', url: 'https://one.example/b', _outputPath: '†state.b' };
  expect(isWithinScope(beyond(get, again))).toBe(true);
  expect(isWithinScope(beyond())).toBe(true);
});

test('a tool, an effect, an input and a host that were not approved are named', () => {
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
  expect(found.hosts).toEqual(['two.example']);
  expect(isWithinScope(found)).toBe(false);
});
