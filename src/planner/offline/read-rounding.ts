/** "rounded to two decimals", "in whole euros": how exact what is reckoned is to be. Knows no tool. */

import { figureName } from './figure-names.ts';
import { inFormula } from './new-column.ts';
import type { Action, End } from './request.ts';
import type { View } from './view.ts';

/** Places behind the point. */
export interface Rounding {
  readonly digits: number;
}

const ROUND =
  /^(?:round(?:ed)?(?: up| down| off)?(?: to)?|runde|gerundet\w*|arrondi\w*|redonde\w*|arrotondat\w*)$/iu;
const WHOLE =
  /^(?:whole|full|integer|nearest|ganze[nrsm]?|volle[nrsm]?|entiers?|enti[eè]res?|enter[oa]s?|inter[ie])$/iu;
const PLACES =
  /^(?:decimals?|digits?|places?|decimal places?|cents?|kommastellen?|nachkommastellen?|stellen?|cent|d[eé]cimales?|decimali)$/iu;
const TO =
  /^(?:to|on|the|a|an|of|auf|à|en|y|con|after|behind|comma|point|decimal|euros?|dollars?|pounds?|numbers?|hours?|days?|units?|percent|zahlen|zahl|stunden|tage)$/iu;

/** Used up; undefined where nothing is to be rounded, or nobody says how. */
export function roundingIn(view: View): Rounding | undefined {
  const at = view.mentions.findIndex(
    ({ text }, i) =>
      !view.isUsed(i) && (ROUND.test(text) || (view.has(i, 'round') && view.column(i) === undefined)),
  );
  const whole = view.mentions.findIndex(({ text }, i) => !view.isUsed(i) && WHOLE.test(text));
  const places = view.mentions.findIndex(({ text }, i) => !view.isUsed(i) && PLACES.test(text));
  const count = [places - 1, places - 2].find((i) => view.mentions[i]?.number !== undefined);
  const digits = count === undefined ? undefined : view.mentions[count]?.number;
  if (
    digits !== undefined &&
    Number.isInteger(digits) &&
    digits >= 0 &&
    digits <= 10 &&
    (at >= 0 || saysExact(view, places))
  ) {
    use(view, at < 0 ? (count ?? places) : at, places);
    return { digits };
  }
  // "cent" by itself: two places; "to the nearest euro", "in ganzen Euro": none.
  if (at < 0) return undefined;
  const end = Math.max(at, whole, places);
  if (whole < 0 && places < 0) {
    const behind = view.nextSaid(at + 1);
    if (behind !== undefined && view.mentions[behind]?.number !== undefined) return undefined;
  }
  use(view, at, end);
  return { digits: places >= 0 && /^cents?$/iu.test(view.mentions[places]?.text ?? '') ? 2 : 0 };
}

/** "with 2 decimals", "mit zwei Nachkommastellen" asks for it without the verb. */
const saysExact = (view: View, places: number): boolean =>
  /decimal|kommastelle|stelle|d[eé]cimal/iu.test(view.mentions[places]?.text ?? '');

function use(view: View, from: number, to: number): void {
  for (let at = from; at <= to + 1; at++) {
    const said = view.mentions[at];
    if (said === undefined) return;
    if (at <= to || TO.test(said.text)) view.use(at);
  }
}

/** What was reckoned last, rounded: the new column, the figures of the groups, else the one number of all rows. */
export function rounded(actions: readonly Action[], end: End, { digits }: Rounding): readonly Action[] {
  const round = (of: string) => `round(${of}, ${digits})`;
  const group = actions.findLastIndex(({ do: what }) => what === 'group');
  const made = actions[group];
  const numeric = actions.findLastIndex((action) => action.do === 'derive' && action.numeric);
  if (made?.do === 'group' && numeric < group) {
    const derived = made.figures
      .filter(({ aggregate }) => aggregate !== 'count' && aggregate !== 'distinct')
      .map((figure): Action => {
        const name = figureName(figure);
        return { do: 'derive', name, formula: round(inFormula(name)), numeric: true };
      });
    return [...actions.slice(0, group + 1), ...derived, ...actions.slice(group + 1)];
  }
  const own = actions[numeric];
  if (own?.do === 'derive')
    return actions.map((action, at) => (at === numeric ? { ...own, formula: round(own.formula) } : action));
  const select = actions.at(-1);
  const [column] =
    select?.do === 'select' ? select.columns.slice(-1) : end.kind === 'number' ? [end.column] : [];
  if (column === undefined) return actions;
  const derive: Action = { do: 'derive', name: column, formula: round(inFormula(column)), numeric: true };
  return [...actions.slice(0, -1), derive, ...actions.slice(-1)];
}
