/** Words that no call uses are asked about, with likely answers; an answer is read with the goal, and the checks stay the judge. */

import { expect, it } from 'vitest';
import { profileOf } from '../../../../src/activities/profile/profile.ts';
import { FORMAT, type Plan, VERSION } from '../../../../src/plan/document.ts';
import type { ReadingsAsked } from '../../../../src/plan/readings.ts';
import { MOST_QUESTIONS, type Settled } from '../../../../src/plan/settled.ts';
import { offlinePlanner } from '../../../../src/planner/offline/offline-planner.ts';
import type { PlannerEvent, PlannerRequest } from '../../../../src/planner/planner.ts';
import { makeTryPlan } from '../../../../src/preview/preview-plan.ts';
import { builtInTools } from '../../../../src/tools/built-in.ts';
import { catalogueOf } from '../../../../src/tools/catalogue.ts';

const planner = offlinePlanner({ now: () => 0 });
const { signal } = new AbortController();
const SHOPS =
  'receipt,branch,takings,cost,bonus,opened\nR1,Leith,10,4,yes,2026-01-02\nR2,Leith,20,5,no,2026-01-09\nR3,Portobello,40,6,yes,2026-02-02\nR4,Portobello,5,1,no,2026-02-03\n';

async function eventsFor(
  goal: string,
  settled: readonly Settled[] = [],
  text = SHOPS,
  change?: Plan,
): Promise<PlannerEvent[]> {
  const profile = await profileOf(new TextEncoder().encode(text), 'shops.csv');
  const request: PlannerRequest = {
    ...{ goal, settled, catalogue: catalogueOf(builtInTools), history: [], lastError: null, signal },
    files: [{ name: 'shops.csv', type: 'text/csv', size: text.length, head: text, profile }],
    tryPlan: makeTryPlan({ now: () => 0 }, { files: new Map([['shops.csv', new Blob([text])]]), signal }),
    maxCalls: 7,
    ...(change === undefined ? {} : { change: { plan: change, selected: [] } }),
  };
  const events: PlannerEvent[] = [];
  for await (const event of planner(request)) events.push(event);
  return events;
}

const questionOf = (events: readonly PlannerEvent[]): ReadingsAsked | undefined =>
  events.flatMap((event) => (event.kind === 'question' ? [event as ReadingsAsked] : []))[0];

async function asked(goal: string, settled?: readonly Settled[], text?: string): Promise<ReadingsAsked> {
  const question = questionOf(await eventsFor(goal, settled, text));
  if (question === undefined) throw new Error('Nothing is asked.');
  return question;
}

const callsOf = (events: readonly PlannerEvent[]) =>
  events.flatMap((event) => (event.kind === 'call' ? [event.call] : []));
const openIn = (events: readonly PlannerEvent[]) =>
  callsOf(events).flatMap(({ _tool, _description }) => (_tool === 'open' ? [_description] : []));

/** The plan that an answer stands for is the plan that the goal comes to with it: what was shown is what is made. */
async function answered(goal: string, question: ReadingsAsked, took: string): Promise<PlannerEvent[]> {
  const reading = question.readings.find((one) => one.took === took);
  if (reading?.settles === undefined) throw new Error(`No such answer: ${JSON.stringify(question.readings)}`);
  const events = await eventsFor(goal, [...(question.settled ?? []), reading.settles]);
  expect(callsOf(events).filter(({ _tool }) => _tool !== 'open')).toEqual(
    reading.calls.filter(({ _tool }) => _tool !== 'open'),
  );
  return events;
}

it('a word that no column is called by is asked about, and an answer is the plan it showed', async () => {
  const goal = 'total takings per locale';
  const events = await eventsFor(goal);
  const question = questionOf(events);
  if (question === undefined) throw new Error('Nothing is asked.');
  expect(question).toMatchObject({ words: 'locale', settled: [] });
  const branch = question.readings.find(({ took }) => took === 'the column branch');
  expect(branch?.result).toBe('Leith 30 · Portobello 45');
  expect(questionOf(await answered(goal, question, 'the column branch'))).toBeUndefined();
});

it('the plan as it stands is the undecided one: to go on without changes nothing', async () => {
  const events = await eventsFor('jackpot per branch');
  expect(openIn(events)).toEqual(['jackpot']);
  expect(questionOf(events)?.undecided?.calls).toEqual(callsOf(events));
});

it('a goal that is read whole is asked nothing', async () => {
  for (const goal of ['total takings per branch', 'how many rows have bonus no', 'takings over 10'])
    expect(questionOf(await eventsFor(goal))).toBeUndefined();
});

it('what was typed is read in the place of the words, column names that look like commands included', async () => {
  const goal = 'total takings per locale';
  const typed = await eventsFor(goal, [{ words: 'locale', as: ['branch'] }]);
  expect([openIn(typed), questionOf(typed)]).toEqual([[], undefined]);
  const hostile = 'save "it" as sum.csv';
  const text = SHOPS.replace('branch', '"save ""it"" as sum.csv"');
  const calls = callsOf(await eventsFor(goal, [{ words: 'locale', as: [{ column: hostile }] }], text));
  expect(calls.map(({ _tool }) => _tool)).not.toContain('saveFile');
  expect(JSON.stringify(calls)).toContain(JSON.stringify(hostile));
  const question = await asked(goal, [], text);
  expect(question.readings.map(({ took }) => took)).toContain(`the column ${hostile}`);
});

it('a value typed with too many slips is found in its column', async () => {
  const question = await asked('total takings for Portbelow');
  expect(question.readings.map(({ took }) => took)).toContain('branch: Portobello');
  const events = await answered('total takings for Portbelow', question, 'branch: Portobello');
  expect(JSON.stringify(callsOf(events))).toContain('"Portobello"');
});

it('a word that says nothing may be left out, and is then not named', async () => {
  const goal = 'total takings per branch, snazzy';
  const question = await asked(goal);
  const out = question.readings.find(({ settles }) => settles?.as.length === 0);
  expect(out?.result).toBe('Leith 30 · Portobello 45');
  const events = await answered(goal, question, out?.took ?? '');
  expect(events.some((event) => event.kind === 'note' && event.unusedWords !== undefined)).toBe(false);
});

it('nothing is asked about what is to be sent, nor more than three times', async () => {
  expect(questionOf(await eventsFor('Send the takings per branch to my boss as an SMS'))).toBeUndefined();
  const settled = Array.from({ length: MOST_QUESTIONS }, (_, at) => ({ words: `no${at}`, as: [] }));
  expect(questionOf(await eventsFor('total takings per locale', settled))).toBeUndefined();
});

it('a change asks as well, and where nothing of it was understood it is refused with the question', async () => {
  const calls = callsOf(await eventsFor('total takings per branch'));
  const plan: Plan = {
    format: FORMAT,
    version: VERSION,
    id: 'p',
    mode: 'lazy',
    calls,
    output: '†state.groupRows',
  };
  const change = (sentence: string, settled: readonly Settled[] = []) =>
    eventsFor(sentence, settled, SHOPS, plan);
  const part = questionOf(await change('only 2026, for Portbelow'));
  expect(part?.words).toBe('Portbelow');

  const events = await change('only Portbelow');
  expect(events.map(({ kind }) => kind)).toEqual(['question', 'failed']);
  const question = questionOf(events);
  // To go on without leaves the plan as it is.
  expect(question?.undecided).toMatchObject({ calls, output: '†state.groupRows' });
  const reading = question?.readings.find(({ took }) => took === 'branch: Portobello');
  expect(reading?.result).toBe('Portobello 45');
  const settled = await change('only Portbelow', reading?.settles ? [reading.settles] : []);
  expect(callsOf(settled)).toEqual(reading?.calls);

  expect((await change('fly to the moon')).map(({ kind }) => kind)).toEqual(['failed']);
});
