/** Which words belong together: an either with its or, a condition with what it is said before, the parts of a report, one side with the other. */

import { describe, expect, it } from 'vitest';
import { overFiles } from './over-files.ts';

const { outcome, planned, ran } = overFiles(
  new Map([
    [
      'swims.csv',
      'swim,pool,coach,metres,state\nS1,Nord,Ito,400,done\nS2,Nord,Paz,1500,done\nS3,Sued,Ito,1500,missed\nS4,Sued,Ito,200,done\nS5,Sued,Paz,50,done\n',
    ],
    ['pools.csv', 'pool code,borough\nNord,East\nSued,West\n'],
    ['tours.csv', 'guide ref,paid\nG1,10\nG2,5\nG1,7\n'],
    ['guides.csv', 'id,borough\nG1,East\nG2,West\n'],
    ['visits.csv', 'day,hall,guests\n2024-02-01,A,10\n2024-03-01,B,5\n2025-02-01,A,40\n2025-04-01,B,2\n'],
    ['lent_north.csv', 'shelf,copies\nA,2\nB,4\n'],
    ['lent_south.csv', 'shelf,copies\nA,3\nB,8\n'],
    [
      'jobs.csv',
      'job,begun_on,due_on,delivered_on\nJ1,2026-01-01,2026-02-01,2026-02-04\nJ2,2026-01-05,2026-02-01,2026-01-31\nJ3,2026-01-09,2026-03-01,\n',
    ],
    ['first.csv', 'shop,kind,sales\nAby,new,1\nBel,old,2\n'],
    ['second.csv', 'shop,kind,sales\nAby,old,3\nCay,new,4\n'],
    ['school.csv', 'Class,Subject,Points\n1a,Art,2\n1a,Music,4\n1b,Art,6\n'],
    ['sights.csv', 'site,species,birds\nA,Wren,2\nA,Crow,5\nB,Wren,1\nB,Wren,4\n'],
    ['log.txt', 'The fox came. A Fox ran; foxes sleep. Ada Ltd wrote.\n'],
  ]),
);

const names = (rows: unknown, key: string) => (rows as Record<string, unknown>[]).map((row) => row[key]);

describe('either', () => {
  it.each([
    ['swims that are not missed and either over 1000 metres or with Paz', ['S2', 'S5']],
    ['swims that are either over 1000 metres or with Paz and not missed', ['S2', 'S5']],
    ['Swims, die nicht missed sind und entweder über 1000 metres oder bei Paz', ['S2', 'S5']],
  ])('binds its own two, and what is said besides holds for both: %s', async (goal, wanted) => {
    expect(names(await outcome(goal, 'swims.csv'), 'swim')).toEqual(wanted);
  });
});

it('what a card says of an or within an and has brackets', async () => {
  const goal = 'swims that are not missed and (over 1000 metres or with Paz)';
  expect(names(await outcome(goal, 'swims.csv'), 'swim')).toEqual(['S2', 'S5']);
  const { calls } = await planned(goal, 'swims.csv');
  expect(calls.find(({ _tool }) => _tool === 'filterRows')?._description).toMatch(
    /missed and \(.* or .*\)$/u,
  );
});

describe('a condition on a column', () => {
  it('that is said before anything is added up is of the rows', async () => {
    const goal = 'Keep the rows of swims.csv where metres is over 300, sum metres by pool';
    expect(await outcome(goal, 'swims.csv')).toEqual([
      { pool: 'Nord', 'total metres': 1900 },
      { pool: 'Sued', 'total metres': 1500 },
    ]);
  });
  it('that is said behind it is of the totals', async () => {
    const rows = await outcome('sum metres by pool, only those over 1800', 'swims.csv');
    expect(names(rows, 'pool')).toEqual(['Nord']);
  });
});

it('what two files are put together by is no group, however it is called', async () => {
  const goal = 'match the tours with the guides by guide reference and total what was paid per borough';
  expect(await outcome(goal, 'tours.csv guides.csv')).toEqual([
    { borough: 'East', 'total paid': 17 },
    { borough: 'West', 'total paid': 5 },
  ]);
});

describe('one side and the other', () => {
  it.each([
    ['by how much does the average copies in south differ from the average copies in north', 2.5],
    ['how much higher were the total copies in south than in north', 5],
  ])('of two files: %s', async (goal, wanted) => {
    expect(await outcome(goal, 'lent_north.csv lent_south.csv')).toBe(wanted);
  });
  it.each([
    'Um wie viel waren die guests 2025 höher als 2024?',
    'how much higher were guests in 2025 than in 2024',
  ])('of two years: %s', async (goal) => {
    expect(JSON.stringify(await outcome(goal, 'visits.csv'))).toContain('27');
  });
  it('is told beside each row, also where it is asked for once more', async () => {
    const goal = 'compare the average copies per shelf in north and south and show the difference';
    expect(names(await outcome(goal, 'lent_north.csv lent_south.csv'), 'average copies difference')).toEqual([
      1, 4,
    ]);
  });
  it('of two cells is the first less the other', async () => {
    const made = JSON.stringify(await outcome('how much more metres had Nord than Sued', 'swims.csv'));
    expect(made).toContain('150');
    expect(made).not.toContain('-150');
  });
});

it.each(['which shops are only in the second file', 'shops in second.csv that are not in first.csv'])(
  'who is asked for tells the rows of two files of the same columns: %s',
  async (goal) => {
    expect(names(await outcome(goal, 'first.csv second.csv'), 'shop')).toEqual(['Cay']);
  },
);

it('two words for two columns are two groups', async () => {
  const { calls } = await planned('moyenne de Points par classe et par matière', 'school.csv');
  expect(calls.find(({ _tool }) => _tool === 'groupRows')).toMatchObject({ by: ['Class', 'Subject'] });
});

it('what is to be said is said as it stands, whatever its words mean elsewhere', async () => {
  const { calls, open } = await planned(
    'if a swim was missed list those, otherwise say that all pools are fine',
    'swims.csv',
  );
  expect(open).toEqual([]);
  expect(calls.find(({ _tool }) => _tool === 'note')).toMatchObject({ text: 'all pools are fine' });
});

it.each([
  'which coach has the highest total metres per pool',
  'Welcher coach hat je pool die höchste Summe metres?',
])('who is asked for is the first of each group that is told: %s', async (goal) => {
  const rows = await outcome(goal, 'swims.csv');
  expect([names(rows, 'pool'), names(rows, 'coach')]).toEqual([
    ['Nord', 'Sued'],
    ['Paz', 'Ito'],
  ]);
});

it('one is asked for where what has it is one, however the word for it ends', async () => {
  const { calls } = await planned('which species has the highest total birds at each site', 'sights.csv');
  expect(calls.at(-1)).toMatchObject({ _tool: 'sortRows', limit: 1, per: ['site'] });
});

it('"erstelle" is no first one', async () => {
  const { document } = await planned(
    'Erstelle für jeden pool eine eigene CSV-Datei, nach metres absteigend',
    'swims.csv',
  );
  const [part] = Object.values(document.plans ?? {});
  const sorts = part?.calls.filter(({ _tool }) => _tool === 'sortRows');
  expect(sorts).toMatchObject([{ column: 'metres', direction: 'descending' }]);
  expect(sorts?.[0]).not.toHaveProperty('limit');
});

describe('late', () => {
  it.each(['which jobs were late', 'Welche jobs kamen zu spät?'])(
    'is done after it was due: %s',
    async (goal) => {
      expect(names(await outcome(goal, 'jobs.csv'), 'job')).toEqual(['J1']);
    },
  );
  it('by how many days is from the one to the other', async () => {
    expect(
      names(await outcome('which jobs were late, and by how many days', 'jobs.csv'), 'days late'),
    ).toEqual([3]);
  });
});

describe('a report', () => {
  it('has a part for each thing that is measured anew, and the chart is of its own', async () => {
    const goal = 'report with total metres, a bar chart of metres per coach and a table of metres per pool';
    const { calls } = await planned(goal, 'swims.csv');
    const groups = calls.filter(({ _tool }) => _tool === 'groupRows').map(({ by }) => by);
    expect(groups).toEqual([[], 'coach', 'pool']);
    expect(calls.find(({ _tool }) => _tool === 'makeChart')).toMatchObject({ x: 'coach' });
    expect(calls.find(({ _tool }) => _tool === 'makeReport')?.sections).toHaveLength(3);
  });
});

describe('a figure of all beside the groups', () => {
  it.each([
    ['total metres per pool and the grand total', 'total metres', 3650],
    ['number of swims per pool and the average metres overall', 'average metres', 730],
  ])('has a result of its own: %s', async (goal, name, wanted) => {
    const { calls } = await planned(goal, 'swims.csv');
    expect(calls.filter(({ _tool }) => _tool === 'groupRows').map(({ by }) => by)).toEqual(['pool', []]);
    const all = JSON.stringify(await outcome(goal, 'swims.csv')).toLowerCase();
    expect(all).toContain(String(wanted));
    expect(all).toContain(name);
  });
});

describe('of a text', () => {
  it.each([
    'how many times does the word fox appear',
    'how often is fox mentioned',
    'Wie oft kommt das Wort fox vor?',
  ])('a word is counted by itself: %s', async (goal) => {
    expect(await outcome(goal, 'log.txt')).toBe(2);
  });
  it('a full stop behind an initial ends no sentence', async () => {
    expect(await outcome('Replace Ada Ltd with A. Ltd in the log', 'log.txt')).toContain('A. Ltd wrote.');
  });
  it('words are put in the place of words as they stand there', async () => {
    const goal = 'replace Ada Ltd with Ito & Sons everywhere';
    expect(await outcome(goal, 'log.txt')).toContain('Ito & Sons wrote.');
  });
});

describe('rows in a file of text', () => {
  it('are a line each where they are one column of texts, also for each part', async () => {
    const { document } = await planned(
      'for each pool, make a list of the coaches of the missed ones and save it as a text file',
      'swims.csv',
    );
    const [part] = Object.values(document.plans ?? {});
    const named = part?.calls.map(({ _tool }) => _tool).filter((tool) => tool !== 'template');
    expect(named).toEqual(['filterRows', 'selectColumns', 'listColumn', 'joinText', 'saveFile']);
  });
  it('are laid out otherwise', async () => {
    const { saved } = await ran('total metres per pool, save as pools.md', 'swims.csv');
    expect(saved.get('pools.md')).toContain('| Nord | 1900 |');
  });
});

it('a file gets the name that it is called by, with the ending of its kind', async () => {
  const { calls } = await planned(
    'swims over 1000 metres, save them as an Excel file called long-swims',
    'swims.csv',
  );
  expect(calls.at(-1)).toMatchObject({ _tool: 'saveFile', name: 'long-swims.xlsx' });
});
