import { describe, expect, it } from 'vitest';
import { rangeOfPath } from '../../../src/ui/editor/mount-editor.ts';

const TEXT = '{\n  "_id": "a",\n  "to": ["x", "†state.y"]\n}';
const at = (path: (string | number)[]) => {
  const range = rangeOfPath(TEXT, path);
  return range && TEXT.slice(range.from, range.to);
};

describe('the range of a path', () => {
  it('is the value there', () => {
    expect(at(['to', 1])).toBe('"†state.y"');
  });

  it('is the nearest value around it where it is not there', () => {
    expect(at(['to', 9])).toBe('["x", "†state.y"]');
  });

  it('is the first sign where nothing of it is there', () => {
    expect(at(['missing'])).toBe('{');
  });

  it('is none where the text is no JSON', () => {
    expect(rangeOfPath('', ['a'])).toBeUndefined();
  });
});
