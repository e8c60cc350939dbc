/** Groups of a column whose cells differ in nothing but case: "Ashby" and "ashby" are one town, as a spreadsheet takes them. Knows no tool. */

import type { Call } from '../../plan/document.ts';
import type { Catalogue } from '../../tools/catalogue.ts';
import type { Said } from './mention.ts';
import { columnsIn } from './pitfalls.ts';
import { propertiesOf } from './retrieval/schema.ts';
import type { Tongue } from './wording.ts';

/** The calls, those that group by such a column told to ignore case, and what is to be said of it. */
export function withSpellings(
  calls: readonly Call[],
  catalogue: Catalogue,
  { files }: Said,
  tongue: Tongue,
): { readonly calls: readonly Call[]; readonly notes: readonly string[] } {
  const columns = files.flatMap(({ tables }) => tables.flatMap((table) => table.columns));
  const twice = new Map<string, readonly string[]>();
  for (const { name, kind, cells } of columns)
    if (kind === 'text' || kind === 'boolean') {
      const found = differingInCase(cells);
      if (found !== undefined) twice.set(name, found);
    }
  if (twice.size === 0) return { calls, notes: [] };
  const notes = new Set<string>();
  const made = calls.map((call) => {
    const contract = catalogue.get(call._tool);
    const takes =
      contract !== undefined && propertiesOf(contract.parameters).some(({ name }) => name === 'ignoreCase');
    if (!takes || call.by === undefined || call.ignoreCase !== undefined) return call;
    const keys = [...columnsIn(call.by), ...columnsIn(call.across)].filter((name) => twice.has(name));
    if (keys.length === 0) return call;
    for (const key of keys) notes.add(asOne(key, twice.get(key) ?? [], tongue));
    return { ...call, ignoreCase: true };
  });
  return { calls: made, notes: [...notes] };
}

/** The first two cells that are one but for case. */
function differingInCase(cells: readonly string[]): readonly string[] | undefined {
  const seen = new Map<string, string>();
  for (const cell of cells) {
    const key = cell.trim().toLowerCase();
    const before = seen.get(key);
    if (before !== undefined && before.trim() !== cell.trim()) return [before, cell];
    seen.set(key, cell);
  }
  return undefined;
}

const asOne = (column: string, [one = '', other = '']: readonly string[], tongue: Tongue): string =>
  tongue === 'de'
    ? `„${one}“ und „${other}“ in „${column}“ zählen als eines.`
    : `"${one}" and "${other}" in "${column}" count as one.`;
