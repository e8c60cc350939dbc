/** Verbs of reckoning: "multiply a by b as c", "subtract a from b", "teile a durch b". Knows no tool. */

import type { KnownColumn } from './known-tables.ts';
import { fold } from './lexicon/forms.ts';
import type { View } from './view.ts';

export interface Operand {
  readonly text: string;
  readonly to: number;
  readonly column?: KnownColumn;
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

const AS = /^(?:as|als|comme|como|come)$/iu;

/** "… as Value": the word behind it is the new column's name. */
export function namedAs(view: View, at: number): string | undefined {
  const name = view.mentions[at + 1];
  if (!AS.test(view.mentions[at]?.text ?? '') || name === undefined || name.mark !== undefined || name.small)
    return undefined;
  if (name.files.length > 0 || name.meanings.has('chart') || name.meanings.has('table')) return undefined;
  view.use(at, at + 2);
  return name.quoted ?? name.text;
}
