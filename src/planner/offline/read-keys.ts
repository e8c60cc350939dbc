/** What rows are grouped by: "per region and month", "by category", "which region", shares of a label. Knows no tool. */

import { callsRows, isIdentifier, isPerson, isTimed, type KnownColumn } from './known-tables.ts';
import { aggregateAt } from './read-figures.ts';
import { PARTS, type Wish } from './wish.ts';

/** "per region and month", "by category", "monthly". */
export function readKeys(wish: Wish): void {
  const view = wish.view;
  for (let at = 0; at < view.mentions.length; at++) {
    if (view.isUsed(at)) continue;
    if (view.has(at, 'adverb')) {
      keyAt(wish, at);
      continue;
    }
    if (!view.has(at, 'per', 'each')) continue;
    const before = view.previousSaid(at - 1);
    if (before !== undefined && view.has(before, 'sort', 'dedupe', 'join', 'duplicates') && at - before <= 2)
      continue;
    if (ranksBy(wish, at)) continue;
    if (eachRow(wish, at) || keysFrom(wish, at + 1)) view.use(at);
  }
}

/** "for each closed ticket": every row that is one, and no group. */
function eachRow(wish: Wish, at: number): boolean {
  const { view } = wish;
  if (!view.has(at, 'each') && !/^(?:each|every)$/iu.test(view.mentions[at]?.text ?? '')) return false;
  if (eachAround(wish, at)) return true;
  // One figure over all rows is none of each.
  if (view.mentions.some((_, i) => !view.isUsed(i) && aggregateAt(view, i) !== undefined)) return false;
  for (let next = at + 1; next < at + 4; next++) {
    const said = view.mentions[next];
    if (said === undefined || said.mark !== undefined) return false;
    const named = said.columns.some(
      ({ fit, column }) => fit >= 0.8 && view.columns.some(({ name }) => name === column.name),
    );
    if (said.files.length > 0 && !named) {
      view.use(next);
      return true;
    }
    if (!said.small && said.cells.length === 0) return false;
  }
  return false;
}

/** "for each order" over the lines of orders: what tells the rows apart that the lists are in. */
function eachAround(wish: Wish, at: number): boolean {
  const { view } = wish;
  const keys = view.columns.filter(({ inside }) => inside?.isKey === true);
  const [key] = [...keys.filter(isIdentifier), ...keys];
  const next = view.nextSaid(at + 1);
  const said = view.mentions[next ?? -1];
  if (key === undefined || next === undefined || next > at + 2 || (said?.files.length ?? 0) === 0)
    return false;
  if ((said?.columns ?? []).some(({ fit }) => fit >= 0.95)) return false;
  wish.keys.push({ column: key.name });
  wish.perKeys = true;
  view.use(next);
  return true;
}

/** A key, and others joined to it by "and" or in a list. */
function keysFrom(wish: Wish, from: number): boolean {
  const view = wish.view;
  let found = false;
  let joined = true;
  for (let next = from; next < view.mentions.length; next++) {
    const said = view.mentions[next];
    if (said === undefined || /[.;:()]/u.test(said.mark ?? '')) break;
    // "per town, only members": which rows are meant, and no group more.
    if (found && said.meanings.has('only')) break;
    if (joined && keyAt(wish, next)) {
      found = true;
      joined = false;
    } else if (said.meanings.has('and') || said.mark === ',') {
      if (!found || (said.mark === ',' && !listGoesOn(wish, next))) break;
      if (aggregateAt(view, view.nextSaid(next + 1) ?? -1) !== undefined) break;
      joined = true;
    } else if (!said.small || (found && said.meanings.has('per'))) break;
  }
  wish.perKeys ||= found;
  return found;
}

/** Behind a comma another key only where nothing but an "and" follows it: "per region, month and channel". */
function listGoesOn(wish: Wish, at: number): boolean {
  const next = wish.view.nextSaid(at + 1);
  const after = next === undefined ? undefined : wish.view.mentions[next + 1];
  return (
    next !== undefined &&
    next - at <= 2 &&
    wish.view.column(next, 'label') !== undefined &&
    (after?.meanings.has('and') === true || after?.mark === ',')
  );
}

/** "top 5 by amount" ranks by it, "top 5 products by region" does not. */
function ranksBy(wish: Wish, at: number): boolean {
  const view = wish.view;
  const ranked = view.mentions
    .slice(0, at)
    .some((_, i) => view.has(i, 'top', 'most', 'least', 'newest') && !view.isUsed(i));
  const next = view.nextSaid(at + 1);
  if (!ranked || next === undefined || !/^(?:by|nach|par|por|per)$/iu.test(view.mentions[at]?.text ?? ''))
    return false;
  return (
    view.column(next, 'number') !== undefined ||
    view.has(next, 'agg:sum', 'agg:mean', 'agg:count', 'agg:median')
  );
}

function keyAt(wish: Wish, at: number): boolean {
  const view = wish.view;
  if (view.isUsed(at)) return false;
  const again = view.column(at);
  if (
    again !== undefined &&
    again.kind !== 'date' &&
    wish.keys.some((key) => key.column === again.name && key.part === undefined)
  ) {
    view.use(at);
    return true;
  }
  const part = PARTS.find((one) => view.has(at, `unit:${one}`));
  const exact = view.column(at, 'label');
  const named = (view.mentions[at]?.columns ?? []).some(
    ({ fit, column }) => fit >= 1 && view.columns.some(({ name }) => name === column.name),
  );
  if (part !== undefined && !named) {
    const date = dateNear(wish, at);
    if (date === undefined) return false;
    wish.keys.push({ column: date.name, part });
    view.use(at);
    return true;
  }
  if (exact === undefined && view.column(at)?.words.join('') !== undefined && named) {
    const column = view.column(at);
    if (column === undefined || (column.kind === 'number' && !isIdentifier(column) && column.unique))
      return false;
    wish.keys.push({ column: column.name });
    view.use(at);
    return true;
  }
  if (exact === undefined || (view.mentions[at]?.small === true && !named)) return false;
  wish.keys.push({ column: exact.name, ...(exact.kind === 'date' && part !== undefined ? { part } : {}) });
  view.use(at);
  return true;
}

function dateNear(wish: Wish, at: number): KnownColumn | undefined {
  const next = wish.view.nextSaid(at + 1);
  const named = next === undefined || next - at > 3 ? undefined : wish.view.column(next, 'date');
  if (next !== undefined && named !== undefined) {
    wish.view.use(next);
    return named;
  }
  return wish.view.dateColumn(at);
}

const IN_PERCENT = /(?:percent|per cent|%|prozent|pour ?cent|por ?ciento|per ?cento)/iu;

export function readShare(wish: Wish): void {
  const at = wish.view.find('share');
  if (at < 0) return;
  // "growth in percent" is no share of anything.
  if (IN_PERCENT.test(wish.view.mentions[at]?.text ?? '') && wish.view.find('change') >= 0) {
    wish.view.use(at);
    return;
  }
  wish.share = true;
  wish.view.use(at);
  const percent = wish.view.find('percent');
  if (percent >= 0) wish.view.use(percent);
  // "share of each channel in the total amount": the total is what it is a share of.
  const total = wish.view.find('agg:sum');
  if (total >= 0) wish.view.use(total);
  const of = wish.view.find('each', 'per') < 0 ? wish.view.nextSaid(at + 1) : undefined;
  const column = of === undefined ? undefined : wish.view.column(of, 'label');
  if (of !== undefined && column !== undefined && !column.unique) {
    wish.view.use(of);
    wish.keys.push({ column: column.name });
  }
}

const THE = /^(?:the|our|all|die|unsere|alle|von|les|nos|tous|los|las|nuestros|nuestras|i|gli|le|nostri)$/iu;

/** "regions whose total amount …", "the pupils of each class with their average": a label named beside figures is what they are for. */
export function labelledFigures(wish: Wish): void {
  const view = wish.view;
  if (wish.figures.length === 0 || wish.ranking !== undefined) return;
  // Beside other groups only what is listed makes a group of its own.
  const listed = wish.keys.length > 0;
  // "what do the customers owe us in total": one total, and none for each.
  const isOne = !listed && view.mentions.some(({ meanings }) => meanings.has('grand'));
  if (listed && view.find('show') < 0) return;
  for (let at = 0; at < view.mentions.length; at++) {
    const said = view.mentions[at];
    const fit = said?.columns[0]?.fit ?? 0;
    const column = view.isUsed(at) || fit < (listed ? 0.95 : 0.8) ? undefined : view.column(at, 'label');
    if (column === undefined || column.kind === 'date' || (said?.files.length ?? 0) > 0) continue;
    if (column.unique && !listed) continue;
    if (isOne && said !== undefined && THE.test(view.mentions[at - 1]?.text ?? '')) {
      view.use(at);
      continue;
    }
    if (listed && (view.previousSaid(at - 1) ?? at) !== view.find('show')) continue;
    wish.keys.push({ column: column.name });
    view.use(at);
  }
}

/** "which region has …", "who spent the most": the label that is asked for is what is grouped by. */
export function whoOrWhich(wish: Wish): void {
  const view = wish.view;
  const at = view.find('which');
  if (at < 0) return;
  view.use(at);
  wish.asks = true;
  if (wish.ranking === undefined || wish.keys.length > 0) return;
  const next = view.nextSaid(at + 1);
  const part = next === undefined ? undefined : PARTS.find((one) => view.has(next, `unit:${one}`));
  const label = next === undefined || next - at > 2 ? undefined : view.column(next, 'label');
  // "who spent the most": whoever did it in all rows together.
  const people =
    view.has(at, 'who') && view.mentions.some(({ meanings }) => meanings.has('many'))
      ? view.columns.filter((column) => column.kind === 'text' && isPerson(column))
      : [];
  const [person] = people;
  if (person !== undefined && people.length === 1 && !person.unique) wish.keys.push({ column: person.name });
  else if (wish.ranking.ofRows === true && part === undefined) return;
  else if (part === 'hour' && next !== undefined && label !== undefined && isTimed(label)) keyAt(wish, next);
  else if (label !== undefined && next !== undefined && !callsRows(label) && label.kind !== 'date') {
    wish.keys.push({ column: label.name });
    view.use(next);
  } else if (next !== undefined && part !== undefined) keyAt(wish, next);
}
