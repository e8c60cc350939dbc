/** Dates of which no cell tells day from month: read as those beside them, or asked about; never guessed. */

import { describe, expect, it } from 'vitest';
import { makeTryPlan } from '../../../src/preview/preview-plan.ts';
import { planGoal } from './goals.ts';
import { overFiles } from './over-files.ts';

const FILES = new Map([
  [
    'rent.csv',
    'Tenant,Due date,Paid on,Rent\nAnn,01/09/2026,03/09/2026,700\nBob,01/10/2026,,500\nCy,01/11/2026,30/10/2026,650\n',
  ],
  ['due.csv', 'Tenant,Due date,Rent\nAnn,01/09/2026,700\nBob,01/10/2026,500\nCy,01/11/2026,650\n'],
  [
    'both.csv',
    'Due date,Sent,Paid on,Rent\n01/09/2026,09/28/2026,28/09/2026,700\n01/10/2026,10/28/2026,28/10/2026,500\n',
  ],
]);

const { dropped, outcome } = overFiles(FILES);

/** Drafted with what the files' heads come to. */
async function drafted(goal: string, name: string) {
  const blobs = new Map([[name, new Blob([FILES.get(name) ?? ''])]]);
  const tryPlan = makeTryPlan({ now: () => 0 }, { files: blobs, signal: new AbortController().signal });
  const { events } = await planGoal(goal, { files: dropped([name]), tryPlan });
  return {
    question: events.find((event) => event.kind === 'question'),
    notes: events.flatMap((event) => (event.kind === 'note' ? [event.text] : [])),
  };
}

const MONTHS = [
  { month: '2026-09', 'total Rent': 700 },
  { month: '2026-10', 'total Rent': 500 },
  { month: '2026-11', 'total Rent': 650 },
];

describe('a column no cell of which tells day from month', () => {
  it('is read as the dates beside it are written, and that is said', async () => {
    expect(await outcome('total rent per month of due date', 'rent.csv')).toEqual(MONTHS);
    const { notes } = await drafted('total rent per month of due date', 'rent.csv');
    expect(notes).toContain('I read the dates of "Due date" as those of "Paid on": the day first.');
  });
  it('is read as a language writes them that never puts the month first', async () => {
    expect(await outcome('Summe Rent je Monat', 'due.csv')).toEqual(MONTHS);
  });
  it('is asked about where nothing tells, with what either comes to', async () => {
    const { question } = await drafted('total rent per month', 'due.csv');
    expect(question?.text).toBe('Which comes first in "Due date", the day or the month? No cell tells.');
    expect(question?.readings.map(({ took, result }) => [took, result])).toEqual([
      ['the day', '2026-09 700 · 2026-10 500 · 2026-11 650'],
      ['the month', '2026-01 1,850'],
    ]);
  });
  it('is asked about where the dates beside it are written both ways', async () => {
    expect((await drafted('total rent per month of due date', 'both.csv')).question?.text).toMatch(
      /^Which comes first/u,
    );
  });
  it('is asked about though one of the answers comes to nothing', async () => {
    expect((await drafted('rows due after October 2026', 'due.csv')).question?.readings).toHaveLength(2);
  });
});
