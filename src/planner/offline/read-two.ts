/** What is set against each other: two files of the same columns, or two parts of the rows. Knows no other wish. */

import type { Made } from './compile.ts';
import { keysOf } from './key-pairs.ts';
import { measuring } from './measuring.ts';
import type { Mention } from './mention.ts';
import { isBecoming, wayOf } from './moved-words.ts';
import { comparedParts, isByHowMuch, moreAt } from './read-compared-parts.ts';
import { readRows } from './read-rows.ts';
import { columnsOfSource } from './read-source.ts';
import type { Reading } from './reading.ts';
import type { Action, Source, TableJob, TableRef } from './request.ts';
import { alikeTables } from './source-tables.ts';
import type { View } from './view.ts';
import { LINES } from './wording.ts';

/** "change of revenue per store from q1 to q2": two tables of the same columns. */
export function comparisonIn(reading: Reading, mentions: readonly Mention[]): Made[] | undefined {
  const pair = alikeTables(mentions, reading.said.files);
  const way = movedAt(mentions);
  const set = mentions.findIndex(
    ({ meanings }) => meanings.has('compare') || meanings.has('difference') || meanings.has('change'),
  );
  const at = [set, way, moreAt(mentions)].find((one) => one >= 0) ?? -1;
  if (pair === undefined || at < 0) return undefined;
  const [first, second] = pair;
  const view = reading.view(mentions, columnsOfSource({ kind: 'table', of: first }));
  for (const [i, mention] of mentions.entries())
    if (mention.files.length > 0 || i === at || i === way || isSaidBeside(mentions, i)) view.use(i);
  if (way >= 0)
    for (const [i, { text, meanings }] of mentions.entries())
      if (
        isBecoming(text) ||
        TURNS_ABOUT.test(text) ||
        ['most', 'atop', 'first', 'desc'].some((one) => meanings.has(one))
      )
        view.use(i);
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
    // What went up or down is put in order once it is known by how much.
    actions: read.actions.filter(
      ({ do: what }) => what !== 'select' && !(moved !== undefined && what === 'sort'),
    ),
    end: isOne ? read.end : { kind: 'rows' },
  });
  // One figure of each file: there are no rows to match.
  if (isOne) {
    const two = (isOfFirst(mentions, at) ? [second, first] : [first, second]).map((of) => ({
      ...reading.compiler.job(job(of)),
      name: of.file.name,
    }));
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

/** What is no figure of either: a share, "by how much", "and show the difference", and the same of the other file, "… from the average mark in autumn". */
const isSaidBeside = (mentions: readonly Mention[], at: number): boolean =>
  ['share', 'compare', 'difference', 'change'].some((one) => mentions[at]?.meanings.has(one)) ||
  isByHowMuch(mentions[at]?.text ?? '') ||
  isSaidAgain(mentions, at);

const isSaidAgain = (mentions: readonly Mention[], at: number): boolean =>
  mentions[at]?.small === false &&
  mentions[at]?.mark === undefined &&
  mentions.findIndex(({ text }) => text.toLowerCase() === mentions[at]?.text.toLowerCase()) < at;

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

/** "how much does this differ from that", "is this more than that": what this is less that. */
const isOfFirst = (mentions: readonly Mention[], at: number): boolean =>
  /^(?:differs?|differed|unterscheide\w*)$/iu.test(mentions[at]?.text ?? '') || at === moreAt(mentions);

const PRICED = /expensive|dear|pric|cheap|teur|billig|g[uü]nstig|cher|car[oaie]|barat/iu;

/** "by how many percent", "um wie viel": of what the comparison tells beside each row. */
const TURNS_ABOUT = /^(?:by|um|de|how many percent|how much|wie viel(?: prozent)?|and|und)$/iu;

/** "2026 compared with 2025": the same of two parts of the rows, side by side where there are groups. */
export function partsIn(reading: Reading, mentions: readonly Mention[], source: Source): Made[] | undefined {
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
