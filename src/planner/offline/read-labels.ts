/** "mark everybody with at least 20 as regular and everyone else as occasional": a column of what is said, row by row. Knows no tool. */

import { fold } from './lexicon/forms.ts';
import type { Mention } from './mention.ts';
import { REST } from './read-cases.ts';
import { atomsIn, combined } from './read-conditions.ts';
import type { Action } from './request.ts';
import { labelOf } from './shares.ts';
import type { View } from './view.ts';

const AS = /^(?:as|als|comme|como|come)$/iu;

/** The new column; undefined where nothing is marked, or by what nobody can say. */
export function labelsIn(view: View): Extract<Action, { do: 'derive' }> | undefined {
  const written = writtenAt(view.mentions);
  const marked = view.find('mark');
  const at = marked < 0 && written !== undefined && !view.isUsed(written) ? written : marked;
  if (at < 0) return undefined;
  const labels =
    at === written
      ? quotedLabels(view, at)
      : [...view.mentions.keys()].flatMap((i) =>
          i > at && AS.test(view.mentions[i]?.text ?? '') ? (labelAt(view, i) ?? []) : [],
        );
  const [first, other, more] = labels;
  if (first === undefined || more !== undefined) return undefined;
  const places = labels.flatMap((one) => [one.at, ...one.places]);
  // What is said must name no condition of its own.
  for (const i of places) view.use(i);
  const formula = labelOf(combined(view, atomsIn(view)), first.text, other?.text ?? '');
  if (formula === undefined) return undefined;
  for (const [i, said] of view.mentions.entries())
    if (
      i === at ||
      (at === written && isOfRow(said)) ||
      (i > at &&
        (['otherwise', 'if', 'every', 'each'].some((one) => said.meanings.has(one)) || REST.test(said.text)))
    )
      view.use(i);
  const name = at === written ? 'result' : fold(view.mentions[at]?.text ?? 'mark');
  return { do: 'derive', name, formula, numeric: false };
}

const WRITES =
  /^(?:write|say|put|show|print|enter|give|schreibe?|sage?|trage?|notiere?|[eé]cris|scribe|escribe|scrivi)(?: |$)/iu;
const isOfRow = ({ meanings, small }: Mention): boolean =>
  small || ['each', 'every', 'per'].some((one) => meanings.has(one));

/**
 * "for each pupil write "pass" if …, otherwise "fail"": the place of the verb, where each row is told something quoted and the
 * condition stands behind it. What is written once, of all rows together, is a decision.
 */
export function writtenAt(mentions: readonly Mention[]): number | undefined {
  const each = mentions.findIndex(({ meanings }) => ['each', 'every'].some((one) => meanings.has(one)));
  const has = (meaning: string, from: number) =>
    mentions.some(({ meanings }, i) => i > from && meanings.has(meaning));
  const quotedBehind = (at: number) =>
    [...mentions.keys()].filter((i) => i > at && mentions[i]?.quoted !== undefined);
  // "if …, write "fail", otherwise "pass", for every pupil"
  const first = mentions.findIndex(({ text }) => WRITES.test(text));
  const isBehind = first >= 0 && each > Math.max(first, ...quotedBehind(first)) && has('if', -1);
  const verb = isBehind ? first : mentions.findIndex(({ text }, i) => i > each && WRITES.test(text));
  if (each < 0 || verb < 0 || !has('otherwise', verb) || quotedBehind(verb).length !== 2) return undefined;
  return isBehind || has('if', verb) ? verb : undefined;
}

const quotedLabels = (view: View, at: number) =>
  [...view.mentions.keys()].flatMap((i) => {
    const text = i > at ? view.mentions[i]?.quoted : undefined;
    return text === undefined ? [] : [{ text, at: i, places: [i] }];
  });

/** Quoted, or the next words that are none for joining. */
function labelAt(
  view: View,
  at: number,
): { text: string; at: number; places: readonly number[] } | undefined {
  const places: number[] = [];
  for (let i = at + 1; i < view.mentions.length; i++) {
    const said = view.mentions[i];
    if (said?.quoted !== undefined && places.length === 0) return { text: said.quoted, at, places: [i] };
    if (said === undefined || said.mark !== undefined || view.has(i, 'and', 'if', 'otherwise', 'unless'))
      break;
    places.push(i);
  }
  if (places.length === 0 || places.length > 3) return undefined;
  return { text: places.map((i) => view.mentions[i]?.text ?? '').join(' '), at, places };
}
