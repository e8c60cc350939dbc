/** Signs and verbs of reckoning: "a × b", "multiply a by b", "subtract a from b", "teile a durch b". Knows no tool. */

import type { KnownColumn } from './known-tables.ts';
import { fold } from './lexicon/forms.ts';
import type { View } from './view.ts';

export interface Operand {
  readonly text: string;
  readonly to: number;
  readonly column?: KnownColumn;
}

/** What a new column is reckoned by. */
export interface Read {
  readonly formula: string;
  readonly to: number;
  readonly name: string;
  readonly ratio?: readonly [string, string];
  /** It may be called otherwise by the goal. */
  readonly isNamed?: boolean;
  /** "the mean of three columns", "years until a day": its name says what it is. */
  readonly ofRow?: true;
}

/** The sign of a verb, and what stands between its two operands; of `isTurned` the second stands first. */
const VERBS: readonly (readonly [RegExp, string, RegExp, 'isTurned'?])[] = [
  [/^(?:multipl\w+|moltiplic\w+)$/u, '*', /^(?:by|with|and|times|mit|und|par|et|por|con|y|per|e)$/iu],
  [/^(?:divid\w+|divis\w+|teilen?)$/u, '/', /^(?:by|durch|par|por|per)$/iu],
  [
    /^(?:subtract|subtrahier\w*|deduct|soustra\w+|sottra\w+|resta)$/u,
    '-',
    /^(?:from|von|de|du|da)$/iu,
    'isTurned',
  ],
  [/^(?:add|addier\w*|ajoute\w*|suma|somma)$/u, '+', /^(?:to|and|plus|zu|und|à|et|a|y|e)$/iu],
];

/** @param operandAt the number, or the column of numbers, that stands there */
export function verbAt(
  view: View,
  at: number,
  operandAt: (at: number) => Operand | undefined,
): { formula: string; sign: string; to: number; columns: readonly KnownColumn[] } | undefined {
  const said = fold(view.mentions[at]?.text ?? '');
  const [, sign = '', between, turned] = VERBS.find(([verb]) => verb.test(said)) ?? [];
  const first = between === undefined ? undefined : operandAt(at + 1);
  const joint = first === undefined ? undefined : view.mentions[first.to]?.text;
  if (between === undefined || first === undefined || joint === undefined || !between.test(joint))
    return undefined;
  const second = operandAt(first.to + 1);
  if (second === undefined) return undefined;
  const columns = [first, second].flatMap(({ column }) => column ?? []);
  if (columns.length === 0) return undefined;
  const [left, right] = turned === undefined ? [first, second] : [second, first];
  return { formula: `${left.text} ${sign} ${right.text}`, sign, to: second.to, columns };
}

const SIGNS: readonly (readonly [string, string, RegExp])[] = [
  ['times', '*', /^[*×x]$/u],
  ['plus', '+', /^\+$/u],
  ['minus', '-', /^[-–]$/u],
  ['over', '/', /^[/÷]$/u],
];

export function signAt(view: View, at: number): { sign: string; to: number } | undefined {
  for (let i = at; i < Math.min(view.mentions.length, at + 2); i++) {
    const said = view.mentions[i];
    // What stands behind a bracket is of all that is in it.
    if (said?.mark === '(' || said?.mark === ')') return undefined;
    const sign = SIGNS.find(
      ([meaning, , mark]) => said?.meanings.has(meaning) === true || mark.test(said?.text ?? ''),
    )?.[1];
    // "3-room flats" take nothing away.
    if (sign === '-' && isHyphen(view, i)) return undefined;
    // "sales over 100" compares.
    if (sign === '/' && said?.meanings.has('cmp:gt') === true && !/divid|geteilt/iu.test(said.text))
      return undefined;
    if (sign === '/' && said?.meanings.has('per') === true) return undefined;
    if (sign !== undefined) return { sign, to: i + 1 };
    if (said?.small !== true) return undefined;
  }
  return undefined;
}

/** Whether the place is a hyphen between a number and a word, without spaces: "3-room", "5-minute". */
export function isHyphen({ mentions }: View, at: number): boolean {
  const [before, said, behind] = mentions.slice(Math.max(0, at - 1), at + 2);
  return (
    said?.text === '-' &&
    before?.number !== undefined &&
    before.end === said.start &&
    behind?.start === said.end &&
    /^\p{L}/u.test(behind.text)
  );
}
