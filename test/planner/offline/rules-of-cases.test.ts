/** A column of cases, however they are said: label or condition first, thresholds alone, commas or colons, any language; and what is asked about it. */

import { describe, expect, it, test } from 'vitest';
import { overFiles } from './over-files.ts';

const { openOf, outcome } = overFiles(
  new Map([
    ['cellar.csv', 'Wine,Bottles,Minimum,Price\nRuby,0,6,12\nTawny,4,6,48\nVintage,30,6,95\nDry,,3,7\n'],
    [
      'rowers.csv',
      'Rower,Crew,Ergo,Returned,Loan ends\nAda,A,88,03/02/2026,10/02/2026\nBo,B,64,01/12/2026,10/02/2026\nCy,A,31,,10/02/2026\nDi,B,70,28/01/2026,25/01/2026\n',
    ],
    ['marks.csv', 'Name,Form,Exam\nAnn,7a,82\nBen,7b,55\nCat,7a,64\n'],
  ]),
);

const column = async (goal: string, file: string, name: string): Promise<unknown[]> => {
  const rows = await outcome(goal, file);
  return (rows as Record<string, unknown>[]).map((row) => row[name]);
};

describe('cases', () => {
  test.each([
    [
      "Mark every wine: 'Out' if none are left, 'Low' if Bottles is below the minimum, otherwise 'OK'",
      'mark',
    ],
    ['Add a column State: Out if bottles is 0, Low if bottles is below minimum, otherwise OK', 'State'],
    [
      "New column State: 'Out' when bottles is 0, 'Low' when bottles is under minimum and 'OK' for the rest",
      'State',
    ],
  ])('say what a row is called, then of which rows: %s', async (goal, name) => {
    expect(await column(goal, 'cellar.csv', name)).toEqual(['Out', 'Low', 'OK', 'OK']);
  });

  test.each([
    ['Add a column level: if Ergo is over 80 then high, if Ergo is over 50 then mid, else low', 'level'],
    ['Add a column level: if Ergo is over 80, high, if Ergo is over 50, mid, otherwise low', 'level'],
    ['Give each rower a level from Ergo: 80 and up high, 50 and up mid, else low', 'level'],
    ['Give each rower a level from Ergo: 81+ high, 50-80 mid, below 50 low', 'level'],
    ['Add a column level with high for ergo over 80, mid for 50 to 80 and low for everything below', 'level'],
    ['add a level column by ergo: high over 80, mid over 50, low otherwise', 'level'],
    ['Put the rowers into ergo classes: under 50 low, 50 to 80 mid, over 80 high', 'classes'],
    [
      'neue Spalte Stufe: wenn Ergo mindestens 80 dann "high", wenn Ergo mindestens 50 dann "mid", sonst "low"',
      'Stufe',
    ],
    [
      'ajoute une colonne niveau : high si Ergo est supérieur à 80, mid si Ergo est supérieur à 50, sinon low',
      'niveau',
    ],
  ])('say of which rows, then what they are called: %s', async (goal, name) => {
    expect(await column(goal, 'rowers.csv', name)).toEqual(['high', 'mid', 'low', 'mid']);
  });

  it('hold one day of a row against another, whatever order days are written in', async () => {
    const goal =
      'Add a column late: yes if returned after loan ends, open if returned is empty, otherwise no';
    expect(await column(goal, 'rowers.csv', 'late')).toEqual(['no', 'yes', 'open', 'yes']);
    expect(await column('rowers who returned after the loan ends', 'rowers.csv', 'Rower')).toEqual([
      'Bo',
      'Di',
    ]);
  });

  it('are two with one condition of two parts', async () => {
    const goal = "Flag a wine as 'order' if bottles is under minimum or price is over 90, otherwise 'keep'";
    expect(await column(goal, 'cellar.csv', 'flag')).toEqual(['order', 'order', 'order', 'keep']);
  });

  it('are written for every row where that is said behind them', async () => {
    const goal = "If ergo is below 50 write 'rest', otherwise 'row', for every rower";
    expect(await column(goal, 'rowers.csv', 'result')).toEqual(['row', 'row', 'rest', 'row']);
  });

  it('call what they mean by a word that means something else elsewhere', async () => {
    const goal =
      'Categorise wines as big when price is 90 or more, medium when 40 or more and small otherwise';
    expect(await column(goal, 'cellar.csv', 'categorise')).toEqual(['small', 'medium', 'big', 'small']);
  });

  it('are of no column that nobody named', async () => {
    const open = await openOf(
      'add a size column: small under 10, medium 10-20, large above 20',
      'cellar.csv',
    );
    expect(open).not.toEqual([]);
  });
});

describe('what is asked of the new column', () => {
  it('is counted by it, though a file is called alike', async () => {
    const goal = 'Add a column grade: if exam is over 60 then A, else B. Count per form and grade';
    expect(await outcome(goal, 'marks.csv')).toEqual([
      { Form: '7a', grade: 'A', count: 2 },
      { Form: '7b', grade: 'B', count: 1 },
    ]);
    const each = 'Give each pupil a grade from exam: 60+ A, below 60 B. Then how many of each grade per form';
    expect(await outcome(each, 'marks.csv')).toHaveLength(2);
  });
});
