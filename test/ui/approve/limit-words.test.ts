import { expect, test } from 'vitest';
import { limitWords } from '../../../src/ui/approve/limit-words.ts';

test('a sheet says what its plan asks before, when it stops and how long it waits; nothing of what is not set', () => {
  expect(limitWords(undefined)).toBe('');
  expect(limitWords({ askBefore: 'none', maxSteps: 5 })).toBe('');
  expect(limitWords({ askBefore: 'all' })).toBe('It asks you before every call.');
  expect(limitWords({ askBefore: 'effects', maxDurationMs: 1_800_000, approvalTimeoutMs: 600_000 })).toBe(
    'It asks you before every call that writes. It stops once it has worked for 30 min. What asks for your approval on the way and hears nothing for 10 min counts as refused.',
  );
});

test('it says how far a plan goes on by itself, and the smaller of two caps (L-64)', () => {
  const mandate = { tools: [], effects: [], hosts: [], maxSteps: 12, maxTurns: 8, maxCost: 0.05 };
  expect(limitWords({ maxCost: 1 }, mandate)).toBe(
    'By itself it goes on for at most 8 turns and 12 calls. It asks no model any more once it has cost $0.05.',
  );
  expect(limitWords({ maxCost: 0.01 }, mandate)).toContain('has cost $0.01.');
});
