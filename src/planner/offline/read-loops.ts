/** "for each region, save …", "the words of every paragraph": what is done with every part by itself. Knows no contract. */

import type { Compiler, Made } from './compile.ts';
import { isIdentifier } from './known-tables.ts';
import type { Mention } from './mention.ts';
import { readRows } from './read-rows.ts';
import { sentenceLoop } from './read-sentences.ts';
import { sinksIn } from './read-sinks.ts';
import { columnsOfSource, sourcesFor } from './read-source.ts';
import { readText } from './read-text.ts';
import { sunk } from './read-wishes.ts';
import { Reading } from './reading.ts';
import { inputPath } from './reference.ts';
import type { Key, Sink, Source, TextJob } from './request.ts';
import type { View } from './view.ts';
import { PARTS } from './wish.ts';
import { LINES } from './wording.ts';

const ITEM = inputPath('item');

/** A loop over parts of a table or of a text; undefined where nothing is done with every part by itself. */
export function loopIn(reading: Reading, mentions: readonly Mention[]): Made[] | undefined {
  return (
    heldPieces(reading, mentions) ??
    textLoop(reading, mentions) ??
    reading.orUndone(() => sentenceLoop(reading, mentions)) ??
    reading.orUndone(() => tableLoop(reading, mentions))
  );
}

/** What is done with the rows of every region: saved, drawn or reported by itself. */
function tableLoop(reading: Reading, mentions: readonly Mention[]): Made[] | undefined {
  if (!mentions.some(({ meanings }) => meanings.has('each') || meanings.has('per'))) return undefined;
  const source = sourcesFor(mentions, reading, reading.said.files);
  if (source === undefined) return undefined;
  const view = reading.view(mentions, columnsOfSource(source));
  for (let at = 0; at < mentions.length; at++) {
    const found = view.has(at, 'each', 'per') ? keyBehind(view, at) : undefined;
    if (found === undefined || !isApart(view, at, found.at)) continue;
    view.use(at);
    view.use(found.at);
    takeUp(view, at);
    return [splitAndDone(reading, mentions, source, found.key)];
  }
  return undefined;
}

/** The column, or part of a date, whose values the parts are. */
function keyBehind(view: View, at: number): { key: Key; at: number } | undefined {
  const next = view.nextSaid(at + 1);
  if (next === undefined || next - at > 3) return undefined;
  const part = PARTS.find((one) => view.has(next, `unit:${one}`));
  const named = view.column(next, 'label') ?? view.column(next);
  if (part !== undefined && (named === undefined || named.kind === 'date')) {
    const date = view.dateColumn(next);
    return date === undefined || date.name.startsWith('†')
      ? undefined
      : { key: { column: date.name, part }, at: next };
  }
  if (named === undefined || (named.kind === 'number' && !isIdentifier(named) && named.unique))
    return undefined;
  return { key: { column: named.name }, at: next };
}

const SAVES = ['save', 'file', 'as:csv', 'as:xlsx', 'as:json', 'as:md', 'as:txt', 'as:html'] as const;
const FIGURES = /^(?:agg:|top$|most$|least$|newest$|oldest$|share$|sort$|distinct$|running$)/u;

/**
 * Whether it is done with every part by itself, and not once with all groups beside each other: "a file for each region", and
 * not "the total for each region, saved as …".
 */
function isApart(view: View, at: number, key: number): boolean {
  const places = (test: (i: number) => boolean) =>
    [...view.mentions.keys()].filter((i) => i !== key && test(i));
  // "write a sentence" saves nothing: a file has to be spoken of.
  const isFile = view.find('file', 'as:csv', 'as:xlsx', 'as:json', 'as:md', 'as:txt', 'as:html') >= 0;
  const saves = places(
    (i) => view.has(i, ...SAVES) && !isCellOrColumn(view, i) && (isFile || !view.has(i, 'note')),
  );
  // "for each treatment, leave the NA plots out" of plots.csv draws nothing.
  const draws = places(
    (i) => (view.has(i, 'chart', 'report') || isMark(view, i)) && view.mentions[i]?.files.length === 0,
  );
  const own = places((i) => view.has(i, 'own')).length > 0;
  if (own) return saves.length + draws.length > 0;
  if (view.mentions.some(({ target, files }) => target !== undefined && files.length === 0)) return false;
  const figures = places((i) => [...(view.mentions[i]?.meanings ?? [])].some((one) => FIGURES.test(one)));
  const first = Math.min(...figures);
  if (!view.has(at, 'each'))
    // "one csv file per ward"
    return saves.some((i) => at - i <= 1 && i < at && !view.has(i, 'save')) && first > at;
  if (saves.length > 0) return Math.min(...saves) < first;
  // One drawing of one part needs something else to be drawn over.
  const others = places(
    (i) => i !== at && (view.has(i, 'per', 'each') || PARTS.some((one) => view.has(i, `unit:${one}`))),
  );
  return draws.length > 0 && (others.length > 0 || (view.find('report') >= 0 && view.find('report') < first));
}

const isMark = (view: View, at: number): boolean =>
  [...(view.mentions[at]?.meanings ?? [])].some((one) => one.startsWith('mark:'));

const isCellOrColumn = (view: View, at: number): boolean =>
  view.cells(at).length > 0 || (view.mentions[at]?.columns[0]?.fit ?? 0) >= 1;

/** "a separate file", "one file per ward": how many of them there are is said by the parts. */
function takeUp(view: View, each: number): void {
  for (const [at, { number }] of view.mentions.entries()) {
    const isOne = (number === 1 || view.has(at, 'append')) && Math.abs(each - at) <= 5;
    if ((isOne && [1, 2].some((i) => view.has(at + i, ...SAVES, 'chart', 'report'))) || view.has(at, 'own'))
      view.use(at);
  }
}

function splitAndDone(
  reading: Reading,
  mentions: readonly Mention[],
  source: Source,
  { column, part }: Key,
): Made {
  const { compiler } = reading;
  const rows = compiler.source(source);
  const key = part ?? column;
  const parts = compiler.call(
    'splitRows',
    { rows: rows.reference, by: column, ...(part === undefined ? {} : { part }) },
    LINES.split(key, compiler.tongue),
  );
  const rest = mentions.filter((mention) => !reading.used.has(mention));
  let what = 'list';
  const reference = compiler.each(parts, nameOf(key), LINES.forEach(key, compiler.tongue), (inner) => {
    const own = new Reading(reading.said, inner, `${ITEM}.name`, reading.picks, reading.used);
    const view = own.view(rest, rows.columns ?? []);
    const sinks = sinksIn(view, reading.said);
    for (const [at, mention] of rest.entries())
      if (mention.files.length > 0 && own.namesAFile(mention)) view.use(at);
    const read = readRows(view);
    reading.doubts.push(...view.doubts);
    const base: Made = { ...rows, reference: `${ITEM}.rows`, name: `${ITEM}.name` };
    const made = inner.job({ kind: 'rows', source, actions: read.actions, end: read.end }, base);
    const [end] = sunk(
      own,
      [made],
      [...sinks, ...unsaid(view, sinks)].map((sink) => fileNamed(sink, inner)),
    );
    reading.notes.push(...own.notes);
    what = end?.what ?? 'list';
    return end?.reference ?? made.reference;
  });
  return { reference, what, name: key };
}

/** "one CSV file per ward" saves, whatever the verb is. */
function unsaid(view: View, sinks: readonly Sink[]): Sink[] {
  const places = [...view.mentions.keys()].filter((at) => view.has(at, ...SAVES));
  const ending = places.flatMap((at) =>
    [...(view.mentions[at]?.meanings ?? [])].flatMap((one) => (one.startsWith('as:') ? one.slice(3) : [])),
  )[0];
  const isSaved = sinks.some(({ kind }) => kind === 'save') || (ending === undefined && sinks.length > 0);
  for (const at of places) view.use(at);
  return isSaved ? [] : [{ kind: 'save', name: `part.${ending ?? 'csv'}` }];
}

/** A file for every part is called by its part. */
function fileNamed(sink: Sink, inner: Compiler): Sink {
  if (sink.kind !== 'save') return sink;
  const ending = /\.(\w+)$/u.exec(sink.name)?.[1] ?? 'csv';
  const said = `{fileName}.${ending}`;
  const name = inner.call(
    'template',
    { template: said, values: { fileName: `${ITEM}.fileName` } },
    LINES.fileName(inner.tongue),
  );
  return { ...sink, name, ending, said: LINES.ownFile(ending, inner.tongue) };
}

const nameOf = (key: string): string => key.replace(/[^A-Za-z0-9_-]+/gu, '_').slice(0, 30) || 'part';

const PIECES = ['paragraphs', 'lines', 'sentences'] as const;

/** "count the words of each paragraph": a text in pieces, and the same done with each. */
function textLoop(reading: Reading, mentions: readonly Mention[]): Made[] | undefined {
  const files = reading.said.files.filter(({ kind }) => kind === 'text');
  const [file] = files;
  if (file === undefined || files.length > 1) return undefined;
  const view = reading.view(mentions, []);
  const at = mentions.findIndex((_, i) => view.has(i, 'each', 'per'));
  const next = at < 0 ? undefined : view.nextSaid(at + 1);
  if (next === undefined) return undefined;
  // "for each review" of reviews.txt: what stands apart in a text are its paragraphs.
  const by =
    PIECES.find((one) => view.has(next, one)) ??
    (mentions[next]?.files.includes(file) === true ? 'paragraphs' : undefined);
  if (by === undefined) return undefined;
  const rest = mentions.filter((_, i) => i !== at && i !== next);
  const inside = reading.view(rest, []);
  const first = firstOf(inside);
  const jobs = first === undefined ? readText(inside, [file]) : [];
  const holds = jobs.length > 0 ? undefined : containedIn(inside);
  if (jobs.length === 0 && holds === undefined && first === undefined) return undefined;
  view.use(at);
  view.use(next);
  const { compiler } = reading;
  const { tongue } = compiler;
  const text = compiler.text({ kind: 'text', file, does: '', settings: {} });
  const pieces = compiler.call('splitText', { text: text.reference, by }, LINES.split(by, tongue));
  const piece = by.slice(0, -1);
  if (first !== undefined) {
    const reference = compiler.each(pieces, piece, LINES.forEach(piece, tongue), (inner) => {
      const parts = inner.call('splitText', { text: ITEM, by: first.by }, LINES.split(first.by, tongue));
      return `${parts}.${first.nth}`;
    });
    return [{ reference, what: 'list', name: first.by }];
  }
  return [...jobs, ...(holds === undefined ? [] : [holds])].map((job) => {
    const reference = compiler.each(pieces, piece, LINES.forEach(piece, tongue), (inner) =>
      typeof job === 'string' ? holdsIn(inner, piece, job) : doneWith(inner, piece, job),
    );
    return { reference, what: 'list', name: typeof job === 'string' ? job : job.does };
  });
}

/** "which paragraphs mention damp", "how many lines of the guest book mention breakfast": the pieces that hold the words, or how many. */
function heldPieces(reading: Reading, mentions: readonly Mention[]): Made[] | undefined {
  const [file, other] = reading.said.files.filter(({ kind }) => kind === 'text');
  if (file === undefined || other !== undefined || reading.said.files.length > 1) return undefined;
  const view = reading.view(mentions, []);
  const at = mentions.findIndex((_, i) => PIECES.some((one) => view.has(i, one)));
  const by = PIECES.find((one) => view.has(at, one));
  const holds = mentions.findIndex((_, i) => i > at && view.has(i, 'cmp:contains'));
  const from = mentions.findIndex(({ small }, i) => i > holds && !small);
  if (by === undefined || at < 0 || holds < 0 || from < 0) return undefined;
  const end = mentions.findIndex(({ mark }, i) => i > from && mark !== undefined);
  const to = end < 0 ? mentions.length : end;
  // One thing is looked for, and nothing else asked.
  const isOne = mentions
    .slice(from, to)
    .every(
      ({ meanings }) => ![...meanings].some((one) => /^(?:agg:|cmp:|per$|each$|or$|and$|not$)/u.test(one)),
    );
  const isAll = mentions.slice(to).every(({ mark }) => mark !== undefined);
  const lead = mentions
    .slice(0, at)
    .every(
      (_, i) => mentions[i]?.small === true || view.has(i, 'show', 'which', 'agg:count', 'extract', 'every'),
    );
  const named = mentions
    .slice(at + 1, holds)
    .every(({ small, meanings, files }) => small || meanings.size === 0 || files.length > 0);
  if (!isOne || !isAll || !lead || !named || to - from > 3) return undefined;
  const [first, last] = [mentions[from], mentions[to - 1]];
  const words = first?.quoted ?? reading.said.text.slice(first?.start, last?.end);
  const counts = mentions
    .slice(0, at + 1)
    .some(({ meanings, text }) => meanings.has('agg:count') || COUNTS.test(text));
  for (const mention of mentions) reading.use(mention);
  const { compiler } = reading;
  const text = compiler.text({ kind: 'text', file, does: '', settings: {} });
  const pieces = compiler.call('splitText', { text: text.reference, by }, LINES.split(by, compiler.tongue));
  const found = `$[$contains($lowercase($), ${JSON.stringify(words.toLowerCase())})]`;
  const reference = compiler.call(
    'queryJson',
    { data: pieces, expression: counts ? `$count(${found})` : `[${found}]` },
    LINES.contains(words, compiler.tongue),
  );
  return [{ reference, what: counts ? 'number' : 'list', name: by }];
}

const COUNTS = /how many|number|wie viele|anzahl|combien|nombre|cu[aá]nt|quant/iu;

/** "the first sentence", "the second line": the piece of a piece. */
function firstOf(view: View): { by: string; nth: number } | undefined {
  const at = view.find('first', 'nth:2', 'nth:3');
  const by = at < 0 ? undefined : PIECES.find((one) => view.has(at + 1, one));
  if (by === undefined) return undefined;
  const nth = view.has(at, 'nth:2') ? 1 : view.has(at, 'nth:3') ? 2 : 0;
  view.use(at, at + 2);
  for (const i of view.mentions.keys()) if (view.has(i, 'show', 'extract')) view.use(i);
  return { by, nth };
}

/** A count stands beside its piece; what is itself a text stands alone. */
function doneWith(inner: Compiler, piece: string, job: TextJob) {
  const { reference } = inner.text(job, ITEM);
  return job.does === 'countWords' && job.part !== undefined
    ? { [piece]: ITEM, [job.part]: reference }
    : reference;
}

/** "whether it mentions "breakfast"". */
function containedIn(view: View): string | undefined {
  const at = view.find('cmp:contains');
  const words = at < 0 ? undefined : view.wordsOr(at + 1);
  if (words === undefined) return undefined;
  view.use(at, words.to);
  for (const i of view.mentions.keys())
    if (i < at && !view.isUsed(i) && view.has(i, 'note', 'whether')) view.use(i);
  return words.value;
}

function holdsIn(inner: Compiler, piece: string, words: string): string {
  const name = LINES.contains(words, inner.tongue);
  const rows = inner.call(
    'addColumn',
    { rows: [{ [piece]: ITEM }], name, expression: `contains(${piece}, ${JSON.stringify(words)})` },
    name,
  );
  return `${rows}.0`;
}
