/** Figures that would be wrong on the files although every word is met, and words whose neighbours hide them – each rule with words and files of its own. */

import { describe, expect, it } from 'vitest';
import { type Call, FORMAT, VERSION } from '../../../src/plan/document.ts';
import { makeTryPlan } from '../../../src/preview/preview-plan.ts';
import { planGoal } from './goals.ts';
import { overFiles } from './over-files.ts';

const FILES = new Map([
  [
    'tolls.csv',
    'Trip,Carrier,Day,Fee,Currency,Lane\nT1,Ada,2026-03-02,10,EUR,A\nT2,Ada,2026-03-05,20,NOK,A\nT3,Bo,2026-03-20,5,EUR,B\nT4,Bo,2026-04-02,7,EUR,A\nT5,Cy,2026-04-09,9,EUR,B\nT6,Cy,2026-04-11,9,EUR,B\n',
  ],
  ['carriers.csv', 'Carrier,Port\nAda,Oslo\nBo,Kiel\nBo,Turku\nCy,Kiel\n'],
  ['ports.csv', 'Carrier,Harbour\nAda,Oslo\nBo,Kiel\n'],
  ['depots.csv', 'Carrier,Berths\nAda,4\nBo,6\nCy,8\n'],
  [
    'shelf.csv',
    'Jar,Row,Stock,Price,Cost,Level\nFig,one,0,4,3,low\nPlum,one,6,9,4,high\nPear,one,2,7,8,low\nLime,two,3,5,2,high\nKiwi,two,1,6,2,high\n',
  ],
  [
    'repairs.csv',
    'Repair,Shop,Brought,Fetched,Trade\nP1,Ost,2026-01-02,2026-02-20,lock\nP2,Ost,2026-01-05,,lock\nP3,West,2026-02-01,2026-02-11,belt\nP4,West,2026-02-03,2026-02-04,lock\n',
  ],
  ['levies.csv', 'Lane,Levy,Paid in\nA,4,May\nB,?,May\nA,6,June\nB,5,June\n'],
  ['prefixed.csv', 'Lane,Levy\nA,€ 4\nB,7\nA,6 EUR\nB,5\n'],
  ['spoken.csv', 'Lane,Amount\nA,four\nB,seven\nA,6\nB,five\n'],
  ['twice.csv', 'Bird,Site\nHeron,N\nHeron,N\nHeron,N\nTeal,S\nHeron,N\n'],
  ['doors.csv', 'Lane,Door\nA,4\nB,12a\nA,6\nB,5\n'],
]);
const { openOf, outcome, planned } = overFiles(FILES);
const textOf = async (goal: string, names: string) => JSON.stringify((await planned(goal, names)).calls);

/** The plan with its files at hand, as the app tries it. */
async function tried(goal: string, names: string) {
  const contents = names.split(' ').map((name) => [name, FILES.get(name) ?? ''] as const);
  const tryPlan = makeTryPlan(
    { now: () => 0 },
    {
      files: new Map(contents.map(([name, text]) => [name, new Blob([text])])),
      signal: new AbortController().signal,
    },
  );
  const files = contents.map(([name, head]) => ({ name, type: '', size: head.length, head }));
  const made = await planGoal(goal, { files, tryPlan });
  const question = made.events.find((one) => one.kind === 'question');
  return {
    ...made,
    asked: question?.kind === 'question' ? question.text : undefined,
    ways:
      question?.kind === 'question' ? question.readings.map(({ took, result }) => `${took}: ${result}`) : [],
    notes: made.events.flatMap((one) => (one.kind === 'note' ? [one.text] : [])).join('\n'),
  };
}

/** The calls of a plan once that was said of it. */
async function changed(goal: string, calls: readonly Call[], names: string) {
  const files = names.split(' ').map((name) => ({ name, type: '', size: 1, head: FILES.get(name) ?? '' }));
  const plan = { format: FORMAT, version: VERSION, id: 'p', calls, output: '†state.groupRows' } as const;
  return (await planGoal(goal, { files, change: { plan, selected: [] } })).calls;
}

describe('figures in several currencies', () => {
  it('wait for the answer how they are reckoned, each way with what it gives', async () => {
    const { asked, ways, calls } = await tried('mean fee of each lane', 'tolls.csv');
    expect(asked).toContain('Fee is not all in one unit (Currency: EUR, NOK)');
    expect(ways.map((way) => way.split(':')[0])).toEqual([
      'each Currency by itself',
      'only EUR',
      'only NOK',
      'all together, as the numbers stand there',
    ]);
    expect(ways[1]).toContain('A 8.5');
    expect(calls.some(({ _tool }) => _tool === 'open')).toBe(true);
  });
  it('are asked about in the language of the goal', async () =>
    expect((await tried('Summe Fee pro Lane', 'tolls.csv')).ways[0]).toMatch(/^jede Currency für sich/u));
  it('are none where the rows are of one, or nothing is reckoned', async () => {
    for (const goal of [
      'total fee per lane in NOK',
      'total fee per lane and currency',
      'trips of Bo',
      'number of trips per lane',
    ])
      expect((await tried(goal, 'tolls.csv')).asked ?? '').not.toContain('unit');
  });
});

describe('rows that a join repeats', () => {
  it('are asked about where a key stands twice', async () => {
    const { asked, ways } = await tried('number of trips per port', 'tolls.csv carriers.csv');
    expect(asked).toContain('"Bo" stands 2 times in carriers.csv');
    expect(ways[0]).toMatch(/^once.*Oslo 2 · Kiel 4/u);
  });
  it('are asked about where what stands once is added up', async () =>
    expect((await tried('total berths per lane', 'tolls.csv depots.csv')).asked).toContain(
      'Berths stands once for each Carrier',
    ));
  it('are none where each has one partner', async () =>
    expect(
      (await tried('number of trips with more than 5 berths', 'tolls.csv depots.csv')).asked,
    ).toBeUndefined());
});

it('rows that have just as much as the last that is kept are told', async () => {
  expect((await tried('the 5 latest trips', 'tolls.csv')).notes).not.toContain('just as much');
  expect((await tried('which lane has the most trips', 'tolls.csv')).notes).toContain(
    'one more row has just as much',
  );
});

describe('each of many by all its rows', () => {
  it.each([
    ['shops without a lock', []],
    ['Which shops never had a belt?', ['Ost']],
    ['shops that have only lock repairs', ['Ost']],
    ['Which shops have at least one belt?', ['West']],
  ])('%s', async (goal, shops) => expect(await outcome(goal, 'repairs.csv')).toEqual(shops));
});

it('an average is one of all rows, and what is compared with it are rows', async () => {
  const names = (rows: unknown) => (rows as Record<string, string>[]).map((row) => row.Jar);
  expect(names(await outcome('jars with a price above average', 'shelf.csv'))).toEqual(['Plum', 'Pear']);
  expect(names(await outcome('jars with less stock than the average', 'shelf.csv'))).toEqual([
    'Fig',
    'Pear',
    'Kiwi',
  ]);
});

it('the second of each is not the first', async () => {
  const rows = await outcome('the second dearest jar of each row', 'shelf.csv');
  expect((rows as Record<string, string>[]).map((row) => row.Jar)).toEqual(['Pear', 'Lime']);
});

it('what is in stock is more than none, and what is low on it is another thing', async () => {
  expect(await textOf('jars on stock other than Plum', 'shelf.csv')).toMatch(
    /"column":"Stock","operator":"greaterThan","value":0/u,
  );
  expect(await textOf('jars that are low on stock', 'shelf.csv')).not.toMatch(
    /"operator":"greaterThan","value":0/u,
  );
});

it('a small word that names a column tells what is told apart', async () =>
  expect(await outcome('total stock per level', 'shelf.csv')).toEqual([
    { Level: 'low', 'total Stock': 2 },
    { Level: 'high', 'total Stock': 10 },
  ]));

it('what things are worth is no count of them', async () => {
  const { open, events } = await planned('stock worth per row', 'shelf.csv');
  expect(open.join()).toContain('stock worth');
  expect(
    events.some(
      (one) => one.kind === 'question' && one.readings.some(({ took }) => took === 'Price times Stock'),
    ),
  ).toBe(true);
});

it('how long it took to be done is no state of it', async () => {
  const rows = await outcome('repairs that took longer than 20 days to be fetched', 'repairs.csv');
  expect((rows as Record<string, string>[]).map((row) => row.Repair)).toEqual(['P1']);
});

it('days between two of a month are those', async () =>
  expect(await textOf('trips between 4 and 21 March', 'tolls.csv')).toContain('["2026-03-04","2026-03-21"]'));

it('an average weekly figure is of the weeks, and a weekly average one for each', async () => {
  expect(await outcome('average monthly number of trips', 'tolls.csv')).toBe(3);
  expect(await outcome('monthly average fee', 'tolls.csv')).toHaveLength(2);
});

it('whose rows are counted is not who is told apart', async () =>
  expect(
    (await openOf('median fee per lane, only for carriers with more than 1 trips', 'tolls.csv')).join(),
  ).toMatch(/more than 1/u));

it('a time that is busiest has the most rows', async () =>
  expect(await outcome('the busiest month', 'repairs.csv')).toEqual([{ month: '2026-01', count: 2 }]));

describe('a column that is mostly numbers', () => {
  it.each([
    ['total the levy per lane, largest first', 'levies.csv', 'sum', '?'],
    ['levy per lane, most first', 'levies.csv', 'sum', '?'],
    ['average levy per lane', 'levies.csv', 'mean', '?'],
    ['Summe Levy pro Lane', 'levies.csv', 'sum', '?'],
    ['total the levy per lane', 'prefixed.csv', 'sum', '6 EUR'],
  ])('is what is measured, and the cell that is none is named: %s', async (goal, file, aggregate, cell) => {
    const { calls } = await tried(goal, file);
    expect(calls.find(({ _tool }) => _tool === 'groupRows')).toMatchObject({ column: 'Levy', aggregate });
    expect(calls.at(-1)).toMatchObject({
      _tool: 'open',
      _description: expect.stringContaining(`${cell}" in the column "Levy"`),
    });
  });
  it('is none where a code stands among them', async () => {
    expect(JSON.stringify((await tried('count the rows per door', 'doors.csv')).calls)).toContain(
      '"by":"Door"',
    );
  });
});

it('a total of an amount that is written in words is no count', async () => {
  const { calls, inputSchema } = await tried('total the amount per lane', 'spoken.csv');
  expect(JSON.stringify(calls)).not.toContain('"count"');
  expect(JSON.stringify([calls, inputSchema])).toContain('†input.figure');
});

it.each([
  ['total the fee per carrier, alphabetically', 'Carrier'],
  ['total fee per carrier in alphabetical order', 'Carrier'],
  ['fee per lane sorted from a to z', 'Lane'],
  ['Summe Fee pro Carrier, alphabetisch', 'Carrier'],
  ['list the trips in alphabetical order', 'Trip'],
  ['list the trips by lane in alphabetical order', 'Lane'],
])('the alphabet puts texts into order, and no figures: %s', async (goal, column) => {
  const { calls } = await planned(goal, 'tolls.csv');
  const sort = calls.find(({ _tool }) => _tool === 'sortRows');
  expect([sort?.column, sort?.direction ?? 'ascending']).toEqual([column, 'ascending']);
});

describe('rows that a join leaves out', () => {
  it('are counted, and told how to keep', async () => {
    const { notes, calls } = await tried('count the tolls per harbour', 'tolls.csv ports.csv');
    expect(calls.map(({ _tool }) => _tool)).toEqual(['readCsv', 'readCsv', 'joinRows', 'groupRows']);
    expect(notes).toContain(
      '2 of 6 rows of tolls.csv have no partner in ports.csv and are left out. Say "keep the rows without a partner, too" to keep them.',
    );
    const kept = await changed('keep the rows without a partner, too', calls, 'tolls.csv ports.csv');
    expect(kept.find(({ _tool }) => _tool === 'joinRows')).toMatchObject({ how: 'left' });
  });
  it('are told where another question is asked, too, in the language of the goal', async () => {
    const { notes, asked } = await tried('Summe der Fee je Harbour', 'tolls.csv ports.csv');
    expect(asked).toContain('Fee');
    expect(notes).toContain(
      '2 von 6 Zeilen aus tolls.csv haben keinen Partner in ports.csv und bleiben weg.',
    );
  });
  it('are not told of where there are none, or they stay', async () => {
    expect((await tried('count the tolls per berths', 'tolls.csv depots.csv')).notes).not.toContain(
      'partner',
    );
    expect((await tried('the tolls with their harbour', 'tolls.csv ports.csv')).notes).not.toContain(
      'partner',
    );
  });
});

describe('duplicates that are removed and counted', () => {
  it('are asked about: how many went, or how many are left', async () => {
    const { asked, ways } = await tried(
      'remove the duplicate lines and tell me how many there were',
      'twice.csv',
    );
    expect(asked).toBe('How many of which: of the rows that were removed, or of those that are left?');
    expect(ways).toEqual(['How many rows were removed: 3', 'How many rows are left: 2']);
  });
  it('are not where it is said', async () => {
    expect(await outcome('remove the duplicate lines and count what is left', 'twice.csv')).toBe(2);
  });
});
