/** "Ten lines for an ordinary plan" (issue 15): the table that is signed, of every example that ships, with nothing folded. */

import { expect, it } from 'vitest';
import { flowSections } from '../../../src/flows/rows.ts';
import { flowTable } from '../../../src/flows/table.ts';
import type { Plan } from '../../../src/plan/document.ts';
import { flowNamer } from '../../../src/ui/approve/flow-calls.ts';
import { examples, opened } from '../../examples/shipped.ts';
import { PLACE, planOf } from '../../flows/flow-place.ts';

/** Lines of the sheet: headings, rows, and what is asked of a host below its row. */
function linesOf(plan: Plan): readonly string[] {
  const sections = flowSections(flowTable(plan, PLACE), flowNamer(plan, {}));
  return sections.flatMap(({ words, rows }) => [
    words,
    ...rows.flatMap(({ from, to, what, requests }) => [`${from} → ${to} · ${what}`, ...requests]),
  ]);
}

it.each(examples.map((one) => [one.title, one] as const))('%s', (_, one) => {
  const lines = linesOf(opened(one).plan);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length, lines.join('\n')).toBeLessThanOrEqual(10);
});

it('a plan of many places is longer: nothing that leaves is left out for the number’s sake', () => {
  const calls = Array.from({ length: 20 }, (_, n) => ({
    ...{ _id: `g${n}`, _tool: 'httpGet', url: `https://h${n}.example/`, _outputPath: `†state.g${n}` },
  }));
  expect(linesOf(planOf(calls)).length).toBeGreaterThan(20);
});
