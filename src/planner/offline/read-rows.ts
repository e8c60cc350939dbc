/** From mentions to what is done to rows: rank, group, figures, order, columns. One table, one wish. Knows no tool. */

import { isIdentifier, type KnownColumn, nameFit } from './known-tables.ts';
import { conditionsIn } from './read-conditions.ts';
import { formulasIn } from './read-formulas.ts';
import type { Action, End, Figure, Key } from './request.ts';
import type { View } from './view.ts';

interface RowsRead {
  readonly actions: readonly Action[];
  readonly end: End;
}

const AGGREGATES: readonly (readonly [string, string])[] = [
  ['agg:mean', 'mean'],
  ['agg:median', 'median'],
  ['agg:count', 'count'],
  ['agg:sum', 'sum'],
];
const THINGS: readonly (readonly [string, string])[] = [
  ['of:weight', 'weight'],
  ['of:price', 'price'],
  ['of:age', 'age'],
];
const COUNT_OPERATORS: readonly (readonly [string, string])[] = [
  ['cmp:gte', 'atLeast'],
  ['cmp:lte', 'atMost'],
  ['cmp:gt', 'greaterThan'],
  ['cmp:lt', 'lessThan'],
];
const PARTS = ['day', 'week', 'month', 'quarter', 'year', 'weekday', 'hour'] as const;

/** What the free mentions ask of the rows, in the order of doing. */
export function readRows(view: View): RowsRead {
  const reader = new RowsReader(view);
  return reader.read();
}

interface Ranking {
  readonly down: boolean;
  readonly limit: number;
  readonly by?: KnownColumn;
  readonly byCount?: boolean;
  readonly of?: KnownColumn;
  readonly ofDate?: boolean;
  readonly unknown?: boolean;
  readonly lone: boolean;
}

class RowsReader {
  readonly #view: View;
  #keys: Key[] = [];
  #figures: Figure[] = [];
  #ranking: Ranking | undefined;
  #share = false;
  #asks = false;
  #derived: KnownColumn | undefined;
  /** Groups were asked for by "per", and not by "which". */
  #perKeys = false;

  constructor(view: View) {
    this.#view = view;
  }

  read(): RowsRead {
    const view = this.#view;
    const derived = formulasIn(view);
    for (const { action } of derived) {
      this.#derived = newColumn(action.name, action.numeric);
      view.columns = [...view.columns, this.#derived];
    }
    const dedupe = this.#duplicates();
    const selected = this.#selectedColumns();
    const distinct = this.#distinct();
    this.#readShare();
    const rowFigure = this.#rowFigure();
    this.#readKeys();
    const order = this.#order();
    this.#readRanking();
    this.#readFigures();
    const counted = this.#countCondition();
    const conditions = conditionsIn(view);
    this.#lateFigures();
    this.#whoOrWhich();
    this.#labelledFigures();
    this.#freeRanking();
    const ranked = this.#ranking;
    // "sort by price and keep the 3 most expensive" is one order.
    if (ranked !== undefined && ranked.by === undefined && order?.column?.kind === 'number')
      this.#ranking = { ...ranked, by: order.column };
    const { rows, groups } = this.#apart(conditions);
    groups.push(...counted);
    const actions: Action[] = [];
    if (rows.length > 0) actions.push(filterOf(rows));
    actions.push(...derived.map(({ action }) => action), ...dedupe);
    if (distinct !== undefined) {
      if (distinct.counted)
        return {
          actions: [
            ...actions,
            { do: 'group', by: [], figures: [{ aggregate: 'distinct', column: distinct.column }] },
          ],
          end: { kind: 'number', column: 'distinct' },
        };
      if (this.#figures.length === 0 && this.#keys.length === 0)
        return { actions, end: { kind: 'list', column: distinct.column } };
    }
    const end = this.#grouped(actions, groups, derived.at(-1)?.action);
    if (rowFigure !== undefined) actions.push(rowFigure);
    if (order !== undefined && end.kind !== 'number' && !(ranked !== undefined && !order.way)) {
      const sorted = this.#orderAction(order, actions);
      const last = actions.at(-1);
      if (
        !(
          last?.do === 'sort' &&
          sorted.do === 'sort' &&
          last.column === sorted.column &&
          last.down === sorted.down
        )
      )
        actions.push(sorted);
    }
    this.#show(actions, selected);
    // "which products …": each of them once.
    const shown = actions.at(-1);
    const only =
      shown?.do === 'select' && shown.columns.length === 1 && selected.length === 0
        ? view.columns.find(({ name }) => name === shown.columns[0])
        : undefined;
    if (
      only !== undefined &&
      this.#asks &&
      only.kind === 'text' &&
      !only.unique &&
      end.kind === 'rows' &&
      actions.every(({ do: what }) => what !== 'sort')
    )
      return { actions: actions.slice(0, -1), end: { kind: 'list', column: only.name } };
    return { actions, end };
  }

  /** Groups, ranks and figures, as far as they were asked for; gives how the rows end. */
  #grouped(actions: Action[], groups: readonly Condition[], derived: Action | undefined): End {
    const ranking = this.#ranking;
    const view = this.#view;
    if (this.#keys.length > 0) {
      const best = this.#bestOfEach();
      if (best !== undefined) {
        actions.push(best);
        return { kind: 'rows' };
      }
      const asked = this.#figures.length > 0 || this.#share || ranking !== undefined;
      const figures = this.#figuresOrUsual(derived);
      const alone = asked || groups.length > 0 ? undefined : this.#oneRowOfEach(figures);
      if (alone !== undefined) {
        actions.push(alone);
        return { kind: 'rows' };
      }
      const [down, across] = this.#keys;
      const crossed = view.find('pivot');
      if (crossed >= 0 && down !== undefined && across !== undefined && figures[0] !== undefined) {
        view.use(crossed);
        actions.push({ do: 'pivot', by: [down], across, figure: figures[0] });
        return { kind: 'rows' };
      }
      actions.push({ do: 'group', by: this.#keys, figures });
      if (groups.length > 0) actions.push(filterOf(groups));
      if (ranking !== undefined) {
        const [first] = figures;
        const column = first === undefined ? 'count' : figureName(first);
        actions.push({
          do: 'sort',
          column,
          down: ranking.down,
          limit: ranking.limit,
          ...this.#perOf(ranking),
        });
      }
      return { kind: 'rows' };
    }
    if (ranking !== undefined) {
      const column =
        ranking.by?.name ??
        (ranking.unknown === true ? '' : undefined) ??
        (ranking.ofDate === true
          ? view.columns.find(({ kind }) => kind === 'date')?.name
          : view.defaultNumber()?.name);
      if (column !== undefined)
        actions.push({ do: 'sort', column, down: ranking.down, limit: ranking.limit });
      return { kind: 'rows' };
    }
    if (this.#figures.length === 0) return { kind: 'rows' };
    const figures = this.#figures;
    actions.push({ do: 'group', by: [], figures });
    const [only] = figures;
    return figures.length === 1 && only !== undefined
      ? { kind: 'number', column: figureName(only) }
      : { kind: 'figures' };
  }

  /** "temperature by date" of a table with one row for each date: there is nothing to add up. */
  #oneRowOfEach(figures: readonly Figure[]): Action | undefined {
    const [key, ...others] = this.#keys;
    const column = this.#view.columns.find(({ name }) => name === key?.column);
    const measured = figures.flatMap((figure) => figure.column ?? []);
    if (key === undefined || others.length > 0 || column?.unique !== true || column.cells.length < 2)
      return undefined;
    if ((key.part !== undefined && key.part !== 'day') || measured.length === 0) return undefined;
    return { do: 'select', columns: [key.column, ...measured] };
  }

  /** "the best sale per product": rows, and not groups, are ranked within each. */
  #bestOfEach(): Action | undefined {
    const ranking = this.#ranking;
    if (
      ranking === undefined ||
      ranking.of !== undefined ||
      !this.#perKeys ||
      this.#figures.length > 0 ||
      ranking.byCount === true
    )
      return undefined;
    if (this.#keys.some(({ part }) => part !== undefined)) return undefined;
    const column = ranking.by ?? this.#view.defaultNumber();
    return column === undefined
      ? undefined
      : {
          do: 'sort',
          column: column.name,
          down: ranking.down,
          limit: ranking.limit,
          per: this.#keys.map((key) => key.column),
        };
  }

  /** "top 3 customers per region": the best of each of the other groups. */
  #perOf({ of }: Ranking): { per?: string[] } {
    if (of === undefined || this.#keys.length < 2) return {};
    const per = this.#keys.filter((key) => key.column !== of.name).map(keyName);
    return per.length === 0 ? {} : { per };
  }

  #figuresOrUsual(derived: Action | undefined): Figure[] {
    const { by, byCount } = this.#ranking ?? {};
    if (this.#figures.length > 0) return this.#figures;
    if (byCount === true) return [{ aggregate: 'count' }];
    if (by !== undefined) return [{ aggregate: this.#share ? 'percent' : 'sum', column: by.name }];
    const named = derived?.do === 'derive' && derived.numeric ? [derived.name] : this.#freeNumbers();
    const aggregate = this.#share ? 'percent' : 'sum';
    if (named.length > 0) return named.map((column) => ({ aggregate, column }));
    const ofRows = this.#view.mentions.some(({ files }) => files.length > 0);
    const measure =
      this.#ranking === undefined && (ofRows || this.#share) ? undefined : this.#view.defaultNumber();
    if (measure !== undefined) return [{ aggregate, column: measure.name }];
    return [{ aggregate: this.#share ? 'percent' : 'count' }];
  }

  /** Columns of numbers that are named and not yet used: "amount per region". */
  #freeNumbers(): string[] {
    const view = this.#view;
    const names: string[] = [];
    for (let at = 0; at < view.mentions.length; at++) {
      const column = view.isUsed(at) || view.has(at, 'show', 'which') ? undefined : view.column(at, 'number');
      if (column === undefined || isIdentifier(column) || names.includes(column.name)) continue;
      names.push(column.name);
      view.use(at);
    }
    return names;
  }

  #duplicates(): Action[] {
    const view = this.#view;
    const at = view.find('dedupe', 'duplicates');
    if (at < 0) return [];
    const removes = view.has(at, 'dedupe') || view.find('not') >= 0;
    if (!removes) return [];
    view.use(at);
    const verb = view.find('not');
    if (verb >= 0 && Math.abs(verb - at) < 5) view.use(verb);
    const columns: string[] = [];
    for (let next = at + 1; next < Math.min(view.mentions.length, at + 8); next++) {
      const column = view.column(next);
      if (column !== undefined && (view.mentions[next]?.columns[0]?.fit ?? 0) >= 0.8) {
        columns.push(column.name);
        view.use(next);
      } else if (view.has(next, 'save', 'per', 'agg:sum', 'agg:count', 'next', 'sort')) break;
    }
    return [{ do: 'dedupe', columns }];
  }

  /** "how many different customers", "the different cities". */
  #distinct(): { column: string; counted: boolean } | undefined {
    const view = this.#view;
    const at = view.find('distinct');
    if (at < 0) return undefined;
    const next = view.nextSaid(at + 1);
    const column = next === undefined ? undefined : view.column(next);
    if (next === undefined || column === undefined) return undefined;
    const count = view.find('agg:count');
    view.use(at);
    view.use(next);
    if (count >= 0 && count <= at) {
      view.use(count);
      return { column: column.name, counted: true };
    }
    return {
      column: column.name,
      counted:
        view.mentions[at]?.text.includes(' ') === true &&
        count < 0 &&
        /how|number|viele|anzahl/iu.test(view.mentions[at]?.text ?? ''),
    };
  }

  #readShare(): void {
    const at = this.#view.find('share');
    if (at < 0) return;
    this.#share = true;
    this.#view.use(at);
    const percent = this.#view.find('percent');
    if (percent >= 0) this.#view.use(percent);
    // "share of each channel in the total amount": the total is what it is a share of.
    const total = this.#view.find('agg:sum');
    if (total >= 0) this.#view.use(total);
    const of = this.#view.find('each', 'per') < 0 ? this.#view.nextSaid(at + 1) : undefined;
    const column = of === undefined ? undefined : this.#view.column(of, 'label');
    if (of !== undefined && column !== undefined && !column.unique) {
      this.#view.use(of);
      this.#keys.push({ column: column.name });
    }
  }

  #rowFigure(): Action | undefined {
    const view = this.#view;
    const at = view.find('running', 'rankfig', 'change');
    if (at < 0) return undefined;
    const figure = view.has(at, 'running')
      ? 'runningTotal'
      : view.has(at, 'rankfig')
        ? 'rank'
        : 'percentChange';
    if (figure === 'percentChange' && view.columns.every(({ kind }) => kind !== 'date')) return undefined;
    view.use(at);
    const next = view.nextSaid(at + 1);
    const column = (next === undefined ? undefined : view.column(next, 'number')) ?? view.defaultNumber();
    if (next !== undefined && view.column(next, 'number') !== undefined) view.use(next);
    const orderBy = figure === 'rank' ? undefined : view.columns.find(({ kind }) => kind === 'date');
    return column === undefined
      ? undefined
      : {
          do: 'figure',
          figure,
          column: column.name,
          ...(orderBy === undefined ? {} : { orderBy: orderBy.name }),
        };
  }

  /** "per region and month", "by category", "monthly". */
  #readKeys(): void {
    const view = this.#view;
    for (let at = 0; at < view.mentions.length; at++) {
      if (view.isUsed(at)) continue;
      if (view.has(at, 'adverb')) {
        this.#keyAt(at);
        continue;
      }
      if (!view.has(at, 'per', 'each')) continue;
      const before = view.previousSaid(at - 1);
      if (
        before !== undefined &&
        view.has(before, 'sort', 'dedupe', 'join', 'duplicates') &&
        at - before <= 2
      )
        continue;
      if (this.#ranksBy(at)) continue;
      if (this.#keysFrom(at + 1)) view.use(at);
    }
  }

  /** A key, and others joined to it by "and" or in a list. */
  #keysFrom(from: number): boolean {
    const view = this.#view;
    let found = false;
    let joined = true;
    for (let next = from; next < view.mentions.length; next++) {
      const said = view.mentions[next];
      if (said === undefined || /[.;:()]/u.test(said.mark ?? '')) break;
      if (joined && this.#keyAt(next)) {
        found = true;
        joined = false;
      } else if (said.meanings.has('and') || said.mark === ',') {
        if (!found || (said.mark === ',' && !this.#listGoesOn(next))) break;
        if (aggregateAt(view, view.nextSaid(next + 1) ?? -1) !== undefined) break;
        joined = true;
      } else if (!said.small || (found && said.meanings.has('per'))) break;
    }
    this.#perKeys ||= found;
    return found;
  }

  /** Behind a comma another key only where nothing but an "and" follows it: "per region, month and channel". */
  #listGoesOn(at: number): boolean {
    const next = this.#view.nextSaid(at + 1);
    const after = next === undefined ? undefined : this.#view.mentions[next + 1];
    return (
      next !== undefined &&
      next - at <= 2 &&
      this.#view.column(next, 'label') !== undefined &&
      (after?.meanings.has('and') === true || after?.mark === ',')
    );
  }

  /** "top 5 by amount" ranks by it, "top 5 products by region" does not. */
  #ranksBy(at: number): boolean {
    const view = this.#view;
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

  #keyAt(at: number): boolean {
    const view = this.#view;
    if (view.isUsed(at)) return false;
    const again = view.column(at);
    if (
      again !== undefined &&
      again.kind !== 'date' &&
      this.#keys.some((key) => key.column === again.name && key.part === undefined)
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
      const date = this.#dateNear(at);
      if (date === undefined) return false;
      this.#keys.push({ column: date.name, part });
      view.use(at);
      return true;
    }
    if (exact === undefined && view.column(at)?.words.join('') !== undefined && named) {
      const column = view.column(at);
      if (column === undefined || (column.kind === 'number' && !isIdentifier(column) && column.unique))
        return false;
      this.#keys.push({ column: column.name });
      view.use(at);
      return true;
    }
    if (exact === undefined || (view.mentions[at]?.small === true && !named)) return false;
    this.#keys.push({ column: exact.name, ...(exact.kind === 'date' && part !== undefined ? { part } : {}) });
    view.use(at);
    return true;
  }

  #dateNear(at: number): KnownColumn | undefined {
    const next = this.#view.nextSaid(at + 1);
    const named = next === undefined || next - at > 3 ? undefined : this.#view.column(next, 'date');
    if (next !== undefined && named !== undefined) {
      this.#view.use(next);
      return named;
    }
    return this.#view.dateColumn(at);
  }

  /** "top 5", "the 3 cheapest", "highest amount", "first 10". */
  #readRanking(): void {
    const view = this.#view;
    const at = view.mentions.findIndex(
      (_, i) =>
        !view.isUsed(i) &&
        view.has(i, 'top', 'most', 'least', 'newest', 'oldest', 'first', 'last', 'most_of') &&
        this.#ranks(i),
    );
    if (at < 0) return;
    const noun = view.mentions.findIndex(
      (said, i) =>
        said.number !== undefined &&
        said.period === undefined &&
        !view.isUsed(i) &&
        (view.mentions[i + 1]?.files.length ?? 0) + (view.mentions[i + 1]?.columns.length ?? 0) > 0 &&
        !view.has(i - 1, 'cmp:gt', 'cmp:lt', 'cmp:gte', 'cmp:lte'),
    );
    const amounts = [at + 1, at - 1, at + 2, at - 2, noun].filter(
      (i) =>
        view.mentions[i]?.number !== undefined && !view.isUsed(i) && view.mentions[i]?.period === undefined,
    );
    const [numberAt] = amounts;
    const limit = view.mentions[numberAt ?? -1]?.number;
    const thing = THINGS.find(([meaning]) => view.has(at, meaning))?.[1];
    const implied =
      thing === undefined
        ? undefined
        : view.columns.find(
            (column) => column.kind === 'number' && column.words.some((word) => nameFit([thing], [word]) > 0),
          );
    const dates = view.columns.some(({ kind }) => kind === 'date');
    const down =
      view.has(at, 'of:age') && !dates
        ? view.has(at, 'oldest')
        : !view.has(at, 'least', 'oldest', 'first') || view.has(at, 'top', 'most');
    const ofDate =
      view.has(at, 'newest', 'oldest') &&
      !view.has(at, 'most', 'least', 'top') &&
      view.columns.some(({ kind }) => kind === 'date');
    const lone = limit === undefined;
    view.use(at);
    if (numberAt !== undefined) view.use(numberAt);
    if (view.find('desc') === at + 1) view.use(at + 1);
    this.#ranking = {
      down,
      limit: Math.max(
        1,
        Math.round(
          limit ??
            (view.has(at, 'top') && !/best|beste|meilleur|mejor|miglior/iu.test(view.mentions[at]?.text ?? '')
              ? 10
              : 1),
        ),
      ),
      lone,
      ...(ofDate ? { ofDate } : {}),
      // "the heaviest" of a table without a weight: nobody can say by what, so the person is asked.
      ...(thing === 'weight' && implied === undefined ? { unknown: true } : {}),
      ...(implied === undefined || ofDate ? {} : { by: implied }),
      ...this.#rankedBy(at, numberAt),
    };
  }

  /** Whether a word of more or less ranks: "maximum amount" is a figure, "largest first" an order. */
  #ranks(at: number): boolean {
    const view = this.#view;
    if (
      view.mentions[at + 1]?.text.toLowerCase() === 'first' ||
      /zuerst/iu.test(view.mentions[at + 1]?.text ?? '')
    )
      return false;
    if (view.has(at, 'first', 'last') && !view.has(at, 'newest', 'oldest'))
      return view.mentions[at + 1]?.number !== undefined;
    if (view.has(at, 'first') || view.has(at, 'last'))
      return (
        view.mentions.some((said, i) => Math.abs(i - at) <= 2 && said.number !== undefined) ||
        view.nextSaid(at + 1) !== undefined
      );
    return !(view.has(at, 'agg:max', 'agg:min') && this.#keys.length > 0);
  }

  #rankedBy(at: number, numberAt: number | undefined): Partial<Ranking> {
    const view = this.#view;
    const by = view.mentions.findIndex(
      (said, i) =>
        i > at &&
        !view.isUsed(i) &&
        said.meanings.has('per') &&
        /^(?:by|nach|par|por|per)$/iu.test(said.text),
    );
    const from = Math.max(at, numberAt ?? at) + 1;
    const noun = view.nextSaid(from);
    const measured = by >= 0 ? view.nextSaid(by + 1) : undefined;
    let found: Partial<Ranking> = {};
    if (measured !== undefined && by >= 0) {
      const aggregate = aggregateAt(view, measured);
      const next = aggregate === undefined ? measured : view.nextSaid(measured + 1);
      const column =
        next === undefined ? undefined : (view.column(next, 'number') ?? view.column(next, 'date'));
      view.use(by);
      if (aggregate !== undefined) {
        view.use(measured);
        this.#figures.push(
          column === undefined || aggregate === 'count'
            ? { aggregate: 'count' }
            : { aggregate, column: column.name },
        );
      }
      if (next !== undefined && column !== undefined) view.use(next);
      if (column !== undefined) found = { by: column };
      else if (aggregate === 'count') found = { byCount: true };
    }
    if (noun === undefined || noun - from > 3) return found;
    return { ...found, ...this.#rankedThing(noun, found.by) };
  }

  /** What stands behind "top 5": a measure ("highest amount"), or what is ranked ("top 5 products"). */
  #rankedThing(noun: number, by: KnownColumn | undefined): Partial<Ranking> {
    const view = this.#view;
    const aggregate = aggregateAt(view, noun);
    if (aggregate !== undefined && aggregate !== 'count') return {};
    const number =
      by === undefined
        ? (view.column(noun, 'number') ?? (this.#ofDates() ? view.column(noun, 'date') : undefined))
        : undefined;
    const isRows = (view.mentions[noun]?.files.length ?? 0) > 0;
    if (number !== undefined && !isIdentifier(number) && !isRows) {
      view.use(noun);
      return { by: number };
    }
    const label = view.column(noun, 'label');
    if (
      label === undefined ||
      (isRows && (label.unique || (view.mentions[noun]?.columns[0]?.fit ?? 0) < 0.8))
    )
      return this.#whose(noun, by);
    view.use(noun);
    if (label.unique || label.kind === 'date') return this.#whose(noun + 1, by);
    if (this.#keys.every(({ column }) => column !== label.name)) this.#keys.push({ column: label.name });
    return { of: label, ...this.#whose(noun + 1, by) };
  }

  #ofDates = (): boolean => this.#view.columns.every(({ kind }) => kind !== 'number');

  /** "… with the highest total", "… with the most orders". */
  #whose(from: number, by: KnownColumn | undefined): Partial<Ranking> {
    if (by !== undefined) return {};
    const next = this.#view.nextSaid(from);
    if (next === undefined || next - from > 4 || aggregateAt(this.#view, next) !== undefined) return {};
    const column = this.#view.column(next, 'number');
    if (column === undefined || isIdentifier(column)) return {};
    this.#view.use(next);
    return { by: column };
  }

  /** "total amount and average price", "number of orders". */
  #readFigures(): void {
    const view = this.#view;
    for (let at = 0; at < view.mentions.length; at++) {
      if (view.isUsed(at)) continue;
      const aggregate = aggregateAt(view, at);
      if (aggregate === undefined || this.#isCompared(at)) continue;
      this.#figureAt(at, aggregate);
    }
  }

  /** "total between 50 and 200": the column of that name, and no figure. */
  #isCompared(at: number): boolean {
    const view = this.#view;
    const named = (view.mentions[at]?.columns[0]?.fit ?? 0) >= 1 && view.column(at, 'number') !== undefined;
    const next = [at + 1, at + 2].find(
      (i) =>
        view.mentions[i]?.small !== true ||
        [...(view.mentions[i]?.meanings ?? [])].some((one) => one.startsWith('cmp:') || one === 'between'),
    );
    return named && next !== undefined && view.has(next, 'between', 'cmp:gt', 'cmp:gte', 'cmp:lt', 'cmp:lte');
  }

  #figureAt(at: number, aggregate: string): void {
    const view = this.#view;
    const named = view.column(at, 'number');
    const own =
      named !== undefined &&
      (view.mentions[at]?.columns ?? []).some(({ fit, column }) => fit >= 0.95 && column.name === named.name);
    const next = view.nextSaid(at + 1);
    if (aggregate === 'count') {
      view.use(at);
      this.#figures.push({ aggregate: 'count' });
      // "how many orders": the rows themselves.
      if (
        next !== undefined &&
        next - at <= 3 &&
        (view.mentions[next]?.files.length ?? 0) > 0 &&
        view.cells(next).length === 0
      )
        view.use(next);
      return;
    }
    const columns: string[] = [];
    let also: string | undefined;
    for (let i = at + 1; i < Math.min(view.mentions.length, at + 9); i++) {
      if (view.isUsed(i)) continue;
      const column = view.column(i, 'number');
      const second = aggregateAt(view, i);
      if (
        second !== undefined &&
        columns.length === 0 &&
        second !== aggregate &&
        !(column !== undefined && (view.mentions[i]?.columns[0]?.fit ?? 0) >= 0.95)
      ) {
        also = second;
        view.use(i);
        continue;
      }
      if (column !== undefined && !isIdentifier(column)) {
        columns.push(column.name);
        view.use(i);
      } else if (
        view.mentions[i]?.small !== true &&
        !view.has(i, 'and') &&
        view.cells(i).length === 0 &&
        (view.mentions[i]?.files.length ?? 0) === 0
      )
        break;
      else if (columns.length > 0 && !view.has(i, 'and') && view.mentions[i]?.mark !== ',') break;
      else if (/[.;:]/u.test(view.mentions[i]?.mark ?? '')) break;
    }
    if (columns.length === 0 && own && named !== undefined) columns.push(named.name);
    if (columns.length === 0) {
      const before = view.previousSaid(at - 1);
      const column = before === undefined ? undefined : view.column(before, 'number');
      if (before !== undefined && column !== undefined && !isIdentifier(column)) {
        columns.push(column.name);
        view.use(before);
      }
    }
    view.use(at);
    const by = this.#ranking?.by?.name;
    const of = columns.length > 0 ? columns : by === undefined ? [] : [by];
    for (const column of of)
      for (const one of also === undefined ? [aggregate] : [aggregate, also])
        if (!this.#figures.some((known) => known.aggregate === one && known.column === column))
          this.#figures.push({ aggregate: one, column });
    if (of.length === 0) this.#figures.push({ aggregate });
  }

  /** A figure whose column was not named is of what is measured. */
  #lateFigures(): void {
    const view = this.#view;
    this.#figures = this.#figures.flatMap((figure): Figure[] => {
      if (figure.column !== undefined || figure.aggregate === 'count') return [figure];
      const column = this.#ranking?.by ?? this.#derived ?? view.defaultNumber();
      return column === undefined
        ? figure.aggregate === 'sum'
          ? [{ aggregate: 'count' }]
          : []
        : [{ ...figure, column: column.name }];
    });
  }

  /** "only those with more than 5 orders": how many rows a group has. */
  #countCondition(): Condition[] {
    const view = this.#view;
    if (this.#keys.length === 0) return [];
    for (let at = 0; at < view.mentions.length; at++) {
      const operator = view.isUsed(at)
        ? undefined
        : COUNT_OPERATORS.find(([meaning]) => view.has(at, meaning))?.[1];
      const value = operator === undefined ? undefined : view.nextValue(at + 1, 1);
      const number = view.mentions[value ?? -1]?.number;
      if (operator === undefined || value === undefined || number === undefined) continue;
      const noun = view.mentions[value + 1];
      if ((noun?.files.length ?? 0) === 0 || view.column(value + 1, 'number') !== undefined) continue;
      view.use(at, value + 2);
      if (this.#figures.every(({ aggregate }) => aggregate !== 'count'))
        this.#figures.push({ aggregate: 'count' });
      return [{ column: 'count', operator, value: number }];
    }
    return [];
  }

  /** "regions whose total amount …": a label named beside figures is what they are for. */
  #labelledFigures(): void {
    const view = this.#view;
    if (this.#figures.length === 0 || this.#keys.length > 0 || this.#ranking !== undefined) return;
    for (let at = 0; at < view.mentions.length; at++) {
      const fit = view.mentions[at]?.columns[0]?.fit ?? 0;
      const column = view.isUsed(at) || fit < 0.8 ? undefined : view.column(at, 'label');
      if (
        column === undefined ||
        column.unique ||
        column.kind === 'date' ||
        (view.mentions[at]?.files.length ?? 0) > 0
      )
        continue;
      this.#keys.push({ column: column.name });
      view.use(at);
    }
  }

  /** "the 10 largest (amount)": a column of numbers that stands free is what is ranked by. */
  #freeRanking(): void {
    if (
      this.#ranking === undefined ||
      this.#ranking.by !== undefined ||
      this.#ranking.ofDate === true ||
      this.#figures.length > 0
    )
      return;
    const [name] = this.#freeNumbers();
    const by = this.#view.columns.find((column) => column.name === name);
    if (by !== undefined) this.#ranking = { ...this.#ranking, by };
  }

  /** "which region has …", "who spent the most": the label that is asked for is what is grouped by. */
  #whoOrWhich(): void {
    const view = this.#view;
    const at = view.find('which');
    if (at < 0) return;
    view.use(at);
    this.#asks = true;
    if (this.#ranking === undefined || this.#keys.length > 0) return;
    const next = view.nextSaid(at + 1);
    const part = next === undefined ? undefined : PARTS.find((one) => view.has(next, `unit:${one}`));
    const label = next === undefined || next - at > 2 ? undefined : view.column(next, 'label');
    if (label !== undefined && next !== undefined && !label.unique && label.kind !== 'date') {
      this.#keys.push({ column: label.name });
      view.use(next);
    } else if (next !== undefined && part !== undefined) this.#keyAt(next);
  }

  /** Conditions on what is computed for the groups come after them. */
  #apart(conditions: readonly Condition[]): { rows: Condition[]; groups: Condition[] } {
    const rows: Condition[] = [];
    const groups: Condition[] = [];
    const measures = new Map(this.#figures.map((figure) => [figure.column ?? '', figureName(figure)]));
    for (const condition of conditions) {
      const computed =
        this.#keys.length > 0 &&
        this.#figures.length > 0 &&
        /Than|^at(?:Least|Most)/u.test(condition.operator ?? '')
          ? measures.get(condition.column ?? '')
          : undefined;
      if (computed === undefined) rows.push(condition);
      else groups.push({ ...condition, column: computed });
    }
    return { rows, groups };
  }

  #order(): { at: number; column?: KnownColumn; down: boolean; way: boolean } | undefined {
    const view = this.#view;
    const at = view.find('sort');
    const way = view.mentions.findIndex(
      (_, i) =>
        !view.isUsed(i) &&
        (view.has(i, 'asc', 'desc', 'newestfirst', 'oldestfirst') ||
          (view.has(i, 'most', 'least', 'newest', 'oldest', 'top') &&
            /^(?:first|zuerst)$/iu.test(view.mentions[i + 1]?.text ?? ''))),
    );
    if (at < 0 && way < 0) return undefined;
    const downward =
      way >= 0 &&
      (view.has(way, 'desc', 'newestfirst') ||
        (view.has(way, 'most', 'newest', 'top') && !view.has(way, 'asc')));
    let column: KnownColumn | undefined;
    if (at >= 0) {
      view.use(at);
      for (let i = at + 1; i < Math.min(view.mentions.length, at + 5); i++) {
        column = view.column(i);
        if (column !== undefined) {
          view.use(i);
          break;
        }
        if (view.has(i, 'per')) view.use(i);
        else if (view.mentions[i]?.small !== true) break;
      }
    }
    if (way >= 0) {
      view.use(way);
      if (/^(?:first|zuerst)$/iu.test(view.mentions[way + 1]?.text ?? '')) view.use(way + 1);
      if (
        column === undefined &&
        view.has(way, 'newestfirst', 'oldestfirst', 'newest', 'oldest') &&
        !view.has(way, 'most', 'least')
      )
        column = view.columns.find(({ kind }) => kind === 'date');
    }
    const down = way >= 0 ? downward : view.has(at, 'desc');
    return { at: Math.max(at, way), down, way: way >= 0, ...(column === undefined ? {} : { column }) };
  }

  #orderAction(
    order: { column?: KnownColumn; down: boolean; way: boolean },
    actions: readonly Action[],
  ): Action {
    const group = actions.findLast((action) => action.do === 'group');
    if (group?.do === 'group') {
      const key = group.by.find((one) => one.column === order.column?.name);
      const figure = group.figures.find((one) => one.column === order.column?.name) ?? group.figures[0];
      const column = key !== undefined ? keyName(key) : figure === undefined ? 'count' : figureName(figure);
      return { do: 'sort', column, down: order.down };
    }
    // Nobody said by what: the person is asked.
    const column = order.column?.name ?? (order.way ? this.#view.defaultNumber()?.name : undefined) ?? '';
    return { do: 'sort', column, down: order.down };
  }

  /** "only the columns a and b", "name and email only": columns that are listed for their own sake. */
  #selectedColumns(): string[] {
    const view = this.#view;
    const dropped = this.#droppedColumns();
    if (dropped.length > 0) return dropped;
    const at = view.find('columns');
    if (at < 0) return [];
    const names: string[] = [];
    for (let i = at + 1; i < view.mentions.length; i++) {
      const column = view.column(i);
      if (column !== undefined) {
        names.push(column.name);
        view.use(i);
      } else if (view.mentions[i]?.small !== true && !view.has(i, 'and')) break;
    }
    if (names.length > 0) view.use(at);
    return names;
  }

  /** "drop the email column": all columns but those. */
  #droppedColumns(): string[] {
    const view = this.#view;
    const verb = view.find('not');
    if (
      verb < 0 ||
      !/^(?:drop|remove|delete|omit|leave out|entferne|losche|lösche|streiche)$/iu.test(
        view.mentions[verb]?.text ?? '',
      )
    )
      return [];
    const word = view.mentions.findIndex(
      ({ text }, i) => i > verb && /^(?:columns?|spalten?|colonnes?|columnas?|colonn[ae])$/iu.test(text),
    );
    if (word < 0 || word - verb > 8) return [];
    const names: string[] = [];
    for (let i = verb + 1; i < Math.min(view.mentions.length, word + 4); i++) {
      const column = view.column(i);
      if (column === undefined) continue;
      names.push(column.name);
      view.use(i);
    }
    if (names.length === 0) return [];
    view.use(verb);
    return view.columns.filter(({ name }) => !names.includes(name)).map(({ name }) => name);
  }

  /** Columns that are named and nothing else was done with: they are what should be seen. */
  #show(actions: Action[], selected: readonly string[]): void {
    const view = this.#view;
    const grouped = actions.some((action) => action.do === 'group');
    const names = [...selected];
    const places: number[] = [];
    if (!grouped && selected.length === 0) {
      for (let at = 0; at < view.mentions.length; at++) {
        const said = view.mentions[at];
        if (said === undefined || view.isUsed(at) || said.columns.length === 0) continue;
        if (
          said.files.length > 0 &&
          !(
            (said.columns[0]?.fit ?? 0) >= 1 &&
            view.columns.some(({ name }) => name.toLowerCase() === said.text.toLowerCase())
          )
        )
          continue;
        const column = view.column(at);
        if (column === undefined || names.includes(column.name)) continue;
        names.push(column.name);
        places.push(at);
      }
    }
    if (names.length === 0) return;
    for (const at of places) view.use(at);
    const compared = JSON.stringify(actions.filter((action) => action.do === 'filter'));
    if (selected.length === 0 && names.every((name) => compared.includes(`"column":${JSON.stringify(name)}`)))
      return;
    // "all items whose …": a name that each row has of its own stands for the rows.
    const [only] = names;
    const column = view.columns.find(({ name }) => name === only);
    if (
      names.length === 1 &&
      places.length === 1 &&
      column?.unique === true &&
      column.kind !== 'number' &&
      actions.some(({ do: what }) => what === 'filter')
    )
      return;
    actions.push({ do: 'select', columns: names });
  }
}

type Condition = import('./request.ts').Condition;

const filterOf = (conditions: readonly Condition[]): Action => {
  const [only] = conditions;
  if (
    conditions.length === 1 &&
    only?.conditions !== undefined &&
    only.match !== undefined &&
    only.not !== true
  )
    return { do: 'filter', conditions: only.conditions, match: only.match };
  return { do: 'filter', conditions, match: 'all' };
};

export function aggregateAt(view: View, at: number): string | undefined {
  if (view.isUsed(at)) return undefined;
  const found = AGGREGATES.find(([meaning]) => view.has(at, meaning))?.[1];
  if (found !== undefined) return found;
  if (view.has(at, 'agg:max') && !view.has(at, 'most')) return 'max';
  return view.has(at, 'agg:min') && !view.has(at, 'least') ? 'min' : undefined;
}

/** What a group's result is called: the column itself for a sum, else with the figure before it. */
export const figureName = ({ aggregate, column }: Figure): string =>
  column === undefined
    ? aggregate === 'percent'
      ? 'percent'
      : 'count'
    : aggregate === 'sum' && /^(?:total|sum)/iu.test(column)
      ? `sum of ${column}`
      : aggregate === 'distinct'
        ? 'distinct'
        : `${NAMES[aggregate] ?? aggregate} ${column}`;

const NAMES: Readonly<Record<string, string>> = {
  sum: 'total',
  mean: 'average',
  percent: 'percent of',
  share: 'share of',
};

export const keyName = ({ column, part }: Key): string => part ?? column;

const newColumn = (name: string, numeric: boolean): KnownColumn => ({
  name,
  kind: numeric ? 'number' : 'text',
  cells: [],
  unique: false,
  blanks: false,
  words: name.toLowerCase().split(/[\s_]+/u),
});
