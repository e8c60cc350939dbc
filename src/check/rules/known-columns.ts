/** Columns along the plan, from the files a person gave: a column that is not there, a value that no cell has, another unit. */

import { itemAt } from '../../lib/columns.ts';
import { nearest } from '../../lib/nearest.ts';
import type { Call } from '../../plan/document.ts';
import type { JsonPath } from '../../plan/edit.ts';
import { columnsIn, isBuiltIn } from '../columns-along.ts';
import { columnsRead, conditionsOf, READS_COLUMNS } from '../columns-read.ts';
import type { Problem } from '../problem.ts';
import { fix, named, type PlanRule, pathWords, warning } from '../rule.ts';
import { type Columns, columnNamed, literal } from '../table-columns.ts';

export const knownColumns: PlanRule = (facts, problems) => {
  const { graph } = facts;
  const along = columnsIn(facts);
  if (!along) return;
  for (const index of graph.order) {
    const { call } = itemAt(graph.calls, index);
    if (READS_COLUMNS.has(call._tool) && isBuiltIn(facts, index))
      look(call, (path) => along.at(index, path), problems);
  }
};

function look(call: Call, tableAt: (path: JsonPath) => Columns, problems: Problem[]): void {
  for (const { name, path, tables } of columnsRead(call._tool, call)) {
    for (const table of tables) {
      const columns = tableAt([table]);
      if (columns === undefined || columns.length === 0 || columnNamed(columns, name)) continue;
      const names = columns.map((column) => column.name);
      const near = nearest(name, names);
      const fixes = near ? [fix(`Use the column "${near}"`, setting(call, path, near))] : [];
      problems.push(
        warning(
          'unknown-column',
          `Call "${call._id}", ${pathWords(path)}: the table in "${table}" has no column "${name}". ` +
            (near ? `Did you mean "${near}"?` : `It has ${named(names)}.`),
          { calls: [call._id], path, fixes },
        ),
      );
      break;
    }
  }
  if (call._tool === 'filterRows') lookAtValues(call, tableAt(['rows']), problems);
}

const setting = ({ _id }: Call, path: JsonPath, value: string) =>
  ({ kind: 'set-in-call', id: _id, path, value }) as const;

/** A text that no cell has, where all are known; an amount in another unit than the column's. */
function lookAtValues(call: Call, columns: Columns, problems: Problem[]): void {
  if (columns === undefined) return;
  for (const { column: name, operator, value, path } of conditionsOf(call)) {
    const column = columnNamed(columns, name);
    const text = literal(value);
    if (column === undefined || text === undefined) continue;
    const where = { calls: [call._id], path: [...path, 'value'] };
    if (operator === 'equals' && column.type === 'text' && column.values !== undefined) {
      if (column.values.some((one) => one.trim().toLowerCase() === text.trim().toLowerCase())) continue;
      const near = nearest(text, column.values);
      problems.push(
        warning(
          'never-true',
          `Call "${call._id}": no cell of the column "${column.name}" is "${text}", so nothing is left. ` +
            (near ? `Did you mean "${near}"?` : `The column has ${named(column.values)}.`),
          {
            ...where,
            fixes: near ? [fix(`Compare with "${near}"`, setting(call, where.path, near))] : [],
          },
        ),
      );
    } else if (column.unit !== undefined && otherUnit(text, column.unit)) {
      const bare = text.replace(UNIT, '').trim();
      problems.push(
        warning(
          'unit-mismatch',
          `Call "${call._id}": the column "${column.name}" is in ${column.unit}, and "${text}" is not. ` +
            'Convert one of them, or compare with a plain number.',
          { ...where, fixes: [fix(`Compare with ${bare} ${column.unit}`, setting(call, where.path, bare))] },
        ),
      );
    }
  }
}

const UNIT = /[\p{Sc}%]|\p{L}{1,6}/u;
const otherUnit = (text: string, unit: string): boolean => {
  const found = /\d/.test(text) ? UNIT.exec(text)?.[0] : undefined;
  return found !== undefined && found.toLowerCase() !== unit.toLowerCase();
};
