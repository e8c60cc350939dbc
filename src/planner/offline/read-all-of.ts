/** Who of many has no such row, or only such: "drivers without a failed route", "clients that have only Web bills". Knows no tool. */

import { figureName } from './figure-names.ts';
import type { KnownColumn } from './known-tables.ts';
import type { Mention } from './mention.ts';
import { atomAt, combined } from './read-conditions.ts';
import { aggregateAt } from './read-figures.ts';
import { filterOf } from './readings/row-actions.ts';
import type { Action, Atom, End } from './request.ts';
import { holding, SHARE } from './shares.ts';
import type { View } from './view.ts';

interface Quantified {
  /** What is told apart: a label that stands in many rows. */
  readonly subject: KnownColumn;
  readonly all: 'none' | 'only' | 'some';
  /** Where the words are that say so, and where what they hold of begins. */
  readonly at: number;
}

const RANKED = [
  'top',
  'most',
  'least',
  'newest',
  'oldest',
  'share',
  'percent',
  'per',
  'each',
  'sort',
  'if',
] as const;
const ONLY =
  /^(?:(?:with |have |has )?only|nothing but|exclusively|solely|nur|ausschlie(?:ß|ss)lich|seulement|uniquement|solo|solamente|soltanto)$/iu;
const LACKS = ['nopartner', 'empty', 'none'] as const;

/**
 * The rows of each of them decide together: to leave out the rows that are so, or to keep them, would name all who have
 * others besides. Nothing is used up.
 */
export function quantifiedIn(view: View): Quantified | undefined {
  const { mentions } = view;
  if (view.find(...RANKED) >= 0 || mentions.some((_, i) => aggregateAt(view, i) !== undefined))
    return undefined;
  const first = mentions.findIndex((one, i) => !one.small && !view.has(i, 'show', 'which', 'who'));
  const subject = first < 0 ? undefined : view.column(first, 'label');
  const isNamed = (mentions[first]?.columns[0]?.fit ?? 0) >= 0.8 && mentions[first]?.cells.length === 0;
  if (subject === undefined || !isNamed || subject.unique || subject.kind !== 'text') return undefined;
  for (let at = first + 1; at < mentions.length; at++) {
    const said = mentions[at] as Mention;
    if (said.mark !== undefined && /[.;:]/u.test(said.mark)) return undefined;
    const between = mentions.slice(first + 1, at);
    const isHad = /\s/u.test(said.text) || (between.length > 0 && !between.some(isJoint));
    const isOnly = ONLY.test(said.text) && isHad;
    // "which members have at least one late loan": each of them once, and no loans.
    if (view.has(at, 'any') && isHad && view.has(at, 'which') === false) return { subject, all: 'some', at };
    const isNone = LACKS.some((one) => said.meanings.has(one));
    if (isOnly || isNone)
      return tellsRows(view, at, subject) ? { subject, all: isOnly ? 'only' : 'none', at } : undefined;
    if (!said.small && !isVerb(said)) return undefined;
  }
  return undefined;
}

/** Whether a cell of another column follows, behind nothing but small words, verbs and what the rows are called. */
function tellsRows(view: View, at: number, subject: KnownColumn): boolean {
  for (const [i, said] of view.mentions.entries()) {
    if (i <= at) continue;
    if (view.cells(i).some(({ column }) => column !== subject.name)) return true;
    if (said.mark !== undefined || !(said.small || isVerb(said) || said.files.length > 0)) return false;
  }
  return false;
}

const isJoint = ({ meanings, mark }: Mention): boolean => mark !== undefined || meanings.has('and');

const isVerb = ({ meanings, columns, cells, files, number, text }: Mention): boolean =>
  meanings.size + columns.length + cells.length + files.length === 0 &&
  number === undefined &&
  /(?:ed|t|en|got|had|bought|sold)$/iu.test(text);

/** What is done for it: how many of the rows of each are so, and who has none of them, or all. */
export function allOf(
  view: View,
  { subject, all, at }: Quantified,
): { actions: readonly Action[]; end: End } | undefined {
  for (const [i, said] of view.mentions.entries()) {
    const isSaid = i === at || view.has(i, 'show', 'which', 'who') || view.column(i)?.name === subject.name;
    const isNoun = i > at && said.files.length > 0 && said.cells.length === 0;
    if (i <= at ? isSaid || isVerb(said) : isNoun || isVerb(said)) view.use(i);
  }
  const atoms: Atom[] = [];
  for (let i = at + 1; i < view.mentions.length; i++) {
    const atom = view.isUsed(i) ? undefined : atomAt(view, i, atoms.at(-1));
    if (atom === undefined) continue;
    atoms.push(atom);
    i = Math.max(i, atom.to - 1);
  }
  const conditions = combined(view, atoms);
  if (all === 'some')
    return conditions.length === 0
      ? undefined
      : { actions: [filterOf(conditions)], end: { kind: 'list', column: subject.name } };
  const held = holding(conditions);
  if (held === undefined) return undefined;
  const by = [{ column: subject.name }];
  return {
    actions: [
      held,
      { do: 'group', by, figures: [SHARE] },
      filterOf([{ column: figureName(SHARE), operator: 'equals', value: all === 'none' ? 0 : 100 }]),
    ],
    end: { kind: 'list', column: subject.name },
  };
}
