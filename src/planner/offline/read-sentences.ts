/** "for each guest write "Dear {name}, …"": a sentence with places in it, filled from every row. Knows no contract. */

import { segment } from './call-parameters.ts';
import type { Made } from './compile.ts';
import { type KnownColumn, wordsIn } from './known-tables.ts';
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
  const each = mentions.find(({ meanings }) => ['each', 'per', 'every'].some((one) => meanings.has(one)));
  const source = sourcesFor(mentions, reading.said.files, reading.used);
  if (quoted?.quoted === undefined || each === undefined || source === undefined) return undefined;
  const filled = filledFrom(quoted.quoted, columnsOfSource(source));
  if (filled === undefined) return undefined;
  const behind = mentions.slice(mentions.indexOf(each) + 1).find(({ small }) => !small);
  // "each guest": the rows themselves.
  const isRows = behind !== undefined && behind.cells.length === 0 && behind.number === undefined;
  const verbs = mentions.filter(({ meanings }) => meanings.has('note'));
  const around = [quoted, each, ...verbs, ...(isRows ? [behind] : [])];
  for (const mention of around) reading.use(mention);
  const rest = mentions.filter((mention) => !around.includes(mention));
  const [rows = reading.compiler.source(source)] = wishesIn(reading, rest, undefined, source);
  if (rows.what !== 'rows') return undefined;
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

/** The sentence as the tool takes it, and the row's column for each of its places. */
function filledFrom(
  text: string,
  columns: readonly KnownColumn[],
): { template: string; values: Record<string, string> } | undefined {
  const values: Record<string, string> = {};
  let isWhole = true;
  const template = text.replace(PLACE, (_, ...found: (string | undefined)[]) => {
    const said = found.slice(0, 3).find((one) => one !== undefined) ?? '';
    const [best] = columns
      .map((column) => ({ column, fit: nameFit(wordsIn(said), column.words) }))
      .toSorted((a, b) => b.fit - a.fit);
    if (best === undefined || best.fit < 0.8) isWhole = false;
    else {
      const name = best.column.name.replace(/[^\p{L}\p{N}]+/gu, '_');
      values[name] = `${inputPath('item')}${segment(best.column.name)}`;
      return `{${name}}`;
    }
    return said;
  });
  return isWhole && Object.keys(values).length > 0 ? { template, values } : undefined;
}
