/** A plan's filters as a sentence about it wants them: narrower, wider, of another value, or of what is shown. Knows no other change. */

import type { Call } from '../../plan/document.ts';
import { filterParameters } from './call-parameters.ts';
import { type Change, isOld } from './change.ts';
import type { KnownColumn } from './known-tables.ts';
import { figuresIn, keysIn, type Loose, namesOfKeys } from './loose-call.ts';
import { pathOf } from './plan-edit.ts';
import { conditionsIn } from './read-conditions.ts';
import type { Condition } from './request.ts';
import { wordsFor } from './wording.ts';

const COMPARES = /Than|^at(?:Least|Most)|before|after|between/iu;

/** "only the online ones" narrows what goes in; "also the refunded ones" widens a filter that there is; another value of the same column takes its place. */
export function changeFilter(change: Change): void {
  const { view, edit, compiler } = change;
  for (const [at, { period }] of view.mentions.entries())
    if (period !== undefined && isOld(change, at)) view.use(at);
  const also = view.find('also') >= 0;
  const named = new Set(view.mentions.flatMap((_, at) => view.column(at)?.name ?? []));
  const conditions = conditionsIn(view);
  const [first] = conditions;
  if (first === undefined) return;
  const same = edit.meant.findLast(({ _tool, column }) => _tool === 'filterRows' && column === first.column);
  if (same !== undefined && conditions.length === 1 && first.column !== undefined && first.not !== true) {
    const plain = ['equals', 'oneOf', undefined].includes(same.operator as string | undefined);
    if (also && plain && first.value !== undefined && first.operator !== 'notEquals') {
      const values = [same.value ?? null, first.value].flatMap((one) => (Array.isArray(one) ? one : [one]));
      edit.set(same, { operator: 'oneOf', value: [...new Set(values)] });
      return;
    }
    if (same.operator !== 'notEquals' && first.operator === 'notEquals' && same.value === first.value) {
      edit.set(same, { operator: 'notEquals' });
      return;
    }
    const positive = ['equals', 'oneOf', 'between'].includes(first.operator ?? '');
    const replaces =
      (plain && positive) ||
      (same.operator === first.operator && COMPARES.test(String(first.operator))) ||
      (same.operator === 'between' && positive);
    if (!also && replaces && first.value !== undefined) {
      edit.set(same, { operator: first.operator, value: first.value });
      return;
    }
  }
  const group = edit.last('groupRows');
  const shown = group === undefined ? -1 : shownAt(change, group);
  const computed = group && ofGroups(group, conditions, shown < 0 ? named : new Set());
  // What is bounded is not there to be compared: to leave out rows that it is made of would say something else.
  if (shown >= 0 && computed === undefined && conditions.some(isOfNumber)) return;
  if (shown >= 0 && computed !== undefined) view.use(shown);
  const source = computed === undefined ? before(change, conditions) : group;
  if (source === undefined) return;
  const all = computed ?? conditions;
  compiler.call(
    'filterRows',
    { rows: pathOf(source), ...filterParameters(all, 'all') },
    wordsFor({ do: 'filter', conditions: all, match: 'all' }, compiler.tongue),
  );
  edit.after(source, compiler.calls.at(-1) as Call);
}

const SHOWN =
  /^(?:those|the ones|ones|people|diejenigen|denjenigen|jene[nr]?|ceux|celles|los que|las que|aquell[oa]s|quell[ei]|coloro)$/iu;

/** "only those who worked more than 30 hours" of hours per worker, "only workers with …": where it stands who is shown, by what is shown of them. */
function shownAt({ view }: Change, group: Loose): number {
  const keys = namesOfKeys(keysIn(group));
  const compared = view.mentions.findIndex(({ meanings }) =>
    [...meanings].some((one) => one.startsWith('cmp:')),
  );
  return view.mentions.findIndex(
    ({ text, columns: [best], cells }, i) =>
      i < compared &&
      (SHOWN.test(text) ||
        (best !== undefined && best.fit >= 0.8 && cells.length === 0 && keys.includes(best.column.name))),
  );
}

const isOfNumber = ({ operator, value }: Condition): boolean =>
  typeof value === 'number' && COMPARES.test(operator ?? '');

/** "only those over 1000" of totals: what was computed is compared, where no column of the files is named. */
function ofGroups(
  group: Loose,
  conditions: readonly Condition[],
  named: ReadonlySet<string>,
): Condition[] | undefined {
  const [only] = conditions;
  if (only?.column === undefined || conditions.length > 1 || !COMPARES.test(only.operator ?? ''))
    return undefined;
  if (named.has(only.column) || typeof only.value !== 'number') return undefined;
  const figure = figuresIn(group).find((one) => one.column === only.column);
  return figure === undefined ? undefined : [{ ...only, column: figure.as }];
}

/** The last call before any group that is meant whose rows have the columns that are asked about. */
function before({ edit }: Change, conditions: readonly Condition[]): Loose | undefined {
  const wanted = columnsIn(conditions);
  const has = (call: Loose) => {
    const there: readonly KnownColumn[] = edit.columnsAfter(call);
    return wanted.every((name) => there.some((one) => one.name === name));
  };
  const group = edit.near.findIndex((call) => call._tool === 'groupRows' && edit.isMeant(call));
  const early = group < 0 ? edit.near : edit.near.slice(0, group);
  const taken = edit.calls.findLast((call) => edit.takenOut(call).some(({ name }) => wanted.includes(name)));
  const from = taken === undefined ? 0 : edit.calls.indexOf(taken);
  return early.findLast(
    (call) => edit.calls.indexOf(call) >= from && GIVES_ROWS.has(String(call._tool)) && has(call),
  );
}

const GIVES_ROWS: ReadonlySet<string> = new Set([
  'joinRows',
  'appendRows',
  'filterRows',
  'readCsv',
  'readJson',
  'readXlsx',
  'addColumn',
  'expandRows',
  'groupRows',
  'queryJson',
]);

const columnsIn = (conditions: readonly Condition[]): string[] =>
  conditions.flatMap((one) => [
    ...(one.column === undefined ? [] : [one.column]),
    ...columnsIn(one.conditions ?? []),
  ]);
