import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { schemaCheck, validateJson } from '../../src/tools/json-schema.ts';
import { matchesPattern } from '../../src/tools/safe-pattern.ts';
import { declares } from '../../src/tools/schema-paths.ts';
import { TYPES, typeOfValue, typesAt, typesOf } from '../../src/tools/schema-types.ts';

describe('validateJson', () => {
  test.each([
    [{ type: 'string' }, 3, 'must be a string, not 3'],
    [{ type: 'integer' }, 1.5, 'must be a whole number, not 1.5'],
    [{ enum: ['a', 'b'] }, 'c', 'must be one of "a", "b", not "c"'],
    [{ const: 1 }, 2, 'must be 1, not 2'],
    [{ minimum: 2 }, 1, 'must be 2 or more, not 1'],
    [{ maxLength: 2 }, 'abc', 'must have 2 characters or fewer'],
    [{ pattern: '^a' }, 'b', 'must match ^a, which "b" does not'],
    [{ type: 'array', minItems: 2 }, [1], 'must have 2 elements or more, not 1'],
    [{ type: 'object', required: ['q'] }, {}, 'must have the property "q"'],
    [false, 1, 'must not be given'],
  ])('%j refuses %j in words', (schema, value, message) => {
    expect(validateJson(schema, value)).toEqual({ path: [], message });
  });

  test('names the place of the part that does not fit', () => {
    const schema = {
      type: 'object',
      properties: {
        to: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
      },
      additionalProperties: false,
    };
    expect(validateJson(schema, { to: [{ name: 'a' }, { name: 1 }] })?.path).toEqual(['to', 1, 'name']);
    expect(validateJson(schema, { too: [] })).toMatchObject({ path: ['too'] });
    expect(validateJson(schema, { to: [{ name: 'a', more: 1 }] })).toBeUndefined();
  });

  test('a whole number is a number, and a number with no fraction is whole', () => {
    expect(validateJson({ type: 'number' }, 3)).toBeUndefined();
    expect(validateJson({ type: 'integer' }, 3.0)).toBeUndefined();
  });

  test('characters are code points', () => {
    expect(validateJson({ minLength: 2 }, '😀')).toBeDefined();
    expect(validateJson({ maxLength: 1 }, '😀')).toBeUndefined();
  });

  test('combinators, references and tuples go through the full validator', () => {
    const schema = {
      $defs: { id: { type: 'string', minLength: 2 } },
      type: 'object',
      properties: { id: { $ref: '#/$defs/id' }, way: { oneOf: [{ type: 'string' }, { type: 'null' }] } },
    };
    expect(validateJson(schema, { id: 'ab', way: null })).toBeUndefined();
    expect(validateJson(schema, { id: 'a' })?.path).toEqual(['id']);
    expect(validateJson(schema, { way: 1 })?.path).toEqual(['way']);
    expect(validateJson({ not: { type: 'string' } }, 'x')?.message).toContain('does not fit');
    expect(validateJson({ type: 'array', items: [{ type: 'string' }] }, [1])?.path).toEqual([0]);
  });

  test('nullable and unknown types are read as their authors meant', () => {
    expect(validateJson({ type: 'string', nullable: true }, null)).toBeUndefined();
    expect(validateJson({ type: 'dict', properties: { a: { type: 'float' } } }, { a: 1 })).toBeUndefined();
    expect(validateJson({ anyOf: [{ type: 'any' }] }, 1)).toBeUndefined();
  });

  test('a schema that cannot be followed lets values through and never throws', () => {
    const endless: Record<string, unknown> = { anyOf: [{ $ref: '#' }] };
    for (const schema of [
      { $ref: 'https://example.com/x' },
      { $ref: '#/nowhere' },
      endless,
      { anyOf: 'no list' },
      { type: 'string', pattern: '(' },
      { allOf: [{ pattern: '(a+)+$' }] },
    ]) {
      expect(
        validateJson(schema as never, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'),
      ).toBeUndefined();
    }
  });

  test('any schema and any value end in an answer', () => {
    const schemas = fc.letrec<{ schema: unknown }>((tie) => ({
      schema: fc.oneof(
        { depthSize: 'small' },
        fc.boolean(),
        fc.dictionary(
          fc.constantFrom(
            'type',
            'properties',
            'required',
            'items',
            'anyOf',
            'allOf',
            'not',
            'enum',
            'pattern',
            '$ref',
          ),
          fc.oneof(fc.constantFrom('string', 'object', '#', '#/properties/a'), fc.jsonValue(), tie('schema')),
        ),
      ),
    })).schema;
    fc.assert(
      fc.property(schemas, fc.jsonValue(), (schema, value) => {
        const fault = validateJson(schema as never, value);
        expect(fault === undefined || fault.message.length > 0).toBe(true);
      }),
    );
  });

  test('the plain way and the full way agree', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'integer', minimum: 0 }, b: { type: 'array', items: { enum: ['x', 'y'] } } },
      required: ['a'],
      additionalProperties: false,
    };
    const full = schemaCheck({ ...schema, minProperties: 0 });
    const plain = schemaCheck(schema);
    const values = fc.record(
      { a: fc.oneof(fc.integer(), fc.double(), fc.string()), b: fc.array(fc.constantFrom('x', 'y', 'z')) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(values, fc.jsonValue()), (value) => {
        expect(plain(value) === undefined).toBe(full(value) === undefined);
      }),
    );
  });
});

describe('typesOf', () => {
  test('integer and number meet, string and number do not', () => {
    expect(typesOf({ type: 'integer' }) & typesOf({ type: 'number' })).not.toBe(0);
    expect(typesOf({ type: 'string' }) & typesOf({ type: 'number' })).toBe(0);
  });

  test('reads type lists, enums, alternatives and references', () => {
    expect(typesOf({ type: ['string', 'null'] })).toBe(TYPES.string | TYPES.null);
    expect(typesOf({ enum: [1, 'a'] })).toBe(TYPES.integer | TYPES.string);
    expect(typesOf({ anyOf: [{ type: 'array' }, { const: true }] })).toBe(TYPES.array | TYPES.boolean);
    expect(typesOf({ $ref: '#/$defs/a', $defs: { a: { type: 'array' } } })).toBe(TYPES.array);
  });

  test('follows a path through properties and elements', () => {
    const schema = {
      type: 'object',
      properties: {
        rows: { type: 'array', items: { type: 'object', properties: { id: { type: 'number' } } } },
      },
    };
    expect(typesAt(schema, ['rows', 0, 'id'])).toBe(TYPES.number);
    expect(typesAt(schema, ['other']) & typeOfValue('x')).not.toBe(0);
  });
});

describe('declares', () => {
  const open = {
    type: 'object',
    properties: { user: { type: 'object', properties: { name: {} } }, any: {} },
  };
  const closed = { ...open, additionalProperties: false };
  test.each([
    ['a declared path', open, ['user', 'name'], 'declared'],
    ['below a property without a shape', closed, ['any', 'thing'], 'declared'],
    ['an undeclared path of an open schema', open, ['users'], 'open'],
    ['an undeclared path of a closed schema', closed, ['users'], 'closed'],
    ['an open object inside a closed one', closed, ['user', 'age'], 'open'],
    ['a schema that names nothing', { type: 'object' }, ['x'], 'declared'],
    [
      'inside a scalar of a closed schema',
      { properties: { a: { type: 'string' } }, additionalProperties: false },
      ['a', 'b'],
      'closed',
    ],
    [
      'an alternative that declares it',
      { anyOf: [closed, { properties: { users: {} } }] },
      ['users'],
      'declared',
    ],
    ['an element', { properties: { l: { type: 'array', items: { type: 'string' } } } }, ['l', 0], 'declared'],
  ] as const)('%s', (_, schema, path, verdict) => {
    expect(declares(schema as never, path)).toBe(verdict);
  });
});

describe('matchesPattern', () => {
  test('runs ordinary patterns', () => {
    expect(matchesPattern('^[a-z]+\\d{2}$', 'ab12')).toBe(true);
    expect(matchesPattern('^[a-z]+\\d{2}$', 'ab1')).toBe(false);
  });
  test('does not run what could take for ever', () => {
    const text = `${'a'.repeat(40)}!`;
    for (const pattern of ['^(a+)+$', '^(a|a)*$', '^((a*)b?)*$', '^(.*)\\1*$'])
      expect(matchesPattern(pattern, text)).toBe(true);
  });
});
