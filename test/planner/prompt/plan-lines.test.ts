import { expect, test } from 'vitest';
import type { Call } from '../../../src/plan/document.ts';
import { callLines, historyLines } from '../../../src/planner/prompt/plan-lines.ts';

const call = (id: string, text = 'x'): Call => ({
  _id: id,
  _tool: 'note',
  text,
  _outputPath: `†state.${id}`,
});
const many = (count: number, text = 'x') => Array.from({ length: count }, (_, n) => call(`c${n}`, text));

test('a plan that fits is there whole, and nothing is said to be left out', () => {
  expect(callLines(many(3)).split('\n')).toEqual(many(3).map((one) => JSON.stringify(one)));
});

test('of one that does not, what is spoken of is whole, the rest in short, and that is said', () => {
  const lines = callLines(many(9, 'y'.repeat(200)), new Set(['c7']), 700);
  expect(lines).toContain(JSON.stringify(call('c7', 'y'.repeat(200))));
  expect(lines).toContain('{"_id":"c8","_tool":"note","_outputPath":"†state.c8"}');
  expect(lines).toMatch(/\(7 of 9 calls: id, tool and output path only\.\)/);
  expect(callLines(many(500), new Set(), 700)).toMatch(/more calls left out/);
});

test('of what was done the end is told whole, and where the rest left its results', () => {
  const steps = many(20).map((one) => ({ call: one, status: 'completed' as const, result: 'z'.repeat(500) }));
  const lines = historyLines(steps, 2_000);
  expect(lines).toContain(`${JSON.stringify(call('c19'))}\n  completed with "zzz`);
  expect(lines).toContain('"_outputPath":"†state.c0"}\n  completed; left out here');
  expect(lines).toContain('only where the result is');
  const long = many(1_000).map((one) => ({ call: one, status: 'skipped' as const }));
  expect(historyLines(long)).toContain('(800 earlier calls left out.)');
});
