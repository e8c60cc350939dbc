/** What a newcomer said and was answered wrongly without a word: each rule with words and files of its own, and what its plans come to. */

import { describe, expect, it } from 'vitest';
import { profileOf } from '../../../src/activities/profile/profile.ts';
import { checkPlan } from '../../../src/check/check.ts';
import type { Json } from '../../../src/lib/json.ts';
import { builtIns, runInMemory } from '../../examples/run-in-memory.ts';
import { planGoal } from './goals.ts';
import { overFiles } from './over-files.ts';

const FILES = new Map([
  [
    'rentals.csv',
    'Bike,Renter,Out,Return by,Fee,Returned,Milk\nB1,Ito,2026-03-01,2026-03-05,40,yes,with\nB2,Moss,2026-03-02,2026-03-08,90,no,without\nB3,Ito,2026-03-10,2026-03-20,60,no,with\nB4,Reyes,2026-03-11,2026-03-12,20,no,without\n',
  ],
  [
    'verleih.csv',
    'Rad;Mieter;Gebühr;Bezahlt\nR1;Ito;40,50;ja\nR2;Moos;90,00;nein\nR3;Ito;60,00;nein\nR4;Reis;20,00;nein\n',
  ],
  ['flags.csv', 'Lamp,Watt,Lit\nA,40,1\nB,60,0\nC,75,0\n'],
  [
    'people.json',
    '[{"who":"Ann","phone":"12","town":"Ulm"},{"who":"Bo","phone":"","town":"Ulm"},{"who":"Cy","phone":"34","town":"Bonn"}]',
  ],
  ['plots.csv', 'Plot,Street,Width,Length\nP1,Elm,4,10\nP2,Oak,5,8\nP3,Elm,2,6\n'],
  ['crates.csv', 'Thing,Shelf,Pieces,Unit price\nPear,A,3,2\nPlum,B,10,1\nFig,A,1,5\n'],
  ['owners.csv', 'Plot,Owner\nP1,Ann\nP3,Cy\nP9,Zed\n'],
  [
    'invoices.csv',
    'Invoice,Customer,Issued,Due,Amount,Paid\nI-1,Ann,2026-01-05,2026-02-04,"$1,200.00",yes\nI-2,Bo,2026-01-12,2026-02-11,$450.50,no\n',
  ],
  ['log.md', '# Log\n\n- FIX door: Ann\n- done: roof\n- FIX lamp: Bo\n'],
]);

const { dropped, openOf, outcome, planned, ran } = overFiles(FILES);

const firsts = async (goal: string, names: string) =>
  ((await outcome(goal, names)) as Record<string, Json>[]).map((row) => Object.values(row)[0]);

describe('a word that turns others, said as a value', () => {
  it.each([
    ['Keep the rentals where Returned is no and Fee is over 50', ['B2', 'B3']],
    ['only the rentals with Returned no and Fee over 50', ['B2', 'B3']],
    ['rentals where Fee is over 50 and Returned no', ['B2', 'B3']],
    ['rows where Returned is no', ['B2', 'B3', 'B4']],
    ['rows where Returned is false and Renter is Ito', ['B3']],
    ['Returned is no and Out is before 2026-03-05', ['B2']],
    ['all rentals except those with Returned no', ['B1']],
    ['list the rows where Returned is not no', ['B1']],
    ['list the rows where Returned is not yes', ['B2', 'B3', 'B4']],
    ['rows where Milk is without and Fee is over 50', ['B2']],
  ])('is that value: %s', async (goal, bikes) => {
    expect(await firsts(goal, 'rentals.csv')).toEqual(bikes);
  });
  it('is that value in other languages, and in noughts and ones', async () => {
    expect(await firsts('Zeilen mit Bezahlt nein und Gebühr über 50', 'verleih.csv')).toEqual(['R2', 'R3']);
    expect(await firsts('Zeilen, in denen Bezahlt nicht ja ist', 'verleih.csv')).toEqual(['R2', 'R3', 'R4']);
    expect(await firsts('lamps where Lit is no and Watt is over 70', 'flags.csv')).toEqual(['C']);
  });
  it('turns what is said behind it all the same', async () => {
    expect(await firsts('rentals that are not returned and over 50', 'rentals.csv')).toEqual(['B2', 'B3']);
    expect(await firsts('rentals with Fee not over 50', 'rentals.csv')).toEqual(['B1', 'B4']);
  });

  /** However the two are said: the first is of "no" or of "yes", the second is what it says. */
  const SAID = ['Returned is V', 'Returned = V', 'with Returned V', 'Returned: V'];
  const BESIDE = ['Fee is over 50', 'Fee > 50', 'Fee over 50', 'Renter is Ito'];
  it.each(SAID.flatMap((one) => BESIDE.map((other) => [one, other])))(
    'turns nothing beside it: %s, %s',
    async (one, other) => {
      for (const value of ['yes', 'no'])
        for (const goal of [
          `keep the rows ${one.replace('V', value)} and ${other}`,
          `keep the rows where ${other} and ${one.replace('V', value)}`,
        ]) {
          const calls = JSON.stringify((await planned(goal, 'rentals.csv')).calls);
          expect([goal, calls]).toEqual([goal, expect.stringContaining(`"value":"${value}"`)]);
          expect([goal, calls]).toEqual([goal, expect.not.stringMatching(/"not":|notEquals/u)]);
        }
    },
  );
});

describe('signs', () => {
  it.each([
    ['Returned = no and Fee > 50', ['B2', 'B3']],
    ['rows with Fee >= 60 and Returned != yes', ['B2', 'B3']],
    ['rows with Fee ≤ 40', ['B1', 'B4']],
    ['Fee < 60 and Returned ≠ yes', ['B4']],
    ['rows with Out < 2026-03-10 and Returned = no', ['B2']],
    ['rows with Out >= 2026-03-10', ['B3', 'B4']],
  ])('are conditions: %s', async (goal, bikes) => {
    expect(await firsts(goal, 'rentals.csv')).toEqual(bikes);
  });
});

describe('overdue', () => {
  it.each([
    ['which rentals are overdue as of 2026-03-15?', ['B2', 'B4']],
    ['Welche sind am 15.03.2026 überfällig?', ['B2', 'B4']],
    ['as of 2026-03-15, list the rentals that are overdue', ['B2', 'B4']],
  ])('is due before that day, and not done: %s', async (goal, bikes) => {
    const file = 'rentals.csv';
    const due = FILES.get(file)?.replace('Return by', 'Due') ?? '';
    const plan = await planGoal(goal, { files: [{ name: file, type: '', size: due.length, head: due }] });
    expect(plan.calls.map(({ _tool }) => _tool)).not.toContain('open');
    const { output } = await runInMemory(plan.document, new Map([[file, due]]));
    expect((output as { Bike: string }[]).map(({ Bike }) => Bike)).toEqual(bikes);
  });
  it('is never since that day where no column says until when', async () => {
    const { calls, failure } = await planned('which plots are overdue as of 2026-03-15?', 'plots.csv');
    expect(JSON.stringify(calls)).not.toMatch(/atLeast/u);
    expect(failure !== undefined || calls.some(({ _tool }) => _tool === 'open')).toBe(true);
  });
});

describe('a share of the total', () => {
  it.each([
    'what share of the total does each Renter have, in percent',
    'percentage of the total per Renter',
  ])('is of what is measured: %s', async (goal) => {
    expect(await outcome(goal, 'rentals.csv')).toEqual([
      { Renter: 'Ito', 'percent of Fee': expect.closeTo(47.62, 1) },
      { Renter: 'Moss', 'percent of Fee': expect.closeTo(42.86, 1) },
      { Renter: 'Reyes', 'percent of Fee': expect.closeTo(9.52, 1) },
    ]);
  });
  it('is of rows where they are counted, and its card says so', async () => {
    const { calls } = await planned('share of the total number of rentals per Renter', 'rentals.csv');
    expect(calls.at(-1)?._description).toMatch(/percentage of rows per Renter/iu);
  });
});

describe('those with something', () => {
  it.each(['keep only those with a phone', 'people who have a phone', 'list the people with a phone'])(
    'are the rows where it is not empty: %s',
    async (goal) => {
      expect(await firsts(goal, 'people.json')).toEqual(['Ann', 'Cy']);
    },
  );
  it('are those that hold what is said behind it', async () => {
    expect(await firsts('rentals with a Fee over 50', 'rentals.csv')).toEqual(['B2', 'B3']);
  });
});

describe('reckoning', () => {
  it.each([
    'Multiply Width by Length as Area, total the Area by Street',
    'Add a column Area = Width * Length, total the Area by Street',
    'Area = Width × Length; total Area per Street',
  ])('makes one column under the name that is given: %s', async (goal) => {
    const { calls } = await planned(goal, 'plots.csv');
    expect(calls.filter(({ _tool }) => _tool === 'addColumn')).toHaveLength(1);
    expect(await outcome(goal, 'plots.csv')).toEqual([
      { Street: 'Elm', 'total Area': 52 },
      { Street: 'Oak', 'total Area': 40 },
    ]);
  });
  it.each([
    'Add a column Value = Pieces * Unit price, total the Value by Shelf',
    'Multiply Pieces by Unit price as Value, total the Value by Shelf',
  ])('means that column by its name, and makes it once: %s', async (goal) => {
    const { calls } = await planned(goal, 'crates.csv');
    expect(calls.filter(({ _tool }) => _tool === 'addColumn')).toHaveLength(1);
    expect(await outcome(goal, 'crates.csv')).toEqual([
      { Shelf: 'A', 'total Value': 11 },
      { Shelf: 'B', 'total Value': 10 },
    ]);
  });
  it.each([
    ['Divide Length by Width as Shape and show Plot and Shape', [2.5, 1.6, 3]],
    ['subtract Width from Length as Rest and show Plot and Rest', [6, 3, 4]],
    ['add 2 to Width as Wide and show Plot and Wide', [6, 7, 4]],
  ])('reads the verb: %s', async (goal, values) => {
    const rows = (await outcome(goal, 'plots.csv')) as Record<string, number>[];
    expect(rows.map((row) => Object.values(row))).toEqual(values.map((value, at) => [`P${at + 1}`, value]));
  });
});

describe('what is shown and saved', () => {
  it.each(['as a bar chart', 'as a table'])('is shown %s, and its rows are in the file', async (how) => {
    const { output, saved, state } = await ran(
      `total Fee per Renter ${how} and save it as sums.csv`,
      'rentals.csv',
    );
    expect(state.status).toBe('completed');
    expect(saved.get('sums.csv')).toBe('Renter,total Fee\nIto,100\nMoss,90\nReyes,20\n');
    expect(Object.values(output as object)).toHaveLength(2);
  });
  it('is lines of text in a file of text', async () => {
    const goal = 'Find the lines that start with "- FIX" and save them as fixes.txt';
    expect((await ran(goal, 'log.md')).saved.get('fixes.txt')).toBe('- FIX door: Ann\n- FIX lamp: Bo');
  });
  it('is no picture where nothing draws one into a file', async () => {
    expect(await openOf('total Fee per Renter as a bar chart, save as fees.svg', 'rentals.csv')).toHaveLength(
      1,
    );
  });
  it('is not the whole text where something of it was asked for', async () => {
    const goal = 'list all the repairs in the log with the name of the person, and write them to repairs.txt';
    expect(await openOf(goal, 'log.md')).not.toEqual([]);
  });
});

describe('a join', () => {
  it('keeps the rows that have no partner, and the columns in the order they are asked in', async () => {
    const goal = 'Join plots.csv and owners.csv, show Owner, Width and Plot';
    expect(await outcome(goal, 'plots.csv owners.csv')).toEqual([
      { Owner: 'Ann', Width: 4, Plot: 'P1' },
      { Owner: null, Width: 5, Plot: 'P2' },
      { Owner: 'Cy', Width: 2, Plot: 'P3' },
    ]);
  });
  it('leaves them out where the goal says so', async () => {
    const goal = 'Join plots.csv and owners.csv, only matching rows, show Plot and Owner';
    expect(await outcome(goal, 'plots.csv owners.csv')).toHaveLength(2);
  });
});

it('says of an open step what it is in one sentence', () => {
  const calls = [
    { _id: 'open', _tool: 'open', _description: 'It leaves no rows.', _outputPath: '†state.open' },
  ];
  const plan = { format: 'obelus-plan', version: 1, id: 'p', mode: 'lazy', calls } as never;
  const [problem] = checkPlan(plan, builtIns).problems.filter(({ code }) => code === 'open-step');
  expect(problem?.message).toBe(
    'Step "open" is still open: It leaves no rows. Put a call in its place, or remove it.',
  );
});

describe('what is said where a condition holds', () => {
  const notes = async (goal: string) =>
    (await planned(goal, 'rentals.csv')).calls.flatMap((call) =>
      call._tool === 'note' ? [[call._after, call.text]] : [],
    );

  it('is which rows there are, where nothing else is told', async () => {
    for (const goal of ['if any Fee is over 80, write a note', 'if any Fee is over 80 tell me'])
      expect(await notes(goal)).toEqual([
        ['†state.decide1.yes', 'Rows where Fee is over 80:\n\n{rows}'],
        ['†state.decide1.no', 'There are no rows where Fee is over 80.'],
      ]);
  });

  it('is what is told, where something is', async () => {
    const [yes, no] = await notes('if more than 3 bikes are not returned tell me, otherwise say all is well');
    expect(yes).toEqual(['†state.decide1.yes', expect.stringContaining('It holds')]);
    expect(no).toEqual(['†state.decide1.no', 'all is well']);
  });
});

it('a file is never read as one of another kind because a word fits', async () => {
  const goal = 'If an invoice is over 1000, write a note that says check it, otherwise list all invoices';
  const [file] = dropped(['invoices.csv']);
  const profile = await profileOf(new TextEncoder().encode(FILES.get('invoices.csv')), 'invoices.csv');
  const readers = await planGoal(goal, { files: [{ ...file!, profile }] })
    .then(({ calls }) => calls.map(({ _tool }) => _tool))
    .catch(() => []);
  expect(readers).not.toContain('readPdf');
});
