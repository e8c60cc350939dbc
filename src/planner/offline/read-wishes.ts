/** Wishes over rows and texts, one after the other, and what becomes of their results. Knows no decision and no loop. */

import type { Made } from './compile.ts';
import type { Mention, Said } from './mention.ts';
import { areAllRows } from './read-columns.ts';
import { overviewOf, wantsOverview } from './read-overview.ts';
import { headingOf, partIn } from './read-part.ts';
import { sinksIn } from './read-sinks.ts';
import { columnsOfSource, sourcesFor } from './read-source.ts';
import { readText } from './read-text.ts';
import { comparisonIn, partsIn } from './read-two.ts';
import type { Reading } from './reading.ts';
import type { Sink, Source, TableJob } from './request.ts';
import { cannotHold } from './saved-content.ts';
import { sentences } from './sentences.ts';
import { sinkOf } from './sinks.ts';
import { counts } from './what-is-left.ts';
import { conditionsWords, LINES } from './wording.ts';

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
  const source = from ?? sourcesFor(mentions, reading, reading.said.files);
  const parted =
    source === undefined ? undefined : reading.orUndone(() => partsIn(reading, mentions, source));
  if (parted !== undefined) return sunk(reading, parted, sinks);
  /** What became of each part: one that goes on with the same rows has the result of the next. */
  const answers: { part: readonly Mention[]; at: number; job: TableJob }[] = [];
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
          ? (sourcesFor(part, reading, reading.said.files) ?? source)
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
    answers.push({ part, at: results.length - 1, job: made.job });
    job = made.job;
  }
  results = toldApart(results, answers, reading);
  if (results.length > 1)
    for (const { part, at } of answers)
      reading.spans.push({ mentions: part, references: [results[at]?.reference ?? ''] });
  if (results.length === 0 && sinks.length > 0) {
    const plain = source === undefined ? wholeTexts(reading) : [reading.compiler.source(source)];
    results = plain;
  }
  if (results.length === 0 && source?.kind === 'table' && showsAll(reading.said))
    results = [reading.compiler.source(source)];
  // "a table of hours per month and a chart of hours per employee": what is drawn is told in its own part.
  const drawn = sinks.find((sink) => sink.kind === 'chart')?.by;
  const own = answers.length < 2 ? undefined : answers.find(({ part }) => part.some((one) => one === drawn));
  return sunk(reading, results, sinks, own?.at);
}

/** "how much is paid and how much is outstanding": two totals of one column are called by the rows that they are of, too. */
function toldApart(
  results: readonly Made[],
  answers: readonly { readonly at: number; readonly job: TableJob }[],
  { compiler }: Reading,
): Made[] {
  return results.map((made, at) => {
    const filter = answers
      .find((one) => one.at === at)
      ?.job.actions.findLast((action) => action.do === 'filter');
    const isAlone = results.every((other, i) => i === at || other.name !== made.name);
    if (isAlone || filter?.do !== 'filter') return made;
    return { ...made, name: `${made.name}: ${conditionsWords(filter, compiler.tongue)}` };
  });
}

/** "show the file", "alle Mieten": its rows as they are, where nothing else is said of them, nor a part of it taken out to ask about. */
const showsAll = ({ mentions }: Said): boolean =>
  mentions.some((one, at) => one.files.length > 0 || one.meanings.has('show') || areAllRows(mentions, at)) &&
  mentions.every(
    (one, at) =>
      /[^,;:]/u.test(one.mark ?? '.') &&
      (!counts(one) || one.files.length > 0 || areAllRows(mentions, at)) &&
      [...one.meanings].every((meaning) => SHOWS.has(meaning)),
  );
const SHOWS: ReadonlySet<string> = new Set(['show', 'every', 'each', 'file', 'columns']);

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

function wholeTexts(reading: Reading): Made[] {
  const [file] = reading.said.files.filter(({ kind }) => kind === 'text');
  return file === undefined ? [] : [reading.compiler.text({ kind: 'text', file, does: '', settings: {} })];
}

/** @param drawn which of the results a chart is of; the last where nothing is said */
export function sunk(
  reading: Reading,
  results: Made[],
  sinks: readonly Sink[],
  drawn = results.length - 1,
): Made[] {
  let now = results;
  for (const sink of sinks) {
    const shown = now.at(-1);
    if (sink.kind === 'save' && shown !== undefined && cannotHold(shown, sink.name)) {
      reading.open.push(LINES.save(sink.name, reading.compiler.tongue));
      continue;
    }
    const at = sink.kind === 'chart' ? drawn : now.length - 1;
    const taken = sink.kind === 'report' ? now : now.slice(at, at + 1);
    const isPie = sink.kind === 'chart' && sink.mark === 'pie';
    if (isPie) reading.notes.push(LINES.noPie(reading.compiler.tongue));
    const made = sinkOf(reading.compiler, taken, sink, reading.titleAs);
    if (made === undefined)
      reading.notes.push(
        'A chart needs a column of numbers and one to set them against, and this result has not both.',
      );
    // What was to be shown is shown beside the file that its rows are kept in.
    else if (sink.kind === 'save' && shown?.rows !== undefined) now = [...now, { ...made, name: sink.name }];
    else if (sink.kind === 'chart' && sink.isBeside === true) now = now.toSpliced(at + 1, 0, made);
    else now = sink.kind === 'report' ? [made] : now.with(at, made);
  }
  return now;
}
