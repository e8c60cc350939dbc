/** A table in parts: one for each different value of a column, each with a name to go by. */

import type { Json } from '../lib/json.ts';
import type { Computation } from './activity.ts';
import { dateOrderParam } from './column-reading.ts';
import { asText } from './compare.ts';
import { groupsOf, keysParam } from './grouping.ts';
import { rowsParam } from './parameters.ts';
import { takeTurns } from './turns.ts';

/** What stands for the value of rows that have none. */
const NOTHING = 'none';

export const splitRows: Computation = async (params, context) => {
  const rows = rowsParam(params, 'rows');
  const keys = keysParam(params, 'by', rows);
  const groups = await groupsOf(rows, keys, dateOrderParam(params), takeTurns(context.signal));
  const taken = new Set<string>();
  return groups.map(({ values, rows: at }) => {
    const name = values.map((value) => nameOf(value)).join(', ');
    const fileName = freeName(safe(name), taken);
    taken.add(fileName.toLowerCase());
    return { name, fileName, rows: at.flatMap((place) => rows[place] ?? []) };
  });
};

const nameOf = (value: Json): string => asText(value).trim() || NOTHING;

/** Without what no file name holds, as `saveFile` refuses it. */
const safe = (name: string): string =>
  name
    .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '_')
    .replace(/^\.+/u, '')
    .slice(0, 100)
    .trim() || NOTHING;

/** Two parts never go by one name, nor by two that differ in case alone: a later file would take the place of an earlier. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${name} ${n}`;
  return free;
}
