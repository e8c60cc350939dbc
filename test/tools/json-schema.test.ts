import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { isPatternKnown, loadPatterns, matchesPattern } from '../../src/tools/foreign-pattern.ts';
import { schemaCheck, validateJson } from '../../src/tools/json-schema.ts';
import { declares } from '../../src/tools/schema-paths.ts';
import { TYPES, typeOfValue, typesAt, typesOf } from '../../src/tools/schema-types.ts';

beforeAll(loadPatterns);

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
    for (const schema of [
      { $ref: 'https://example.com/x' },
      { $ref: '#/nowhere' },
      { anyOf: 'no list' },
      { type: 'string', pattern: '(' },
      { allOf: [{ pattern: '(?=a)b' }] },
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
    expect(matchesPattern('^(?<year>\\p{Nd}{4})\\/\\u0041', '2026/A')).toBe(true);
  });
  test('takes no longer for a pattern that would take for ever elsewhere', () => {
    const text = `${'a'.repeat(4_000)}!`;
    for (const pattern of ['^(a+)+$', '^(a|a)*$', '^((a*)b?)*$'])
      expect(matchesPattern(pattern, text)).toBe(false);
  });
  test('does not guess what RE2 cannot take', () => {
    for (const pattern of ['^(.*)\\1*$', '(?=a)b', '(?<!a)b', '(', 'a'.repeat(1001)]) {
      expect(matchesPattern(pattern, 'b')).toBe('unchecked');
      expect(isPatternKnown(pattern)).toBe(false);
    }
    expect(isPatternKnown('^a$')).toBe(true);
  });
});

describe('a schema that asks for too much work', () => {
  /** `allOf` twice the next one, forty deep: 2^40 looks at one value. */
  const doubling = (leaf: object): Record<string, unknown> => {
    const $defs: Record<string, unknown> = { d40: leaf };
    for (let i = 0; i < 40; i += 1) {
      const $ref = `#/$defs/d${i + 1}`;
      $defs[`d${i}`] = { allOf: [{ $ref }, { $ref }] };
    }
    return { $defs, allOf: [{ $ref: '#/$defs/d0' }] };
  };

  test('is given up on, in words', () => {
    expect(validateJson(doubling({ minLength: 1 }), 'x')?.message).toContain('too much work');
    expect(validateJson({ anyOf: [{ $ref: '#' }] }, 'x')?.message).toContain('without end');
    const { $defs } = doubling({ minLength: 1 });
    expect(validateJson({ $defs, not: { $ref: '#/$defs/d0' } }, 'x')?.message).toContain('too much work');
  });

  test('is asked for the types and paths of its values at once', () => {
    const schema = doubling({ type: 'object', properties: { a: doubling({ type: 'string' }) } });
    expect(typesOf(schema)).toBe(TYPES.object);
    typesAt(schema, ['a', 'b', 'c']);
    expect(declares(schema as never, ['a'])).toBe('declared');
    expect(declares({ ...schema, additionalProperties: false } as never, ['b'])).toBe('closed');
  });

  test('twenty thousand objects that must differ are compared in one walk', () => {
    const list = Array.from({ length: 20_000 }, (_, i) => ({ i, name: `row ${i}` }));
    expect(validateJson({ type: 'array', uniqueItems: true }, list)).toBeUndefined();
    expect(validateJson({ type: 'array', uniqueItems: true }, [...list, { name: 'row 3', i: 3 }])).toEqual({
      path: [20_000],
      message: 'must not be the same as element 4',
    });
  });

  test('a large table against the schema a person wrote is checked whole', () => {
    const rows = Array.from({ length: 100_000 }, (_, i) => ({ id: `A-${i}`, total: i, paid: i % 2 === 0 }));
    const row = {
      type: 'object',
      properties: {
        id: { type: 'string', pattern: '^A-[0-9]+$' },
        total: { minimum: 0 },
        paid: { type: 'boolean' },
      },
      required: ['id', 'total'],
    };
    const schema = { $defs: { row }, type: 'array', items: { $ref: '#/$defs/row' } };
    expect(validateJson(schema, rows)).toBeUndefined();
    expect(validateJson(schema, [...rows, { id: 'B-1', total: 1 }])?.path).toEqual([100_000, 'id']);
  });
});

describe('the keywords of JSON Schema', () => {
  test.each([
    [{ exclusiveMinimum: 1 }, [2], [1]],
    [{ minimum: 1, exclusiveMinimum: true }, [2], [1]],
    [{ multipleOf: 0.1 }, [0.3, 2], [0.35]],
    [{ format: 'date' }, ['2026-11-22', 3], ['22.11.2026']],
    [
      { patternProperties: { '^a': { type: 'number' } }, additionalProperties: false },
      [{ a1: 1 }],
      [{ a1: 'x' }, { b: 1 }],
    ],
    [{ propertyNames: { maxLength: 2 } }, [{ ab: 1 }], [{ abc: 1 }]],
    [{ minProperties: 1, maxProperties: 2 }, [{ a: 1 }], [{}, { a: 1, b: 1, c: 1 }]],
    [{ dependentRequired: { a: ['b'] } }, [{}, { a: 1, b: 1 }], [{ a: 1 }]],
    [{ dependencies: { a: { required: ['b'] }, c: ['a'] } }, [{ b: 1 }], [{ a: 1 }, { c: 1 }]],
    [{ prefixItems: [{ type: 'string' }], items: false }, [['a'], []], [['a', 1], [1]]],
    [{ items: [{ type: 'string' }], additionalItems: { type: 'number' } }, [['a', 1]], [['a', 'b']]],
    [{ contains: { const: 1 }, maxContains: 1 }, [[1, 2]], [[2], [1, 1]]],
    [
      { uniqueItems: true },
      [[1, '1']],
      [
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      ],
    ],
    [{ oneOf: [{ minimum: 0 }, { maximum: 5 }] }, [-1, 6], [3]],
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    [{ if: { const: 1 }, then: false, else: { type: 'string' } }, ['a'], [1, 2]],
    [{ allOf: [{ properties: { a: {} } }], unevaluatedProperties: false }, [{ a: 1 }], [{ a: 1, b: 1 }]],
    [{ prefixItems: [{}], unevaluatedItems: { type: 'string' } }, [[1, 'a']], [[1, 2]]],
  ])('%j', (schema, fitting, failing) => {
    for (const value of fitting) expect(validateJson(schema as never, value)).toBeUndefined();
    for (const value of failing) expect(validateJson(schema as never, value)?.message).toMatch(/\w/);
  });

  test('mean what the published validator says they mean', () => {
    const leaf = fc.constantFrom<object>(
      { type: 'string' },
      { type: ['integer', 'null'] },
      { minimum: 2 },
      { exclusiveMaximum: 3 },
      { minLength: 2 },
      { enum: [1, 'a', null] },
      { const: { a: 1 } },
      { required: ['a'] },
      { maxProperties: 1 },
      { uniqueItems: true },
      { minItems: 2 },
    );
    const { schema } = fc.letrec<{ schema: object }>((tie) => ({
      schema: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.record({
          properties: fc.record({ a: tie('schema') }),
          additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
        }),
        fc.record({
          patternProperties: fc.record({ '^[ab]': tie('schema') }),
          additionalProperties: fc.boolean(),
        }),
        fc.record({ items: tie('schema') }),
        fc.record({
          prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
          items: fc.boolean(),
        }),
        fc.record({ contains: tie('schema') }),
        fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ not: tie('schema') }),
        // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
        fc.record({ if: tie('schema'), then: tie('schema'), else: tie('schema') }),
        fc.record({ dependentSchemas: fc.record({ a: tie('schema') }) }),
        fc.record({ propertyNames: tie('schema') }),
      ),
    }));
    // Only outermost: within an `if` the published validator lets it see what the `if` beside it has looked at.
    const outermost = fc.oneof(
      { weight: 5, arbitrary: schema },
      fc.record({
        allOf: fc.array(schema, { minLength: 1, maxLength: 3 }),
        unevaluatedProperties: fc.boolean(),
      }),
    );
    const value = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom<unknown>(0, 1, 2.5, 3, 'a', 'ab', '', null, true),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
      ),
    })).value;
    fc.assert(
      fc.property(outermost, value, (one, of) => {
        const published = new Validator(structuredClone(one) as never, '2020-12', false).validate(of);
        expect(validateJson(one as never, of) === undefined).toBe(published.valid);
      }),
      { numRuns: 3000 },
    );
  });
});
