/** Which marked words of a goal a plan neither uses nor names: a mechanical rule, the same for everybody. */

import { isObject, type Json } from '../../../../src/lib/json.ts';
import type { Call } from '../../../../src/plan/document.ts';
import type { Goal, Mention } from './goal.ts';

/** Keys whose words a planner may write as it likes: they prove nothing used. */
const SAYS_NOTHING = new Set([
  '_id',
  '_description',
  '_expected',
  '_outputPath',
  '_outputMethod',
  '_after',
  '_reasoningForCall',
]);

/** What calls are given, and their tools. Not what they are called, nor the paths they read: those are words too. */
function usedBy(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('†') && !value.startsWith('††') ? [] : [value];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(usedBy);
  if (!isObject(value as Json)) return [];
  return Object.entries(value as object).flatMap(([key, one]) =>
    SAYS_NOTHING.has(key) ? [] : [...(key.startsWith('_') ? [] : [key]), ...usedBy(one)],
  );
}

const stem = (word: string): string => (word.length > 3 ? word.replace(/(?:es|s)$/, '') : word);

function says(text: string, words: string): boolean {
  const wanted = words.toLowerCase();
  if (/^\d+$/.test(wanted)) return new RegExp(`(?<![\\d.])${wanted}(?!\\d)`).test(text);
  if (text.includes(wanted)) return true;
  const each = wanted.split(/[^\p{L}\d]+/u).filter((word) => word.length >= 3 || /^\d+$/.test(word));
  return each.length > 0 && each.every((word) => text.includes(stem(word)));
}

const isUsed = ({ words, as = [] }: Mention, text: string): boolean =>
  [words, ...as].some((one) => says(text, one));

/**
 * @param calls of the plan and of the plans within it
 * @param said notes, words named as unused, what open steps and questions are for
 */
export function silentMentions(goal: Goal, calls: readonly Call[], said: readonly string[]): Mention[] {
  const given = usedBy(calls.filter(({ _tool }) => _tool !== 'open'))
    .join('\n')
    .toLowerCase();
  // A note that only repeats the goal names nothing in particular.
  const whole = goal.goal.toLowerCase();
  const notes = said.map((note) => note.toLowerCase().replaceAll(whole, '')).join('\n');
  return goal.mentions.filter((mention) => !isUsed(mention, given) && !says(notes, mention.words));
}
