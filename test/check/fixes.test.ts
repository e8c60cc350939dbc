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
  ['unknown-tool', [{ _id: 'a', _tool: 'agent', task: 'x', tools: ['tt', 'template'], ...x }]],
  [
    'unknown-tool',
    {
      calls: [{ _id: 'a', _tool: 't', ...x }],
      strategy: 'iterative',
      mandate: { tools: ['t', 'templat'], effects: [], hosts: [] },
    },
  ],
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
    'unresolved-reference',
    {
      calls: [{ _id: 'a', _tool: 't', _outputPath: '†state.result' }],
      output: { x: '†state.resutl', y: ['text'] },
    },
  ],
  [
    'unresolved-reference',
    {
      calls: [
        { _id: 'a', _tool: 't', ...x },
        { _id: 'b', _tool: 't', p: '†state.x', _outputPath: '†state.sorted' },
      ],
      output: '†state.total && †state.total',
    },
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

describe('an output that names a call that is gone (L-18)', () => {
  const titles = (output: unknown): readonly (readonly [string, unknown])[] => {
    const plan = planOf({
      calls: [
        { _id: 'a', _tool: 't', _outputPath: '†state.rows' },
        { _id: 'b', _tool: 't', p: '†state.rows', _outputPath: '†state.sorted' },
        { _id: 'c', _tool: 't', _off: true, _outputPath: '†state.off' },
      ],
      output: output as never,
    });
    const { problems } = checkPlan(plan, catalogueOf([tool('t')]));
    return problems
      .filter(({ code }) => code === 'unresolved-reference')
      .flatMap(({ fixes }) =>
        fixes.map(({ title, edits }) => {
          const done = applyEdits(plan, edits);
          return [title, done.ok ? done.value.plan.output : 'refused'] as const;
        }),
      );
  };

  test('returns what the plan ends in now, or the last result', () => {
    expect(titles('†state.gone')).toEqual([
      ['Return †state.sorted instead', '†state.sorted'],
      ['Return the last result, whichever it is', undefined],
    ]);
  });

  test('or the rest, which keeps its names', () => {
    expect(titles({ a: '†state.gone', b: '†state.sorted' })).toEqual([
      ['Return the rest, without †state.gone', { b: '†state.sorted' }],
    ]);
  });

  test('or what is spelled almost the same', () => {
    expect(titles(['†state.sortde'])[0]).toEqual(['Return †state.sorted instead', ['†state.sorted']]);
  });
});
