/** What a formula can do with texts. Places count from 1, as in a spreadsheet. */

import { numberOf } from './columns.ts';
import { nameOf } from './describe.ts';
import type { FormulaValue } from './formula.ts';
import type { Operation } from './formula-functions.ts';
import { badArguments } from './parameters.ts';

/** A number or truth is its text. */
export function textIn(value: FormulaValue | undefined, label: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw badArguments(`In the formula, ${label} needs a text, but it has ${nameOf(value)}.`);
}

function countIn(value: FormulaValue | undefined, label: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw badArguments(`In the formula, ${label} needs a whole number from 0, but it has ${nameOf(value)}.`);
}

const ofText = (label: string, compute: (text: string) => FormulaValue): [string, Operation] => [
  label,
  (text) => compute(textIn(text, label)),
];

/** Whether one text stands in another, whatever its case. */
const finding = (label: string, holds: (text: string, part: string) => boolean): [string, Operation] => [
  label,
  (text, part) => holds(textIn(text, label).toLowerCase(), textIn(part, label).toLowerCase()),
];

export const TEXTS: readonly (readonly [string, Operation])[] = [
  ofText('upper', (text) => text.toUpperCase()),
  ofText('lower', (text) => text.toLowerCase()),
  ofText('trim', (text) => text.trim().replace(/\s+/g, ' ')),
  ofText('length', (text) => [...text].length),
  ofText('number', (text) => numberOf(text) ?? null),
  ofText('text', (text) => text),
  finding('contains', (text, part) => text.includes(part)),
  finding('startsWith', (text, part) => text.startsWith(part)),
  finding('endsWith', (text, part) => text.endsWith(part)),
  ['left', (text, n) => [...textIn(text, 'left')].slice(0, countIn(n, 'left')).join('')],
  [
    'right',
    (text, n) => {
      const letters = [...textIn(text, 'right')];
      return letters.slice(Math.max(0, letters.length - countIn(n, 'right'))).join('');
    },
  ],
  [
    'replace',
    (text, part, by) => {
      const wanted = textIn(part, 'replace');
      const whole = textIn(text, 'replace');
      const made = wanted === '' ? whole : whole.replaceAll(wanted, () => textIn(by, 'replace'));
      if (made.length > 1_000_000)
        throw badArguments('In the formula, replace makes a text too long to keep.');
      return made;
    },
  ],
  // The second part of "ada@example.org" at "@" is "example.org"; null where there are not so many.
  [
    'part',
    (text, separator, n) =>
      textIn(text, 'part').split(textIn(separator, 'part'))[countIn(n, 'part') - 1] ?? null,
  ],
];
