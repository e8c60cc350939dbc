/** Counts of their own: "how many were kept and how many missed", "the number of red and of white wines per region". Knows no tool. */

import { yesNoOf } from './known-tables.ts';
import { atomsIn, combined, turned } from './read-conditions.ts';
import { copyOf } from './readings/place.ts';
import type { Action, Atom, Condition, Figure } from './request.ts';
import { countOf } from './shares.ts';
import type { View } from './view.ts';

/** A count of the rows of which its conditions hold: a column of one and nought, and its total. */
export interface Part {
  readonly action: Extract<Action, { do: 'derive' }>;
  readonly figure: Figure;
}

/** From a word for counting up to the next figure, group or mark, and what is said in it of the rows. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly atoms: readonly Atom[];
  readonly view: View;
  readonly isTurned: boolean;
}

/**
 * What is counted apart, used up. Where only one thing is counted nothing is: its conditions say which rows are meant.
 * A list of cells is told apart only within groups, where nothing ranks and the noun stands, not the verb ("count …").
 */
export function partsIn(view: View): readonly Part[] {
  if (view.find('share') >= 0) return [];
  const spans = [...view.mentions.keys()].filter((at) => isCount(view, at)).map((at) => spanAt(view, at));
  const [only, second] = spans;
  if (only === undefined || spans.every(({ atoms }) => atoms.length === 0)) return [];
  const isList = second === undefined;
  if (isList && (!isTold(view) || /^(?:count|zähl|compte)/iu.test(view.mentions[only.from]?.text ?? '')))
    return [];
  const counted: { name: string; conditions: readonly Condition[] }[] = [];
  for (const span of spans) {
    const before = counted.at(-1);
    if (span.isTurned && before !== undefined)
      counted.push({ name: `not ${before.name}`, conditions: before.conditions.map(turned) });
    else counted.push(...partsOf(span));
  }
  if (isList && counted.length < 2) return [];
  const parts = counted.map(({ name, conditions }) => partOf(view, name, conditions));
  if (parts.some((part) => part === undefined)) return [];
  for (const span of spans) takeUp(view, span);
  return parts.filter((part) => part !== undefined);
}

const isCount = (view: View, at: number): boolean => !view.isUsed(at) && view.has(at, 'agg:count');

/** Whether groups are told apart, and none of them is the first. */
const isTold = (view: View): boolean =>
  view.find('per', 'each', 'adverb') >= 0 && view.find('top', 'most', 'least') < 0;

function spanAt(view: View, from: number): Span {
  let to = from + 1;
  while (to < view.mentions.length && !ends(view, to)) to++;
  const own = copyOf(view);
  for (const at of own.mentions.keys()) if (at <= from || at >= to) own.use(at);
  const atoms = atomsIn(own);
  const rest = [...own.mentions.keys()].filter((at) => at > from && at < to);
  const isTurned =
    atoms.length === 0 &&
    rest.some((at) => view.has(at, 'not')) &&
    rest.every((at) => view.has(at, 'not', 'and') || view.mentions[at]?.small === true);
  return { from, to, atoms, view: own, isTurned };
}

function ends(view: View, at: number): boolean {
  const said = view.mentions[at];
  if (said === undefined || /[.;:()?!]/u.test(said.mark ?? '')) return true;
  const isFigure = [...said.meanings].some((one) => one.startsWith('agg:'));
  return (isFigure && said.cells.length === 0) || view.has(at, 'per', 'each');
}

/** Each of several cells of one column by itself; conditions on several columns hold together. */
function partsOf({ atoms, view, from, to }: Span): { name: string; conditions: readonly Condition[] }[] {
  const singles = atoms.flatMap(({ condition, from: first, to: last }) => {
    const words = view.mentions
      .slice(first, last)
      .filter(({ small }) => !small)
      .map(({ text }) => text);
    return Array.isArray(condition.value) && condition.operator === 'oneOf'
      ? condition.value.map((value) => ({
          name: String(value),
          condition: { ...condition, operator: 'equals', value },
        }))
      : [{ name: nameOf(view, condition) ?? words.join(' '), condition }];
  });
  const column = singles[0]?.condition.column;
  const isOr = [...view.mentions.keys()].some(
    (at) => at > from && at < to && view.mentions[at]?.meanings.has('or'),
  );
  const isOne = column === undefined || singles.some(({ condition }) => condition.column !== column);
  if (singles.length === 0) return [];
  if (isOr || isOne)
    return [{ name: singles.map(({ name }) => name).join(' '), conditions: combined(view, atoms) }];
  return singles.map(({ name, condition }) => ({ name, conditions: [condition] }));
}

/** A cell says what it is; a yes does not. */
function nameOf(view: View, { column, operator, value }: Condition): string | undefined {
  const known = view.columns.find(({ name }) => name === column);
  if (known === undefined || yesNoOf(known) !== undefined || typeof value !== 'string') return undefined;
  return operator === 'equals' ? value : operator === 'notEquals' ? `not ${value}` : undefined;
}

function partOf(view: View, said: string, conditions: readonly Condition[]): Part | undefined {
  const name = view.columns.some((one) => one.name === said) || said === '' ? `${said} (count)`.trim() : said;
  const formula = countOf(conditions);
  if (formula === undefined) return undefined;
  return {
    action: { do: 'derive', name, formula, numeric: true },
    figure: { aggregate: 'sum', column: name, as: name },
  };
}

/** The word for counting, what its conditions took, what joins them, and what the rows are called. */
function takeUp(view: View, { from, to, atoms, view: own, isTurned }: Span): void {
  // A count of all of them is read as any other.
  if (atoms.length === 0 && !isTurned) return;
  for (let at = from; at < to; at++) {
    const said = view.mentions[at];
    const isJoint = view.has(at, 'and', 'or', 'not');
    if (at === from || own.isUsed(at) || isJoint || (said?.files.length ?? 0) > 0) view.use(at);
  }
}
