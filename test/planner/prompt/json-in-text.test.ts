import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonInText } from '../../../src/planner/prompt/json-in-text.ts';

describe('JSON in an answer', () => {
  test.each<[string, string, unknown]>([
    ['alone', '{"value": 1}', { value: 1 }],
    ['as a bare scalar', ' "yes" ', 'yes'],
    ['in a fence', '```json\n{"value": 1}\n```', { value: 1 }],
    ['in prose with brackets', 'So {here} it is: {"value": [1]} (see [2])', { value: [1] }],
    ['after reasoning', '<think>{"value": 0}</think>{"value": 1}', { value: 1 }],
    ['with a trailing comma', '{"value": 1,}', { value: 1 }],
    ['cut', '{"value": [1, 2', undefined],
    ['absent', 'I do not know.', undefined],
  ])('%s', (_, text, value) => expect(jsonInText(text)).toEqual(value));

  test('a wall of brackets is given up on', () => {
    expect(jsonInText('{"'.repeat(400_000))).toBeUndefined();
  });

  test('property: an object is found in any fence', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const wire = JSON.parse(JSON.stringify(value));
        expect(jsonInText(`Here:\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\nBye.`)).toEqual(
          wire,
        );
      }),
    );
  });
});
