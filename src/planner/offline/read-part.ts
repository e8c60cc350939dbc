/** One part of a goal over the rows of its files: what is done with them, and with what the part before it came to. Knows no other part. */

import type { Json } from '../../lib/json.ts';
import type { Made } from './compile.ts';
import { figureName } from './figure-names.ts';
import type { KnownColumn } from './known-tables.ts';
import type { Mention } from './mention.ts';
import { nameFit } from './name-fit.ts';
import { newColumn, sameFormula, withoutSame } from './new-column.ts';
import { neverIn } from './read-never.ts';
import { readRows } from './read-rows.ts';
import { columnsOfSource } from './read-source.ts';
import type { Reading } from './reading.ts';
import type { Action, Condition, Source, TableJob, TableRef } from './request.ts';
import { sameWord } from './same-word.ts';
import { asksForRows, namesOwnRows } from './sentences.ts';
import type { View } from './view.ts';
import { wordsFor } from './wording.ts';

export function partIn(
  reading: Reading,
  mentions: readonly Mention[],
  source: Source,
  before: TableJob | undefined,
  drawn: boolean,
  given: Made | undefined,
): { made: Made; job: TableJob; continues: boolean } | undefined {
  const columns = withDerived(columnsOfSource(source), before?.actions ?? []);
  const said = reading.view(mentions, columns);
  const place =
    source.kind === 'table' ? source.of.file.tables[source.of.table]?.place.split('.').at(-1) : '';
  for (const [at, mention] of mentions.entries()) {
    const isFile = mention.files.length > 0 && reading.namesAFile(mention) && !isKeyOf(said, at, source);
    if (isFile || isPlace(mention, place ?? '')) said.use(at);
  }
  const all = grandOf(reading, mentions, before);
  if (all !== undefined) return all;
  const told = withOwnNames(said, source, place ?? '');
  const view = told === mentions ? said : reading.view(told, columns);
  const answered = answeredIn(reading, view);
  const rows = readRows(view);
  // "… in total? Stock times unit cost": how what was asked before is reckoned, said once more.
  const fresh = rows.actions.filter((action) => !isReckonedBefore(action, before));
  const read = { ...rows, actions: [...answered, ...fresh] };
  reading.doubts.push(...view.doubts);
  reading.open.push(...read.open);
  const never =
    before === undefined && given === undefined && answered.length === 0
      ? neverIn({ source, actions: read.actions, end: read.end }, columns)
      : undefined;
  if (never !== undefined) {
    const job: TableJob = { kind: 'rows', ...never };
    const made = reading.compiler.job(job);
    return { made: { ...made, name: headingOf(reading, job, made) }, job, continues: false };
  }
  const plain = read.actions.length === 0 && read.end.kind === 'rows' && source.kind === 'table';
  if (given !== undefined && read.end.kind === 'rows' && areThem(read.actions, columns)) return undefined;
  if (plain && before !== undefined) return undefined;
  if (plain && !showsRows(view, mentions)) return undefined;
  const same =
    before !== undefined && JSON.stringify(namesOf(before.source)) === JSON.stringify(namesOf(source));
  const groups = read.actions.some((action) => action.do === 'group');
  const groupedBefore = before?.actions.some((action) => action.do === 'group') === true;
  const isBeside = groups && !groupedBefore && isSaidBeside(reading, mentions);
  // "total per town and the top 2 rows by weight": those rows are of the file, and no groups.
  const isOfRows =
    groupedBefore &&
    !groups &&
    (isSaidBeside(reading, mentions) || isListed(reading, mentions)) &&
    (asksForRows(mentions) || namesOwnRows(mentions));
  // "how much in September, and which are open": asked anew, of all of them.
  const isAskedAnew = isOfRows && mentions.slice(0, 3).some(({ meanings }) => meanings.has('which'));
  const earlier =
    same && before !== undefined
      ? isOfRows || (groups && (groupedBefore || isBeside))
        ? before.actions.filter(
            (one) =>
              one.do === 'derive' || (one.do === 'filter' && !isAskedAnew && !isToldAnew(one, read.actions)),
          )
        : before.actions
      : [];
  const actions =
    same && groupedBefore && !groups && !isOfRows
      ? tellsWhichRows(read.actions, columns)
        ? [...read.actions, ...earlier]
        : [...earlier, ...renamed(read.actions, earlier)]
      : [...earlier, ...read.actions];
  const job: TableJob = { kind: 'rows', source, actions, end: read.end };
  const made = compiled(reading, job, drawn, given);
  return {
    made: { ...made, name: isOfRows ? saidAs(reading, mentions) : headingOf(reading, job, made) },
    job,
    continues: same && !isOfRows && !(groups && (groupedBefore || isBeside)),
  };
}

/** "how much is paid and how much is outstanding": what is said of a column again holds instead of what was said before. */
function isToldAnew(filter: Action, fresh: readonly Action[]): boolean {
  const columnsIn = (action: Action): readonly string[] =>
    action.do === 'filter' ? action.conditions.flatMap((one) => columnsOfCondition(one)) : [];
  const again = new Set(fresh.flatMap(columnsIn));
  const own = columnsIn(filter);
  return own.length > 0 && own.every((name) => again.has(name));
}

const columnsOfCondition = ({ column, conditions }: Condition): string[] =>
  conditions?.flatMap(columnsOfCondition) ?? (column === undefined ? [] : [column]);

/** "… with a grand total at the bottom": the figures of the groups before it, of all rows. */
function grandOf(
  reading: Reading,
  mentions: readonly Mention[],
  before: TableJob | undefined,
): { made: Made; job: TableJob; continues: boolean } | undefined {
  const at = before?.actions.findLastIndex(({ do: what }) => what === 'group') ?? -1;
  const group = before?.actions[at];
  const grand = mentions.find(({ meanings }) => meanings.has('grand'));
  const isAlone = mentions.every((one) => one === grand || one.small);
  if (before === undefined || group?.do !== 'group' || grand === undefined || !isAlone) return undefined;
  const [figure, other] = group.figures;
  if (figure === undefined || !group.figures.every(({ aggregate }) => ADDED.has(aggregate))) return undefined;
  reading.use(grand);
  const job: TableJob = {
    ...before,
    actions: [...before.actions.slice(0, at), { ...group, by: [] }],
    end: other === undefined ? { kind: 'number', column: figureName(figure) } : { kind: 'figures' },
  };
  const made = reading.compiler.job(job);
  return { made: { ...made, name: headingOf(reading, job, made) }, job, continues: false };
}
const ADDED: ReadonlySet<string> = new Set(['sum', 'count']);

/** What a part is called in a report or among several results. */
export function headingOf(reading: Reading, job: TableJob, made: Made): string {
  const group = job.actions.findLast((action) => action.do === 'group');
  return group === undefined ? made.name : wordsFor(group, reading.compiler.tongue);
}

/** "The ten latest visits": so many of the rows are called as they were asked for. */
function saidAs({ said }: Reading, all: readonly Mention[]): string {
  const joins = ({ mark, meanings }: Mention): boolean => mark !== undefined || meanings.has('and');
  const mentions = all.slice(all.findIndex((one) => !joins(one)));
  const ends = mentions.findIndex(joins);
  const last = ends < 0 ? mentions.at(-1) : mentions[ends - 1];
  const words = said.text.slice(mentions[0]?.start, last?.end).trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "filter by that region", after it was asked for. */
function answeredIn(reading: Reading, view: View): Action[] {
  const answer = reading.answer;
  const at =
    answer === undefined ? -1 : view.mentions.findIndex((_, i) => view.column(i)?.name === answer.column);
  if (answer === undefined || at < 0) return [];
  view.use(at);
  for (const i of [view.find('only'), at - 1, at - 2]) if (i >= 0 && view.has(i, 'only', 'per')) view.use(i);
  return [
    {
      do: 'filter',
      conditions: [{ column: answer.column, operator: 'equals', value: answer.reference }],
      match: 'all',
    },
  ];
}

/** "per rider" of fares that have a column of them: what they are told apart by, though a list of riders lies beside it. */
function isKeyOf(view: View, at: number, source: Source): boolean {
  const rows = baseOf(source);
  const lead = [at - 1, at - 2].find((i) => view.has(i, 'per', 'each'));
  const isBehind = lead === at - 1 || view.mentions[at - 1]?.small === true;
  const isRows = rows === undefined || view.mentions[at]?.files.includes(rows) === true;
  return lead !== undefined && isBehind && !isRows && view.column(at, 'label') !== undefined;
}

const baseOf = (source: Source): TableRef['file'] | undefined =>
  source.kind === 'join' ? baseOf(source.left) : source.kind === 'table' ? source.of.file : undefined;

const isReckonedBefore = (action: Action, before: TableJob | undefined): boolean =>
  action.do === 'derive' &&
  before?.actions.some((one) => one.do === 'derive' && sameFormula(one.formula, action.formula)) === true;

/** "every line of the orders": the rows of the list that is called so. */
const isPlace = ({ text, small, columns: [best] }: Mention, place: string): boolean =>
  place !== '' &&
  !small &&
  sameWord(text.toLowerCase(), place.toLowerCase()) &&
  (best?.column.nested ?? true);

/** "per ingredient" of a list called ingredients: by what its rows are called, where one column of theirs says it. */
function withOwnNames(view: View, source: Source, place: string): readonly Mention[] {
  const { mentions } = view;
  if (source.kind !== 'table') return mentions;
  const at = mentions.findIndex(
    (one, i) => isPlace(one, place) && [i - 1, i - 2].some((lead) => view.has(lead, 'per', 'each')),
  );
  const said = mentions[at];
  const [own, other] = view.columns.filter(
    ({ kind, inside, nested, unique }) =>
      kind === 'text' && inside === undefined && nested !== true && !unique,
  );
  if (said === undefined || own === undefined || other !== undefined) return mentions;
  return mentions.with(at, { ...said, columns: [{ ...source.of, column: own, fit: 1 }] });
}

/** "the five best days, and the average per weekday": of all of them, since no sentence ends between the two. */
function isSaidBeside({ said }: Reading, mentions: readonly Mention[]): boolean {
  const at = mentions[0] === undefined ? -1 : said.mentions.indexOf(mentions[0]);
  return said.mentions[at - 1]?.meanings.has('and') === true;
}

/** "…, the three latest visits": one of the parts that commas stand between. */
function isListed({ said }: Reading, [first]: readonly Mention[]): boolean {
  const at = first === undefined ? -1 : said.mentions.indexOf(first);
  return said.mentions[at - 1]?.mark === ',';
}

/** With the columns that were made before: a name that was given is what later words mean. */
const withDerived = (columns: readonly KnownColumn[], actions: readonly Action[]): readonly KnownColumn[] =>
  actions.reduce(
    (known, action) =>
      action.do === 'derive'
        ? [...withoutSame(known, action.formula), newColumn(action.name, action.numeric)]
        : known,
    columns,
  );

/** "… per room. Leave out the cancelled ones": of the rows, and not of what was computed of them. */
const tellsWhichRows = (actions: readonly Action[], columns: readonly KnownColumn[]): boolean =>
  actions.length > 0 &&
  actions.every(
    (action) =>
      action.do === 'dedupe' ||
      (action.do === 'filter' && action.conditions.every((one) => isOfRow(one, columns))),
  );

const isOfRow = (condition: Condition, columns: readonly KnownColumn[]): boolean =>
  condition.conditions?.every((one) => isOfRow(one, columns)) ??
  columns.some(({ name, kind }) => name === condition.column && kind !== 'number');

/** "save those items": by the name that each row has of its own, the rows that were found are meant. */
function areThem(actions: readonly Action[], columns: readonly KnownColumn[]): boolean {
  const [first, ...others] = actions;
  if (first === undefined) return true;
  return (
    others.length === 0 &&
    first.do === 'select' &&
    first.columns.every((name) =>
      columns.some((one) => one.name === name && one.unique && nameFit(['name'], one.words) < 0.8),
    )
  );
}

/** A chart is told which columns it draws: nobody has to take the others away first. */
function compiled(reading: Reading, job: TableJob, drawn: boolean, given: Made | undefined): Made {
  const last = job.actions.at(-1);
  if (!drawn || last?.do !== 'select') return reading.compiler.job(job, given);
  const made = reading.compiler.job({ ...job, actions: job.actions.slice(0, -1) }, given);
  return { ...made, columns: (made.columns ?? []).filter(({ name }) => last.columns.includes(name)) };
}

/** After groups a condition or an order on the measured column means what was computed of it. */
function renamed(actions: readonly Action[], earlier: readonly Action[]): Action[] {
  const group = earlier.findLast((action) => action.do === 'group');
  if (group?.do !== 'group') return [...actions];
  const names = new Map(group.figures.map((figure) => [figure.column, figure]));
  return actions.map((action) => {
    if (action.do !== 'sort') return action;
    const figure =
      names.get(action.column) ??
      (group.by.some(({ column, part }) => (part ?? column) === action.column)
        ? undefined
        : group.figures[0]);
    const label = figure === undefined ? action.column : figureName(figure);
    return { ...action, column: label };
  });
}

const namesOf = (source: Source): Json =>
  source.kind === 'table'
    ? [source.of.file.name, source.of.table]
    : source.kind === 'append'
      ? source.of.map(({ file }) => file.name)
      : [namesOf(source.left), source.right.file.name];

/** "show all orders", "list the customers". */
const showsRows = (view: View, mentions: readonly Mention[]): boolean => {
  const at = view.find('show', 'which');
  if (at < 0) return false;
  view.use(at);
  return mentions.some(({ files }) => files.length > 0);
};
