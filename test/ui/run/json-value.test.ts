import { expect, test } from 'vitest';
import { readValue } from '../../../src/ui/run/JsonValue.tsx';

test('a value that is typed is JSON; where a text is asked for, it needs no quotes', () => {
  expect(readValue('{"a": 1}', undefined)).toEqual({ value: { a: 1 } });
  expect(readValue('plain words', undefined).fault).toContain('not JSON yet');
  expect(readValue('plain words', { type: 'string' })).toEqual({ value: 'plain words' });
  expect(readValue('"in quotes"', { type: 'string' })).toEqual({ value: 'in quotes' });
  expect(readValue('12', { type: 'string' })).toEqual({ value: '12' });
  expect(readValue('wrong', { type: 'string', enum: ['right'] }).fault).toBeDefined();
});
