import { expect, test } from 'vitest';
import { agentWords, limitWords } from '../../../src/ui/approve/limit-words.ts';

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

test('what holds is told, whoever sets it, and where nobody does (L-44, L-63)', () => {
  const mandate = { tools: [], effects: [], hosts: [] };
  expect(limitWords({}, mandate)).toBe('By itself it goes on for at most 12 turns and 12 calls.');
  expect(limitWords({ maxSteps: 20 }, mandate)).toContain('12 turns and 20 calls.');
  expect(limitWords({ maxSteps: 4 }, { ...mandate, maxSteps: 12 })).toContain('12 turns and 4 calls.');
});

test('an agent goes as far as it says, and no further than its plan', () => {
  const agent = { tools: [], effects: [], hosts: [], maxTurns: 5 };
  expect(agentWords(agent, {})).toBe('5 turns, 12 calls');
  expect(agentWords({ ...agent, maxSteps: 30, maxCost: 2 }, {})).toBe('5 turns, 30 calls, $2.00');
  // The plan's ceiling is one of all that its run does, and no leave for its agents.
  expect(agentWords(agent, { policy: { maxSteps: 20 } })).toBe('5 turns, 12 calls');
  const mandate = { tools: [], effects: [], hosts: [], maxSteps: 3, maxTurns: 1, maxCost: 0.5 };
  expect(agentWords({ ...agent, maxCost: 2 }, { policy: { maxSteps: 20 }, mandate })).toBe(
    '5 turns, 3 calls, $0.5',
  );
});
