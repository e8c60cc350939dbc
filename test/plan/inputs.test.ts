/** The inputs of a plan as a list, and what a change of one does to all that reads it. */

import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../src/lib/json.ts';
import type { Result } from '../../src/lib/result.ts';
import { applyEdits } from '../../src/plan/apply-edit.ts';
import type { Plan } from '../../src/plan/document.ts';
import type { Edit } from '../../src/plan/edit.ts';
import { inputsOf, typeOf } from '../../src/plan/input-schema.ts';
import {
  addInput,
  changeInput,
  removeInput,
  renameInput,
  schemaFor,
  undeclaredInputs,
} from '../../src/plan/inputs.ts';

const plan: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  input: {
    schema: {
      $comment: 'kept',
      type: 'object',
      properties: { limit: { type: 'integer', maximum: 9 }, any: true },
      required: ['limit', 'elsewhere'],
      additionalProperties: false,
    },
  },
  calls: [
    {
      ...{ _id: 'a', _tool: 'a', _description: '†input.limit is a word here' },
      ...{ p: { q: ['†input.limit.x || †input["other one"]'] }, _after: '†input.limit' },
    },
    { _id: 'b', _tool: 'b', p: '†input.limits' },
  ],
  output: { x: '†input.limit', y: '†state.limit' },
  notes: [{ kind: 'test', name: 't', input: { limit: 3 }, expect: {} }],
} as unknown as Plan;

const edited = (edits: Result<readonly Edit[], string> | Edit, of = plan): Plan => {
  const all = 'kind' in edits ? [edits] : edits.ok ? edits.value : undefined;
  const done = all && applyEdits(of, all);
  if (!done?.ok) throw new Error('refused');
  const back = applyEdits(done.value.plan, done.value.inverse);
  expect(back.ok && back.value.plan).toEqual(of);
  return done.value.plan;
};
const schemaOf = ({ input }: Plan) => input?.schema as JsonObject;

describe('the inputs', () => {
  //
  test('are those that the schema names, in its order', () => {
    expect(inputsOf(plan)?.map(({ name, required }) => [name, required])).toEqual([
      ['limit', true],
      ['any', false],
    ]);
    expect(inputsOf({})).toEqual([]);
  });

  test('of a schema of another shape are edited as JSON', () => {
    for (const schema of [true, { type: 'array' }, { properties: 3 }, { required: 'x' }] as never[]) {
      expect(inputsOf({ input: { schema } })).toBeNull();
      expect(addInput({ ...plan, input: { schema } }, 'x').ok).toBe(false);
    }
  });

  test('that are read and not declared are told, each once', () => {
    expect(undeclaredInputs(plan)).toEqual(['other one', 'limits']);
  });
});

describe('a change', () => {
  test('of one input leaves what else the schema says', () => {
    const schema = schemaOf(
      edited(changeInput(plan, { name: 'limit', schema: { type: 'string' }, required: false })),
    );
    expect(schema).toEqual({
      $comment: 'kept',
      type: 'object',
      properties: { limit: { type: 'string' }, any: true },
      required: ['elsewhere'],
      additionalProperties: false,
    });
  });

  test('adds the first input to a plan without any, and takes the last one away again', () => {
    const bare: Plan = { format: 'obelus/plan', version: 1, id: 'p', calls: [] };
    const asked = edited(addInput(bare, 'x'), bare);
    expect(asked.input).toEqual({
      schema: { type: 'object', properties: { x: { type: 'string' } }, required: ['x'] },
    });
    expect(edited(removeInput(asked, 'x'), asked)).toEqual(bare);
  });

  test('a new name is that of all that reads it: parameters, order, output, tests – and of no text', () => {
    const renamed = edited(renameInput(plan, 'limit', 'most'));
    expect(Object.keys(schemaOf(renamed).properties as object)).toEqual(['most', 'any']);
    expect(schemaOf(renamed).required).toEqual(['most', 'elsewhere']);
    expect(renamed.calls).toEqual([
      {
        ...{ _id: 'a', _tool: 'a', _description: '†input.limit is a word here' },
        ...{ p: { q: ['†input.most.x || †input["other one"]'] }, _after: '†input.most' },
      },
      plan.calls[1],
    ]);
    expect(renamed.output).toEqual({ x: '†input.most', y: '†state.limit' });
    expect(renamed.notes).toEqual([{ kind: 'test', name: 't', input: { most: 3 }, expect: {} }]);
  });

  test.each(['', '1st', 'a b', 'any', '__proto__', 'constructor', 'x'.repeat(65)])(
    '%j is no name for it',
    (name) => {
      expect(renameInput(plan, 'limit', name).ok).toBe(false);
      expect(addInput(plan, name).ok).toBe(false);
    },
  );
});

describe('a type', () => {
  test('is what the form is made of, and told from the schema again', () => {
    for (const type of ['text', 'number', 'whole', 'yes-no', 'date', 'choice', 'list', 'any'] as const)
      expect(typeOf(schemaFor(type))).toBe(type);
  });

  test('changed keeps title, bounds and a default that fits', () => {
    const number: JsonObject = { title: 'T', type: 'number', minimum: 1, maximum: 3, default: 2 };
    expect(schemaFor('whole', number)).toEqual({
      title: 'T',
      type: 'integer',
      minimum: 1,
      maximum: 3,
      default: 2,
    });
    expect(schemaFor('text', number)).toEqual({ title: 'T', type: 'string' });
    const text: Json = schemaFor('date', { type: 'string', default: 'soon' });
    expect(text).toEqual({ type: 'string', format: 'date' });
  });
});
