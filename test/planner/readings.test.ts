/** A goal that can be read in two ways asks which is meant, and says what each gives on the file. */

import { expect, it } from 'vitest';
import { profileOf } from '../../src/activities/profile/profile.ts';
import { draft } from '../../src/cli/planners.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { applyEdits } from '../../src/plan/apply-edit.ts';
import { FORMAT, type Plan, VERSION } from '../../src/plan/document.ts';
import { editsToRead, type ReadingsAsked, readingOf } from '../../src/plan/readings.ts';
import { offlinePlanner } from '../../src/planner/offline/offline-planner.ts';
import type { PlannerEvent, PlannerRequest } from '../../src/planner/planner.ts';
import { wholeDraft } from '../../src/planner/whole-draft.ts';
import { makeTryPlan } from '../../src/preview/preview-plan.ts';
import { type Beginning, inputProblems } from '../../src/run/begin.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';

const planner = offlinePlanner({ now: () => 0 });
const signal = new AbortController().signal;
const TEXT = 'shop,net_total,gross_total,note\nA,2,3,x\nB,5,6,y\nA,4,6,z\n';

async function asking(goal: string, text = TEXT): Promise<PlannerRequest> {
  const content = new Blob([text]);
  const profile = await profileOf(new TextEncoder().encode(text), 'orders.csv');
  const tryPlan = makeTryPlan({ now: () => 0 }, { files: new Map([['orders.csv', content]]), signal });
  return {
    ...{ goal, catalogue: catalogueOf(builtInTools), history: [], lastError: null, tryPlan, signal },
    files: [{ name: 'orders.csv', type: 'text/csv', size: text.length, head: text, profile }],
    maxCalls: 7,
  };
}

async function eventsFor(goal: string, text?: string): Promise<PlannerEvent[]> {
  const events: PlannerEvent[] = [];
  for await (const event of planner(await asking(goal, text))) events.push(event);
  return events;
}

const questionsIn = (events: readonly PlannerEvent[]) => events.filter(({ kind }) => kind === 'question');

async function asked(goal: string, text?: string): Promise<{ plan: Plan; question: ReadingsAsked }> {
  const events = await eventsFor(goal, text);
  const [question] = questionsIn(events);
  if (question?.kind !== 'question') throw new Error(`Nothing is asked: ${JSON.stringify(events)}`);
  const calls = events.flatMap((event) => (event.kind === 'call' ? [event.call] : []));
  const last = events.findLast((event) => event.kind === 'plan');
  const title = last?.title ?? '';
  return {
    plan: { format: FORMAT, version: VERSION, id: 'p', title, calls, output: last?.output ?? null },
    question,
  };
}

it('two columns that a word fits as well are asked about, each with what it gives', async () => {
  const { plan, question } = await asked('Sum the total by shop in orders.csv');
  expect(question.words).toBe('total');
  expect(question.readings.map(({ took, result }) => [took, result])).toEqual([
    ['net_total', 'A 6 · B 5'],
    ['gross_total', 'A 9 · B 6'],
  ]);
  expect(readingOf(plan, question)).toBe(question.readings[0]);
});

it('what an order is by is asked where two columns fit, behind the name of a file, too', async () => {
  const { question } = await asked('Sort orders.csv by total');
  expect(question.readings.map(({ took }) => took)).toEqual(['net_total', 'gross_total']);
});

it('which date a month is of is asked', async () => {
  const text =
    'id,order_date,ship_date\n1,2026-01-02,2026-02-03\n2,2026-01-09,2026-01-10\n3,2026-02-02,2026-03-03\n';
  const { question } = await asked('Count orders per month of date in orders.csv', text);
  expect(question.readings.map(({ took, result }) => [took, result])).toEqual([
    ['order_date', '2026-01 2 · 2026-02 1'],
    ['ship_date', '2026-01 1 · 2026-02 1 · 2026-03 1'],
  ]);
});

it('nothing is asked, and no doubt told, where a column is named or stands in no call', async () => {
  for (const goal of ['Sum the gross_total by shop in orders.csv', 'Show the top 2 of orders.csv']) {
    const events = await eventsFor(goal);
    expect(questionsIn(events)).toEqual([]);
    expect(JSON.stringify(events)).not.toContain('it could also be');
  }
});

it('an answer is the other plan whole, a title of one’s own apart; what was changed by hand is no reading', async () => {
  const { plan, question } = await asked('Sum the total by shop in orders.csv');
  const [now, other] = question.readings;
  if (now === undefined || other === undefined) throw new Error('Two readings.');
  const done = applyEdits({ ...plan, title: 'Mine' }, editsToRead({ ...plan, title: 'Mine' }, now, other));
  if (!done.ok) throw new Error(done.error);
  expect(done.value.plan).toMatchObject({ id: 'p', title: 'Mine', calls: other.calls, output: other.output });
  expect(readingOf(done.value.plan, question)).toBe(other);
  const back = applyEdits(done.value.plan, editsToRead(done.value.plan, other, now));
  expect(back.ok && back.value.plan).toEqual({ ...plan, title: 'Mine' });
  expect(readingOf({ ...plan, calls: plan.calls.slice(1) }, question)).toBeUndefined();
});

it('a goal that asks is none to offer, and the terminal says what each reading gives', async () => {
  const asks = await asking('Sum the total by shop in orders.csv');
  expect(await wholeDraft(planner, asks)).toBeUndefined();
  expect((await draft(planner, asks)).notes).toEqual([
    'I took "total" to mean "net_total"; it could also be "gross_total".\n  1. net_total → A 6 · B 5\n  2. gross_total → A 9 · B 6\n  Answer with --settle "total=2": the number of an answer.',
  ]);
  expect(await wholeDraft(planner, await asking('Show the top 2 of orders.csv'))).toBeUndefined();
});

it('a plan that asks for a column does not begin without it, and says which it needs', async () => {
  const { calls, inputSchema } = await draft(planner, await asking('Show the top 2 of orders.csv'));
  const plan: Plan = {
    format: FORMAT,
    version: VERSION,
    id: 'p',
    calls,
    input: { schema: inputSchema ?? true },
  };
  const start = (input: JsonObject) => inputProblems({ plan, input } as Beginning);
  expect(start({})).toEqual(['The input must have the property "figure".']);
  expect(start({ figure: 'shop' })).toHaveLength(1);
  expect(start({ figure: 'net_total' })).toEqual([]);
});

it('where two ways of reading give something else, the plan waits for the answer, and an answer closes the step', async () => {
  const text =
    'order_id,harbour,boat,skipper,deposit\nH1,Lagos,Dinghy,Ana,\nH2,Faro,Kayak,Rui,20\nH3,Lagos,Dinghy,Ana,\nH4,Olhao,Yacht,Eva,400\nH5,Faro,Dinghy,Rui,50\nH6,Lagos,Yacht,Eva,\n';
  const goal = 'Which orders have no deposit? skipper and boat only';
  const { plan, question } = await asked(goal, text);
  const open = (calls: Plan['calls']) => calls.filter(({ _tool }) => _tool === 'open').length;
  expect(question.readings.map(({ result }) => result)).toEqual([
    'Ana Dinghy · Ana Dinghy · Eva Yacht',
    'Ana Dinghy 0 · Eva Yacht 0',
  ]);
  const now = readingOf(plan, question);
  if (now === undefined) throw new Error('The question is gone.');
  expect([open(plan.calls), now]).toEqual([1, question.undecided]);
  for (const one of question.readings) {
    const done = applyEdits(plan, editsToRead(plan, now, one));
    if (!done.ok) throw new Error(done.error);
    expect(open(done.value.plan.calls)).toBe(0);
    expect(readingOf(done.value.plan, question)).toBe(one);
  }
});
