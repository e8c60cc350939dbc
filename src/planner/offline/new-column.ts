/** A column that a call makes: nothing is known of its cells. */

import type { KnownColumn } from './known-tables.ts';

/** As a formula says a column: what is no letter or digit is written _. */
export const inFormula = (name: string): string =>
  name.replace(/[^\p{L}\p{N}_]/gu, '_').replace(/^(?=\p{N})/u, '_');

export const newColumn = (name: string, numeric: boolean): KnownColumn => ({
  name,
  kind: numeric ? 'number' : 'text',
  cells: [],
  unique: false,
  blanks: false,
  words: name.toLowerCase().split(/[\s_]+/u),
});

/** The columns without those that a formula reckons already, under the name that it was given. */
export const withoutSame = (columns: readonly KnownColumn[], formula: string): readonly KnownColumn[] =>
  columns.filter(
    ({ reckoned }) => reckoned === undefined || !reckoned.of.every((one) => formula.includes(inFormula(one))),
  );

/** Whether two formulas reckon the same, whichever way round their factors or summands stand. */
export const sameFormula = (a: string, b: string): boolean => inOrder(a) === inOrder(b);

function inOrder(formula: string): string {
  const sign = ['*', '+'].find((one) => new RegExp(`^\\w+(?: \\${one} \\w+)+$`, 'u').test(formula));
  return sign === undefined ? formula : formula.split(` ${sign} `).toSorted().join(` ${sign} `);
}
