import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import type { Plan } from '../../src/plan/document.ts';
import { leftOut } from '../../src/run/left-out.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  input: { schema: { type: 'object', properties: { to: {}, by: { default: 'post' } } } },
  calls: [
    { _id: 'send', _tool: 't', to: '†input.to', by: '†input.by', _outputPath: '†state.sent' },
    { _id: 'log', _tool: 't', what: '†state.sent', _outputPath: '†state.logged' },
    { _id: 'either', _tool: 't', to: '†input.to || †input.by', _outputPath: '†state.either' },
    { _id: 'rest', _tool: 't', by: '†input.by' },
  ],
};
const SETTING = { catalogue: catalogueOf([]), hasActivity: () => true };
const of = (input: JsonObject, plan: Plan = PLAN) => leftOut({ plan, input }, SETTING);

test('what reads an optional input that is not given is left out, with all that reads from it (L-18)', () => {
  expect(of({})).toEqual(['send', 'log']);
});

test('nothing is left out where it is given, has a default, or has another way (L-10)', () => {
  expect(of({ to: 'a' })).toEqual([]);
});

test('a run that can not start leaves nothing out: it is refused whole', () => {
  const schema = { type: 'object', properties: { to: {}, by: {} }, required: ['to'] };
  expect(of({}, { ...PLAN, input: { schema } })).toEqual([]);
});
