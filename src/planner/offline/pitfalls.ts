/** What a plan would be wrong about on the files although every word of the goal is met: rows counted twice by a join, figures in several currencies or units. Knows no word of the goal. */

import { isObject, type Json, type JsonObject } from '../../lib/json.ts';
import type { Call } from '../../plan/document.ts';
import { freeId } from '../../plan/free-id.ts';
import type { Trial } from '../../tools/trial.ts';
import type { Candidate, Outcome, Read } from './candidate.ts';
import { countedRemoved } from './counted-removed.ts';
import { countedTwice } from './counted-twice.ts';
import { leftOutIn } from './left-out.ts';
import type { Said } from './mention.ts';
import { mixedUnits } from './mixed-units.ts';
import { oneWayIn } from './one-way.ts';
import { openStep } from './open-steps.ts';
import { isSame } from './same-result.ts';
import type { Tongue } from './wording.ts';

export type Row = JsonObject;

/** What is asked about it, and the plans that the answers come to. */
export interface Pitfall {
  readonly text: string;
  readonly ways: readonly { readonly took: string; readonly calls: readonly Call[]; readonly output: Json }[];
}

/** What a pitfall is looked for in. */
export interface Tried {
  readonly one: Candidate;
  readonly said: Said;
  readonly tongue: Tongue;
  /** The rows that a reference of the plan came to; undefined where none came. */
  readonly rowsOf: (reference: Call[string]) => readonly Row[] | undefined;
}

/** With the question, where two of the answers come to different values: nothing is delivered that nobody may have meant. */
export async function withPitfalls(
  asked: Candidate,
  one: Candidate,
  said: Said,
  outcomeOf: (one: Candidate) => Promise<Outcome>,
): Promise<Candidate> {
  const { trial, values } = await outcomeOf(one);
  if (one.isOpen === true || trial === undefined || asked.question?.isUndecided === true) return asked;
  const tongue: Tongue = said.language?.code === 'de' ? 'de' : 'en';
  const tried = { one, said, tongue, rowsOf: rowsIn(one, trial) };
  const pitfall = countedTwice(tried) ?? mixedUnits(tried) ?? oneWayIn(tried) ?? countedRemoved(tried);
  const notes = [...asked.notes, ...leftOutIn(tried, trial)];
  if (pitfall === undefined) return { ...asked, notes: [...notes, ...tiesIn(tried)] };
  const { question: before, ...rest } = one;
  const readings: Read[] = [];
  let differs = false;
  for (const { took, calls, output } of pitfall.ways) {
    const candidate: Candidate = { ...rest, calls, output };
    const its = await outcomeOf(candidate);
    if (its.fault !== undefined) continue;
    differs ||= values !== undefined && its.values !== undefined && !isSame(values, its.values, false);
    readings.push({ took, candidate, ...(its.result === undefined ? {} : { result: its.result }) });
  }
  if (readings.length < 2 || !differs) return { ...asked, notes };
  const doubt = asked.question === undefined ? [] : [asked.question.text];
  return {
    ...rest,
    calls: [...one.calls, openStep(pitfall.text, 0)],
    isOpen: true,
    notes: [...notes, ...doubt],
    question: { words: said.text, text: pitfall.text, readings, isUndecided: true },
  };
}

const rowsIn =
  ({ calls }: Candidate, trial: Trial): Tried['rowsOf'] =>
  (reference) => {
    const call = calls.find(({ _outputPath }) => _outputPath === reference);
    const found = call === undefined ? undefined : trial.calls.get(call._id);
    const value = found?.status === 'completed' ? found.value : undefined;
    return Array.isArray(value) && value.every(isObject) ? (value as Row[]) : undefined;
  };

/** A call before another one that reads rows: it reads what that one read, and that one reads it. */
export function before(
  calls: readonly Call[],
  reader: Call,
  parameter: string,
  tool: string,
  description: string,
  given: JsonObject,
): readonly Call[] {
  const ids = new Set(calls.map(({ _id }) => _id));
  const id = freeId(tool, (one) => ids.has(one));
  const path = `†state.${id}`;
  const made = {
    ...{ _id: id, _tool: tool, _description: description, rows: reader[parameter], ...given },
    ...(reader._after === undefined ? {} : { _after: reader._after }),
    _outputPath: path,
  } as Call;
  return calls.flatMap((call) => (call === reader ? [made, { ...call, [parameter]: path }] : [call]));
}

export const columnsIn = (value: Call[string]): string[] =>
  (Array.isArray(value) ? (value as readonly unknown[]) : [value]).flatMap((one) =>
    typeof one === 'string' ? [one] : isObject(one) && typeof one.column === 'string' ? [one.column] : [],
  );

/** The figures that a group makes. */
export function figuresOf({
  aggregate,
  column,
  figures,
}: Call): readonly { aggregate: string; column?: string }[] {
  const all = Array.isArray(figures) ? figures : [{ aggregate, column }];
  return all.flatMap((one) =>
    isObject(one) && typeof one.aggregate === 'string'
      ? [
          {
            aggregate: one.aggregate,
            ...(typeof one.column === 'string' ? { column: one.column } : {}),
          },
        ]
      : [],
  );
}

/** Rows that are left out although they have just as much as the last that is kept: who asks for the longest is told of the others. */
function tiesIn({ one, tongue, rowsOf }: Tried): string[] {
  return one.calls.flatMap((call) => {
    const { _tool, column, limit, per, rows, thenBy } = call;
    if (_tool !== 'sortRows' || typeof limit !== 'number' || typeof column !== 'string' || thenBy) return [];
    const maker = one.calls.find(({ _outputPath }) => _outputPath === rows);
    const [all, kept] = [rowsOf(rows), rowsOf(call._outputPath)];
    // "the second highest" is the last of the first two.
    if (maker?.limit !== undefined || all === undefined || kept === undefined) return [];
    const keys = columnsIn(per);
    const groupOf = (row: Row) => JSON.stringify(keys.map((key) => row[key] ?? null));
    const last = new Map(kept.map((row) => [groupOf(row), row[column]]));
    const isLast = (row: Row) => row[column] !== null && last.get(groupOf(row)) === row[column];
    const out = all.filter(isLast).length - kept.filter(isLast).length;
    if (out <= 0) return [];
    const words = call._description ?? call._id;
    if (tongue === 'de')
      return [
        `„${words}“: ${out === 1 ? 'eine weitere Zeile hat' : `${out} weitere Zeilen haben`} ebenso viel und ${out === 1 ? 'fehlt' : 'fehlen'}.`,
      ];
    return [
      `"${words}": ${out === 1 ? 'one more row has' : `${out} more rows have`} just as much and ${out === 1 ? 'is' : 'are'} left out.`,
    ];
  });
}
