/** A plan's figures as a sentence about it wants them: another one, or one more. Knows no other change. */

import { type Change, isOld } from './change.ts';
import { figureName } from './figure-names.ts';
import { figureParameters, figuresIn } from './plan-edit.ts';
import { countedBehind } from './read-counted.ts';
import { aggregateAt } from './read-figures.ts';
import { PARTS } from './wish.ts';

/** "take the average instead of the sum", "the number of orders as well", "in percent". */
export function changeFigures(change: Change): void {
  const { view, edit } = change;
  const group = edit.last('groupRows');
  if (group === undefined) return;
  const before = figuresIn(group);
  const found = view.mentions.flatMap((_, at) => {
    const aggregate =
      aggregateAt(view, at) ?? (!view.isUsed(at) && view.has(at, 'share') ? 'percent' : undefined);
    return aggregate === undefined ? [] : [{ aggregate, at }];
  });
  const wanted = found.filter(({ at }) => !isOld(change, at));
  if (wanted.length === 0) return;
  const asked = wanted.map(({ aggregate, at }) => {
    view.use(at);
    if (aggregate === 'count') {
      const counted = countedBehind(view, at);
      if (counted.at !== undefined) {
        view.use(counted.at);
        return counted.figure;
      }
      const next = view.nextSaid(at + 1);
      // "the number of receipts": the rows themselves.
      if (
        next !== undefined &&
        next - at <= 3 &&
        view.cells(next).length === 0 &&
        !view.has(next, 'per', 'each')
      )
        view.use(next);
      return { aggregate };
    }
    const near = [view.nextSaid(at + 1), view.previousSaid(at - 1)].find(
      (i) => i !== undefined && Math.abs(i - at) <= 3 && view.column(i, 'number') !== undefined,
    );
    const named = near === undefined ? undefined : view.column(near, 'number');
    if (near !== undefined) view.use(near);
    const column =
      named?.name ?? before.find((one) => one.column !== undefined)?.column ?? view.defaultNumber()?.name;
    return { aggregate, ...(column === undefined ? {} : { column }) };
  });
  const fresh = asked.filter(
    (one, at) => asked.findIndex((other) => figureName(other) === figureName(one)) === at,
  );
  for (const { at } of found) view.use(at);
  const also =
    view.find('also') >= 0 ||
    /\b(?:and|und|et|y|e) (?:the|den|die|das|der)?\s*$/iu.test(change.said.text.slice(0, 4));
  if (also) {
    const more = fresh.map((figure) => ({ ...figure, as: figureName(figure) }));
    edit.set(group, figureParameters([...before, ...more]));
    for (const [i, { text }] of view.mentions.entries())
      if (/^(?:groups?|gruppen?)$/iu.test(text)) view.use(i);
    perOfThem(change);
    return;
  }
  edit.set(group, figureParameters(fresh));
}

/** "in each group": the groups there are. */
function perOfThem({ view }: Change): void {
  const at = view.find('per', 'each');
  const next = at < 0 ? undefined : view.nextSaid(at + 1);
  if (
    at >= 0 &&
    (next === undefined ||
      (view.column(next) === undefined && !PARTS.some((one) => view.has(next, `unit:${one}`))))
  )
    view.use(at);
}
