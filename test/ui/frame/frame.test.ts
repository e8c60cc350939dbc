import { describe, expect, it } from 'vitest';
import { type KeyPress, matchesKeys, printKeys } from '../../../src/ui/frame/keys.ts';
import { nextStep } from '../../../src/ui/frame/PathOfWork.tsx';

const press = (key: string, part: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...part,
});

describe('shortcuts', () => {
  it.each<[string, KeyPress, boolean, boolean]>([
    ['Mod+Z', press('z', { ctrlKey: true }), false, true],
    ['Mod+Z', press('z', { metaKey: true }), true, true],
    ['Mod+Z', press('z', { ctrlKey: true }), true, false],
    ['Mod+Z', press('Z', { ctrlKey: true, shiftKey: true }), false, false],
    ['Mod+Shift+Z', press('Z', { ctrlKey: true, shiftKey: true }), false, true],
    ['?', press('?', { shiftKey: true }), false, true],
    ['G', press('g'), false, true],
    ['G', press('g', { ctrlKey: true }), false, false],
    ['Alt+1', press('1', { altKey: true }), false, true],
  ])('%s and %j on a Mac (%s): %s', (keys, event, mac, expected) => {
    expect(matchesKeys(keys, event, mac)).toBe(expected);
  });

  it('are printed as the keyboard shows them', () => {
    expect(printKeys('Mod+Shift+Z', false)).toBe('Ctrl+Shift+Z');
    expect(printKeys('Mod+Shift+Z', true)).toBe('⌘⇧Z');
  });
});

describe('the next sensible step', () => {
  const situation = { calls: 3, errors: 0, triedDry: false, approved: false, running: false };

  it.each([
    [{ calls: 0 }, 'draft'],
    [{}, 'dry-run'],
    [{ triedDry: true }, 'approve'],
    [{ triedDry: true, approved: true }, 'run'],
    [{ approved: true }, 'run'],
    [{ errors: 1 }, null],
    [{ approved: true, running: true }, null],
  ] as const)('with %j is %s', (part, expected) => {
    expect(nextStep({ ...situation, ...part })).toBe(expected);
  });
});
