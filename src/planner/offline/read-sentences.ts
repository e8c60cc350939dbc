/** "for each guest write "Dear {name}, …"": a sentence with places in it, filled from every row. Knows no contract. */

import { segment } from './call-parameters.ts';
import type { Made } from './compile.ts';
import { type KnownColumn, wordsIn } from './known-tables.ts';
import { fold } from './lexicon/forms.ts';
import type { Mention } from './mention.ts';
import { nameFit } from './name-fit.ts';
import { columnsOfSource, sourcesFor } from './read-source.ts';
import { wishesIn } from './read-wishes.ts';
import type { Reading } from './reading.ts';
import { inputPath, literalText } from './reference.ts';
import { LINES } from './wording.ts';

const PLACE = /\{\s*([^{}]+?)\s*\}|\[\s*([^[\]]+?)\s*\]|<\s*([^<>]+?)\s*>/gu;
const ROW = 'row';

/** A text for every row that is meant; undefined where no sentence has places, or one of them names no column. */
export function sentenceLoop(reading: Reading, mentions: readonly Mention[]): Made[] | undefined {
  const quoted = mentions.find((mention) => mention.quoted !== undefined);
  const line = quoted === undefined ? lineIn(mentions) : [];
  const each = mentions.find(({ meanings }) => ['each', 'per', 'every'].some((one) => meanings.has(one)));
  const source = sourcesFor(mentions, reading, reading.said.files);
  if (each === undefined || source === undefined) return undefined;
  const columns = columnsOfSource(source);
  const behind = mentions.slice(mentions.indexOf(each) + 1).find(({ small }) => !small);
  // "for each region write a line with the total": of each group, and that is no line of a row.
  const isGroup =
    behind?.files.length === 0 && behind.columns.some(({ column, fit }) => fit >= 0.8 && !column.unique);
  if (quoted === undefined && (isGroup || line.some(isFigure))) return undefined;
  const filled = filledFrom(quoted?.quoted ?? wordsOf(reading, line, columns), columns);
  if (filled === undefined) return undefined;
  // "each guest": the rows themselves.
  const isRows = behind !== undefined && behind.cells.length === 0 && behind.number === undefined;
  const verbs = mentions.filter(({ meanings }) => meanings.has('note'));
  const around = [...(quoted === undefined ? line : [quoted]), each, ...verbs, ...(isRows ? [behind] : [])];
  for (const mention of around) reading.use(mention);
  const rest = mentions.filter((mention) => !around.includes(mention));
  const [rows = reading.compiler.source(source)] = wishesIn(reading, rest, undefined, source);
  if (rows.what !== 'rows') return undefined;
  // What the line names has to be in the rows.
  const has = (name: string) => rows.columns === undefined || rows.columns.some((one) => one.name === name);
  if (!filled.columns.every(has)) return undefined;
  const { tongue } = reading.compiler;
  const reference = reading.compiler.each(rows.reference, ROW, LINES.forEach(ROW, tongue), (inner) =>
    inner.call(
      'template',
      { template: literalText(filled.template), values: filled.values },
      LINES.note(tongue),
    ),
  );
  return [{ reference, what: 'list', name: 'template' }];
}

const isFigure = ({ meanings }: Mention): boolean => [...meanings].some((one) => one.startsWith('agg:'));

const LINE =
  /^(?:lines?|sentences?|notes?|messages?|texts?|letters?|reminders?|zeilen?|satz|satze|notiz|notizen|nachricht|brief|erinnerung|ligne|phrase|lettre|linea|frase|carta|lettera)$/u;

/** "write a short line that names the title and the day it was due": from what it is called to the end of it. */
function lineIn(mentions: readonly Mention[]): readonly Mention[] {
  const at = mentions.findIndex(
    ({ text }, i) =>
      LINE.test(fold(text)) &&
      mentions.slice(Math.max(0, i - 4), i).some(({ meanings }) => meanings.has('note')),
  );
  if (at < 0) return [];
  const verb = mentions.findLastIndex(({ meanings }, i) => i < at && meanings.has('note'));
  const end = mentions.findIndex(
    ({ mark, meanings }, i) =>
      i > at &&
      ((mark !== undefined && /[.;:!?]/u.test(mark)) ||
        ['each', 'every', 'save'].some((one) => meanings.has(one))),
  );
  return mentions.slice(verb + 1, end < 0 ? undefined : end);
}

/** The columns that are told of a line, each with its name and its place. */
function wordsOf(reading: Reading, line: readonly Mention[], columns: readonly KnownColumn[]): string {
  const view = reading.view(line, columns);
  const at = line.findIndex(({ text }) => LINE.test(fold(text)));
  const named = [...line.keys()].flatMap((i) =>
    i > at && line[i]?.small === false && !NAMES.test(line[i]?.text ?? '')
      ? (view.column(i)?.name ?? [])
      : [],
  );
  return [...new Set(named)].map((name) => `${name}: {${name}}`).join(', ');
}

const NAMES = /^(?:names?|naming|says?|saying|tells?|telling|nennt|sagt)$/iu;

/** The sentence as the tool takes it, and the row's column for each of its places. */
function filledFrom(
  text: string,
  columns: readonly KnownColumn[],
): { template: string; values: Record<string, string>; columns: readonly string[] } | undefined {
  const values: Record<string, string> = {};
  const named: string[] = [];
  let isWhole = true;
  const template = text.replace(PLACE, (_, ...found: (string | undefined)[]) => {
    const said = found.slice(0, 3).find((one) => one !== undefined) ?? '';
    const [best] = columns
      .map((column) => ({ column, fit: nameFit(wordsIn(said), column.words) }))
      .toSorted((a, b) => b.fit - a.fit);
    if (best === undefined || best.fit < 0.8) isWhole = false;
    else {
      const name = best.column.name.replace(/[^\p{L}\p{N}]+/gu, '_');
      named.push(best.column.name);
      values[name] = `${inputPath('item')}${segment(best.column.name)}`;
      return `{${name}}`;
    }
    return said;
  });
  return isWhole && Object.keys(values).length > 0 ? { template, values, columns: named } : undefined;
}
