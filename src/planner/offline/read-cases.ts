/** "high if the rent is 1000 or more, mid from 750 up, and low for the others": a new column by cases, row by row. Knows no tool. */

import { isIdentifier } from './known-tables.ts';
import { isUnknown, type Mention } from './mention.ts';
import { ARTICLE, COLUMN, GIVES, nameBehind, nameOf, SAYS, WHERE } from './name-of-cases.ts';
import { atomsIn, combined } from './read-conditions.ts';
import { operatorOf } from './read-thresholds.ts';
import { copyOf } from './readings/place.ts';
import type { Action, Condition } from './request.ts';
import { labelOf } from './shares.ts';
import type { View } from './view.ts';

/** A stretch of a goal up to the next comma: what is said, and of which rows; no words where all the others are meant. */
interface Piece {
  readonly label: readonly number[];
  readonly words: readonly number[];
  readonly isRest: boolean;
}

interface Case {
  readonly label: string;
  /** None: all the others. */
  readonly conditions: readonly Condition[];
}

export const REST =
  /^(?:others?|rest|remaining|else|everyone|everybody|everything|anderen?|ubrigen?|übrigen?|autres?|reste|demas|demás|resto|altri|altre)$/iu;
const THEN = /^(?:then|dann|alors|entonces|allora|[:=])$/iu;
const AS = /^(?:as|als|comme|como|come)$/iu;
const UP = /^(?:up|upwards?|aufwarts|aufwärts|\+)$/iu;
const TO = /^[-–—]$/u;
const ADDS = /^(?:add|make|create|insert|new|neue[rs]?|erstelle?|ajoute[rz]?|a[nñ]ade|agrega|aggiungi)$/iu;
const BLANK = /^(?:blank|empty|nothing|leer|nichts|vide|rien|vac[ií]o|nada|vuoto|niente)$/iu;
const NONE =
  /^(?:none|nothing|no more|sold out|gone|keine[rs]?|nichts|aucune?s?|rien|ningun[oa]?|nada|nessun[oa]?)$/iu;
const MOST_WORDS = 4;

/** The new column; undefined unless every word of the cases is understood. */
export function casesIn(view: View): Extract<Action, { do: 'derive' }> | undefined {
  const asked = beginsAt(view);
  const at = asked ?? 0;
  const colon = preambleEnd(view, at);
  // "price bands: under 10 cheap, …" asks for it by what it says.
  if (
    asked === undefined &&
    (colon === undefined || view.mentions.slice(0, colon).some((_, i) => view.isUsed(i)))
  )
    return undefined;
  const pieces = piecesOf(view, colon === undefined ? bodyAt(view, at) : colon + 1);
  const column = columnBefore(view, at, colon) ?? onlyNumber(view);
  const cases = pieces && casesOf(view, pieces, column);
  if (cases === undefined) return undefined;
  const conditional = cases.filter(({ conditions }) => conditions.length > 0);
  const isWhole = cases.at(-1)?.conditions.length === 0;
  // One case and no other is a mark, and is read as that.
  if (conditional.length < (isWhole ? 1 : 2) || cases.length - conditional.length > (isWhole ? 1 : 0))
    return undefined;
  if (asked === undefined && (conditional.length < 2 || !pieces?.every((one) => isSpoken(view, one))))
    return undefined;
  const formula = nested(conditional, isWhole ? (cases.at(-1)?.label ?? '') : '');
  if (formula === undefined) return undefined;
  const taken = new Set(pieces?.flatMap(({ label, words }) => [...label, ...words]));
  const name = nameOf(view, at, taken);
  const last = Math.max(...taken);
  for (let i = at; i <= last; i++) if (taken.has(i) || i <= Math.min(...taken)) view.use(i);
  for (let i = at; i <= last; i++) if (isJoint(view, i)) view.use(i);
  return { do: 'derive', name, formula, numeric: false };
}

/** Where a column of cases is asked for: "add a column", "mark every …", "give each pupil a grade". */
function beginsAt(view: View): number | undefined {
  const at = view.find('newcolumn', 'mark');
  if (at >= 0) return at;
  // "add a size column"
  const adds = view.mentions.findIndex(
    ({ text }, i) =>
      ADDS.test(text) && view.mentions.slice(i + 2, i + 4).some((one) => COLUMN.test(one.text)),
  );
  if (adds >= 0) return adds;
  const gives = view.mentions.findIndex(
    ({ text }, i) => !view.isUsed(i) && GIVES.test(text) && view.mentions.slice(i, i + 4).some(isEach),
  );
  return gives < 0 ? undefined : gives;
}

const isEach = ({ meanings }: Mention): boolean => meanings.has('every') || meanings.has('each');

/** Its label is quoted, or a word that means nothing here. */
const isSpoken = (view: View, { label }: Piece): boolean =>
  label.every((at) => {
    const said = view.mentions[at];
    return said !== undefined && (said.quoted !== undefined || isUnknown(said, 0.8) || said.small);
  });

/** The colon behind which the cases stand: before it there is none. */
function preambleEnd(view: View, from: number): number | undefined {
  for (let at = from + 1; at < view.mentions.length; at++) {
    const said = view.mentions[at];
    if (said?.mark === ':') return at;
    if (said?.mark !== undefined && /[.;,]/u.test(said.mark)) return undefined;
    if (view.has(at, 'if') || said?.number !== undefined || AS.test(said?.text ?? '')) return undefined;
  }
  return undefined;
}

/** "flag a pupil as …", "a column band with …", "a column size that is …": where the first case begins without a colon. */
function bodyAt(view: View, from: number): number {
  const first = view.mentions.findIndex(
    (_, i) => i > from && (view.has(i, 'if') || WHERE.test(view.mentions[i]?.text ?? '')),
  );
  const end = first < 0 ? view.mentions.length : first;
  for (let at = end; at > from; at--) {
    const text = view.mentions[at]?.text ?? '';
    if (AS.test(text) || SAYS.test(text)) return at + 1;
  }
  return from + 1 + (nameBehind(view, from) === undefined ? 0 : 1);
}

/** What stands between commas, and "otherwise" with what it begins. */
function piecesOf(view: View, from: number): Piece[] | undefined {
  const runs: number[][] = [[]];
  for (let at = from; at < view.mentions.length; at++) {
    const { mark, text } = view.mentions[at] as Mention;
    const last = runs.at(-1) as number[];
    // "done, if …" is one case.
    if (mark !== undefined && /[,;.]/u.test(mark)) {
      const isLabel = runs.at(-2)?.[0] !== undefined && view.has(runs.at(-2)?.[0] ?? -1, 'if');
      const goesOn = view.has(at + 1, 'if') && last.length > 0 && !last.some((i) => view.has(i, 'if'));
      // Behind "if it is over 80, high" the next case begins.
      if (!goesOn || isLabel) runs.push([]);
      if (/[.]/u.test(mark)) break;
    } else if (view.has(at, 'otherwise') && last.length > 1) runs.push([at]);
    else if (view.has(at, 'and') && last.length > 0 && beginsCase(view, at)) runs.push([]);
    else if (mark === undefined || THEN.test(text) || TO.test(text)) last.push(at);
  }
  const pieces: Piece[] = [];
  for (let i = 0; i < runs.length; i++) {
    const run = runs[i] as number[];
    if (run.length === 0) continue;
    const piece = pieceOf(view, run, runs[i + 1] ?? []);
    // What follows the cases is another wish.
    if (piece === undefined) return pieces.length > 0 && pieces.at(-1)?.isRest ? pieces : undefined;
    if (piece.label.some((at) => !run.includes(at))) i += 1;
    pieces.push(piece);
    if (piece.isRest) return pieces;
  }
  return pieces;
}

/** "… and low for the others", "… and dear above 50": the next case, and no second condition of this one. */
const beginsCase = (view: View, at: number): boolean => {
  const next = view.mentions.slice(at + 1, at + 6);
  const end = next.findIndex(({ mark }) => mark !== undefined && /[,;.]/u.test(mark));
  const own = end < 0 ? next : next.slice(0, end);
  if (own.some(({ text, meanings }) => REST.test(text) || meanings.has('otherwise'))) return true;
  const marker = own.findIndex(({ text, meanings }) => meanings.has('if') || WHERE.test(text));
  return marker > 0 && marker <= 3 && own.slice(0, marker).every((one) => !tells(one));
};

/** It says which rows are meant. */
const tells = (said: Mention): boolean =>
  said.number !== undefined ||
  operatorOf(said) !== undefined ||
  said.meanings.has('cmp:since') ||
  (said.columns[0]?.fit ?? 0) >= 0.8;

/** @param next what stands behind the next comma: the label of "if it is over 70, A" */
function pieceOf(view: View, run: readonly number[], next: readonly number[]): Piece | undefined {
  const text = (at: number): string => view.mentions[at]?.text ?? '';
  const marker = run.findIndex((at) => view.has(at, 'if') || WHERE.test(text(at)));
  if (run.some((at) => REST.test(text(at)) || view.has(at, 'otherwise'))) {
    const label = run.filter(
      (at) =>
        !(REST.test(text(at)) || view.has(at, 'otherwise') || isFiller(view, at)) &&
        operatorOf(view.mentions[at]) === undefined,
    );
    return isLabel(label)
      ? { label, words: run.filter((at) => !label.includes(at)), isRest: true }
      : undefined;
  }
  const then = run.findIndex((at) => THEN.test(text(at)));
  if (then > 0) {
    const [left, right] = [run.slice(0, then), run.slice(then + 1)];
    const isLeft = left.some(
      (at) => tells(view.mentions[at] as Mention) || view.has(at, 'if') || NONE.test(text(at)),
    );
    return split(view, isLeft ? right : left, isLeft ? left : right);
  }
  if (marker > 0) return split(view, run.slice(0, marker), run.slice(marker + 1));
  const told = run.filter((at) => tells(view.mentions[at] as Mention));
  const [first, last] = [told[0], told.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const before = marker === 0 ? [] : run.filter((at) => at < first && !isFiller(view, at));
  const behind = run.filter((at) => at > last && !isFiller(view, at));
  if (before.length === 0 && behind.length === 0) {
    const isBare =
      next.length > 0 &&
      !next.some((at) => view.has(at, 'if', 'otherwise') || tells(view.mentions[at] as Mention));
    return isBare ? split(view, next, run) : undefined;
  }
  const label = behind.length > 0 ? behind : before;
  return split(
    view,
    label,
    run.filter((at) => !label.includes(at)),
  );
}

function split(view: View, said: readonly number[], words: readonly number[]): Piece | undefined {
  const from = said.findLastIndex(
    (at) => SAYS.test(view.mentions[at]?.text ?? '') || AS.test(view.mentions[at]?.text ?? ''),
  );
  const own = said.slice(from + 1);
  const lead = own.findIndex((at) => !ARTICLE.test(view.mentions[at]?.text ?? ''));
  // A grade is called A: an article that stands alone is none.
  const label = own.length > 1 && lead > 0 ? own.slice(lead) : own;
  return isLabel(label)
    ? { label, words: [...said.filter((at) => !label.includes(at)), ...words], isRest: false }
    : undefined;
}

const isLabel = (label: readonly number[]): boolean => label.length > 0 && label.length <= MOST_WORDS;

const isFiller = (view: View, at: number): boolean => {
  const said = view.mentions[at];
  return (
    said === undefined ||
    said.mark !== undefined ||
    (said.quoted === undefined &&
      (view.has(at, 'if', 'and', 'every', 'next') ||
        WHERE.test(said.text) ||
        (ARTICLE.test(said.text) && said.text !== 'A') ||
        TO.test(said.text) ||
        UP.test(said.text)))
  );
};

/** @param said the column that stands before all cases; undefined where none does */
function casesOf(view: View, pieces: readonly Piece[], said: string | undefined): Case[] | undefined {
  const cases: (Case | undefined)[] = [];
  let column = said;
  const open: number[] = [];
  for (const [i, { label, words, isRest }] of pieces.entries()) {
    const quoted = label.map((at) => view.mentions[at]?.quoted).find((one) => one !== undefined);
    const own = quoted ?? label.map((at) => view.mentions[at]?.text ?? '').join(' ');
    const text = quoted === undefined && BLANK.test(own) ? '' : own;
    if (isRest) {
      cases.push({ label: text, conditions: [] });
      continue;
    }
    const conditions = conditionsOf(view, words, column);
    if (conditions === undefined && words.some((at) => NONE.test(view.mentions[at]?.text ?? '')))
      open.push(i);
    else if (conditions === undefined) return undefined;
    column = conditions?.[0]?.column ?? column;
    cases.push({ label: text, conditions: conditions ?? [] });
  }
  // "out if none are left, low if in stock is below …": of what is told of the others.
  for (const i of open) {
    if (column === undefined || view.columns.every(({ name, kind }) => name !== column || kind !== 'number'))
      return undefined;
    cases[i] = { label: cases[i]?.label ?? '', conditions: [{ column, operator: 'atMost', value: 0 }] };
  }
  return cases.filter((one) => one !== undefined);
}

function conditionsOf(
  view: View,
  words: readonly number[],
  before: string | undefined,
): readonly Condition[] | undefined {
  const own = copyOf(view);
  for (const at of own.mentions.keys()) if (!words.includes(at)) own.use(at);
  const bare = bareIn(own, words);
  if (bare !== undefined) return before === undefined ? undefined : [{ column: before, ...bare }];
  const conditions = combined(own, atomsIn(own));
  const isWhole = words.every(
    (at) =>
      own.isUsed(at) ||
      isFiller(own, at) ||
      own.mentions[at]?.small ||
      own.has(at, 'or', 'is') ||
      SAYS.test(own.mentions[at]?.text ?? ''),
  );
  return conditions.length > 0 && isWhole && !conditions.some(({ column }) => column?.startsWith('†'))
    ? conditions
    : undefined;
}

/** "from 750 up", "under 300", "10 to 50", "80+": of the column of the case before, or of the one that all are of. */
function bareIn(view: View, words: readonly number[]): Pick<Condition, 'operator' | 'value'> | undefined {
  const text = (at: number): string => view.mentions[at]?.text ?? '';
  const numbers = words.filter((at) => view.mentions[at]?.number !== undefined && !view.mentions[at]?.small);
  const [first, second, more] = numbers.map((at) => view.mentions[at]?.number);
  if (first === undefined || more !== undefined) return undefined;
  if (words.some((at) => view.column(at) !== undefined && (view.mentions[at]?.columns[0]?.fit ?? 0) >= 0.6))
    return undefined;
  const rest = words.filter((at) => !numbers.includes(at));
  const isSaid = (at: number): boolean =>
    view.mentions[at]?.small === true ||
    operatorOf(view.mentions[at]) !== undefined ||
    view.has(at, 'cmp:since', 'cmp:until', 'between') ||
    UP.test(text(at)) ||
    TO.test(text(at));
  if (!rest.every(isSaid)) return undefined;
  const operators = rest.flatMap((at) => operatorOf(view.mentions[at]) ?? []);
  if (second !== undefined)
    return operators.length > 1
      ? undefined
      : { operator: 'between', value: [Math.min(first, second), Math.max(first, second)] };
  if (rest.some((at) => view.has(at, 'cmp:since') || UP.test(text(at))))
    return { operator: 'atLeast', value: first };
  const [operator] = operators;
  return operator === undefined ? undefined : { operator, value: first };
}

/** Where there is but one, thresholds are of nothing else. */
function onlyNumber({ columns }: View): string | undefined {
  const [first, second] = columns.filter((one) => one.kind === 'number' && !isIdentifier(one));
  return second === undefined ? first?.name : undefined;
}

/** "a grade from coursework": what the thresholds are of. */
function columnBefore(view: View, from: number, colon: number | undefined): string | undefined {
  if (colon === undefined) return undefined;
  for (let at = colon - 1; at > from; at--) {
    const column = view.column(at, 'number');
    if (column !== undefined && (view.mentions[at]?.columns[0]?.fit ?? 0) >= 0.8) return column.name;
  }
  return undefined;
}

/** The first case that holds. */
function nested(cases: readonly Case[], rest: string): string | undefined {
  let formula = JSON.stringify(rest);
  for (const { label, conditions } of cases.toReversed()) {
    const one = labelOf(conditions, label, '\u0000');
    if (one === undefined) return undefined;
    formula = one.replace(JSON.stringify('\u0000'), () =>
      formula.startsWith('"') ? formula : `(${formula})`,
    );
  }
  return formula;
}

const isJoint = (view: View, at: number): boolean => {
  const said = view.mentions[at];
  return (
    said === undefined ||
    said.mark !== undefined ||
    said.small ||
    view.has(at, 'if', 'otherwise', 'and', 'next') ||
    REST.test(said.text)
  );
};
