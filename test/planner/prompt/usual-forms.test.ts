/** Calls and references as models write them, read as ours; and what is ours already stays as it is. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/lib/json.ts';
import { usualForms } from '../../../src/planner/prompt/usual-forms.ts';
import { catalogueOf } from '../../../src/tools/catalogue.ts';

const text = { type: 'string' };
const tools = [
  { name: 'find', parameters: { type: 'object', properties: { customer: text, input: text } } },
  {
    name: 'send',
    parameters: { type: 'object', properties: { to: text, body: {}, name: text, type: text } },
  },
];
const catalogue = catalogueOf(tools as never);
const FIND = { _id: 'f', _tool: 'find', customer: 'C-1', _outputPath: '†state.found' };
const SEND = { _id: 's', _tool: 'send', to: '†state.found.mail', body: ['†input.words'] };

/** The calls of one answer, in order. */
function read(...calls: readonly unknown[]): Json[] {
  const forms = usualForms(catalogue);
  forms.declare({ type: 'object', properties: { words: text } });
  return calls.map((call) => forms.call(call as Json));
}
const refs = (value: Json): Json => {
  const forms = usualForms(catalogue);
  forms.declare({ properties: { words: text } });
  forms.call(FIND as Json);
  return forms.references(value);
};

describe('a call', () => {
  test.each<[string, unknown]>([
    ['{tool, arguments}', { tool: 'find', id: 'f', arguments: { customer: 'C-1' }, outputPath: 'found' }],
    ['{name, arguments}', { name: 'find', id: 'f', arguments: { customer: 'C-1' }, output: 'state.found' }],
    [
      'a native call, its arguments as text',
      {
        id: 'f',
        type: 'function',
        function: { name: 'find', arguments: '{"customer":"C-1"}' },
        output: '†found',
      },
    ],
    ['parameters', { tool_name: 'find', step: 'f', params: { customer: 'C-1' }, save_as: '$state.found' }],
    [
      'ours with arguments',
      { _tool: 'find', _id: 'f', arguments: { customer: 'C-1' }, _outputPath: 'state.found' },
    ],
    ['flat', { tool: 'find', id: 'f', customer: 'C-1', output_path: '{{state.found}}' }],
    ['ours', FIND],
  ])('as %s', (_, call) => {
    expect(read(call)).toEqual([FIND]);
  });

  test('keeps a parameter that is called as a model would call something else', () => {
    const send = {
      tool: 'send',
      arguments: { name: 'Ada', type: 'letter', to: 'x' },
      id: 's',
      output: 'sent',
    };
    expect(read(send)).toEqual([
      { _id: 's', _tool: 'send', name: 'Ada', type: 'letter', to: 'x', _outputPath: '†state.sent' },
    ]);
    expect(read({ tool: 'find', id: 'f', input: '{"a":1}', output: 'found' })).toEqual([
      { _id: 'f', _tool: 'find', input: '{"a":1}', _outputPath: '†state.found' },
    ]);
    const theirs = { _tool: 'unknown', _id: 'u', arguments: { a: 1 }, id: 3 };
    expect(read(theirs)).toEqual([theirs]);
  });

  test('waits for calls by their ids, and reads their results by them', () => {
    const [, send] = read(
      { tool: 'find', id: 'step 1', arguments: { customer: 'C-1' } },
      { tool: 'send', id: 2, arguments: { to: '{{step_1.output.mail}}' }, depends_on: ['step 1'] },
    );
    expect(send).toMatchObject({ to: '†state.step_1.mail', _after: '†state.step_1' });
    const [, other] = read(
      { tool: 'find', id: 's1', arguments: { customer: 'C-1' } },
      { tool: 'send', id: 2, arguments: { to: `\${s1.output.mail}`, body: '{{ s1 }}' }, dependsOn: [] },
    );
    expect(other).toMatchObject({ to: '†state.s1.mail', body: '†state.s1', _after: null });
  });
});

describe('a reference', () => {
  test.each<[string, string]>([
    ['†found', '†state.found'],
    ['†found.0.mail', '†state.found.0.mail'],
    ['$state.found', '†state.found'],
    ['$found.mail', '†state.found.mail'],
    ['{{state.found[0].mail}}', '†state.found.0.mail'],
    ['{{ found }}', '†state.found'],
    [`\${state.found["odd key"]}`, '†state.found["odd key"]'],
    ['state.found.mail', '†state.found.mail'],
    ['input.words', '†input.words'],
    ['{{input.anything}}', '†input.anything'],
    ['$state.a || {{state.b}}', '†state.a || †state.b'],
  ])('%s', (written, ours) => {
    expect(refs([{ deep: written }])).toEqual([{ deep: ours }]);
  });

  test.each([
    'state.address',
    'input.other',
    'found',
    'state',
    '$5.00',
    '{{name}}',
    'Dear {{found}},',
    '†† a dagger',
    '†secret.key',
    '†run.id',
    '$HOME',
    'state.found || nothing',
    'a && b',
  ])('is not made of “%s”', (plain) => {
    expect(refs(plain)).toBe(plain);
  });
});

test('a path that is written only after it was read as plain text is told, not lost', () => {
  const forms = usualForms(catalogue);
  forms.call({ _id: 's', _tool: 'send', to: 'state.found.mail', body: 'state.address' });
  expect(forms.missed()).toEqual([]);
  forms.call(FIND as Json);
  expect(forms.missed()).toEqual(['state.found.mail']);
});

test('property: what is ours is never changed, and nothing a stranger writes throws', () => {
  const ref = fc.constantFrom(
    '†state.found',
    '†input.words',
    '†state.a.0["b c"]',
    '†state.a || †state.b',
    '††x',
    'plain',
  );
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('customer', 'input', 'x'), ref),
      fc.jsonValue(),
      (params, any) => {
        const call = { _id: 'c', _tool: 'find', ...params, _after: '†state.found', _outputPath: '†state.c' };
        expect(read(FIND, call)[1]).toEqual(call);
        read(any, FIND, { tool: 'find', arguments: any }, { ...SEND, body: any });
      },
    ),
  );
});
