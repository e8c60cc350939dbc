/** Opening a plan of 10,000 calls, and checking it again after one edit. */

import { checkPlan } from '../../src/check/check.ts';
import { applyEdit } from '../../src/plan/apply-edit.ts';
import { buildGraph } from '../../src/plan/graph.ts';
import { importPlan } from '../../src/plan/import.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import type { Figure } from './figure.ts';
import { inTurn, median, rounded } from './median.ts';
import { planOf, randomGraph } from './random-plan.ts';

const ROUNDS = 9;
const COUNT = 10_000;

const ids = { planId: () => 'bench' };

function opened(text: string) {
  const imported = importPlan(text, ids);
  if (!imported.ok) throw new Error('The plan of the bench does not open.');
  const { plan } = imported.value;
  return { plan, graph: buildGraph(plan), check: checkPlan(plan, catalogueOf(plan.tools)) };
}

async function opening(text: string): Promise<Figure> {
  const [open, parse] = (await inTurn(
    ROUNDS,
    () => opened(text),
    () => JSON.parse(text) as unknown,
  )) as [number, number];
  const ratio = open / parse;
  return {
    name: 'open/10k-vs-json-parse',
    value: rounded(ratio),
    unit: 'x',
    goal: '<= 6',
    held: ratio <= 6,
    how: `median of ${ROUNDS}, same run; ${rounded(open, 1)} ms to read, draw the graph and check by every rule, ${rounded(parse, 1)} ms to parse`,
  };
}

/** Edits all over the plan, of what a person changes: a value, and which call is read. */
function rechecking(text: string): Figure {
  let { plan, check } = opened(text);
  const catalogue = catalogueOf(plan.tools);
  const times: number[] = [];
  for (let round = 0; round < 40; round++) {
    const reader = 1_000 + Math.floor((round * (COUNT - 2_000)) / 40);
    const value = round % 2 === 0 ? round : `†state.c${reader - 500}`;
    const start = performance.now();
    const edited = applyEdit(plan, { kind: 'set-in-call', id: `c${reader}`, path: ['first'], value });
    if (!edited.ok) throw new Error(`The edit was refused: ${edited.error}`);
    check = checkPlan(edited.value.plan, catalogue, { previous: check.state });
    times.push(performance.now() - start);
    plan = edited.value.plan;
  }
  const value = median(times.slice(5));
  return {
    name: 'recheck/10k-one-edit-ms',
    value: rounded(value, 1),
    unit: 'ms',
    goal: '<= 16',
    held: value <= 16,
    how: `median of ${times.length - 5} edits all over the plan, values and references; slowest ${rounded(Math.max(...times.slice(5)), 1)} ms`,
  };
}

export async function documentFigures(): Promise<Figure[]> {
  const text = JSON.stringify(planOf(randomGraph(COUNT), 100));
  return [await opening(text), rechecking(text)];
}
