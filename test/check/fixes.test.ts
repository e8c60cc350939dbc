import { describe, expect, test } from 'vitest';
import { checkPlan } from '../../src/check/check.ts';
import { applyEdits } from '../../src/plan/apply-edit.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { planOf } from './plan-of.ts';

const template = { name: 'template', effect: 'none' as const };
const tool = (name: string, more: object = {}) => ({ name, effect: 'read' as const, ...more });
const x = { _outputPath: '†state.x' };

const cases: [string, Parameters<typeof planOf>[0], (readonly object[])?][] = [
  ['bad-id', [{ _id: 'a b', _tool: 't', ...x }]],
  ['duplicate-id', [1, 2, 3].map((n) => ({ _id: 'a', _tool: 't', _outputPath: `†state.x${n}` }))],
  ['unknown-tool', [{ _id: 'a', _tool: 'tt', ...x }]],
  ['unknown-parameter', [{ _id: 'a', _tool: 'strict', subjekt: 'v', ...x }]],
  ['bad-output-method', [{ _id: 'a', _tool: 't', _outputMethod: 'pusch', ...x }]],
  ['output-in-lazy-plan', [{ _id: 'a', _tool: 't', _output: 1, ...x }]],
  [
    'unresolved-reference',
    [
      { _id: 'a', _tool: 't', p: ['†state.resutl || †state.resutl'], ...x },
      { _id: 'b', _tool: 't', _outputPath: '†state.result' },
    ],
  ],
  [
    'write-conflict',
    [
      { _id: 'a', _tool: 't', ...x },
      { _id: 'b', _tool: 't', ...x },
    ],
  ],
  [
    'embedded-reference',
    [{ _id: 'a', _tool: 't', p: { deep: ['Dear †input.name, †input.person.name and †input["a b"]'] }, ...x }],
  ],
  [
    'undeclared-input',
    {
      calls: [{ _id: 'a', _tool: 't', p: '†input.q', ...x }],
      input: { schema: { type: 'object', properties: { z: {} } } },
    },
  ],
  [
    'no-data-edge',
    [
      { _id: 'a', _tool: 't' },
      { _id: '1', _tool: 't' },
      { _id: 'constructor', _tool: 't' },
    ],
  ],
  ['discarded-result', [{ _id: 'a', _tool: 't' }]],
  ['exceeds-max-steps', { calls: [{ _id: 'a', _tool: 't', ...x }], policy: { maxSteps: 0 } }],
  ['unknown-meta', [{ _id: 'a', _tool: 't', _note: 1, ...x }]],
];

describe('every quick fix removes its problem and brings no error', () => {
  const catalogue = catalogueOf([
    template,
    tool('t'),
    tool('strict', {
      parameters: {
        type: 'object',
        properties: { subject: { type: 'string' } },
        additionalProperties: false,
      },
    }),
  ]);
  test.each(cases)('%s', (code, parts) => {
    const plan = planOf(parts);
    const before = checkPlan(plan, catalogue).problems;
    const problem = before.find((candidate) => candidate.code === code);
    expect(problem?.fixes.length).toBeGreaterThan(0);
    for (const fix of problem!.fixes) {
      const edited = applyEdits(plan, fix.edits);
      if (!edited.ok) throw new Error(`${fix.title}: ${edited.error}`);
      const after = checkPlan(edited.value.plan, catalogue).problems;
      expect(after.filter((other) => other.code === code)).toEqual([]);
      const errors = after.filter((other) => other.severity === 'error').map((other) => other.message);
      expect(errors.filter((message) => !before.some((other) => other.message === message))).toEqual([]);
    }
  });

  test('the template call gets the text with its places, and the values by name', () => {
    const plan = planOf([{ _id: 'a', _tool: 't', p: 'Dear †input.name, from †state.me.name.', ...x }]);
    const { fixes } = checkPlan(plan, catalogue).problems.find(({ code }) => code === 'embedded-reference')!;
    expect(fixes[0]?.edits[0]).toEqual({
      kind: 'add-call',
      at: 0,
      call: {
        _id: 'template',
        _tool: 'template',
        template: 'Dear {name}, from {name_2}.',
        values: { name: '†input.name', name_2: '†state.me.name' },
        _outputPath: '†state.template',
      },
    });
  });
});
