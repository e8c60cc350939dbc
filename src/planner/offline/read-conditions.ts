/** Which rows a goal means: what each condition says, what turns it, and how and, or and nor join them. Knows no tool. */

import { fold } from './lexicon/forms.ts';
import { statesOf } from './lexicon/states.ts';
import type { Mention } from './mention.ts';
import { emptyAt, inStockAt, outOfAt, presentAt, yesNoAt } from './read-blanks.ts';
import { hadAt, numberedAt } from './read-numbered.ts';
import { lateAt, overdueAt } from './read-overdue.ts';
import { overColumns } from './read-several.ts';
import { shortAt } from './read-shortage.ts';
import { betweenAt, comparisonAt } from './read-thresholds.ts';
import { cellAt, columnAt, textAt } from './read-values.ts';
import { dayOfAt, periodAt } from './read-when.ts';
import type { Atom, Condition } from './request.ts';
import type { View } from './view.ts';

/** Every condition of the mentions that are still free, as a list that all rows must meet. */
export function conditionsIn(view: View): Condition[] {
  return combined(view, atomsIn(view));
}

/** Where they stand, from left to right. */
export function atomsIn(view: View): Atom[] {
  const atoms: Atom[] = [];
  for (let at = 0; at < view.mentions.length; at++) {
    if (view.isUsed(at)) continue;
    const atom = atomAt(view, at, atoms.at(-1));
    if (atom === undefined) continue;
    atoms.push(atom);
    at = Math.max(at, atom.to - 1);
  }
  return atoms;
}

export function atomAt(view: View, at: number, before: Atom | undefined): Atom | undefined {
  const alone =
    overdueAt(view, at) ??
    lateAt(view, at) ??
    outOfAt(view, at) ??
    shortAt(view, at) ??
    inStockAt(view, at) ??
    emptyAt(view, at) ??
    presentAt(view, at) ??
    betweenAt(view, at) ??
    dayOfAt(view, at) ??
    numberedAt(view, at) ??
    hadAt(view, at) ??
    columnAt(view, at, turned) ??
    comparisonAt(view, at) ??
    periodAt(view, at) ??
    cellAt(view, at, turned) ??
    yesNoAt(view, at) ??
    textAt(view, at);
  if (alone === undefined) return undefined;
  const told = overColumns(view, alone);
  const isOfRows =
    isNamedAgain(view, told) ||
    isSaidFirst(view, told) ||
    [told.from - 1, told.from - 2, told.from].some((i) => CELLS.test(view.mentions[i]?.text ?? ''));
  const found: Atom = isOfRows ? { ...told, condition: { ...told.condition, ofRows: true } } : told;
  const isDay = view.columns.some(({ name, kind }) => kind === 'date' && name === found.condition.column);
  const from = negationBefore(view, Math.min(at, found.from), before?.to ?? 0, !isDay);
  const behind = from === undefined ? excludedBehind(view, found.to) : undefined;
  view.use(found.from, found.to);
  if (from === undefined && behind === undefined) return found;
  view.use(from ?? behind ?? at);
  // "not paid in cash": how it was done is what is not so.
  for (let i = (from ?? at) + 1; i < found.from; i++) if (isDone(view.mentions[i] as Mention)) view.use(i);
  return {
    ...found,
    condition: turned(found.condition),
    from: from ?? found.from,
    to: behind === undefined ? found.to : behind + 1,
    negated: view.has(from ?? -1, 'except') ? 'except' : 'not',
  };
}

const WHERE = /^(?:where|whose|wo|bei denen|où|dont|donde|cuy[oa]s?|dove|il cui|la cui)$/iu;

/** "total amount per month where amount is below 0": the column by its own name, and no figure of it. */
function isNamedAgain({ mentions }: View, { from, condition }: Atom): boolean {
  const isName = (mention: Mention | undefined): boolean =>
    mention?.columns[0]?.column.name === condition.column && (mention?.columns[0]?.fit ?? 0) >= 0.95;
  const at = [from, from + 1].find((i) => WHERE.test(mentions[i - 1]?.text ?? '') && isName(mentions[i]));
  return at !== undefined && mentions.slice(0, at - 1).some(isName);
}

/** "where amount is over 100, sum it by region": nothing was grouped or added up yet. */
function isSaidFirst({ mentions }: View, { from, to, condition }: Atom): boolean {
  const isGroup = ({ columns: [first], meanings }: Mention): boolean =>
    adds(meanings) || (first !== undefined && first.fit >= 0.8 && first.column.name !== condition.column);
  const ends = mentions.findIndex(({ mark }, at) => at >= to && mark === ',');
  return (
    ends >= 0 &&
    !mentions.slice(0, from).some(isGroup) &&
    mentions.slice(ends).some(({ meanings }) => adds(meanings))
  );
}

const adds = (meanings: Mention['meanings']): boolean => [...meanings].some((one) => one.startsWith('agg:'));

/** What stands in the cells, where no group is meant. */
const CELLS =
  /^(?:values?|readings?|measurements?|entries|rows|records|(?:mess)?werten?|messungen|eintr[aä]gen?|zeilen|valeurs?|mesures?|valores|mediciones|valori|misure|righe)$/iu;

const OPPOSITE: Readonly<Record<string, string>> = {
  equals: 'notEquals',
  notEquals: 'equals',
  contains: 'notContains',
  isEmpty: 'isNotEmpty',
  isNotEmpty: 'isEmpty',
  oneOf: 'notOneOf',
  notOneOf: 'oneOf',
};

/** The same condition the other way round. */
export function turned(condition: Condition): Condition {
  const other = condition.operator === undefined ? undefined : OPPOSITE[condition.operator];
  if (other !== undefined) return { ...condition, operator: other };
  const { not, ...rest } = condition;
  return not === true ? rest : { ...rest, not: true };
}

/** "not", "except", "without" right before, or before the list that this ends; never beyond the condition before. */
function negationBefore(view: View, at: number, least: number, overDone: boolean): number | undefined {
  for (let back = at - 1; back >= least && back >= at - 5; back--) {
    const mention = view.mentions[back];
    if (mention === undefined) return undefined;
    if (isNegation(view, back)) return back;
    // "no and over 1000": what was said before an "and" is said.
    if (mention.meanings.has('and') || mention.meanings.has('or')) return undefined;
    if (mention.mark !== undefined && /[.;,]/u.test(mention.mark)) return undefined;
    if (overDone && isDone(mention)) continue;
    if (!mention.small && !mention.meanings.has('only') && mention.files.length === 0) return undefined;
  }
  return undefined;
}

/** "paid", "shipped", "bezahlt", where no column and no cell is called so. */
const isDone = ({ text, columns, cells, files, meanings, mark, number }: Mention): boolean =>
  mark === undefined &&
  number === undefined &&
  columns.length + cells.length + files.length + meanings.size === 0 &&
  /(?:ed|id|nt|lt|ent|ht|ten)$/iu.test(text) &&
  statesOf(fold(text)).length > 0;

/** A word that turns what follows; "are not" does, too, where nobody took it for a comparison. */
const isNegation = (view: View, at: number): boolean =>
  !view.isUsed(at) &&
  (view.has(at, 'not', 'nopartner', 'cmp:ne') ||
    (view.has(at, 'nor') && view.mentions.slice(0, at).some(({ meanings }) => meanings.has('neither'))));

/** "storniert zählt nicht", "cancelled ones excluded": what turns what stands before it. */
function excludedBehind(view: View, from: number): number | undefined {
  for (let at = from; at < from + 3; at++) {
    if (!view.isUsed(at) && view.has(at, 'excluded')) return at;
    const said = view.mentions[at];
    // "unpaid bills left out": what the rows are called stands between.
    if (said === undefined || said.mark !== undefined || (!said.small && said.files.length === 0))
      return undefined;
  }
  return undefined;
}

/** `either`: what comes opens a bracket, and all before it must hold too. */
type Joint = 'or' | 'nor' | 'and' | 'either' | 'beside';

/**
 * Conditions beside each other must all hold. "or" makes a bracket with what it stands beside; an "and" that is said
 * binds tighter than an "or" between other columns, unless "either" opened the bracket.
 */
export function combined(view: View, atoms: readonly Atom[]): Condition[] {
  const chains: { atoms: Atom[]; joints: Joint[]; isOpened: boolean }[] = [];
  for (const [at, atom] of atoms.entries()) {
    const before = atoms[at - 1];
    const chain = chains.at(-1);
    const said = before === undefined ? 'beside' : jointBetween(view, before, atom);
    // "soit A soit B"
    const joint = said === 'either' && chain?.isOpened === true ? 'or' : said;
    if (chain === undefined || joint === 'beside' || joint === 'either')
      chains.push({ atoms: [atom], joints: [], isOpened: joint === 'either' || isOpened(view, atom) });
    else {
      chain.joints.push(joint);
      const goesOn = joint === 'or' || (joint === 'and' && before !== undefined && areOfOne(before, atom));
      chain.atoms.push(goesOn && before?.negated === 'except' ? excepted(atom, before) : atom);
    }
  }
  return chains.flatMap(({ atoms: own, joints, isOpened: is }) => {
    const ors = joints.findIndex((joint) => joint !== 'or');
    if (!is || ors < 0) return chained(own, joints);
    return [
      ...chained(own.slice(0, ors + 1), joints.slice(0, ors)),
      ...chained(own.slice(ors + 1), joints.slice(ors + 1)),
    ];
  });
}

/** "either over 20 minutes or with Costa", "(over 20 minutes or with Costa)": before the first of them. */
function isOpened(view: View, { from }: Atom): boolean {
  const at = [from - 1, from - 2].find((i) => view.has(i, 'either') || view.mentions[i]?.mark === '(');
  if (at !== undefined) view.use(at);
  return at !== undefined;
}

/** "without values below 0 and above 60": two ends of one column are both left out. */
const areOfOne = ({ condition: a }: Atom, { condition: b }: Atom): boolean =>
  a.column !== undefined && a.column === b.column;

/** "except those of Brandt or in March": the exception goes on. */
function excepted(atom: Atom, before: Atom): Atom {
  if (atom.negated !== undefined) return atom;
  const ofRows = before.condition.ofRows === true ? { ofRows: true as const } : {};
  return { ...atom, condition: { ...turned(atom.condition), ...ofRows }, negated: 'except' };
}

function chained(atoms: readonly Atom[], joints: readonly Joint[]): Condition[] {
  // What must not be is left out whether "or", "nor" or "and" stands between: neither may hold.
  const either = atoms.map(
    (atom, at) =>
      (at > 0 && joints[at - 1] === 'or' && !bothOut(atoms[at - 1], atom)) ||
      (joints[at - 1] === 'and' && areApart(atoms[at - 1]?.condition, atom.condition)),
  );
  const sames: Condition[][][] = [];
  atoms.forEach(({ condition }, at) => {
    const all = sames.at(-1);
    const any = all?.at(-1);
    const isSame = any?.at(-1)?.column !== undefined && any.at(-1)?.column === condition.column;
    if (all === undefined || any === undefined) sames.push([[condition]]);
    else if (!either[at]) all.push([condition]);
    else if (isSame) any.push(condition);
    else sames.push([[condition]]);
  });
  const ways = sames.map((all) => all.map((any) => bracket(any, 'any')));
  const [only] = ways;
  if (ways.length === 1 && only !== undefined) return only;
  return [{ conditions: ways.map((way) => bracket(way, 'all')), match: 'any' }];
}

const bothOut = (a: Atom | undefined, b: Atom): boolean => a?.negated === 'except' && b.negated !== undefined;

/** "in March and May", "2019 und 2020": no cell is both, so that each will do. */
function areApart(a: Condition | undefined, b: Condition): boolean {
  if (a === undefined || a.column === undefined || a.column !== b.column || a.not || b.not) return false;
  const [one, other] = [endsOf(a), endsOf(b)];
  if (one === undefined || other === undefined) return false;
  return one[1] < other[0] || other[1] < one[0];
}

const endsOf = ({ operator, value }: Condition): readonly [string, string] | undefined =>
  operator === 'equals' && value !== undefined
    ? [String(value), String(value)]
    : operator === 'between' && Array.isArray(value) && value.every((day) => DAY.test(String(day)))
      ? [String(value[0]), String(value[1])]
      : undefined;

/** Days and years are in the order of their letters. */
const DAY = /^\d{4}(?:-\d{2}-\d{2})?$/u;

function bracket(conditions: readonly Condition[], match: 'all' | 'any'): Condition {
  const [only] = conditions;
  return conditions.length === 1 && only !== undefined ? only : { conditions, match };
}

/** What joins two conditions: nothing but small words, files and "only" may stand between. */
function jointBetween(view: View, before: Atom, { from, negated }: Atom): Joint {
  let found: Joint = 'beside';
  for (let at = before.to; at < from; at++) {
    const said = view.mentions[at];
    if (said === undefined) return found;
    if (said.mark === '(' && found === 'and') found = 'either';
    else if (said.meanings.has('either') && found !== 'or') {
      found = 'either';
      view.use(at);
    } else if (said.meanings.has('nor') && before.negated !== undefined) found = 'nor';
    else if (said.meanings.has('or')) {
      found = negated !== undefined && before.negated !== undefined && /^n/iu.test(said.text) ? 'nor' : 'or';
      view.use(at);
    } else if (said.meanings.has('and') && found === 'beside') found = 'and';
    else if (!said.small && said.files.length === 0 && !said.meanings.has('only')) return found;
  }
  return found;
}
