import { expect, it } from 'vitest';
import { profileOf } from '../../../src/activities/profile/profile.ts';
import { knownFile } from '../../../src/planner/offline/known-files.ts';

const TEXT =
  'id,when,city,late,amount,fee,door\n1,01/05/2026,Rome,yes,"1,250.50",4,12\n2,01/31/2026,Bern,no,12,n/a,12a\n3,12/02/2026,Bern,no,,6,7\n';
const file = (head: string) => ({ name: 'a.csv', type: '', size: head.length, head });
const columnsOf = (one: Parameters<typeof knownFile>[0]) => knownFile(one).tables[0]?.columns ?? [];

it('a head is judged as the door judges the file', async () => {
  const profile = await profileOf(new TextEncoder().encode(TEXT), 'a.csv');
  const told = ({
    name,
    kind,
    unique,
    blanks,
    from,
    to,
    isMostly,
  }: ReturnType<typeof columnsOf>[number]) => ({
    ...{ name, kind, unique, blanks, from, to, isMostly },
  });
  const ofHead = columnsOf(file(TEXT)).map(told);
  expect(ofHead).toEqual(columnsOf({ ...file(TEXT), profile }).map(told));
  expect(ofHead.map(({ kind }) => kind)).toEqual([
    'number',
    'date',
    'text',
    'boolean',
    'number',
    'number',
    'text',
  ]);
});

it('days lie where the file’s own order puts them', () => {
  expect(columnsOf(file(TEXT))[1]).toMatchObject({ from: '2026-01-05', to: '2026-12-02' });
});
