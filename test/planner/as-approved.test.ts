/** A plan that was approved for a goal like this one is offered beside the draft, tried on the new file; never taken by itself. */

import { expect, test } from 'vitest';
import { profileOf } from '../../src/activities/profile/profile.ts';
import { checkPlan } from '../../src/check/check.ts';
import { FORMAT, type Plan, VERSION } from '../../src/plan/document.ts';
import { examplesFor, withApproved } from '../../src/planner/as-approved.ts';
import { offlinePlanner } from '../../src/planner/offline/offline-planner.ts';
import type { Planner, PlannerEvent, PlannerRequest } from '../../src/planner/planner.ts';
import { wholeDraft } from '../../src/planner/whole-draft.ts';
import { makeTryPlan } from '../../src/preview/preview-plan.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';

const ORDERS = 'order_id,shop,paid\n1,A,2.5\n2,B,9\n3,A,4\n';
const SALES = 'order_id,shop,paid\n7,C,1\n8,D,3\n9,D,2\n';
const signal = new AbortController().signal;
const catalogue = catalogueOf(builtInTools);
const offline = offlinePlanner({ now: () => 0 });

async function asking(goal: string, name: string, text: string): Promise<PlannerRequest> {
  const profile = await profileOf(new TextEncoder().encode(text), name);
  const tryPlan = makeTryPlan({ now: () => 0 }, { files: new Map([[name, new Blob([text])]]), signal });
  return {
    ...{ goal, catalogue, history: [], lastError: null, tryPlan, signal, maxCalls: 7 },
    files: [{ name, type: 'text/csv', size: text.length, head: text, profile }],
  };
}

/** Approved for sales.csv, where the person had the largest first. */
async function approved(): Promise<Plan> {
  const made = await wholeDraft(offline, await asking('Sum paid by shop, largest first', 'sales.csv', SALES));
  return { ...made!.plan, title: 'Sales by shop', goal: 'Sum paid by shop' };
}

async function events(
  goal: string,
  plans: readonly Plan[],
  text = ORDERS,
  more: Partial<PlannerRequest> = {},
  by = offline,
) {
  const planner = withApproved(by, { now: () => 0, approved: async () => plans });
  const all: PlannerEvent[] = [];
  const request = { ...(await asking(goal, 'orders.csv', text)), ...more };
  for await (const event of planner(request)) all.push(event);
  return all;
}

const questionIn = (all: readonly PlannerEvent[]) => all.find((event) => event.kind === 'question');
const toolsIn = (all: readonly PlannerEvent[]) =>
  all.flatMap((event) => (event.kind === 'call' ? [event.call._tool] : []));

test('the draft stands, and the approved plan is offered with the new file in its place and what it gives', async () => {
  const all = await events('Sum paid by shop', [await approved()]);
  expect(toolsIn(all)).toEqual(['readCsv', 'groupRows']);
  expect(all.at(-1)).toEqual({ kind: 'done' });
  const [draft, other, ...rest] = questionIn(all)?.readings ?? [];
  expect(rest).toEqual([]);
  expect(draft?.result).toBe('A 6.5 · B 9');
  expect(other).toMatchObject({ took: 'As in “Sales by shop”', result: 'B 9 · A 6.5' });
  expect(JSON.stringify(other)).not.toContain('sales.csv');
  const { calls, output } = other!;
  const plan: Plan = { format: FORMAT, version: VERSION, id: 'p', calls, output };
  expect(checkPlan(plan, catalogue).problems).toEqual([]);
});

test('none is offered that is for another goal, gives the same, or does not come out on this file', async () => {
  const plan = await approved();
  const drafted = await wholeDraft(offline, await asking('Sum paid by shop', 'orders.csv', ORDERS));
  const same = { ...drafted!.plan, goal: 'Sum paid by shop' };
  expect(questionIn(await events('Sum paid by shop', []))).toBeUndefined();
  expect(questionIn(await events('Sum paid by shop', [same]))).toBeUndefined();
  expect(questionIn(await events('How many orders are there?', [plan]))).toBeUndefined();
  const other = 'id,region,amount\n1,North,5\n2,South,7\n3,North,6\n';
  const near = { ...plan, goal: 'Sum amount by region' };
  expect(toolsIn(await events('Sum amount by region', [near], other))).toEqual(['readCsv', 'groupRows']);
  expect(questionIn(await events('Sum amount by region', [near], other))).toBeUndefined();
});

test('none is offered that uses less of the goal than the draft', async () => {
  const less = { ...(await approved()), goal: 'Sum paid by shop where paid is over 3' };
  const all = await events('Sum paid by shop where paid is over 3', [less]);
  expect(toolsIn(all)).toContain('filterRows');
  expect(questionIn(all)).toBeUndefined();
});

test('of two files nobody said which is meant; a change and a replan are offered none', async () => {
  const plan = await approved();
  const [file] = (await asking('', 'orders.csv', ORDERS)).files;
  const two = [file!, { ...file!, name: 'more.csv' }];
  expect(questionIn(await events('Sum paid by shop in orders.csv', [plan], ORDERS, { files: two }))).toBe(
    undefined,
  );
  const change = { plan, selected: [] };
  expect(
    questionIn(await events('only A', [{ ...plan, goal: 'only A' }], ORDERS, { change })),
  ).toBeUndefined();
});

test('an open step uses no word: where nothing is asked of it, what was approved for such a goal is offered', async () => {
  const goal = 'Sum paid by shop, then frobnicate the totals';
  const plan = { ...(await approved()), goal };
  const silent: Planner = async function* (request) {
    for await (const event of offline(request)) if (event.kind !== 'question') yield event;
  };
  const all = await events(goal, [plan], ORDERS, {}, silent);
  expect(toolsIn(all)).toContain('open');
  expect(questionIn(all)?.readings[1]).toMatchObject({
    took: 'As in “Sales by shop”',
    result: 'B 9 · A 6.5',
  });
  // What the planner asks itself is asked alone.
  const asked = (await events(goal, [plan])).filter(({ kind }) => kind === 'question');
  expect(asked).toHaveLength(1);
  expect(JSON.stringify(asked)).not.toContain('As in');
});

test('a model is shown the nearest two, whole, and none that is long, of another goal, or half of itself there', () => {
  const made = (goal: string, more: Partial<Plan> = {}): Plan => ({
    ...{ format: FORMAT, version: VERSION, id: goal, goal },
    calls: [{ _id: 'sum', _tool: 'calculate', expression: '1 + 1' }],
    ...more,
  });
  const goalsOf = (...plans: Plan[]) =>
    examplesFor({ goal: 'Sum paid by shop', files: [], catalogue }, plans).map(({ goal }) => goal);
  const further = made('Sum paid by shop and year');
  const near = made('Sum paid by shop');
  const next = made('Sum all paid by shop');
  expect(goalsOf(further, near, made('Translate a letter'), next)).toEqual([near.goal, next.goal]);
  const expression = `1${' + 1'.repeat(500)}`;
  expect(
    goalsOf(made('Sum paid by shop', { calls: [{ _id: 'a', _tool: 'calculate', expression }] })),
  ).toEqual([]);
  expect(goalsOf(made('Sum paid by shop', { calls: [{ _id: 'a', _tool: 'notHere' }] }))).toEqual([]);
  expect(goalsOf(made('Sum paid by shop', { plans: { part: { calls: [] } } }))).toEqual([]);
});
