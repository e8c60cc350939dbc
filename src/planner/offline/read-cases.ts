/** "high if the rent is 1000 or more, mid from 750 up, and low for the others": a new column by cases, row by row. Knows no tool. */

import { atomsIn, combined } from './read-conditions.ts';
import { operatorOf } from './read-thresholds.ts';
import { copyOf } from './readings/place.ts';
import type { Action, Atom, Condition } from './request.ts';
import { labelOf } from './shares.ts';
import type { View } from './view.ts';

interface Case {
  readonly label: string;
  readonly places: readonly number[];
  /** Of the label. */
  readonly words: readonly number[];
  /** None: all the others. */
  readonly conditions: readonly Condition[];
}

export const REST =
  /^(?:others?|rest|remaining|else|everyone|everybody|everything|anderen?|ubrigen?|übrigen?|autres?|reste|demas|demás|resto|altri|altre)$/iu;

/** The new column; undefined unless every word of the cases is understood. */
export function casesIn(view: View): Extract<Action, { do: 'derive' }> | undefined {
  const at = view.find('newcolumn');
  if (at < 0) return undefined;
  const pieces = piecesOf(view, at + 1);
  const cases: Case[] = [];
  let column: string | undefined;
  for (const piece of pieces) {
    const one = caseOf(view, piece, column);
    if (one === undefined) {
      if (cases.length > 0) return undefined;
      continue;
    }
    column = one.conditions[0]?.column ?? column;
    cases.push(one);
    // What is said behind "otherwise …" is another wish.
    if (one.conditions.length === 0) break;
  }
  const rest = cases.at(-1);
  if (cases.length < 2 || rest === undefined || rest.conditions.length > 0) return undefined;
  if (cases.slice(0, -1).some(({ conditions }) => conditions.length === 0)) return undefined;
  const formula = nested(cases);
  if (formula === undefined) return undefined;
  const name = nameBehind(view, at, cases);
  for (const { places } of cases) for (const i of places) view.use(i);
  view.use(at);
  if (name !== undefined) view.use(name);
  return { do: 'derive', name: view.mentions[name ?? -1]?.text ?? 'case', formula, numeric: false };
}

/** What stands between commas and colons, and "otherwise" with what it begins. */
function piecesOf(view: View, from: number): number[][] {
  const pieces: number[][] = [[]];
  for (let at = from; at < view.mentions.length; at++) {
    const said = view.mentions[at];
    const isIf = view.has(at + 1, 'if');
    if (said?.mark !== undefined && /[,;:.]/u.test(said.mark)) {
      // "erledigt, wenn …" is one case.
      if (!isIf) pieces.push([]);
    } else if (view.has(at, 'otherwise') && (pieces.at(-1)?.length ?? 0) > 2) pieces.push([at]);
    else if (view.has(at, 'and') && restBehind(view, at)) pieces.push([]);
    else pieces.at(-1)?.push(at);
  }
  return pieces.filter((piece) => piece.length > 0);
}

const restBehind = (view: View, at: number): boolean =>
  view.mentions
    .slice(at + 1, at + 6)
    .some(({ text, meanings }) => REST.test(text) || meanings.has('otherwise'));

function caseOf(view: View, piece: readonly number[], before: string | undefined): Case | undefined {
  const own = copyOf(view);
  for (const at of own.mentions.keys()) if (!piece.includes(at)) own.use(at);
  const isRest = piece.some((at) => REST.test(view.mentions[at]?.text ?? '') || view.has(at, 'otherwise'));
  const marker = piece.find((at) => view.has(at, 'if') || WHERE.test(view.mentions[at]?.text ?? ''));
  // What stands before "if" is said, and behind it nothing is.
  const head = marker === undefined ? piece : piece.filter((at) => at < marker);
  if (marker !== undefined) for (const at of head) own.use(at);
  const bare = isRest ? undefined : bareAt(own, piece, before);
  const atoms = isRest ? [] : bare === undefined ? atomsIn(own) : [bare];
  const taken = new Set(piece.filter((at) => own.isUsed(at) && !head.includes(at)));
  const first = atoms[0]?.from ?? Number.POSITIVE_INFINITY;
  const says = head.findLastIndex(
    (at) => SAYS.test(view.mentions[at]?.text ?? '') || THAT.test(view.mentions[at]?.text ?? ''),
  );
  const words = head.slice(says + 1).filter((at) => {
    const said = view.mentions[at];
    if (said === undefined || said.mark !== undefined || taken.has(at) || at >= first) return false;
    return said.quoted !== undefined || said.number !== undefined || !(said.small || isJoint(view, at));
  });
  if (words.length === 0 || words.length > 3 || (!isRest && atoms.length === 0)) return undefined;
  const left = piece.filter(
    (at) =>
      !words.includes(at) &&
      !(says >= 0 && head.indexOf(at) >= 0 && head.indexOf(at) < says) &&
      !taken.has(at) &&
      view.mentions[at]?.small === false &&
      !isJoint(view, at),
  );
  if (left.some((at) => !REST.test(view.mentions[at]?.text ?? ''))) return undefined;
  const quoted = words.map((at) => view.mentions[at]?.quoted).find((one) => one !== undefined);
  const label = quoted ?? words.map((at) => view.mentions[at]?.text ?? '').join(' ');
  const conditions = combined(own, atoms);
  if (conditions.some(({ column }) => before !== undefined && column?.startsWith('†'))) return undefined;
  return { label, places: piece, words, conditions };
}

/** "mid from 750 up", "low under 300": of the column of the case before. */
function bareAt(view: View, piece: readonly number[], column: string | undefined): Atom | undefined {
  const at = piece.find(
    (i) => view.mentions[i]?.number !== undefined && view.mentions[i]?.period === undefined,
  );
  const value = view.mentions[at ?? -1]?.number;
  if (column === undefined || at === undefined || value === undefined) return undefined;
  if (piece.some((i) => view.column(i) !== undefined && (view.mentions[i]?.columns[0]?.fit ?? 0) >= 0.6))
    return undefined;
  const near = piece.filter((i) => Math.abs(i - at) <= 2 && i !== at);
  const signs = near.filter((i) => view.has(i, 'cmp:since') || UP.test(view.mentions[i]?.text ?? ''));
  const operator =
    signs.length > 0
      ? 'atLeast'
      : near.map((i) => operatorOf(view.mentions[i])).find((one) => one !== undefined);
  if (operator === undefined) return undefined;
  for (const i of near.filter((one) => operatorOf(view.mentions[one]) !== undefined || signs.includes(one)))
    view.use(i);
  view.use(at);
  const from = Math.min(
    at,
    ...near.filter((i) => signs.includes(i) || operatorOf(view.mentions[i]) !== undefined),
  );
  return { condition: { column, operator, value }, from, to: at + 1 };
}
const UP = /^(?:up|upwards?|aufwarts|aufwärts)$/iu;

const WHERE = /^(?:for|when|where|from|as|if|bei|fur|für|pour|para|per)$/iu;
const SAYS = /^(?:says?|saying|gets?|reads?|reading|showing|shows?|steht|sagt|dit|dice)$/iu;
/** "a column size that is big if …": what stands before it is no label. */
const THAT = /^(?:that|which|die|der|das|qui|que|che)$/iu;
const RELATES = /^(?:that|which|where|with|for|of|if|when|die|der|das|mit|wo|wenn|qui|que|che)$/iu;
const isJoint = (view: View, at: number): boolean =>
  view.has(at, 'if', 'otherwise', 'and', 'every', 'note', 'called', 'show', 'next') ||
  /^(?:says?|saying|gets?|is|with)$/iu.test(view.mentions[at]?.text ?? '');

const ARTICLE = /^(?:the|eine?[mnrs]?|der|die|das|une?|una|uno|les?|las|los|gli)$/iu;

/** The first case that holds. */
function nested(cases: readonly Case[]): string | undefined {
  let formula = JSON.stringify(cases.at(-1)?.label ?? '');
  for (const { label, conditions } of cases.slice(0, -1).toReversed()) {
    const one = labelOf(conditions, label, '\u0000');
    if (one === undefined) return undefined;
    formula = one.replace(JSON.stringify('\u0000'), () =>
      formula?.startsWith('"') ? formula : `(${formula})`,
    );
  }
  return formula;
}

/** "a column Band", "a new column called size": the word behind it that is no case. */
function nameBehind(view: View, at: number, cases: readonly Case[]): number | undefined {
  const places = new Set(cases.flatMap((one) => one.words));
  for (let i = at + 1; i <= at + 3; i++) {
    const said = view.mentions[i];
    if (said === undefined || said.mark !== undefined) return undefined;
    // "a column result that says": what stands right behind it is its name, whatever it means elsewhere.
    if (SAYS.test(said.text) || RELATES.test(said.text)) return undefined;
    const isName = !said.small || (i === at + 1 && said.text.length > 2 && !ARTICLE.test(said.text));
    if (isName && !view.has(i, 'called')) return places.has(i) ? undefined : i;
  }
  return undefined;
}
