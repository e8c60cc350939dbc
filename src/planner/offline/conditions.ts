/** Conditions in a clause: "where status is late", "amount over 100", "price >= 5". Knows no tool. */

import type { Json } from '../../lib/json.ts';
import type { Column } from './columns.ts';
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
  columns: readonly Column[] = [],
): Condition[] {
  const inside = values.filter((value) => value.start >= start && value.end <= end);
  const conditions: Condition[] = [];
  for (const column of inside.filter((value) => value.form === 'column')) {
    // "How many orders per status are there" compares nothing.
    if (/^(?:by|per|each)$/u.test(column.cue) && !/^\s*[<>=!]/u.test(goal.slice(column.end, end))) continue;
    // "In the home category under 100": the column belongs to its cell, and the number to another.
    const ofCell = inside.some(
      (v) => v.column === column.value && column.start - v.end <= 1 && v.end <= column.start,
    );
    if (ofCell) continue;
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
      if (found === undefined || found.end < value.end || at > value.start) continue;
      // "How many km are 26.2 miles" compares nothing.
      if (found.operator[0] === 'is') continue;
      conditions.push({ ...found, column: undefined, start: origin + at });
      break;
    }
  }
  for (const value of inside.filter((v) => v.form === 'date' && free(v.start))) {
    const found = dateCondition(goal, value, inside, columns);
    if (found !== undefined) conditions.push(found);
  }
  conditions.push(
    ...cellConditions(
      goal,
      inside.filter((v) => v.form === 'cell' && free(v.start)),
      inside,
    ),
  );
  return conditions.sort((a, b) => a.start - b.start);
}

/** "since March", "before 2026-05-01": about the day of a row, where its table has days. */
function dateCondition(
  goal: string,
  value: FoundValue,
  inside: readonly FoundValue[],
  columns: readonly Column[],
): Condition | undefined {
  const dated = columns.filter((column) => column.dated === true);
  const cue = /\b(since|from|after|before|until|till|by|in|during|of|on)\s+$/iu.exec(
    goal.slice(0, value.start),
  );
  const said = cue?.[1]?.toLowerCase() ?? '';
  const between = /\bbetween\s+$/iu.exec(goal.slice(0, value.start));
  const range = between === null ? undefined : readRange(goal, between.index - 1, inside);
  if (dated.length > 0 && between !== null && range !== undefined)
    return { ...range, column: dated.length === 1 ? dated[0]?.name : undefined, start: between.index };
  const comparison = DATE_CUES.find(([cues]) => cues.includes(said));
  if (dated.length === 0 || cue === null || comparison === undefined) return undefined;
  const last = value.until ?? value.value;
  const [, names, which] = comparison;
  const whole = value.until !== undefined && which === 'within';
  return {
    column: dated.length === 1 ? dated[0]?.name : undefined,
    operator: whole ? BETWEEN : which === 'within' ? comparisonNamed('is') : comparisonNamed(names),
    value: whole ? [value.value, last] : which === 'last' ? last : value.value,
    start: cue.index,
    end: value.end,
  };
}

/** How a preposition compares days, and whether a month's first or last day is meant. */
const DATE_CUES: readonly (readonly [readonly string[], string, 'first' | 'last' | 'within'])[] = [
  [['since', 'from'], 'atLeast', 'first'],
  [['after'], 'over', 'last'],
  [['before'], 'under', 'first'],
  [['until', 'till', 'by'], 'atMost', 'last'],
  [['in', 'during', 'of', 'on'], 'is', 'within'],
];

const BETWEEN = ['between', 'range', 'inRange'];
const ONE_OF = ['oneOf', 'in', 'anyOf', 'isIn'];
const NOT_BEFORE = /\b(?:not|except|without|excluding|besides|non)[\s-]+(?:(?:for|the|in|from)\s+)*$/iu;

const comparisonNamed = (name: string): readonly string[] =>
  COMPARISONS.find(({ names }) => names[0] === name)?.names ?? [name];

/** "late orders", "customers from DE", "North and South": cells stand for the rows that have them. */
function cellConditions(
  goal: string,
  cells: readonly FoundValue[],
  inside: readonly FoundValue[],
): Condition[] {
  const found: (Condition & { readonly column: string; readonly negated: boolean })[] = [];
  for (const cell of cells) {
    if (cell.column === undefined) continue;
    const not = NOT_BEFORE.exec(goal.slice(0, cell.start));
    const named = inside.find(
      (v) => v.value === cell.column && v.start >= cell.end && v.start <= cell.end + 1,
    );
    const end = named?.end ?? cell.end;
    const last = found.at(-1);
    const joins = /^\s*(?:,|\band\b|\bor\b)+\s*(?:the\s+)?$/iu;
    if (
      last?.column === cell.column &&
      !last.negated &&
      not === null &&
      joins.test(goal.slice(last.end, cell.start))
    ) {
      const values = Array.isArray(last.value) ? last.value : [last.value];
      found[found.length - 1] = { ...last, operator: ONE_OF, value: [...values, cell.value], end };
      continue;
    }
    const negated = not !== null;
    const operator = comparisonNamed(negated ? 'isNot' : 'is');
    found.push({
      column: cell.column,
      operator,
      value: cell.value,
      start: not?.index ?? cell.start,
      end,
      negated,
    });
  }
  return found;
}

const RANGE = /^.?\s*(?:(?:is|are|was|were)\s+)?between\s+$/iu;

/** "between 50 and 200": two values of one comparison. */
function readRange(
  goal: string,
  at: number,
  values: readonly FoundValue[],
): Omit<Condition, 'column' | 'start'> | undefined {
  const first = values.find((v) => (v.form === 'number' || v.form === 'date') && v.start > at);
  const second = values.find((v) => first !== undefined && v.form === first.form && v.start > first.end);
  if (first === undefined || second === undefined || !RANGE.test(goal.slice(at, first.start)))
    return undefined;
  if (!/^\s*(?:and|to|-)\s*$/iu.test(goal.slice(first.end, second.start))) return undefined;
  return { operator: BETWEEN, value: [first.value, second.value], end: second.end };
}

function readComparison(
  goal: string,
  at: number,
  end: number,
  values: readonly FoundValue[],
  named: boolean,
): Omit<Condition, 'column' | 'start'> | undefined {
  const rest = goal.slice(at, Math.min(end, at + LONGEST_REST));
  const range = readRange(goal, at, values);
  if (range !== undefined) return range;
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
