/** "mark everybody with at least 20 as regular and everyone else as occasional": a column of what is said, row by row. Knows no tool. */

import { fold } from './lexicon/forms.ts';
import { REST } from './read-cases.ts';
import { atomsIn, combined } from './read-conditions.ts';
import type { Action } from './request.ts';
import { labelOf } from './shares.ts';
import type { View } from './view.ts';

const AS = /^(?:as|als|comme|como|come)$/iu;

/** The new column; undefined where nothing is marked, or by what nobody can say. */
export function labelsIn(view: View): Extract<Action, { do: 'derive' }> | undefined {
  const at = view.find('mark');
  if (at < 0) return undefined;
  const labels = [...view.mentions.keys()].flatMap((i) =>
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
      (i > at &&
        (['otherwise', 'if', 'every', 'each'].some((one) => said.meanings.has(one)) || REST.test(said.text)))
    )
      view.use(i);
  return { do: 'derive', name: fold(view.mentions[at]?.text ?? 'mark'), formula, numeric: false };
}

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
