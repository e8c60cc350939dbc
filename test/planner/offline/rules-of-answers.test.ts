/** An answer is read with the whole goal: what it makes of the rest is named, and nothing of it is lost. */

import { expect, it } from 'vitest';
import type { Settled } from '../../../src/plan/settled.ts';
import { planGoal } from './goals.ts';
import { overFiles } from './over-files.ts';

const FILES = new Map([
  ['shelf.csv', 'item,stock,minimum,unit_cost\nBolt,4,5,2\nNut,10,3,1\n'],
  ['fares.csv', 'ride,rider_id,price\nR1,A,4\nR2,B,6\nR3,A,5\n'],
  ['riders.csv', 'id,name,club\nA,Ada,yes\nB,Bo,no\n'],
  ['classes.csv', 'class,seats,taken\nYoga,12,5\nJudo,8,8\n'],
  ['halls.csv', 'hall,places,booked\nNorth,40,12\nSouth,30,30\n'],
  ['games.csv', 'court,day,hours,amount\nNorth,2026-08-03,1,12\nSouth,2026-08-04,2,24\n'],
  ['members.csv', 'rider,joined,fee,paid\nAda,2025-03-01,60,yes\nBo,2019-02-01,80,no\n'],
]);

const { dropped, openOf, outcome, planned } = overFiles(FILES);

it('what is explained behind is no column of its own, whichever way round', async () => {
  expect(await outcome('What is unit cost times stock in total? stock times unit cost', 'shelf.csv')).toBe(
    18,
  );
});

it('a total that no call makes is open', async () => {
  const { calls } = await planned('unit cost times stock for each item, and in total', 'shelf.csv');
  const text = JSON.stringify(calls);
  expect(/"aggregate":"sum"/u.test(text) || calls.some(({ _tool }) => _tool === 'open')).toBe(true);
});

it('who rows are told apart by is no file, where another has a column of them', async () => {
  expect(await outcome('total price per rider', 'fares.csv riders.csv')).toHaveLength(2);
  expect(await outcome('total price per rider, only club', 'fares.csv riders.csv')).toEqual([
    { rider_id: 'A', 'total price': 9 },
  ]);
});

it('"only" of what nobody knows is no word for the rows', async () => {
  expect(await openOf('total price per rider, only members', 'fares.csv')).toEqual(['members']);
  expect(await openOf('total price, only rides over 4', 'fares.csv')).toEqual([]);
});

it('is offered neither as a column that half of is meant of, nor as a slip for another word', async () => {
  const offered = async (goal: string, names: string) => {
    const { events } = await planned(goal, names);
    const question = events.find((event) => event.kind === 'question');
    return question?.kind === 'question' ? question.readings.map(({ took }) => took) : [];
  };
  expect((await offered('warn me if any class has less than half taken', 'classes.csv')).join()).not.toMatch(
    /seats|taken/u,
  );
  expect((await offered('revenue per rider', 'fares.csv')).join()).not.toContain('reverse');
  expect((await offered('what is our stock worth?', 'shelf.csv'))[0]).toBe('unit_cost times stock');
});

it('what is left of a number is open where no column says it', async () => {
  expect((await openOf('which halls have places left, and how many?', 'halls.csv')).join()).toContain('left');
  const { calls, failure } = await planned('which halls still have places left?', 'halls.csv');
  expect([calls, failure?.code]).toEqual([[], 'no_plan']);
});

const openAfter = async (goal: string, names: string, ...settled: Settled[]) => {
  const { calls } = await planGoal(goal, { files: dropped(names.split(' ')), settled });
  return calls.flatMap((one) => (one._tool === 'open' ? [one._description] : []));
};

it('an answer that takes the place of what else was asked leaves that open', async () => {
  const goal = 'takings per court in August, only finished games';
  const settled = (...as: string[]) => ({ words: 'finished', as });
  expect(await openAfter(goal, 'games.csv')).toEqual(['finished']);
  expect(await openAfter(goal, 'games.csv', settled('total hours'))).toEqual(['takings']);
  expect(await openAfter(goal, 'games.csv', settled())).toEqual([]);
  expect(await openAfter(goal, 'games.csv', settled('total amount'))).toEqual([]);
});

it('who it is was asked: a total tells nobody', async () => {
  expect(await openOf('who is in the club and how many altogether?', 'riders.csv')).toEqual(['who']);
  expect(await openOf('Which rides cost more than 4, and how much altogether?', 'fares.csv')).toEqual([
    'Which rides',
  ]);
  expect(await openOf('Which total do the fares come to?', 'fares.csv')).toEqual([]);
});

it('"by what they paid" is an amount, and no group of who has paid', async () => {
  const { calls, open } = await planned('the 2 best riders by what they paid', 'members.csv');
  expect(calls.some(({ per, by }) => [per, by].flat().includes('paid'))).toBe(false);
  expect(open.join()).toContain('paid');
});

it('the last two years are a time, and no two rows', async () => {
  const { calls } = await planned('members who joined in the last two years', 'members.csv');
  expect(calls.some(({ limit }) => limit !== undefined)).toBe(false);
  expect(calls.find(({ _tool }) => _tool === 'filterRows')).toMatchObject({ column: 'joined' });
});
