/** What is typed, as a value: a text without quotes is a text; the column decides whether 12 is a number. */

import type { Json } from '../../lib/json.ts';
import type { ColumnKind } from './known-data.ts';

export type TakenAs = 'text' | 'number' | 'yes or no';

/**
 * Plain digits, no more than a number keeps: 007 is a code, and what is written otherwise ("1.249,50 €") is read by the
 * tool as the column is written.
 */
const NUMBER = /^[-+]?(?:(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?|\.\d{1,15})(?:e[-+]?\d{1,2})?$/i;
const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['true', true],
  ['no', false],
  ['false', false],
]);

/** As what the text can be taken; a text it always is. */
export function readable(typed: string): readonly TakenAs[] {
  const text = typed.trim();
  if (NUMBER.test(text) && Number.isFinite(Number(text))) return ['text', 'number'];
  return TRUTHS.has(text.toLowerCase()) ? ['text', 'yes or no'] : ['text'];
}

/**
 * @param type of the column; where it is not known, all is text
 * @param chosen what the person said that it is
 */
export function takenAs(typed: string, type: ColumnKind | undefined, chosen?: TakenAs): TakenAs {
  const can = readable(typed);
  if (chosen !== undefined && can.includes(chosen)) return chosen;
  if (can.includes('number') && type === 'number') return 'number';
  return can.includes('yes or no') && type === 'yes or no' ? 'yes or no' : 'text';
}

export function valueAs(typed: string, as: TakenAs): Json {
  if (as === 'number') return Number(typed.trim());
  return as === 'yes or no' ? (TRUTHS.get(typed.trim().toLowerCase()) ?? typed) : typed;
}

export const isTaken = (value: Json | undefined): TakenAs =>
  typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'yes or no' : 'text';
