/** Rankings in a goal: "top 5", "the 3 most expensive", "largest first", "the cheapest product". Knows no tool. */

import type { FlowColumn } from './column-flow.ts';
import { measureOf } from './columns.ts';
import { NUMBER_WORDS } from './number-words.ts';
import { aboutVerb, SUPERLATIVE, type Superlative, superlativeOf } from './superlatives.ts';
import { nameWords, stemOf } from './words.ts';

export interface Ranking extends Superlative {
  /** How many rows are kept; absent: all, in order. */
  readonly limit: number | undefined;
  /** The column it names itself: "with the highest price". */
  readonly column: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** A mention of a column, as far as a ranking has to know it. */
interface Mention {
  readonly form: string;
  readonly value: unknown;
  readonly start: number;
  readonly end: number;
  readonly numeric?: boolean;
}

const COUNT = `(?:\\d{1,6}|${NUMBER_WORDS.join('|')})`;
const FORMS: readonly (readonly [RegExp, 'count' | 'first' | 'one'])[] = [
  [
    new RegExp(
      `\\b(?<how>${SUPERLATIVE})\\s+(?<count>${COUNT})\\b(?!\\s*(?:days?|weeks?|months?|years?|hours?|minutes?|seconds?)\\b)`,
      'giu',
    ),
    'count',
  ],
  [new RegExp(`\\b(?<count>${COUNT})\\s+(?:of\\s+the\\s+)?(?<how>${SUPERLATIVE})\\b`, 'giu'), 'count'],
  [
    new RegExp(
      `\\b(?:the\\s+)?(?<how>${SUPERLATIVE})(?:\\s+\\p{L}+)?\\s+(?:first|on\\s+top|at\\s+the\\s+top)\\b`,
      'giu',
    ),
    'first',
  ],
  [new RegExp(`\\b(?:with|has|have|had|having)\\s+(?:the\\s+)?(?<how>${SUPERLATIVE})\\b`, 'giu'), 'one'],
  [new RegExp(`\\bthe\\s+(?<how>${SUPERLATIVE})\\b`, 'giu'), 'one'],
];

/** "Which 3 products are" before "the most expensive". */
const WHICH = new RegExp(
  `\\b(?:which|what|who)\\s+(?:are\\s+the\\s+)?(?<count>${COUNT})\\s+(?:\\p{L}+\\s+){1,3}$`,
  'iu',
);

/** Rankings between two offsets of the goal, in order, none overlapping another. */
export function findRankings(
  goal: string,
  start: number,
  end: number,
  values: readonly Mention[],
): Ranking[] {
  const text = goal.slice(start, end);
  const rankings: Ranking[] = [];
  for (const [pattern, form] of FORMS) {
    for (const match of text.matchAll(pattern)) {
      const at = { start: start + match.index, end: start + match.index + match[0].length };
      const how = superlativeOf(match.groups?.how ?? '');
      if (how === undefined || rankings.some((other) => at.start < other.end && at.end > other.start))
        continue;
      const measured = values.find(
        (v) => v.form === 'column' && v.numeric === true && v.start >= at.end && v.start <= at.end + 1,
      );
      // "The highest salary" is a number; "who has the highest salary" is a row.
      const isNumber = form === 'one' && measured !== undefined && !/^(?:with|ha)/iu.test(match[0]);
      if (isNumber) continue;
      const about = how.about.length > 0 ? how.about : aboutVerb(goal.slice(start, at.start));
      const asked = form === 'one' ? WHICH.exec(goal.slice(start, at.start)) : null;
      rankings.push({
        ...how,
        about,
        limit: limitOf(form, match.groups?.count ?? asked?.groups?.count, goal.slice(at.end, end)),
        column: measured === undefined ? undefined : String(measured.value),
        start: asked === null ? at.start : start + asked.index,
        end: measured?.end ?? at.end,
      });
    }
  }
  return merged(
    rankings.sort((a, b) => a.start - b.start),
    goal,
  );
}

/** "Biggest first, top 2" is one order told twice. */
function merged(rankings: readonly Ranking[], goal: string): Ranking[] {
  const kept: Ranking[] = [];
  for (const next of rankings) {
    const last = kept.at(-1);
    const same = last?.descending === next.descending && /^[\s,;]*$/u.test(goal.slice(last.end, next.start));
    if (last === undefined || !same) kept.push(next);
    else kept[kept.length - 1] = { ...last, limit: last.limit ?? next.limit, end: next.end };
  }
  return kept;
}

function limitOf(
  form: 'count' | 'first' | 'one',
  count: string | undefined,
  after: string,
): number | undefined {
  if (form === 'first') return undefined;
  if (count !== undefined) {
    const word = NUMBER_WORDS.indexOf(count.toLowerCase());
    return word >= 0 ? word + 1 : Number(count);
  }
  // "The cheapest products" are several, and nobody said how many.
  return /^\s+\p{L}+[^s\W]s\b/u.test(after) ? undefined : 1;
}

/** The column a ranking is by: what it speaks of, what was just computed, the day or the measure there is. */
export function rankedColumn(
  ranking: Ranking,
  columns: readonly FlowColumn[],
  named: readonly string[],
  mentioned: readonly string[],
): string | undefined {
  const computed = columns.findLast((column) => column.numeric && column.from.length > 0);
  if (computed !== undefined) {
    const own = columns.find(
      (c) => c.numeric && !computed.from.includes(c.name) && [ranking.column, ...named].includes(c.name),
    );
    return (own ?? computed).name;
  }
  if (ranking.column !== undefined) return ranking.column;
  const said = columns.filter((c) => named.includes(c.name));
  const measured = said.find((c) => c.numeric || c.dated === true);
  if (measured !== undefined) return measured.name;
  for (const word of ranking.about) {
    const column = columns.find((c) => c.numeric && nameWords(c.name).map(stemOf).includes(stemOf(word)));
    if (column !== undefined) return column.name;
  }
  // It speaks of something that this table does not have: any other column would be a guess.
  if (ranking.about.length > 0 && !ranking.dated) return undefined;
  const days = columns.filter((column) => column.dated === true);
  if (ranking.dated) return days.length === 1 ? days[0]?.name : undefined;
  const other = columns.find((c) => c.numeric && mentioned.includes(c.name));
  return (other ?? measureOf(columns) ?? said[0])?.name;
}
