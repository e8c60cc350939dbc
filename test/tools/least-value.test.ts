import { beforeAll, expect, test } from 'vitest';
import type { JsonSchema } from '../../src/plan/document.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { loadPatterns } from '../../src/tools/foreign-pattern.ts';
import { validateJson } from '../../src/tools/json-schema.ts';
import { leastValue } from '../../src/tools/least-value.ts';

beforeAll(loadPatterns);

test('what every built-in tool that changes something gives back has a stand-in that its own schema lets through', () => {
  const writes = builtInTools.filter(({ effect }) => effect === 'write' || effect === 'irreversible');
  expect(writes.length).toBeGreaterThan(1);
  for (const { name, _output } of writes) {
    const value = leastValue(_output);
    expect(value, name).not.toBeUndefined();
    expect(validateJson(_output, value), name).toBeUndefined();
  }
});

test('only what has to be there, and a text says that it is not known', () => {
  const send = builtInTools.find(({ name }) => name === 'httpSend');
  expect(leastValue(send?._output)).toEqual({ status: 200, type: 'not known', text: 'not known' });
});

test('by the schema’s own words: nothing where that may be, else the least of its type', () => {
  const cases: readonly (readonly [JsonSchema | undefined, unknown])[] = [
    [undefined, null],
    [true, null],
    [{ type: ['string', 'null'] }, null],
    [{ type: 'string', maxLength: 4 }, ''],
    [{ type: 'string', minLength: 12 }, 'not known...'],
    [{ enum: ['a', 'b'] }, 'a'],
    [{ const: 7 }, 7],
    [{ type: 'number', exclusiveMinimum: 3 }, 4],
    [{ type: 'number', exclusiveMinimum: 3, maximum: 3.6 }, 3.5],
    [{ type: 'integer', maximum: -2 }, -2],
    [{ type: 'integer', minimum: 5, multipleOf: 4 }, 8],
    [{ type: 'array', items: { type: 'boolean' }, minItems: 2 }, [false, false]],
    [
      {
        anyOf: [
          { type: 'string', pattern: '^x$' },
          { type: 'integer', minimum: 2 },
        ],
      },
      2,
    ],
    [
      {
        type: 'object',
        required: ['a'],
        properties: { a: { $ref: '#/$defs/a' }, b: {} },
        $defs: { a: { type: 'string' } },
      },
      { a: 'not known' },
    ],
  ];
  for (const [schema, value] of cases) expect(leastValue(schema), JSON.stringify(schema)).toEqual(value);
});

test('where it finds none, or the schema has none, there is none; one that contains itself ends', () => {
  expect(leastValue(false)).toBeUndefined();
  expect(leastValue({ type: 'string', pattern: '^[0-9]{4}-x$' })).toBeUndefined();
  expect(
    leastValue({ type: 'object', required: ['next'], properties: { next: { $ref: '#' } } }),
  ).toBeUndefined();
  const wide = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`k${at}`, { $ref: '#' }]));
  expect(leastValue({ type: 'object', required: Object.keys(wide), properties: wide })).toBeUndefined();
});
