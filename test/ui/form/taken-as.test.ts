import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnKind } from '../../../src/ui/form/known-data.ts';
import { takenAs, valueAs } from '../../../src/ui/form/taken-as.ts';

test('the type of the column decides, and a text is one without quotes', () => {
  expect(takenAs('North', 'text')).toBe('text');
  expect(takenAs('12', 'number')).toBe('number');
  expect(takenAs('12', 'text')).toBe('text');
  expect(takenAs('12', undefined)).toBe('text');
  expect(takenAs('North', 'number')).toBe('text');
  expect(takenAs('yes', 'yes or no')).toBe('yes or no');
  expect(takenAs('yes', 'text')).toBe('text');
});

test('yes in a column whose cells are texts is a text, whatever the file says of the column', () => {
  expect(takenAs('yes', columnKind('yes or no', 'text'))).toBe('text');
  expect(takenAs('yes', columnKind('yes or no', 'yes or no'))).toBe('yes or no');
  expect(takenAs('yes', columnKind(undefined, 'yes or no'))).toBe('yes or no');
  // Of texts the file tells more.
  expect(columnKind('date', 'text')).toBe('date');
});

test('a code with zeros before it, and digits that no number keeps, stay texts', () => {
  expect(takenAs('007', 'number')).toBe('text');
  expect(takenAs('12345678901234567890', 'number')).toBe('text');
  expect(takenAs('1.249,50 €', 'number')).toBe('text');
});

test('what the person chose goes before the column, where it can be read so', () => {
  expect(takenAs('12', 'number', 'text')).toBe('text');
  expect(takenAs('12', 'text', 'number')).toBe('number');
  expect(takenAs('twelve', 'text', 'number')).toBe('text');
});

test('nothing that is typed is dropped: any text is a value, and as a text the very same', () => {
  const type = fc.constantFrom('text', 'number', 'date', 'yes or no', 'mixed', undefined);
  fc.assert(
    fc.property(fc.string(), type, (typed, of) => {
      const value = valueAs(typed, takenAs(typed, of as never));
      if (typeof value === 'string') expect(value).toBe(typed);
      else expect(String(value).length).toBeGreaterThan(0);
      expect(valueAs(typed, takenAs(typed, of as never, 'text'))).toBe(typed);
    }),
  );
});
