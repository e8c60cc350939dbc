/** What a column of cases is called: "a column Band", "mark every item", "give each pupil a grade", "price bands: …". */

import { fold } from './lexicon/forms.ts';
import { isUnknown } from './mention.ts';
import type { View } from './view.ts';

export const WHERE = /^(?:for|when|where|from|as|if|bei|fur|für|ab|pour|para|per)$/iu;
export const SAYS =
  /^(?:says?|saying|gets?|reads?|reading|showing|shows?|with|that|which|is|steht|sagt|mit|die|der|das|dit|dice|qui|que|che)$/iu;
export const ARTICLE = /^(?:the|an?|all|eine?[mnrs]?|der|die|das|alle|une?|una|uno|les?|las|los|gli)$/iu;
export const COLUMN = /^(?:column|field|spalte|feld|colonne|champ|columna|campo|colonna)$/iu;
export const GIVES = /^(?:give|assign|award|gib|vergib|donne|da|asigna|assegna)(?: |$)/iu;

/** "a column Band", "mark every item", "give each pupil a grade". */
export function nameOf(view: View, at: number, cases: ReadonlySet<number>): string {
  const text = (i: number): string => view.mentions[i]?.text ?? '';
  if (view.has(at, 'newcolumn')) {
    const name = nameBehind(view, at);
    return name === undefined || cases.has(name) ? 'case' : text(name);
  }
  const given = view.mentions.findIndex(
    ({ text: said, mark }, i) =>
      i > at + 1 && !cases.has(i) && mark === undefined && ARTICLE.test(text(i - 1)) && !ARTICLE.test(said),
  );
  const noun = view.mentions.findIndex(({ text: said }, i) => i > at + 1 && COLUMN.test(said));
  if (!view.has(at, 'mark') && noun > 0 && noun < Math.min(...cases)) return text(noun - 1);
  if (!view.has(at, 'mark') && !GIVES.test(text(at)))
    return wordBefore(view, at, Math.min(...cases)) ?? 'result';
  if (GIVES.test(text(at)) && given > 0 && given < Math.min(...cases)) return text(given);
  return view.has(at, 'mark') ? fold(text(at).split(' ')[0] ?? 'mark') : 'result';
}

/** "put them into price bands: …": the last word before the cases that names nothing else. */
function wordBefore(view: View, at: number, end: number): string | undefined {
  for (let i = end - 1; i >= at; i--) {
    const said = view.mentions[i];
    if (
      said !== undefined &&
      said.mark === undefined &&
      !said.small &&
      !COLUMN.test(said.text) &&
      isUnknown(said, 0.8)
    )
      return said.text;
  }
  return undefined;
}

/** What stands right behind "a column" is its name, whatever it means elsewhere. */
export function nameBehind(view: View, at: number): number | undefined {
  for (let i = at + 1; i <= at + 3; i++) {
    const said = view.mentions[i];
    if (said === undefined || said.mark !== undefined) return undefined;
    if (SAYS.test(said.text) || WHERE.test(said.text) || view.has(i, 'if')) return undefined;
    const isName = !said.small || (i === at + 1 && said.text.length > 2 && !ARTICLE.test(said.text));
    if (isName && !view.has(i, 'called')) return i;
  }
  return undefined;
}
