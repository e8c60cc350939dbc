/** Wishes over rows and texts, one after the other, and what becomes of their results. Knows no decision and no loop. */

import type { Json } from '../../lib/json.ts';
import type { Made } from './compile.ts';
import { figureName } from './figure-names.ts';
import type { KnownColumn } from './known-tables.ts';
import { measuring } from './measuring.ts';
import type { Mention } from './mention.ts';
import { isBecoming, wayOf } from './moved-words.ts';
import { nameFit } from './name-fit.ts';
import { newColumn, withoutSame } from './new-column.ts';
import { comparedParts } from './read-compared-parts.ts';
import { overviewOf, wantsOverview } from './read-overview.ts';
import { readRows } from './read-rows.ts';
import { sinksIn } from './read-sinks.ts';
import { alikeTables, columnsOfSource, keysOf, sourcesFor } from './read-source.ts';
import { readText } from './read-text.ts';
import type { Reading } from './reading.ts';
import { literalText } from './reference.ts';
import type { Action, Condition, Sink, Source, TableJob, TableRef } from './request.ts';
import { cannotHold } from './saved-content.ts';
import { sentences } from './sentences.ts';
import type { View } from './view.ts';
import { LINES, wordsFor } from './wording.ts';

/** Sentences one after the other, with what is saved, drawn or reported of them. */
export function wishesIn(
  reading: Reading,
  mentions: readonly Mention[],
  given?: Made,
  from?: Source,
): Made[] {
  const whole = reading.view(mentions, []);
  const sinks = sinksIn(whole, reading.said);
  const parts = sentences(mentions);
  let results: Made[] = given === undefined ? [] : [given];
  let job: TableJob | undefined;
  const two =
    from === undefined
      ? (comparisonIn(reading, mentions) ?? reading.orUndone(() => ofEachFile(reading, mentions)))
      : undefined;
  if (two !== undefined) return sunk(reading, two, sinks);
  const source = from ?? sourcesFor(mentions, reading.said.files, reading.used);
  const parted =
    source === undefined ? undefined : reading.orUndone(() => partsIn(reading, mentions, source));
  if (parted !== undefined) return sunk(reading, parted, sinks);
  /** What became of each part: one that goes on with the same rows has the result of the next. */
  const answers: { part: readonly Mention[]; at: number }[] = [];
  for (const part of parts) {
    const texts = readText(reading.view(part, []), reading.said.files);
    if (texts.length > 0) {
      const several = new Set(texts.map(({ file }) => file)).size > 1;
      results.push(
        ...texts.map((text) => ({
          ...reading.compiler.text(text),
          name: several ? text.file.name : text.does,
        })),
      );
      continue;
    }
    const own =
      job !== undefined && onlyShows(part, job)
        ? job.source
        : // What names no file of its own is of all that were put together.
          parts.length > 1 && !(source?.kind === 'append' && part.every(({ files }) => files.length === 0))
          ? (sourcesFor(part, reading.said.files, reading.used) ?? source)
          : source;
    if (own === undefined || asksFor(reading, part, own)) continue;
    const seen = overviewIn(reading, part, own);
    results.push(...seen);
    if (seen.length > 0) continue;
    results.push(...statisticsIn(reading, part, own));
    const made = partIn(
      reading,
      part,
      own,
      job,
      sinks[0]?.kind === 'chart',
      job === undefined ? given : undefined,
    );
    if (made === undefined) continue;
    // What goes on with the same rows takes the place of what they were.
    if (made.continues || (given !== undefined && job === undefined)) results.pop();
    results.push(made.made);
    answers.push({ part, at: results.length - 1 });
    job = made.job;
  }
  if (results.length > 1)
    for (const { part, at } of answers)
      reading.spans.push({ mentions: part, references: [results[at]?.reference ?? ''] });
  if (results.length === 0 && sinks.length > 0) {
    const plain = source === undefined ? wholeTexts(reading) : [reading.compiler.source(source)];
    results = plain;
  }
  return sunk(reading, results, sinks);
}

/** "… I need name and email": columns of the rows that were asked for before, and no other rows. */
function onlyShows(part: readonly Mention[], { source, actions }: TableJob): boolean {
  if (actions.some((action) => action.do === 'group')) return false;
  const own = columnsOfSource(source);
  const named = part.filter(({ small, mark }) => !small && mark === undefined);
  return (
    named.some((one) => (one.columns[0]?.fit ?? 0) >= 0.8) &&
    named.every(
      (one) =>
        one.cells.length === 0 &&
        one.number === undefined &&
        one.period === undefined &&
        one.target === undefined &&
        ![...one.meanings].some((meaning) => ASKS.test(meaning)) &&
        (one.columns.length === 0 ||
          one.columns.some(({ column, fit }) => fit >= 0.8 && own.some(({ name }) => name === column.name))),
    )
  );
}

const ASKS =
  /^(?:agg:|cmp:|unit:|mark:|top$|most$|least$|newest$|oldest$|per$|each$|share$|save$|chart$|report$|not$|nopartner$|compare$|difference$|change$|distinct$|duplicates$|newcolumn$)/u;

/** "Make sense of my expenses": an overview, and that it is one. */
function overviewIn(reading: Reading, mentions: readonly Mention[], source: Source): Made[] {
  const view = reading.view(mentions, columnsOfSource(source));
  if (!wantsOverview(view)) return [];
  const { tongue } = reading.compiler;
  reading.notes.push(
    tongue === 'de'
      ? 'Es war nicht gesagt, was gesucht ist: dies ist ein Überblick. Sag, welche Zahl wonach, für etwas Bestimmtes.'
      : 'Nothing was said of what is looked for: this is an overview. Say which figure by what for something in particular.',
  );
  return overviewOf(source).map((job) => {
    const made = reading.compiler.job(job);
    return { ...made, name: headingOf(reading, job, made) };
  });
}

/** "describe the temperature with statistics": all usual figures of one column. */
function statisticsIn(reading: Reading, mentions: readonly Mention[], source: Source): Made[] {
  const view = reading.view(mentions, columnsOfSource(source));
  const at = view.find('statistics');
  if (at < 0) return [];
  const near = [view.previousSaid(at - 1), view.nextSaid(at + 1)];
  const place = near.find((i) => i !== undefined && view.column(i, 'number') !== undefined);
  const column = place === undefined ? view.defaultNumber() : view.column(place, 'number');
  if (column === undefined) return [];
  view.use(at);
  if (place !== undefined) view.use(place);
  return [reading.compiler.statistics(reading.compiler.source(source), column.name)];
}

/** "how many rows does each of these files have": the same of one file after the other. */
function ofEachFile(reading: Reading, mentions: readonly Mention[]): Made[] | undefined {
  const tables = reading.said.files.filter((file) => file.tables.length > 0);
  const at = mentions.findIndex(({ meanings }) => ['each', 'every', 'per'].some((one) => meanings.has(one)));
  const next = mentions.slice(at + 1, at + 4).find(({ text }) => FILES.test(text));
  if (tables.length < 2 || at < 0 || next === undefined) return undefined;
  const rest = mentions.filter((one, i) => i < at || i > mentions.indexOf(next) || one.mark !== undefined);
  const before = [...reading.used];
  const made: Made[] = [];
  for (const file of tables) {
    // What is asked of all of them is read for each.
    reading.used.clear();
    for (const mention of before) reading.used.add(mention);
    const part = partIn(
      reading,
      rest,
      { kind: 'table', of: { file, table: 0 } },
      undefined,
      false,
      undefined,
    );
    if (part === undefined) return undefined;
    made.push({ ...part.made, name: file.name });
  }
  for (const mention of mentions) if (!rest.includes(mention)) reading.use(mention);
  return made;
}

const FILES = /^(?:files?|tables?|lists?|dateien?|tabellen?|listen?|fichiers?|archivos?|file)$/iu;

/** "change of revenue per store from q1 to q2": two tables of the same columns. */
function comparisonIn(reading: Reading, mentions: readonly Mention[]): Made[] | undefined {
  const pair = alikeTables(mentions, reading.said.files);
  const way = movedAt(mentions);
  const set = mentions.findIndex(
    ({ meanings }) => meanings.has('compare') || meanings.has('difference') || meanings.has('change'),
  );
  const at = set < 0 ? way : set;
  if (pair === undefined || at < 0) return undefined;
  const [first, second] = pair;
  const view = reading.view(mentions, columnsOfSource({ kind: 'table', of: first }));
  for (const [i, mention] of mentions.entries())
    if (mention.files.length > 0 || i === at || i === way || mention.meanings.has('share')) view.use(i);
  if (way >= 0)
    for (const [i, { text }] of mentions.entries())
      if (isBecoming(text) || TURNS_ABOUT.test(text)) view.use(i);
  const moved = way < 0 ? undefined : movedFigure(view, reading.view(mentions, view.columns), way);
  if (way >= 0 && moved === undefined) return undefined;
  for (const meaning of ['percent', 'cmp:since', 'between', 'and'])
    if (view.find(meaning) >= 0) view.use(view.find(meaning));
  const read = readRows(view);
  const group = read.actions.find((action) => action.do === 'group');
  const keys = group?.do === 'group' ? group.by.map(({ column, part }) => part ?? column) : [];
  const own = keysOf(
    columnsOfSource({ kind: 'table', of: first }),
    columnsOfSource({ kind: 'table', of: second }),
  );
  const isOne = read.end.kind === 'number';
  const on = keys.length > 0 ? keys : own === undefined ? [] : [own.on];
  if (on.length === 0 && !isOne) return undefined;
  const job = (of: TableRef): TableJob => ({
    kind: 'rows',
    source: { kind: 'table', of },
    actions: read.actions.filter(({ do: what }) => what !== 'select'),
    end: isOne ? read.end : { kind: 'rows' },
  });
  // One figure of each file: there are no rows to match.
  if (isOne) {
    const two = [first, second].map((of) => ({ ...reading.compiler.job(job(of)), name: of.file.name }));
    return mentions[at]?.meanings.has('compare') === true ? two : [changeOf(reading, mentions, two)];
  }
  const made = reading.compiler.compare({
    first: job(first),
    second: job(second),
    on,
    names: [first.file.name.replace(/\.[^.]*$/u, ''), second.file.name.replace(/\.[^.]*$/u, '')],
  });
  if (moved === undefined) return [made];
  const difference = `${moved} difference`;
  const down = wayOf(mentions[way]?.text ?? '') !== -1;
  const actions: Action[] = [
    {
      do: 'filter',
      conditions: [{ column: difference, operator: down ? 'greaterThan' : 'lessThan', value: 0 }],
      match: 'all',
    },
    {
      do: 'sort',
      column: view.mentions.some(({ meanings }) => meanings.has('percent') || meanings.has('share'))
        ? `${moved} percent`
        : difference,
      down,
    },
  ];
  return [
    reading.compiler.job(
      { kind: 'rows', source: { kind: 'table', of: first }, actions, end: { kind: 'rows' } },
      made,
    ),
  ];
}

/** Where it is said which way something went: "became dearer", "sind gestiegen". */
const movedAt = (mentions: readonly Mention[]): number =>
  mentions.findIndex(
    ({ text }, at) =>
      wayOf(text) !== undefined &&
      mentions.some((one, i) => Math.abs(i - at) <= 4 && i !== at && isBecoming(one.text)),
  );

/** The column that went up or down: the one of numbers that is named, else what a word of price measures, else the only one. */
function movedFigure(view: View, whole: View, at: number): string | undefined {
  const measured =
    whole.dimension(at)?.column ??
    (PRICED.test(whole.mentions[at]?.text ?? '') ? measuring('price', view.columns)[0]?.column : undefined);
  const column = measured ?? view.defaultNumber();
  return column === undefined || column.name.startsWith('†') ? undefined : column.name;
}

const PRICED = /expensive|dear|pric|cheap|teur|billig|g[uü]nstig|cher|car[oaie]|barat/iu;
/** "by how many percent", "um wie viel": of what the comparison tells beside each row. */
const TURNS_ABOUT = /^(?:by|um|de|how many percent|how much|wie viel(?: prozent)?|and|und)$/iu;

/** "2026 compared with 2025": the same of two parts of the rows, side by side where there are groups. */
function partsIn(reading: Reading, mentions: readonly Mention[], source: Source): Made[] | undefined {
  const found = comparedParts(reading, mentions, source, columnsOfSource(source));
  if (found === undefined) return undefined;
  const { first, second, on, names, asksDifference } = found;
  if (on.length > 0) return [reading.compiler.compare({ first, second, on, names })];
  const two = [first, second].map((job, at) => ({ ...reading.compiler.job(job), name: names[at] ?? '' }));
  return asksDifference ? [...two, changeOf(reading, mentions, two)] : two;
}

/** From the one figure to the other: what it is more, or how many percent. */
function changeOf({ compiler }: Reading, mentions: readonly Mention[], [from, to]: readonly Made[]): Made {
  const isPercent = mentions.some(({ meanings }) => meanings.has('percent') || meanings.has('share'));
  const name = `${from?.name ?? ''} → ${to?.name ?? ''}`;
  const reference = compiler.call(
    'calculate',
    {
      expression: isPercent ? '(after - before) / before * 100' : 'after - before',
      values: { before: from?.reference ?? '', after: to?.reference ?? '' },
    },
    LINES.change(name, isPercent, compiler.tongue),
  );
  return { reference, what: 'number', name };
}

/** "Ask me for a region": a question with the cells there are to choose from. */
function asksFor(reading: Reading, mentions: readonly Mention[], source: Source | undefined): boolean {
  const at = mentions.findIndex(({ meanings }) => meanings.has('ask'));
  if (at < 0 || source === undefined) return false;
  const view = reading.view(mentions, columnsOfSource(source));
  const next = view.nextSaid(at + 1);
  const column = next === undefined ? undefined : view.column(next);
  if (next === undefined || column === undefined) return false;
  view.use(at);
  view.use(next);
  const choices = column.kind === 'text' && column.cells.length <= 12 ? { choices: [...column.cells] } : {};
  const question =
    reading.compiler.tongue === 'de' ? `Welcher Wert von ${column.name}?` : `Which ${column.name}?`;
  reading.answer = {
    column: column.name,
    reference: reading.compiler.call('askPerson', { question, ...choices }, question),
  };
  return true;
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

function wholeTexts(reading: Reading): Made[] {
  const [file] = reading.said.files.filter(({ kind }) => kind === 'text');
  return file === undefined ? [] : [reading.compiler.text({ kind: 'text', file, does: '', settings: {} })];
}

function partIn(
  reading: Reading,
  mentions: readonly Mention[],
  source: Source,
  before: TableJob | undefined,
  drawn: boolean,
  given: Made | undefined,
): { made: Made; job: TableJob; continues: boolean } | undefined {
  const columns = withDerived(columnsOfSource(source), before?.actions ?? []);
  const view = reading.view(mentions, columns);
  for (const [at, mention] of mentions.entries())
    if (mention.files.length > 0 && reading.namesAFile(mention)) view.use(at);
  const answered = answeredIn(reading, view);
  const rows = readRows(view);
  const read = { ...rows, actions: [...answered, ...rows.actions] };
  reading.doubts.push(...view.doubts);
  reading.open.push(...read.open);
  const plain = read.actions.length === 0 && read.end.kind === 'rows' && source.kind === 'table';
  if (given !== undefined && read.end.kind === 'rows' && areThem(read.actions, columns)) return undefined;
  if (plain && before !== undefined) return undefined;
  if (plain && !asksForRows(view, mentions)) return undefined;
  const same =
    before !== undefined && JSON.stringify(namesOf(before.source)) === JSON.stringify(namesOf(source));
  const groups = read.actions.some((action) => action.do === 'group');
  const groupedBefore = before?.actions.some((action) => action.do === 'group') === true;
  const isBeside = groups && !groupedBefore && isSaidBeside(reading, mentions);
  const earlier =
    same && before !== undefined
      ? groups && (groupedBefore || isBeside)
        ? before.actions.filter(({ do: what }) => what === 'filter' || what === 'derive')
        : before.actions
      : [];
  const actions =
    same && groupedBefore && !groups
      ? tellsWhichRows(read.actions, columns)
        ? [...read.actions, ...earlier]
        : [...earlier, ...renamed(read.actions, earlier)]
      : [...earlier, ...read.actions];
  const job: TableJob = { kind: 'rows', source, actions, end: read.end };
  const made = compiled(reading, job, drawn, given);
  return {
    made: { ...made, name: headingOf(reading, job, made) },
    job,
    continues: same && !(groups && (groupedBefore || isBeside)),
  };
}

/** "the five best days, and the average per weekday": of all of them, since no sentence ends between the two. */
function isSaidBeside({ said }: Reading, mentions: readonly Mention[]): boolean {
  const at = mentions[0] === undefined ? -1 : said.mentions.indexOf(mentions[0]);
  return said.mentions[at - 1]?.meanings.has('and') === true;
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
    (action) => action.do === 'filter' && action.conditions.every((one) => isOfRow(one, columns)),
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

/** What a part is called in a report or among several results. */
function headingOf(reading: Reading, job: TableJob, made: Made): string {
  const group = job.actions.findLast((action) => action.do === 'group');
  return group === undefined ? made.name : wordsFor(group, reading.compiler.tongue);
}

export function sunk(reading: Reading, results: Made[], sinks: readonly Sink[]): Made[] {
  let now = results;
  for (const sink of sinks) {
    const shown = now.at(-1);
    if (sink.kind === 'save' && shown !== undefined && cannotHold(shown, sink.name)) {
      reading.open.push(LINES.save(sink.name, reading.compiler.tongue));
      continue;
    }
    const taken = sink.kind === 'report' ? now : now.slice(-1);
    const isPie = sink.kind === 'chart' && sink.mark === 'pie';
    if (isPie)
      reading.notes.push(
        reading.compiler.tongue === 'de'
          ? 'Ein Kreisdiagramm gibt es hier nicht: dies sind Balken.'
          : 'There is no pie chart here: these are bars.',
      );
    const title = isPie ? literalText(taken[0]?.name ?? '') : reading.titleAs;
    const made = reading.compiler.sink(taken, sink, title);
    if (made === undefined)
      reading.notes.push(
        'A chart needs a column of numbers and one to set them against, and this result has not both.',
      );
    // What was to be shown is shown beside the file that its rows are kept in.
    else if (sink.kind === 'save' && shown?.rows !== undefined) now = [...now, { ...made, name: sink.name }];
    else now = sink.kind === 'report' ? [made] : [...now.slice(0, -1), made];
  }
  return now;
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
const asksForRows = (view: View, mentions: readonly Mention[]): boolean => {
  const at = view.find('show', 'which');
  if (at < 0) return false;
  view.use(at);
  return mentions.some(({ files }) => files.length > 0);
};
