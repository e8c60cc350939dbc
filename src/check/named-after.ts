/** What is called after a file that the plan reads: the files it saves, and its title. Where another file stands there, so are they. Edits alone. */

import type { Call, Plan } from '../plan/document.ts';
import type { Edit } from '../plan/edit.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import { fileReadBy, fileSavedBy } from './file-readers.ts';
import { literal } from './table-columns.ts';

export interface Tools {
  readonly contracts: Catalogue;
  readonly builtIns: Catalogue;
}

/** Figures of November are not saved under October's name. @param plan as it reads the new file. @param name of the file of before */
export function namedAfter(plan: Plan, { contracts, builtIns }: Tools, name: string, as: string): Edit[] {
  const read = new Set(plan.calls.map((call) => fileReadBy(call, contracts, builtIns)));
  // Another call reads it still: what is made is of both.
  if (name === as || read.has(name)) return [];
  const [before, after] = [stemOf(name), stemOf(as)];
  const saved = plan.calls.flatMap((call): Edit[] => {
    const own = fileSavedBy(call, contracts, builtIns);
    // What another call reads by this name keeps it; so does what is no plain text.
    if (own === undefined || own !== call.name || read.has(own) || !isAfter(own, before)) return [];
    const now = after + own.slice(before.length);
    if (literal(now) !== now) return [];
    const { _description: said } = call;
    const told = said === undefined ? {} : { _description: said.replaceAll(own, () => now) };
    return [{ kind: 'replace-call', id: call._id, call: { ...call, ...told, name: now } as Call }];
  });
  const { title } = plan;
  if (title === undefined || !title.includes(name)) return saved;
  return [...saved, { kind: 'set-field', field: 'title', value: title.replaceAll(name, () => as) }];
}

const stemOf = (name: string): string => name.replace(/(?<=.)\.[^.]*$/u, '');

/** "may-result.csv" is called after "may"; "mayor.csv" is not. */
const isAfter = (name: string, stem: string): boolean =>
  name.startsWith(stem) && !/^[\p{L}\p{N}]/u.test(name.slice(stem.length));
