/** What a plan says that it returns, against what it returns (L-35). */

import { expect, test } from 'vitest';
import { check, warningsOf } from './plan-of.ts';

const tools = [
  { name: 't', effect: 'read', activity: 't', _output: { type: 'string' } },
  { name: 'any', effect: 'read', activity: 'any' },
] as never;
const calls = [
  { _id: 'a', _tool: 't', _outputPath: '†state.a' },
  { _id: 'b', _tool: 'any', _outputPath: '†state.b' },
  { _id: 'c', _tool: 't', _outputPath: '†state.c || †state.error' },
];
const told = (output: unknown, outputSchema: unknown): string[] =>
  warningsOf(check({ tools, calls, output, outputSchema } as never)).filter((one) => one === 'output-type');

//
test.each<[unknown, unknown, number]>([
  ['†state.a', { type: 'number' }, 1],
  ['†state.a', { type: ['number', 'string'] }, 0],
  ['†state.a || †state.b', { type: 'number' }, 0],
  ['†state.b && †state.a', { type: 'number' }, 1],
  ['†state.b', { type: 'number' }, 0],
  ['†state.error', { type: 'number' }, 0],
  [{ x: '†state.a' }, { type: 'string' }, 1],
  [{ x: '†state.a' }, { properties: { x: { type: 'array' } } }, 1],
  [{ x: '†state.a' }, { $ref: '#/$defs/o', $defs: { o: { properties: { x: { type: 'array' } } } } }, 1],
  [{ x: ['†state.a'] }, { properties: { x: { items: { type: 'null' } } } }, 1],
  [{ x: 1 }, { properties: { x: { maximum: 0 } } }, 1],
  [{ x: 1 }, { required: ['x'] }, 0],
  [undefined, { type: 'string' }, 0],
  [null, { type: 'string' }, 0],
  ['†state.a', undefined, 0],
  ['†state.a', true, 0],
])('%j as %j', (output, schema, count) => {
  expect(told(output, schema)).toHaveLength(count);
});

test('where a call with the type is switched off, nothing is said of it', () => {
  const off = { ...calls[0], _off: true };
  const found = check({ tools, calls: [off], output: '†state.a', outputSchema: { type: 'number' } } as never);
  expect(warningsOf(found)).not.toContain('output-type');
});
