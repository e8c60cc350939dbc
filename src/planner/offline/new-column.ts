/** A column that a call makes: nothing is known of its cells. */

import type { KnownColumn } from './known-tables.ts';

export const newColumn = (name: string, numeric: boolean): KnownColumn => ({
  name,
  kind: numeric ? 'number' : 'text',
  cells: [],
  unique: false,
  blanks: false,
  words: name.toLowerCase().split(/[\s_]+/u),
});
