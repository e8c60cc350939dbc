/** Opening a plan of 10,000 calls, and checking it again after one edit. */

import { checkPlan } from '../../src/check/check.ts';
import type { Json } from '../../src/lib/json.ts';
import { applyEdit } from '../../src/plan/apply-edit.ts';
import type { Call } from '../../src/plan/document.ts';
import type { Edit } from '../../src/plan/edit.ts';
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

const EDIT_ROUNDS = 30;
const WARM_UP = 5;

/** What a person does to a call, one after the other; each round leaves the plan as large and as sound as it found it. */
function editsOf(round: number, calls: readonly Call[]): readonly (readonly [name: string, edit: Edit])[] {
  const at = 1_000 + Math.floor((round * (COUNT - 2_000)) / EDIT_ROUNDS);
  const id = `c${at}`;
  const set = (key: string, value: Json): Edit => ({ kind: 'set-in-call', id, path: [key], value });
  const added = { ...calls[at]!, _id: 'added', _outputPath: '†state.added' };
  return [
    ['a reference', set('first', `†state.c${at - 500}`)],
    ['an output path', set('_outputPath', `†state.moved${at}`)],
    ['the old output path', set('_outputPath', `†state.c${at}`)],
    ['a literal', set('_description', `Round ${round}`)],
    ['a new call', { kind: 'add-call', at, call: added }],
    ['a removed call', { kind: 'remove-call', id: 'added' }],
  ];
}

/** Edits all over the plan. The worst kind of edit counts: an editor that is quick at most of them is not quick. */
function rechecking(text: string): Figure {
  let { plan, check } = opened(text);
  const catalogue = catalogueOf(plan.tools);
  const times = new Map<string, number[]>();
  for (let round = 0; round < EDIT_ROUNDS; round++) {
    for (const [name, edit] of editsOf(round, plan.calls)) {
      const start = performance.now();
      const edited = applyEdit(plan, edit);
      if (!edited.ok) throw new Error(`The edit was refused: ${edited.error}`);
      check = checkPlan(edited.value.plan, catalogue, { previous: check.state });
      const ms = performance.now() - start;
      plan = edited.value.plan;
      if (round >= WARM_UP) times.set(name, [...(times.get(name) ?? []), ms]);
    }
  }
  const medians = [...times].map(([name, own]) => ({ name, ms: median(own) }));
  const value = Math.max(...medians.map(({ ms }) => ms));
  const each = medians.map(({ name, ms }) => `${name} ${rounded(ms, 1)}`).join(', ');
  return {
    name: 'recheck/10k-one-edit-ms',
    value: rounded(value, 1),
    unit: 'ms',
    goal: '<= 16',
    held: value <= 16,
    how: `the worst of six kinds of edit, medians of ${EDIT_ROUNDS - WARM_UP} all over the plan: ${each}`,
  };
}

export async function documentFigures(): Promise<Figure[]> {
  const text = JSON.stringify(planOf(randomGraph(COUNT), 100));
  return [await opening(text), rechecking(text)];
}
