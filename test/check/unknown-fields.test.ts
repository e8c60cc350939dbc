import { describe, expect, test } from 'vitest';
import { FIELDS } from '../../src/check/rules/unknown-fields.ts';
import { applyEdits } from '../../src/plan/apply-edit.ts';
import { planShape } from '../../src/plan/document.ts';
import { check, errorsOf, planOf, warningsOf } from './plan-of.ts';

const calls = [{ _id: 'a', _tool: 't', p: '†input.city', _outputPath: '†state.x' }];
const output = '†state.x';
const schema = { type: 'object', properties: { city: { type: 'string' } } };

describe('a field that nothing reads', () => {
  test.each([
    ['input', schema],
    ['input', { $ref: '#/$defs/x' }],
    ['state', { type: 'object', properties: { x: {} } }],
    ['data', { facts: { properties: { x: {} } } }],
  ])('a bare JSON schema as %s is an error, and the fix puts it where it is read', (field, value) => {
    const parts = { calls, output, [field]: value } as Parameters<typeof check>[0];
    expect(errorsOf(check(parts))).toEqual(['not-a-plan']);
    const [problem] = check(parts);
    const mended = applyEdits(planOf(parts), problem!.fixes[0]!.edits);
    if (!mended.ok) throw new Error(mended.error);
    const { calls: _, ...rest } = mended.value.plan;
    expect(check({ ...rest, calls })).toEqual([]);
  });

  test.each([
    [{ input: { schema, city: 'Rome' } }, '"input" has "city"', ['input', 'city']],
    [{ state: { history: [] } }, '"state" has "history"', ['state', 'history']],
    [{ policy: { onfailure: 'skip' } }, 'Did you mean "onFailure"', ['policy', 'onfailure']],
    [{ inputs: {}, polcy: {} }, 'has "inputs" and "polcy"', ['inputs']],
    [{ ouput: 1 }, 'kept and has no effect', ['ouput']],
    [{ tools: [{ name: 't', inputSchema: {} }] }, 'Did you mean "parameters"', ['tools', 0, 'inputSchema']],
  ])('%j is told once, with its place', (parts, words, path) => {
    const problems = check({ calls, output, ...parts } as Parameters<typeof check>[0]);
    expect(problems).toMatchObject([
      { code: 'unknown-meta', severity: 'warning', message: expect.stringContaining(words), path },
    ]);
  });

  test.each(['input', 'state'])(
    'values at the top of the schema of %s are told, and put where they are read',
    (field) => {
      const parts = {
        calls,
        output,
        [field]: { schema: { city: { type: 'string' }, x: { type: 'string' } } },
      };
      const [problem, ...more] = check(parts as Parameters<typeof check>[0]);
      expect([problem?.code, problem?.path, more]).toEqual(['unknown-meta', [field, 'schema'], []]);
      const mended = applyEdits(planOf(parts as Parameters<typeof check>[0]), problem!.fixes[0]!.edits);
      expect(mended.ok && check({ ...mended.value.plan, calls })).toEqual([]);
    },
  );

  test.each([{}, { items: { type: 'string' } }, { city: 'string' }, { title: 'City' }])(
    'the schema %j is left as it is',
    (of) => expect(check({ calls, output, input: { schema: of } })).toEqual([]),
  );

  test('a plan of the language, and what a contract has of its own, is left alone', () => {
    const tools = [{ name: 't', annotations: {}, effect: 'read' as const }];
    expect(warningsOf(check({ calls, output, tools, input: { schema }, state: { initial: {} } }))).toEqual(
      [],
    );
  });

  test('every field of the language is one of those that are read', () => {
    const { policy, state, input } = planShape.shape;
    const keys = (shape: { unwrap(): { shape: object } }) => Object.keys(shape.unwrap().shape).toSorted();
    const known = (of: ReadonlySet<string>) => [...of].toSorted();
    expect(known(FIELDS.plan)).toEqual([...Object.keys(planShape.shape), 'instances', 'meta'].toSorted());
    expect(known(FIELDS.policy)).toEqual(keys(policy));
    expect(known(FIELDS.state)).toEqual(keys(state));
    expect(known(FIELDS.input)).toEqual(keys(input));
  });
});
