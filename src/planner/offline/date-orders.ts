/** Whether day or month comes first in a column no cell of which tells: as dates beside it are written. Knows no tool. */

import type { Json } from '../../lib/json.ts';
import type { Call } from '../../plan/document.ts';
import type { Catalogue } from '../../tools/catalogue.ts';
import type { PlannerRequest } from '../planner.ts';
import type { Candidate, Made, Outcome, Read } from './candidate.ts';
import type { KnownColumn, KnownFile } from './known-tables.ts';
import type { Said } from './mention.ts';
import { inFormula } from './new-column.ts';
import { openStep } from './open-steps.ts';
import { propertiesOf } from './retrieval/schema.ts';
import type { Tongue } from './wording.ts';

export type WrittenFirst = 'dayFirst' | 'monthFirst';

/** The calls with the order in which dates are written, where one must be said and something tells it, and what it was taken from. */
export function withDateOrders(
  calls: readonly Call[],
  catalogue: Catalogue,
  { files, language }: Said,
  tongue: Tongue,
  /** The order of those that nothing tells. */
  otherwise?: WrittenFirst,
): { readonly calls: readonly Call[]; readonly notes: readonly string[]; readonly untold?: string } {
  const untold = files.flatMap((file) =>
    file.tables.flatMap(({ columns }) =>
      columns.filter(({ order }) => order === 'untold').map((column) => ({ column, file })),
    ),
  );
  if (untold.length === 0) return { calls, notes: [] };
  const notes = new Set<string>();
  let left: string | undefined;
  const made = calls.map((call) => {
    const contract = catalogue.get(call._tool);
    const takes = contract !== undefined && propertiesOf(contract.parameters).some(isOrder);
    const read =
      takes && call.dateOrder === undefined ? untold.find(({ column }) => names(call, column)) : undefined;
    if (read === undefined) return call;
    const told = toldBy(read, files);
    const order =
      told?.order ??
      (language !== undefined && DAY_FIRST.has(language.code) ? 'dayFirst' : undefined) ??
      otherwise;
    if (order === undefined) {
      left ??= read.column.name;
      return call;
    }
    if (told !== undefined) notes.add(taken(read.column.name, told.by, order, tongue));
    return { ...call, dateOrder: order };
  });
  return { calls: made, notes: [...notes], ...(left === undefined ? {} : { untold: left }) };
}

/** With the question which comes first, where a plan fails on the files for want of it and an answer mends that. */
export async function askedOrder(
  one: Made,
  { catalogue }: PlannerRequest,
  said: Said,
  outcomeOf: (one: Candidate) => Promise<Outcome>,
): Promise<Candidate | undefined> {
  const { untold } = withDateOrders(one.calls, catalogue, said, one.tongue);
  if (untold === undefined) return undefined;
  const readings: Read[] = [];
  let comesOut = false;
  for (const order of ['dayFirst', 'monthFirst'] as const) {
    const { calls } = withDateOrders(one.calls, catalogue, said, one.tongue, order);
    const candidate: Candidate = { ...one, calls };
    const { fault, result } = await outcomeOf(candidate);
    comesOut ||= fault === undefined;
    readings.push({
      took: orderWords(order, one.tongue),
      candidate,
      ...(result === undefined ? {} : { result }),
    });
  }
  if (!comesOut) return undefined;
  const text =
    one.tongue === 'de'
      ? `Was kommt in „${untold}“ zuerst, der Tag oder der Monat? Keine Zelle verrät es.`
      : `Which comes first in "${untold}", the day or the month? No cell tells.`;
  return {
    ...one,
    calls: [...one.calls, openStep(text, 0)],
    isOpen: true,
    question: { words: untold, text, readings, isUndecided: true },
  };
}

const orderWords = (order: WrittenFirst, tongue: Tongue): string => {
  if (tongue === 'de') return order === 'dayFirst' ? 'der Tag' : 'der Monat';
  return order === 'dayFirst' ? 'the day' : 'the month';
};

const isOrder = ({ name }: { readonly name: string }): boolean => name === 'dateOrder';

/** In these languages nobody writes the month first. */
const DAY_FIRST: ReadonlySet<string> = new Set(['de', 'fr', 'es', 'it']);

/** A column of the same file is likelier to be written by the same hand than one of another. */
function toldBy(
  { column, file }: { readonly column: KnownColumn; readonly file: KnownFile },
  files: readonly KnownFile[],
): { readonly order: WrittenFirst; readonly by: string } | undefined {
  for (const near of [[file], files.filter((one) => one !== file)]) {
    const told = near.flatMap(({ tables }) =>
      tables.flatMap(({ columns }) =>
        columns.flatMap(({ name, order }) =>
          name !== column.name && (order === 'dayFirst' || order === 'monthFirst')
            ? [{ order, by: name }]
            : [],
        ),
      ),
    );
    const [first] = told;
    // Where they are written both ways, none speaks for another.
    if (first !== undefined && told.every(({ order }) => order === first.order)) return first;
  }
  return undefined;
}

const names = (call: Call, { name }: KnownColumn): boolean => {
  const reckoned = new RegExp(`(?<![\\p{L}\\p{N}_])${inFormula(name)}(?![\\p{L}\\p{N}_])`, 'u');
  const isNamed = (value: Json | undefined): boolean =>
    typeof value === 'string'
      ? value === name
      : typeof value === 'object' && value !== null && Object.values(value).some(isNamed);
  return Object.entries(call).some(
    ([key, value]) =>
      !key.startsWith('_') &&
      (isNamed(value as Json) || (key === 'expression' && typeof value === 'string' && reckoned.test(value))),
  );
};

const taken = (column: string, by: string, order: WrittenFirst, tongue: Tongue): string => {
  if (tongue === 'de')
    return `Die Tage in „${column}“ habe ich gelesen wie die in „${by}“: ${orderWords(order, tongue)} zuerst.`;
  return `I read the dates of "${column}" as those of "${by}": ${orderWords(order, tongue)} first.`;
};
