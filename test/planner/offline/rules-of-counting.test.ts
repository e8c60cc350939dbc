/** What is counted, averaged and held against what: each rule with goals over files of its own, and what their plans come to. */

import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/lib/json.ts';
import { mentionsOf } from '../../../src/planner/offline/mentions.ts';
import { overFiles } from './over-files.ts';

const FILES = new Map([
  [
    'visits.csv',
    'visit,doctor,seen_on,outcome,wait_min\nV1,Okafor,2026-03-02,kept,10\nV2,Okafor,2026-03-09,missed,0\nV3,Moreau,2026-04-02,kept,50\nV4,Moreau,2026-05-11,kept,20\nV5,Okafor,2026-05-12,cancelled,0\n',
  ],
  [
    'wein.csv',
    'Wein,Winzer,Jahrgang,Farbe,Flaschen,Preis je Flasche,Gekauft am\nA,Huber,2017,rot,6,30,2024-05-01\nB,Huber,2019,weiß,2,12,2024-06-01\nC,Keller,2019,rot,9,8,2025-05-01\nD,Keller,2021,weiß,1,70,2025-06-01\n',
  ],
  [
    'lines.csv',
    'receipt,clerk,qty,unit_price\n500,Lou,1,4\n500,Lou,2,3\n501,Max,1,20\n502,Max,1,4\n502,Max,2,3\n503,Lou,1,2\n',
  ],
  ['adherents.csv', 'Nom,Cotisation,Âge\nAubert,15,12\nBlanc,90,44\nCaron,80,17\n'],
]);

const { openOf, outcome, planned } = overFiles(FILES);

describe('several counts', () => {
  it.each([
    'number of kept and missed visits per doctor',
    'how many visits were kept and how many were missed per doctor?',
  ])('stand side by side: %s', async (goal) => {
    expect(await outcome(goal, 'visits.csv')).toEqual([
      { doctor: 'Okafor', kept: 1, missed: 1 },
      { doctor: 'Moreau', kept: 2, missed: 0 },
    ]);
  });
  it('stand beside the count of all', async () => {
    expect(await outcome('for each doctor: how many visits, how many of them missed', 'visits.csv')).toEqual([
      { doctor: 'Okafor', count: 3, missed: 1 },
      { doctor: 'Moreau', count: 2, missed: 0 },
    ]);
  });
  it('are told apart by an article alone, without groups by a second count', async () => {
    expect(await outcome('Für jeden Winzer die Zahl der roten und der weißen', 'wein.csv')).toEqual([
      { Winzer: 'Huber', rot: 1, weiß: 1 },
      { Winzer: 'Keller', rot: 1, weiß: 1 },
    ]);
    expect(await outcome('how many visits were kept and how many were missed?', 'visits.csv')).toEqual({
      kept: 3,
      missed: 1,
    });
  });
  it('are one behind the verb, behind an or, and where one thing is counted', async () => {
    expect(await outcome('count the kept and cancelled visits per doctor', 'visits.csv')).toEqual([
      { doctor: 'Okafor', count: 2 },
      { doctor: 'Moreau', count: 2 },
    ]);
    expect(await outcome('number of kept or cancelled visits per doctor', 'visits.csv')).toEqual([
      { doctor: 'Okafor', count: 2 },
      { doctor: 'Moreau', count: 2 },
    ]);
    expect(await outcome('number of missed visits per doctor', 'visits.csv')).toEqual([
      { doctor: 'Okafor', count: 1 },
    ]);
  });
});

describe('an average', () => {
  it.each(['average value of a receipt', 'average receipt value'])(
    'is of what has several lines: %s',
    async (goal) => {
      expect(await outcome(goal, 'lines.csv')).toBe(10.5);
    },
  );
  it('of how many there are of each is one figure', async () => {
    expect(await outcome('average number of lines per receipt', 'lines.csv')).toBe(1.5);
    expect(await outcome('average number of visits per doctor', 'visits.csv')).toBe(2.5);
  });
  it('beside a number of rows is none of it', async () => {
    expect(await outcome('average wait_min and number of visits per doctor', 'visits.csv')).toEqual([
      { doctor: 'Okafor', 'average wait_min': expect.closeTo(10 / 3), count: 3 },
      { doctor: 'Moreau', 'average wait_min': 35, count: 2 },
    ]);
  });
  it('is of each group where its rows are no lines of one thing', async () => {
    expect(await outcome('average wait_min per doctor', 'visits.csv')).toHaveLength(2);
  });
});

describe('what a number is held against', () => {
  const names = (rows: Json | undefined) =>
    (rows as { Wein?: string; visit?: string }[]).map((row) => row.Wein ?? row.visit);
  it('is the column of years where no day lies in them', async () => {
    expect(names(await outcome('Weine vor 2019', 'wein.csv'))).toEqual(['A']);
    expect(names(await outcome('Weine, die 2024 gekauft wurden', 'wein.csv'))).toEqual(['A', 'B']);
    expect(names(await outcome('Weine der Jahre 2017 bis 2019', 'wein.csv'))).toEqual(['A', 'B', 'C']);
    expect(names(await outcome('Weine aus den Jahren 2017 und 2021', 'wein.csv'))).toEqual(['A', 'D']);
  });
  it('is either of two months, as no day is in both', async () => {
    expect(names(await outcome('list the visits in March and April', 'visits.csv'))).toEqual([
      'V1',
      'V2',
      'V3',
    ]);
  });
  it('is a price and not what all of it comes to', async () => {
    expect(names(await outcome('Weine, die nicht rot sind und mehr als 20 Euro kosten', 'wein.csv'))).toEqual(
      ['D'],
    );
  });
  it('is what is measured in the unit said', async () => {
    expect(await outcome("adhérents d'au moins 18 ans", 'adherents.csv')).toMatchObject([{ Nom: 'Blanc' }]);
  });
  it('is counted among those that the sentence is about', async () => {
    const { calls } = await planned('list missed visits, unless there are more than 2 of them', 'visits.csv');
    expect(calls.findIndex(({ _tool }) => _tool === 'filterRows')).toBeLessThan(
      calls.findIndex(({ _tool }) => _tool === 'decide'),
    );
  });
});

describe('small words that ask for something', () => {
  it('are named', async () => {
    expect(await openOf('number of visits per doctor, and who are they', 'visits.csv')).toEqual([
      'who are they',
    ]);
    expect(await openOf('number of visits still out per doctor', 'visits.csv')).toEqual(['still out']);
    expect(await openOf('average wait_min of new visits', 'visits.csv')).toEqual(['new']);
    const { mentions } = mentionsOf('Wer hat gewonnen?', [], 0);
    expect(mentions.find(({ text }) => text === 'gewonnen')?.small).toBe(false);
  });
});

describe('how often something is there', () => {
  const members =
    'Nr,email,town\n1,a@x.org,Ayr\n2,b@x.org,Ayr\n3,a@x.org,Bath\n4,a@x.org,Cork\n5,b@x.org,Ayr\n6,c@x.org,Deal\n';
  const { outcome: comesTo, planned: made } = overFiles(new Map([['members.csv', members]]));
  const emails = (...times: readonly [string, number][]) =>
    times.map(([name, count]) => ({ email: `${name}@x.org`, count }));
  it.each([
    ['which emails appear at least twice', emails(['a', 3], ['b', 2])],
    ['which emails appear more than once', emails(['a', 3], ['b', 2])],
    ['which emails show up more than twice', emails(['a', 3])],
    ['which emails appear three times or more', emails(['a', 3])],
    ['emails listed at least 3 times', emails(['a', 3])],
    ['emails that appear exactly twice', emails(['b', 2])],
    ['emails that occur only once', emails(['c', 1])],
    ['duplicates of email', emails(['a', 3], ['b', 2])],
    ['duplicate emails', emails(['a', 3], ['b', 2])],
    ['welche E-Mails kommen mindestens zweimal vor', emails(['a', 3], ['b', 2])],
    ['welche E-Mails kommen mehr als einmal vor', emails(['a', 3], ['b', 2])],
    ['E-Mails, die öfter als zweimal vorkommen', emails(['a', 3])],
    ['welche E-Mails kommen nur einmal vor', emails(['c', 1])],
    ['doppelte E-Mails', emails(['a', 3], ['b', 2])],
  ])('is counted by what is there, and held against the number: %s', async (goal, rows) => {
    const { unusedWords } = await made(goal, 'members.csv');
    expect(unusedWords).toEqual([]);
    expect(await comesTo(goal, 'members.csv')).toEqual(rows);
  });
  it('is counted of numbers, too, where nothing else is named', async () => {
    const orders = new Map([['orders.csv', 'no,customer,amount\nA,3,20\nB,1,35\nC,3,12\n']]);
    const { outcome: result } = overFiles(orders);
    for (const goal of ['which customers appear at least twice', 'welche Kunden kommen mehrfach vor'])
      expect(await result(goal, 'orders.csv')).toEqual([{ customer: 3, count: 2 }]);
  });
  it('is none of it where each is wanted once', async () => {
    expect((await made('show each email only once', 'members.csv')).tools).toContain('removeDuplicates');
  });
});
