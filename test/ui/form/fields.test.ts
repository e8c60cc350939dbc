import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtInTools } from '../../../src/tools/built-in.ts';
import { labelOf } from '../../../src/tools/titles.ts';
import { fieldKind, fieldsOf, firstWay, spokenWith } from '../../../src/ui/form/fields.ts';

describe('the fields of a schema', () => {
  it.each([
    [{ type: 'string' }, { kind: 'text', long: false }],
    [
      { type: 'string', maxLength: 5000 },
      { kind: 'text', long: true },
    ],
    [{ type: ['string', 'null'] }, { kind: 'text', long: false }],
    [
      { type: 'integer', minimum: 1 },
      { kind: 'number', whole: true, min: 1 },
    ],
    [{ type: 'boolean' }, { kind: 'boolean' }],
    [{ enum: ['a', 2] }, { kind: 'choice', options: ['a', 2] }],
    [{ const: 'only' }, { kind: 'choice', options: ['only'] }],
    [{ type: 'object' }, { kind: 'json' }],
    [{}, { kind: 'json' }],
    [true, { kind: 'json' }],
    [{ type: ['string', 'number'] }, { kind: 'json' }],
    [
      { type: ['string', 'number', 'array'], 'x-kind': 'value' },
      { kind: 'text', long: false, of: 'cells', many: true },
    ],
    [
      { type: ['string', 'array'], 'x-kind': 'column' },
      { kind: 'text', long: false, of: 'columns', many: true },
    ],
  ])('%j is edited as %j', (schema, expected) => {
    expect(fieldKind(schema)).toEqual(expected);
  });

  it('come required ones first', () => {
    const schema = { type: 'object', properties: { a: {}, b: {} }, required: ['b'] };
    expect(fieldsOf(schema).map((field) => field.name)).toEqual(['b', 'a']);
  });

  it('end at a depth where a form would be a maze', () => {
    const deep = (levels: number): Record<string, unknown> =>
      levels === 0 ? { type: 'string' } : { type: 'object', properties: { in: deep(levels - 1) } };
    expect(JSON.stringify(fieldKind(deep(30))).match(/"group"/g)?.length).toBeLessThanOrEqual(4);
  });

  //
  it('are there for every parameter of every built-in tool', () => {
    for (const tool of builtInTools) {
      const names = Object.keys((tool.parameters as { properties?: object }).properties ?? {});
      expect(
        fieldsOf(tool.parameters)
          .map((field) => field.name)
          .sort(),
      ).toEqual(names.sort());
    }
  });

  it('never throw, whatever a stranger calls a schema', () => {
    fc.assert(fc.property(fc.jsonValue(), (schema) => void fieldsOf(schema as never)));
  });
});

describe('labels', () => {
  it.each([
    ['customerId', 'Customer id'],
    ['max_steps', 'Max steps'],
    ['', ''],
    ['__', '__'],
  ])('%j reads %j', (name, label) => {
    expect(labelOf(name)).toBe(label);
  });
});

describe('what takes one thing or another', () => {
  const schema = { type: 'object', anyOf: [{ required: ['column'] }, { required: ['conditions'] }] };

  it('needs what its first way needs, until one of them is taken', () => {
    expect([...firstWay(schema, {})]).toEqual(['column']);
    expect([...firstWay(schema, { conditions: [] })]).toEqual([]);
    expect([...firstWay(schema, { column: 'a' })]).toEqual([]);
    expect([...firstWay({ type: 'object' }, {})]).toEqual([]);
  });
});

it('what is one sentence with a column stands open: how it is compared and with what, which way it is sorted', () => {
  const open = (tool: string, given: Record<string, unknown>) => {
    const { parameters } = builtInTools.find(({ name }) => name === tool)!;
    const order = Object.keys((parameters as { properties: object }).properties);
    return [...spokenWith(fieldsOf(parameters), order, given)];
  };
  expect(open('filterRows', { column: 'region' })).toEqual(['operator', 'value']);
  expect(open('filterRows', { column: 'region', operator: 'isEmpty' })).toEqual(['operator']);
  expect(open('filterRows', { column: 'region', valueColumn: 'other' })).toEqual(['operator']);
  expect(open('filterRows', { conditions: [] })).toEqual([]);
  expect(open('sortRows', {})).toEqual(['direction']);
  expect(open('joinRows', {})).toEqual([]);
  expect(open('groupRows', {})).toEqual([]);
  // A way is taken by a sentence as well: what is looked at, how, and what it is held against.
  expect(open('decide', {})).toEqual(['operator', 'compareTo']);
  expect(open('decide', { operator: 'isEmpty' })).toEqual(['operator']);
});
