/** What a plan may not pass over in silence: examples, points in time, states, second requests, files – each rule with words and files of its own. */

import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/lib/json.ts';
import { makeTryPlan } from '../../../src/preview/preview-plan.ts';
import { planGoal } from './goals.ts';
import { overFiles } from './over-files.ts';

const FILES = new Map([
  [
    'stays.csv',
    'Stay,Guest,Arrival,House,Nights,Price\nS1,Ito,2025-12-31,Elm,2,90\nS2,Moss,2026-01-05,Oak,3,120\nS3,Ito,2026-02-09,Elm,1,60\nS4,Rey,2026-02-11,Ash,7,300\nS5,Moss,2026-03-01,Oak,4,150\n',
  ],
  ['scores.csv', 'Runner,Round 1,Round 2,Round 3\nAda,1,5,9\nBo,4,4,4\nCy,2,6,8\n'],
  [
    'inventory.csv',
    'Thing,Depot,Pieces,Min pieces\nBolt,Kiel,0,5\nNut,Kiel,9,5\nGlue,Bremen,3,5\nTape,Bremen,0,2\n',
  ],
  ['paid.csv', 'Bill,Client,Due,Amount\nB1,Ann,2026-01-01,40\nB2,Bo,2026-02-01,60\n'],
  ['clients.csv', 'Client,Mail,Town\nAnn,a@x.org,Ulm\nBo,b@x.org,Bonn\nCy,c@x.org,Ulm\n'],
  ['till_jan.csv', 'day,bar,card\n2026-01-01,10,5\n2026-01-02,20,1\n2026-01-03,1,1\n'],
  ['till_feb.csv', 'day,bar,card\n2026-02-01,30,5\n2026-02-02,2,1\n'],
]);
const { openOf, outcome, planned } = overFiles(FILES);

const textOf = async (goal: string, names: string) => JSON.stringify((await planned(goal, names)).calls);

describe('a number or a day that binds no row', () => {
  it.each([
    'Add a column Leave, 3 days after Arrival, written like 31.12.2025',
    'Add a column Leave, 3 days after Arrival, e.g. 31/12/2025',
    'Neue Spalte Abreise, 3 Tage nach Arrival, geschrieben wie 31.12.2025',
    'Add a column Leave, 3 days after Arrival, formatted as 31.12.2025',
    'total Price per House, written like 1.234,50',
  ])('is an example behind a word for one, and named: %s', async (goal) => {
    expect(await textOf(goal, 'stays.csv')).not.toMatch(/"filterRows"/u);
    expect((await openOf(goal, 'stays.csv')).join()).toMatch(/31[./]12[./]2025|1\.234,50/u);
  });

  it.each([
    'How many full years has each Guest been here on 31 December 2025?',
    'How long has each Guest been with us as of 2026-03-01?',
    'Wie lange ist jeder Guest am 31.12.2025 schon da?',
  ])('is the day that a duration is counted to: %s', async (goal) => {
    const { calls } = await planned(goal, 'stays.csv');
    expect(JSON.stringify(calls)).not.toMatch(/"filterRows"/u);
  });
  it('is a day that rows are of where nothing else is asked', async () => {
    expect(await textOf('list the stays on 2026-01-05', 'stays.csv')).toMatch(/filterRows.*2026-01-05/u);
    expect(await textOf('total Nights on 2026-02-11', 'stays.csv')).toMatch(/filterRows.*2026-02-11/u);
  });

  it.each([
    'the average of each Runner over the three rounds',
    'Durchschnitt je Runner über die drei Runden',
  ])('says how many there are behind "the": %s', async (goal) => {
    expect(await textOf(goal, 'scores.csv')).not.toMatch(/greaterThan/u);
  });
  it('is a threshold without it', async () => {
    expect(await textOf('stays with Nights over 3', 'stays.csv')).toMatch(/greaterThan","value":3/u);
  });
});

describe('what rows are said to be', () => {
  it('is no mention of the file that is called so', async () => {
    const goal = 'If anything of Ann is paid, list it, otherwise write "nothing"';
    expect((await openOf(goal, 'paid.csv')).join()).toContain('paid');
    const low = await planned(
      'Total Pieces per Depot of the things that are low on inventory',
      'inventory.csv',
    );
    expect(low.open.join()).toContain('low on inventory');
  });
  it('decides, where it can be read', async () => {
    expect(
      await outcome('If anything in Kiel is out of stock, list it, otherwise write "full"', 'inventory.csv'),
    ).toEqual([expect.objectContaining({ Thing: 'Bolt' })]);
    expect(await textOf('Which things are out of stock?', 'inventory.csv')).toMatch(
      /"column":"Pieces","operator":"equals","value":0/u,
    );
  });
  it('has to stand in the call that decides, and nowhere else', async () => {
    const goal = 'If anything in Kiel is discontinued, list the things in Bremen, otherwise write "fine"';
    expect((await openOf(goal, 'inventory.csv')).join()).toContain('discontinued');
  });
  it('writes what stands behind "write that", whatever its words mean', async () => {
    expect(
      await outcome(
        'If anything in Kiel has over 50 Pieces, list it, otherwise write that Kiel is fully stocked',
        'inventory.csv',
      ),
    ).toBe('Kiel is fully stocked');
  });
});

describe('two requests in a sentence', () => {
  it('are two results, and the limit is of the one that it was said of', async () => {
    const goal = 'the 2 longest stays by Nights, and the average Price per House';
    const made = (await outcome(goal, 'stays.csv')) as Record<string, Json[]>;
    const [first, second] = Object.values(made);
    expect([first?.length, second?.length]).toEqual([2, 3]);
  });
  it('see the same rows and the column that was reckoned', async () => {
    const goal =
      'Put the two months together and show me the two best days by takings (bar plus card), and the average takings per weekday';
    const { calls } = await planned(goal, 'till_jan.csv till_feb.csv');
    expect(calls.some(({ _tool }) => _tool === 'open')).toBe(false);
    const of = (tool: string) => calls.find(({ _tool }) => _tool === tool);
    expect(of('sortRows')).toMatchObject({ column: 'takings', limit: 2 });
    expect(of('groupRows')).toMatchObject({ column: 'takings', aggregate: 'mean', rows: '†state.addColumn' });
  });
  it('are one where the second only says what to see of the rows', async () => {
    const goal = 'Which clients are not in paid.csv? I need Client and Mail.';
    const made = await planned(goal, 'clients.csv paid.csv');
    expect(typeof made.output).toBe('string');
    expect(made.calls.at(-1)).toMatchObject({ _tool: 'selectColumns', rows: '†state.joinRows' });
  });
});

describe('files that were handed over', () => {
  it('and that no step reads are named, in the language of the goal', async () => {
    const notes = async (goal: string, names: string) =>
      (await planned(goal, names)).events.flatMap((one) => (one.kind === 'note' ? [one.text] : []));
    expect(await notes('total Nights per House', 'stays.csv clients.csv')).toContain(
      'No step reads clients.csv.',
    );
    expect(await notes('Summe Nights pro House', 'stays.csv clients.csv')).toContain(
      'Kein Schritt liest clients.csv.',
    );
  });
  it('with the same columns are asked about, and no run comes before the answer', async () => {
    const made = await planned('total card per weekday', 'till_jan.csv till_feb.csv');
    expect(made.open.join()).toContain('All together, or only till_jan.csv?');
    const question = made.events.find((one) => one.kind === 'question');
    expect(question?.kind === 'question' && question.readings.map(({ took }) => took)).toEqual([
      'only till_jan.csv',
      'both together',
    ]);
    for (const goal of [
      'Put both files together: total card per weekday',
      'total card per weekday in till_feb.csv',
    ])
      expect(await openOf(goal, 'till_jan.csv till_feb.csv')).toEqual([]);
  });
});

it('how many rows there are is no column', async () => {
  for (const goal of [
    'List the stays with Ito unless there are fewer than 10 of them',
    'stays of Ito, unless there are more than 2 items',
  ])
    expect(await textOf(goal, 'stays.csv')).not.toMatch(/"filterRows"[^}]*"value":(?:10|2)\b/u);
  expect(await textOf('stays with more than 3 Nights', 'stays.csv')).toMatch(/"column":"Nights"/u);
});

it('what keeps hardly a row is said where a column is added for all', async () => {
  const rows = Array.from(
    { length: 40 },
    (_, at) => `L${at},${at === 7 ? '2026-03-01' : '2026-02-01'},${at}`,
  );
  const head = `Lamp,Sold,Watt\n${rows.join('\n')}\n`;
  const { signal } = new AbortController();
  const tryPlan = makeTryPlan(
    { now: () => 0 },
    { files: new Map([['lamps.csv', new Blob([head])]]), signal },
  );
  const notes = async (goal: string) => {
    const files = [{ name: 'lamps.csv', type: '', size: head.length, head }];
    const { events } = await planGoal(goal, { files, tryPlan });
    return events.flatMap((one) => (one.kind === 'note' ? [one.text] : [])).join();
  };
  expect(await notes('Add a column Double = Watt times 2 for the lamps sold on 2026-03-01')).toContain(
    'keeps only 1 of 40 rows',
  );
  expect(await notes('list the lamps sold on 2026-03-01')).not.toContain('keeps only');
});
