/** What of a result goes into a file: of a chart its rows, of lines their text. Knows a file's name and no goal. */

import type { Compiler, Made } from './compile.ts';
import type { TextJob } from './request.ts';
import { LINES, type Tongue } from './wording.ts';

const ROWS = /\.(?:csv|tsv|xlsx|json)$/iu;
const TEXT = /\.(?:txt|md|log)$/iu;
const PICTURE = /\.(?:svg|png|jpe?g|gif|pdf)$/iu;

/** Whether nothing there is could be kept under this name. */
export const cannotHold = ({ what }: Made, name: string): boolean => what === 'chart' && PICTURE.test(name);

/**
 * A chart, and a table that is laid out, are made of rows: a file of rows gets those. Several pieces of text are a line each, and
 * so are the rows of one column of texts; others are laid out.
 */
export function contentOf(compiler: Compiler, made: Made, name: string, tongue: Tongue): string {
  const { rows, what, reference, columns = [] } = made;
  const line = LINES.lines(tongue);
  if (rows !== undefined && (what === 'chart' || ROWS.test(name))) return rows;
  if (TEXT.test(name) && what === 'rows') {
    const [only, other] = columns;
    if (only?.kind !== 'text' || other !== undefined)
      return compiler.call('makeTable', { rows: reference }, LINES.table(tongue));
    return compiler.call(
      'joinText',
      { texts: compiler.call('listColumn', { rows: reference, column: only.name }, line) },
      line,
    );
  }
  if (!TEXT.test(name) || (what !== 'matches' && what !== 'list')) return reference;
  const texts =
    what === 'list' ? reference : compiler.call('listColumn', { rows: reference, column: 'match' }, line);
  return compiler.call('joinText', { texts }, line);
}

const LISTS: ReadonlySet<string> = new Set(['emails', 'urls', 'phones', 'dates']);

/** What is taken out of a text: places that match, a list of texts, or a text. */
export const piecesOf = ({ does, part = '' }: TextJob): string =>
  does === 'matchText' ? 'matches' : LISTS.has(part) ? 'list' : 'text';
