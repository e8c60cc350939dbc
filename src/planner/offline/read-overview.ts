/** "How are we doing?", "make sense of this": what a person looks at first in a table nobody asked anything of. Knows no tool. */

import { isIdentifier, measuresOf, onlyDate } from './known-tables.ts';
import type { Mention } from './mention.ts';
import { columnsOfSource } from './read-source.ts';
import type { Figure, Source, TableJob } from './request.ts';
import type { View } from './view.ts';

/** Values of a column that can be read as a list of groups. */
const FEWEST = 2;
const MOST = 12;

/** Whether an overview is wished, and nothing besides that says of what. Uses up the words for it. */
export function wantsOverview(view: View): boolean {
  const at = view.find('overview');
  if (at < 0) return false;
  if (view.mentions.some((mention, i) => i !== at && !view.isUsed(i) && saysMore(mention))) {
    // "overview of the total per region": the total per region.
    view.use(at);
    return false;
  }
  for (const [i, { meanings, files }] of view.mentions.entries())
    if (i === at || files.length > 0 || AROUND.some((one) => meanings.has(one))) view.use(i);
  return true;
}

const AROUND = ['overview', 'show', 'which', 'summarise', 'report', 'filler'] as const;

const saysMore = ({ meanings, columns, cells, files, number, quoted, period, small }: Mention): boolean =>
  number !== undefined ||
  quoted !== undefined ||
  period !== undefined ||
  cells.length > 0 ||
  (columns.length > 0 && files.length === 0) ||
  (!small && [...meanings].some((one) => !AROUND.some((its) => its === one)));

/** How many rows, what is measured of them, and both by the first label and by month. */
export function overviewOf(source: Source): TableJob[] {
  const columns = columnsOfSource(source);
  const [measure] = measuresOf(columns);
  const label = columns.find(
    (column) =>
      column.kind === 'text' &&
      !column.unique &&
      !isIdentifier(column) &&
      column.cells.length >= FEWEST &&
      column.cells.length <= MOST,
  );
  const date = onlyDate(columns);
  const total: Figure[] = measure === undefined ? [] : [{ aggregate: 'sum', column: measure.name }];
  const whole: Figure[] = [
    { aggregate: 'count' },
    ...total,
    ...(measure === undefined
      ? []
      : (['mean', 'min', 'max'] as const).map((aggregate) => ({ aggregate, column: measure.name }))),
  ];
  const job = (by: TableJob['actions'], end: TableJob['end'] = { kind: 'rows' }): TableJob => ({
    kind: 'rows',
    source,
    actions: by,
    end,
  });
  const figures: Figure[] = [{ aggregate: 'count' }, ...total];
  return [
    job([{ do: 'group', by: [], figures: whole }], { kind: 'figures' }),
    ...(label === undefined ? [] : [job([{ do: 'group', by: [{ column: label.name }], figures }])]),
    ...(date === undefined || date.name.startsWith('†')
      ? []
      : [job([{ do: 'group', by: [{ column: date.name, part: 'month' }], figures }])]),
  ];
}
