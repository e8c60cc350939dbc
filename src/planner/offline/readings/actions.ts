/** From a form to what is done to rows, in the order of doing, with what nobody said filled in. Knows no mention. */

import { figureName, keyName } from '../figure-names.ts';
import { betterWith, nothingMeasures, whichIsBetter } from '../goodness.ts';
import { callsRows, isIntensive, onlyMeasure } from '../known-tables.ts';
import { inFormula } from '../new-column.ts';
import type { Derived } from '../read-formulas.ts';
import { withLists } from '../read-lists.ts';
import type { Order } from '../read-order.ts';
import type { Shared } from '../read-shares.ts';
import { inputPath } from '../reference.ts';
import type { Action, Condition, End, Figure } from '../request.ts';
import { ofThose, SHARE, sharedIn, sharedMarks, wholeOf } from '../shares.ts';
import type { Ranking } from '../wish.ts';
import { asPaid, lastOfEach, ofUnits, perOf, sharedMark, shownMeasure, totalsOfEach } from './each.ts';
import type { Form } from './form.ts';
import type { Done, Given } from './given.ts';
import { eachOnce, filterOf, firstOfOrder, isAsked, oneRowOfEach, ranks, withShares } from './row-actions.ts';
import type { Feature } from './weights.ts';

export function doneBy(form: Form, given: Given): Done {
  const maker = new Maker(form, given);
  const end = maker.make();
  const { actions, features, open } = maker;
  return { actions: withLists(actions, end, given.columns), end, features, open };
}

class Maker {
  readonly actions: Action[] = [];
  readonly features: Feature[] = [];
  readonly open: string[] = [];
  ranking: Ranking | undefined;
  figures: Figure[];
  ratio: Derived | undefined;
  /** Labels that were asked for and make no groups. */
  asked: readonly string[] = [];

  constructor(
    readonly form: Form,
    readonly given: Given,
  ) {
    this.ranking = form.ranking;
    this.figures = eachOnce([...form.figures, ...given.parts.map(({ figure }) => figure)]);
  }

  make(): End {
    const { form, given, actions } = this;
    const { order } = form;
    const ranked = this.ranking;
    // "sort by price and keep the 3 most expensive" is one order.
    if (ranked !== undefined && ranked.by === undefined && order?.column?.kind === 'number')
      this.ranking = { ...ranked, by: order.column };
    const firstOf = ranked === undefined ? undefined : firstOfOrder(form, ranked);
    if (firstOf !== undefined) this.ranking = undefined;
    if (form.isRankedByFigure && form.keys.length === 0 && this.ranking?.by !== undefined) this.figures = [];
    const { rows, groups } = this.apart();
    const share = form.shared === undefined ? undefined : this.shareOf(form.shared);
    if (share !== undefined) return share;
    // "add a column gap … and list those with a gap over 0": what it is made of comes first.
    const ofMade = rows.filter((one) => given.derived.some(({ action }) => action.name === one.column));
    const plain = rows.filter((one) => !ofMade.includes(one));
    if (plain.length > 0) actions.push(filterOf(plain));
    const ratio = given.derived.find((one) => one.ratio !== undefined);
    // Of groups it is one total for each of the other, and no average of the rows.
    if (form.keys.length > 0 && this.figures.length === 0) this.ratio = ratio;
    const before = given.derived.filter((one) => this.ratio === undefined || one !== ratio);
    actions.push(...[...before, ...given.parts].map(({ action }) => action), ...form.dedupe);
    if (ofMade.length > 0) actions.push(filterOf(ofMade));
    const early = this.distinct();
    if (early !== undefined) return early;
    const end = this.groups(groups);
    if (form.rowFigure !== undefined) actions.push(this.besideEach(form.rowFigure));
    if (
      order !== undefined &&
      end.kind !== 'number' &&
      (firstOf !== undefined || ranked === undefined || order.way)
    )
      this.sort(order, firstOf);
    else if (order !== undefined) this.features.push('orderAndRank');
    return this.show(end);
  }

  /** A figure beside each row is of what the groups came to, in the order of their dates. */
  besideEach(action: Action): Action {
    const group = this.actions.findLast((one) => one.do === 'group');
    if (group?.do !== 'group' || action.do !== 'figure') return action;
    const figure = group.figures.find(({ column }) => column === action.column) ?? group.figures[0];
    const order = group.by.find(({ column }) => column === action.orderBy);
    const { orderBy: _, ...rest } = action;
    // "the growth per month of each region": from the month before of the same region.
    const per = order === undefined ? [] : group.by.filter((key) => key !== order).map(keyName);
    return {
      ...rest,
      ...(figure === undefined ? {} : { column: figureName(figure) }),
      ...(order === undefined ? {} : { orderBy: keyName(order) }),
      ...(per.length === 0 ? {} : { per }),
    };
  }

  /** "what percentage of the loans are late": how many of all rows hold, and not how the rows are told apart. */
  shareOf(shared: Shared): End | undefined {
    const { form, given, ranking } = this;
    if (form.counted.length > 0 || given.derived.length > 0) return undefined;
    if (shared.ofEach !== undefined && shared.held.length === 0)
      this.open.push(wholeOf(shared.ofEach, given.tongue));
    const free = form.free[0]?.name;
    const made = sharedIn(shared, { keys: form.keys, figures: this.figures, free, given });
    if (made === undefined) return undefined;
    this.actions.push(...made.actions);
    if (form.keys.length > 0 && ranking !== undefined)
      this.actions.push(...ranks(ranking, figureName(SHARE), perOf(ranking, this.form)));
    return made.end;
  }

  /** Conditions on what is computed for the groups come after them. */
  apart(): { rows: Condition[]; groups: Condition[] } {
    const { form } = this;
    const rows: Condition[] = [];
    const groups: Condition[] = [];
    const measures = new Map(this.figures.map((figure) => [figure.column ?? '', figureName(figure)]));
    for (const condition of form.conditions) {
      const computed =
        form.keys.length > 0 &&
        this.figures.length > 0 &&
        condition.ofRows !== true &&
        /Than|^at(?:Least|Most)/u.test(condition.operator ?? '')
          ? measures.get(condition.column ?? '')
          : undefined;
      if (computed === undefined) rows.push(condition);
      else groups.push({ ...condition, column: computed });
    }
    if (form.counted.length > 0 && form.keys.length === 0) this.features.push('countedAlone');
    return { rows, groups: [...groups, ...form.counted] };
  }

  distinct(): End | undefined {
    const { distinct, keys } = this.form;
    if (distinct === undefined) return undefined;
    if (distinct.counted && keys.length > 0) {
      this.figures = [
        ...this.figures.filter(({ aggregate }) => aggregate !== 'count'),
        { aggregate: 'distinct', column: distinct.column },
      ];
      return undefined;
    }
    if (distinct.counted) {
      const figures = [{ aggregate: 'distinct', column: distinct.column }];
      this.actions.push({ do: 'group', by: [], figures });
      return { kind: 'number', column: 'distinct' };
    }
    if (this.figures.length > 0 || keys.length > 0) return undefined;
    // "the different towns in alphabetical order"
    const { order } = this.form;
    if (order?.way === true) this.actions.push({ do: 'sort', column: distinct.column, down: order.down });
    return { kind: 'list', column: distinct.column };
  }

  /** Groups, ranks and figures, as far as they were asked for; gives how the rows end. */
  groups(groups: readonly Condition[]): End {
    const { form, actions, ranking } = this;
    const units = ofUnits(form.keys, this.figures, this.given);
    actions.push(...(units?.actions ?? []));
    if (units !== undefined) return units.end;
    if (form.keys.length > 0) return this.grouped(groups);
    if (ranking !== undefined) {
      const column = this.rankedBy(ranking);
      if (column === undefined) {
        this.features.push('rankOfNothing');
        return { kind: 'rows' };
      }
      if (column.startsWith('†')) this.features.push('asksPerson');
      actions.push(...ranks(this.turned(ranking, column), column));
      // "average price of the three most expensive": of those alone.
      if (this.figures.length > 0 && !form.isRankedByFigure && !ranking.lone) return this.ofAll();
      if (this.figures.length > 0) this.features.push('lostFigure');
      return { kind: 'rows' };
    }
    if (form.share) this.features.push('shareOfNothing');
    return this.figures.length === 0 ? { kind: 'rows' } : this.ofAll();
  }

  rankedBy(ranking: Ranking): string | undefined {
    const { columns } = this.given;
    if (ranking.by !== undefined) return ranking.by.name;
    const shown = shownMeasure(this.given.listing, ranking);
    if (ranking.unknown !== undefined) return shown ?? inputPath('column');
    if (ranking.ofDate === true) return columns.find(({ kind }) => kind === 'date')?.name;
    // "add a column margin … and show the 2 best" are by what was just reckoned.
    const made = this.given.derived.at(-1)?.action.name;
    if (made !== undefined) return made;
    this.features.push('usualMeasure');
    return shown ?? onlyMeasure(columns)?.name;
  }

  grouped(groups: readonly Condition[]): End {
    const last = lastOfEach(this.ranking, this.figures, this.given.columns);
    if (last !== undefined) {
      this.figures.push(last);
      this.ranking = undefined;
    }
    const { form, actions, given, ranking } = this;
    const rows = this.rowsBesideFigures();
    if (rows !== undefined) {
      actions.push(...rows);
      return { kind: 'rows' };
    }
    const best = this.bestOfEach();
    if (best !== undefined) {
      actions.push(...best);
      return { kind: 'rows' };
    }
    if (this.ratio?.ratio !== undefined) return this.ratioOfGroups(this.ratio);
    const asked = this.figures.length > 0 || form.share || ranking !== undefined;
    const figures = this.withCounted(
      // "value of the stock at cost" names one amount twice.
      eachOnce(this.figuresOrUsual().map((figure) => asPaid(figure, this.given.columns))),
    );
    const marks = sharedMark(figures, given.columns);
    if (marks !== undefined) this.open.push(sharedMarks(marks, given.tongue));
    if (figures.some(({ column }) => column?.startsWith('†'))) this.features.push('asksPerson');
    const alone =
      asked || groups.length > 0 ? undefined : oneRowOfEach(form.keys, figures, this.given.columns);
    if (alone !== undefined) {
      actions.push(alone);
      return { kind: 'rows' };
    }
    const [down, across] = form.keys;
    if (form.pivot && down !== undefined && across !== undefined && figures[0] !== undefined) {
      actions.push({ do: 'pivot', by: [down], across, figure: figures[0] });
      return { kind: 'rows' };
    }
    actions.push({ do: 'group', by: form.keys, figures });
    if (groups.length > 0) actions.push(filterOf(groups));
    if (ranking !== undefined) {
      // How many rows each group has is not how old it is.
      if (ranking.unknown !== undefined && ranking.by === undefined && this.figures.length === 0)
        this.open.push(nothingMeasures(ranking.unknown, this.given.tongue));
      const [first] = figures;
      const wanted =
        figures.find(({ column, aggregate }) =>
          ranking.byCount === true ? isCount(aggregate) : column !== undefined && column === ranking.by?.name,
        ) ?? first;
      const column = wanted === undefined ? 'count' : figureName(wanted);
      actions.push(...ranks(this.turned(ranking, wanted?.column), column, perOf(ranking, this.form)));
    }
    return { kind: 'rows' };
  }

  /** "which bed has the most plants, and how tall are they": ranked by how many there are, and by nothing that is told beside. */
  withCounted(figures: readonly Figure[]): readonly Figure[] {
    const isRanked = this.ranking?.byCount === true;
    return isRanked && !figures.some(({ aggregate }) => isCount(aggregate))
      ? [...figures, { aggregate: 'count' }]
      : figures;
  }

  /** Figures of all the rows there are. */
  ofAll(): End {
    const figures = this.figures.map((figure) => asPaid(figure, this.given.columns));
    this.actions.push({ do: 'group', by: [], figures });
    if (figures.some(({ column }) => column?.startsWith('†'))) this.features.push('asksPerson');
    if (this.form.asks && this.form.ranking === undefined) this.features.push('asksForGroups');
    const [only] = figures;
    return figures.length === 1 && only !== undefined
      ? { kind: 'number', column: figureName(only) }
      : { kind: 'figures' };
  }

  /** "hours per bed for every ward": both totals of the group, and one divided by the other. */
  ratioOfGroups({ action, ratio: [above, below] = ['', ''] }: Derived): End {
    const { actions, form, ranking } = this;
    const isLookedUp = this.given.columns.some(({ name, isLookedUp: is }) => name === below && is === true);
    const figures: Figure[] = [
      { aggregate: 'sum', column: above },
      // What stands again in every row is one thing, and not added up.
      { aggregate: isLookedUp ? 'max' : 'sum', column: below },
    ];
    const [one, other] = figures.map((figure) => inFormula(figureName(figure)));
    actions.push({ do: 'group', by: form.keys, figures }, { ...action, formula: `${one} / ${other}` });
    if (ranking !== undefined) actions.push(...ranks(ranking, action.name));
    return { kind: 'rows' };
  }

  /** "the two dearest woods of each yard, and their total": no rank of the yards; of what the total is, the person says. */
  rowsBesideFigures(): readonly Action[] | undefined {
    const { ranking, form, given } = this;
    if (ranking?.ofOne !== true || !form.perKeys || this.figures.length === 0) return undefined;
    const column = ranking.by?.name ?? this.rankedBy(ranking);
    if (column === undefined || this.figures.some(({ aggregate }) => isCount(aggregate))) return undefined;
    for (const figure of this.figures) this.open.push(ofThose(figureName(figure), given.tongue));
    return ranks(this.turned(ranking, column), column, { per: form.keys.map((key) => key.column) });
  }

  /** "the best sale per product": rows, and not groups, are ranked within each. */
  bestOfEach(): readonly Action[] | undefined {
    const { ranking, form } = this;
    if (ranking === undefined || ranking.of !== undefined || !form.perKeys || this.figures.length > 0)
      return undefined;
    if (ranking.byCount === true || form.keys.some(({ part }) => part !== undefined)) return undefined;
    const column = ranking.by?.name ?? this.rankedBy(ranking);
    const per = form.keys.filter((key) => !form.askedKeys.includes(key.column));
    const totals = totalsOfEach(form, ranking, per, this.given);
    if (totals !== undefined) return totals;
    // "for each subject, which student": the students are what is seen, and no groups.
    if (per.length > 0) this.asked = form.askedKeys;
    if (column === undefined) return undefined;
    const within = (per.length > 0 ? per : form.keys).map((key) => key.column);
    return ranks(this.turned(ranking, column), column, { per: within });
  }

  /** The best of times are the shortest; where the column does not tell which end is good, the person does. */
  turned<T extends { readonly down: boolean; readonly good?: string }>(one: T, name: string | undefined): T {
    const column = this.given.columns.find((its) => its.name === name);
    if (one.good === undefined || column?.kind !== 'number') return one;
    const better = betterWith(column);
    if (better === 0) this.open.push(whichIsBetter(one.good, column.name, this.given.tongue));
    return better < 0 ? { ...one, down: !one.down } : one;
  }

  figuresOrUsual(): Figure[] {
    const { form, given, ranking } = this;
    const { by, byCount } = ranking ?? {};
    if (this.figures.length > 0) {
      if (form.free.length > 0) this.features.push('freeMeasure');
      return form.share ? withShares(this.figures) : this.figures;
    }
    if (byCount === true) return [{ aggregate: 'count' }];
    if (by !== undefined)
      return [{ aggregate: form.share ? 'percent' : isIntensive(by) ? 'mean' : 'sum', column: by.name }];
    const derived = given.derived.at(-1)?.action;
    // "the growth of revenue per month": what grows is what is added up.
    const { rowFigure } = form;
    if (rowFigure?.do === 'figure' && rowFigure.column?.startsWith('†') === false && form.keys.length > 0)
      return [{ aggregate: 'sum', column: rowFigure.column }];
    const free = form.free.length > 0 ? form.free.map(({ name }) => name) : undefined;
    const named = derived === undefined ? (free ?? given.late()) : [derived.name];
    const aggregate = form.share ? 'percent' : 'sum';
    if (named.length > 0) {
      this.features.push('freeFigure');
      if (!form.perKeys && ranking === undefined) this.features.push('guessedGroup');
      return [...new Set(named)].map((column) => ({ aggregate, column }));
    }
    this.features.push('usualFigure');
    // "the share of the total": of what is measured, and not of how many rows there are.
    const ofTotal = form.share && given.isOfTotal;
    const measure =
      ranking === undefined && (given.namesRows || form.share || isAsked(form)) && !ofTotal
        ? undefined
        : onlyMeasure(given.columns);
    if (measure !== undefined) return [{ aggregate, column: measure.name }];
    return [{ aggregate: form.share ? 'percent' : 'count' }];
  }

  sort(order: Order, firstOf: { limit: number; down?: boolean } | undefined): void {
    const ordered = this.orderAction(order);
    const sorted = ordered.do === 'sort' ? { ...ordered, ...firstOf } : ordered;
    const last = this.actions.at(-1);
    if (
      last?.do === 'sort' &&
      sorted.do === 'sort' &&
      last.column === sorted.column &&
      last.down === sorted.down
    )
      return;
    if (last?.do === 'sort') this.features.push('orderAndRank');
    this.actions.push(sorted);
  }

  orderAction(order: Order): Action {
    const group = this.actions.findLast((action) => action.do === 'group');
    if (group?.do === 'group') {
      const isOfKey = order.isAlphabet === true && order.column?.kind !== 'text';
      const key = isOfKey ? group.by[0] : group.by.find((one) => one.column === order.column?.name);
      const figure = group.figures.find((one) => one.column === order.column?.name) ?? group.figures[0];
      // "best subject first" is by what is computed of the subjects.
      const byKey =
        key !== undefined && !(order.way && order.column?.kind !== 'number' && order.measured === true);
      const column = byKey ? keyName(key) : figure === undefined ? 'count' : figureName(figure);
      if (order.first !== undefined && key !== undefined)
        return { do: 'sort', column: keyName(key), down: false, first: order.first };
      const isKey = byKey || figure === undefined;
      return { do: 'sort', column, down: isKey ? order.down : this.turned(order, figure.column).down };
    }
    // Nobody said by what: the person is asked.
    const named = order.measured === true && order.column?.kind === 'text' ? undefined : order.column?.name;
    // "the average of the three tests of each, best first": by what was just reckoned.
    const made = this.given.derived.at(-1)?.action;
    const usual = !order.way
      ? undefined
      : order.isAlphabet === true
        ? this.given.columns.find(({ kind, nested }) => kind === 'text' && nested !== true)?.name
        : made?.numeric === true
          ? made.name
          : onlyMeasure(this.given.columns)?.name;
    const column = named ?? usual ?? inputPath('column');
    if (column.startsWith('†')) this.features.push('asksPerson');
    const thenBy = (order.thenBy ?? []).map((one) => ({ column: one.column.name, down: one.down }));
    return {
      do: 'sort',
      column,
      down: this.turned(order, column).down,
      ...(order.first === undefined ? {} : { first: order.first }),
      ...(thenBy.length === 0 ? {} : { thenBy }),
    };
  }

  /** Columns that are named and nothing else was done with: they are what should be seen. */
  show(end: End): End {
    const { form, actions, given } = this;
    const isGrouped = actions.some(({ do: what }) => what === 'group' || what === 'pivot');
    const wanted = [
      ...this.asked,
      ...[...given.listing, ...form.shown, ...form.free].map(({ name }) => name),
    ];
    const listed = isGrouped || form.selected.length > 0 ? [] : [...wanted, ...given.listed()];
    const names = [...new Set([...form.selected, ...listed])];
    if (isGrouped && form.shown.length > 0)
      this.features.push(...form.shown.map(() => 'shownWithFigures' as const));
    if (names.length === 0) return end;
    if (!isGrouped) this.features.push(...form.free.map(() => 'freeShown' as const));
    if (actions.length === 0 && form.selected.length === 0) this.features.push('onlyShown');
    const plainly = form.selected.length === 0 && given.listing.length === 0;
    const derived = given.derived.at(-1)?.action.name;
    if (plainly && derived !== undefined) {
      // "add a column … to the list": all there is, and the new one.
      if (given.isNewColumn) return end;
      if (!names.includes(derived)) names.push(derived);
    }
    const compared = JSON.stringify(actions.filter((action) => action.do === 'filter'));
    if (plainly && names.every((name) => compared.includes(`"column":${JSON.stringify(name)}`))) return end;
    const [first] = names;
    const only = names.length === 1 ? given.columns.find(({ name }) => name === first) : undefined;
    const isFiltered = actions.some(({ do: what }) => what === 'filter');
    if (
      plainly &&
      only !== undefined &&
      callsRows(only) &&
      only.kind !== 'number' &&
      (form.asks || isFiltered)
    )
      return end;
    // "which products …": each of them once.
    const isSorted = actions.some(({ do: what }) => what === 'sort');
    if (plainly && only?.kind === 'text' && !only.unique && form.asks && end.kind === 'rows' && !isSorted)
      return { kind: 'list', column: only.name };
    actions.push({ do: 'select', columns: this.withSubject(names) });
    return end;
  }

  /** "the ten quickest runners with their times": who they are, before what is shown of them. */
  withSubject(names: readonly string[]): string[] {
    const sort = this.actions.findLast((action) => action.do === 'sort' && action.limit !== undefined);
    const ranked = sort?.do === 'sort' && !sort.column.startsWith('†') ? sort : undefined;
    const isRows = this.actions.some(({ do: what }) => what === 'filter') || ranked !== undefined;
    const subject = isRows ? (this.given.subject() ?? this.ownName(names)) : undefined;
    const first = [...(ranked?.per ?? []), ...(subject === undefined ? [] : [subject])];
    const own = this.form.order?.isRank === true ? this.form.order.column?.name : undefined;
    const seen = ranked?.column ?? own;
    const by = seen === undefined || names.length === 0 ? [] : [seen];
    return [...new Set([...first, ...names, ...by])];
  }

  /** What tells the rows apart, where they are called by their file and what is shown does not tell. */
  ownName(names: readonly string[]): string | undefined {
    const own = this.given.columns.filter(({ unique, kind }) => unique && kind === 'text');
    return this.given.namesRows && own.length === 1 && !own.some(({ name }) => names.includes(name))
      ? own[0]?.name
      : undefined;
  }
}

const isCount = (aggregate: string): boolean => aggregate === 'count' || aggregate === 'distinct';
