/** A column in another unit than it is written in: "the temperature in fahrenheit", "weight_kg in pounds". Knows no tool. */

import { isIdentifier, type KnownColumn, unitOf } from './known-tables.ts';
import { type Unit, unitNamed } from './lexicon/units.ts';
import { inFormula } from './new-column.ts';
import type { View } from './view.ts';

const IN = /^(?:in|into|to|as|en|in)$/iu;

interface Converted {
  readonly formula: string;
  readonly name: string;
  readonly to: number;
  readonly ofRow: true;
}

/** The column behind it, turned; undefined where it is in that unit already or in none. */
export function conversionAt(view: View, at: number): Converted | undefined {
  const column = view.column(at, 'number');
  const fit = view.mentions[at]?.columns.find((one) => one.column.name === column?.name)?.fit ?? 0;
  if (column === undefined || isIdentifier(column) || fit < 0.7) return undefined;
  for (let i = at + 1; i <= at + 5; i++) {
    const said = view.mentions[i];
    if (said === undefined || (said.mark !== undefined && said.mark !== '(')) return undefined;
    const unit = unitNamed(said.taken ?? said.text);
    const own = unitOf(column);
    if (unit !== undefined && IN.test(view.mentions[i - 1]?.text ?? '')) {
      const formula = own === undefined ? undefined : turned(column, own, unit);
      if (formula === undefined) return undefined;
      return {
        formula,
        name: `${column.words[0] ?? column.name} in ${said.text.toLowerCase()}`,
        to: i + 1,
        ofRow: true,
      };
    }
    if (!said.small && said.mark === undefined) return undefined;
  }
  return undefined;
}

/** By the size and the nought of both: 0 °C are 32 °F. */
function turned(column: KnownColumn, own: Unit, unit: Unit): string | undefined {
  if (own.of !== unit.of || (own.size === unit.size && own.nought === unit.nought)) return undefined;
  const name = inFormula(column.name);
  const moved = own.nought === 0 ? name : `(${name} - ${own.nought})`;
  const whole = own.size >= unit.size;
  const factor = Number((whole ? own.size / unit.size : unit.size / own.size).toPrecision(12));
  const sized = factor === 1 ? moved : `${moved} ${whole ? '*' : '/'} ${factor}`;
  return unit.nought === 0 ? sized : `${sized} + ${unit.nought}`;
}
