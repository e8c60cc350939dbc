/** Opening a plan of 10,000 calls, and checking it again after one edit. */

import { checkPlan } from '../../src/check/check.ts';
import { sign } from '../../src/flows/sign.ts';
import type { Json } from '../../src/lib/json.ts';
import { applyEdit } from '../../src/plan/apply-edit.ts';
import type { Call } from '../../src/plan/document.ts';
import type { Edit } from '../../src/plan/edit.ts';
import { buildGraph } from '../../src/plan/graph.ts';
import { importPlan } from '../../src/plan/import.ts';
import { compileProgram } from '../../src/run/program.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { hostilePlan, SHAPES } from '../../test/hostile-plans.ts';
import type { Figure } from './figure.ts';
import { inTurn, median, rounded } from './median.ts';
import { planOf, randomGraph } from './random-plan.ts';

const ROUNDS = 41;
const COUNT = 10_000;

const ids = { planId: () => 'bench' };

function opened(text: string) {
  const imported = importPlan(text, ids);
  if (!imported.ok) throw new Error('The plan of the bench does not open.');
  const { plan } = imported.value;
  return { plan, graph: buildGraph(plan), check: checkPlan(plan, catalogueOf(plan.tools)) };
}

/** Rounds until an engine has compiled what it runs: in fewer, a median is of its compiler as much as of the code. */
const COMPILED_AFTER = 10;

async function opening(text: string): Promise<Figure> {
  const cold: number[] = [];
  for (let round = 0; round < COMPILED_AFTER; round++) {
    const start = performance.now();
    opened(text);
    cold.push(performance.now() - start);
  }
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
    goal: '<= 4',
    held: ratio <= 4,
    how: `median of ${ROUNDS}, same run; ${rounded(open, 1)} ms to read, draw the graph and check by every rule, ${rounded(parse, 1)} ms to parse; the very first, before anything is compiled, ${rounded(cold[0] ?? Number.NaN)} ms`,
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
    goal: '<= 8',
    held: value <= 8,
    how: `the worst of six kinds of edit, medians of ${EDIT_ROUNDS - WARM_UP} all over the plan: ${each}`,
  };
}

/** The whole way from a text to the first call: read, checked, signed, compiled. */
function prepared(text: string): void {
  const { plan, check } = opened(text);
  if (!check.problems.every(({ severity }) => severity === 'warning'))
    throw new Error('A plan of the bench has errors.');
  const catalogue = catalogueOf(plan.tools);
  if (!sign(plan, { catalogue, hasActivity: () => true }).ok)
    throw new Error('A plan of the bench has no hash.');
  compileProgram(plan, catalogue, { hasActivity: () => true });
}

const FEW = 5_000;
const MANY = 20_000;
const SHAPE_ROUNDS = 3;

/** Four times the calls should cost four times as much, and not sixteen times. The worst of many shapes counts. */
async function growth(): Promise<Figure> {
  let worst = { shape: '', ratio: 0 };
  for (const shape of Object.keys(SHAPES)) {
    const [few, many] = [FEW, MANY].map((size) => JSON.stringify(hostilePlan(shape, size))) as [
      string,
      string,
    ];
    const [fewMs, manyMs] = (await inTurn(
      SHAPE_ROUNDS,
      () => prepared(few),
      () => prepared(many),
    )) as [number, number];
    const ratio = manyMs / fewMs;
    if (ratio > worst.ratio) worst = { shape, ratio };
  }
  return {
    name: 'growth/20k-vs-5k-worst-shape',
    value: rounded(worst.ratio),
    unit: 'x',
    goal: '<= 6',
    held: worst.ratio <= 6,
    how: `the worst of ${Object.keys(SHAPES).length} shapes (${worst.shape}), medians of ${SHAPE_ROUNDS}: read, checked, signed and compiled, 20,000 calls against 5,000`,
  };
}

async function large(): Promise<Figure> {
  const [few, many] = [COUNT, 10 * COUNT].map((count) => JSON.stringify(planOf(randomGraph(count), 100))) as [
    string,
    string,
  ];
  const [fewMs, manyMs] = (await inTurn(
    5,
    () => prepared(few),
    () => prepared(many),
  )) as [number, number];
  const ratio = manyMs / fewMs;
  return {
    name: 'growth/100k-vs-10k',
    value: rounded(ratio),
    unit: 'x',
    goal: '<= 15',
    held: ratio <= 15,
    how: `median of 5, same run: read, checked, signed and compiled; ${rounded(manyMs)} ms against ${rounded(fewMs)} ms`,
  };
}

export async function documentFigures(): Promise<Figure[]> {
  const text = JSON.stringify(planOf(randomGraph(COUNT), 100));
  return [await opening(text), rechecking(text)];
}

export async function growthFigures(): Promise<Figure[]> {
  return [await large(), await growth()];
}
