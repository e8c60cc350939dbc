/** Conditions in a clause: "where status is late", "amount over 100", "price >= 5". Knows no tool. */

import type { Json } from '../../lib/json.ts';
import { COMPARISONS } from './comparisons.ts';
import type { FoundValue } from './values.ts';

export interface Condition {
  /** Absent: "over 100" does not say what is over it. */
  readonly column: string | undefined;
  /** Names the operator goes by, best first. */
  readonly operator: readonly string[];
  readonly value: Json;
  readonly start: number;
  readonly end: number;
}

const WORDS =
  /^(?!(?:and|or|then|by|in|the|a|an|there|it|they|this|that|these|those|to|of|for|from|with)\b)[\p{L}\p{N}][\p{L}\p{N}_-]*(?:\s+(?!(?:and|or|then|by|in|from|to|with|where)\b)[\p{L}\p{N}][\p{L}\p{N}_-]*){0,3}/iu;

/** A comparison stands close before its number; a longer look back costs the square of the goal's length. */
const LONGEST_LEAD = 60;
const LONGEST_REST = 200;

/** Conditions between two offsets of the goal, in order. */
export function findConditions(
  goal: string,
  start: number,
  end: number,
  values: readonly FoundValue[],
): Condition[] {
  const inside = values.filter((value) => value.start >= start && value.end <= end);
  const conditions: Condition[] = [];
  for (const column of inside.filter((value) => value.form === 'column')) {
    // "How many orders per status are there" compares nothing.
    if (/^(?:by|per|each)$/u.test(column.cue) && !/^\s*[<>=!]/u.test(goal.slice(column.end, end))) continue;
    const found = readComparison(goal, column.end, end, inside, true);
    if (found !== undefined) conditions.push({ ...found, column: String(column.value), start: column.start });
  }
  const free = (at: number) => conditions.every((condition) => at < condition.start || at >= condition.end);
  for (const value of inside.filter((v) => v.form === 'number' && free(v.start))) {
    const origin = Math.max(start, value.start - LONGEST_LEAD);
    const before = goal.slice(origin, value.start);
    const lead = /[\p{L}<>=!]+(?:\s+[\p{L}]+){0,3}\s*$/u.exec(before);
    for (let at = lead?.index ?? before.length; lead !== null && at < before.length; at++) {
      if (at > 0 && /\w/u.test(before[at - 1] ?? '') && /\w/u.test(before[at] ?? '')) continue;
      const found = readComparison(goal, origin + at, end, inside, false);
      if (found === undefined || found.end !== value.end) continue;
      conditions.push({ ...found, column: undefined, start: origin + at });
      break;
    }
  }
  return conditions.sort((a, b) => a.start - b.start);
}

function readComparison(
  goal: string,
  at: number,
  end: number,
  values: readonly FoundValue[],
  named: boolean,
): Omit<Condition, 'column' | 'start'> | undefined {
  const rest = goal.slice(at, Math.min(end, at + LONGEST_REST));
  for (const { says, names, takesWords } of COMPARISONS) {
    const match = says.exec(rest);
    if (match === null) continue;
    const from = at + match[0].length;
    const value = values.find((v) => v.start >= from && v.start <= from + 1 && v.form !== 'file');
    if (value !== undefined && (value.form !== 'column' || !takesWords)) {
      if (value.form === 'column') continue;
      return { operator: names, value: value.value, end: value.end };
    }
    const words = named && takesWords ? WORDS.exec(goal.slice(from, end)) : null;
    if (words !== null) return { operator: names, value: words[0], end: from + words[0].length };
  }
  return undefined;
}
