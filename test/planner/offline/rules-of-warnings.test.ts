/** Which rows a warning about a plan compares, and which figure: all of them, and never one that answers something else. */

import { describe, expect, it } from 'vitest';
import { talkOver } from './talked.ts';

const talk = talkOver(
  new Map([
    [
      'ledger.csv',
      'Day,Shop,Amount\n2025-01-04,Salary,900\n2025-01-20,Mill,-700\n2025-02-03,Salary,900\n2025-02-11,Kiosk,-950\n2025-03-02,Salary,900\n2025-03-09,Mill,-100\n2025-04-02,Salary,900\n2025-04-09,Kiosk,-300\n',
    ],
  ]),
);

const said = async (...sentences: string[]) => {
  const { values, failure, notes } = await talk(...sentences);
  const note = values.findLast(({ tool }) => tool === 'note')?.value;
  return { text: failure?.message ?? String(note), notes };
};

describe('where only the first rows are shown', () => {
  const TOP = ['Sum Amount per month', '2 highest months first'] as const;

  it.each([
    'warn me if a month is below 0',
    'warn me if any month is under 0',
    'warne mich, wenn ein Monat unter 0 liegt',
  ])('all are compared, and that is said: %s', async (sentence) => {
    const { text, notes } = await said(...TOP, sentence);
    expect(text).toMatch(/2025-02.*-50/su);
    expect(notes).toMatch(/not only the 2|nicht nur die 2/u);
  });

  it('what says "of them" is about those that are shown', async () => {
    const { text, notes } = await said(...TOP, 'warn me if one of them is below 0');
    expect(text).not.toMatch(/2025-02/u);
    expect(notes).not.toMatch(/not only/u);
  });

  it('a goal that keeps the first rows shows them as before', async () => {
    const { output, calls } = await talk(...TOP, 'warn me if a month is below 0');
    const sort = calls.find(({ _tool }) => _tool === 'sortRows');
    expect(JSON.stringify(output)).toContain(`"${sort?._outputPath}"`);
  });
});

describe('a word for what is below nought', () => {
  it.each([
    'warn me if a month is negative',
    'warn me if a month goes negative',
    'warn me if a month is in the red',
    'warn me if any month ends up below zero',
    'warne mich, wenn ein Monat negativ ist',
    'warne mich, wenn ein Monat im Minus ist',
  ])('%s', async (sentence) => {
    const { text } = await said('Sum Amount per month', sentence);
    expect(text).toMatch(/2025-02.*-50/su);
    expect(text).not.toMatch(/2025-01|2025-03/u);
  });

  it('and above it', async () => {
    const { text } = await said('Sum Amount per month', 'warn me if a month is positive');
    expect(text).toMatch(/2025-01.*2025-03.*2025-04/su);
    expect(text).not.toMatch(/2025-02/u);
  });

  it.each(['rows where Amount is negative', 'list the negative amounts', 'Zeilen mit negativem Amount'])(
    'of rows: %s',
    async (goal) => {
      const { values } = await talk(goal);
      const rows = values.findLast(({ tool }) => tool === 'filterRows')?.value;
      expect(rows).toHaveLength(4);
    },
  );
});

describe('one column for what came in and what went out', () => {
  it.each([
    'warn me if in any month we spend over 800',
    'warn me if we spend more than 800',
    'warn me if the expenses of a month are over 800',
    'warn me if we paid more than 800 in a month',
    'warn me if a month costs more than 800',
    'warne mich, wenn wir in einem Monat mehr als 800 ausgeben',
    'warne mich, wenn die Ausgaben eines Monats über 800 liegen',
    'warn me if we earn less than 800 in a month',
  ])('has no total that could be meant, and that is said: %s', async (sentence) => {
    const { text } = await said('Sum Amount per month', sentence);
    expect(text).toMatch(/“Amount” holds what came in and/u);
  });

  it('what is said to do does it', async () => {
    const { text } = await said(
      'Sum Amount per month',
      'only rows where Amount is under 0',
      'warn me if a month is under -800',
    );
    expect(text).toMatch(/2025-02.*-950/su);
    expect(text).not.toMatch(/2025-01|2025-03/u);
    const earned = await said(
      'Sum Amount per month',
      'only rows where Amount is over 0',
      'warn me if we earn less than 1000 in a month',
    );
    expect(earned.text).toMatch(/900/u);
  });

  it('a total of it is compared where nothing says which way', async () => {
    const { text } = await said('Sum Amount per month', 'warn me if a month is over 700');
    expect(text).toMatch(/2025-03.*800/su);
  });
});
