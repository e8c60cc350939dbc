/** The list that a run goes over (L-55): read from a file, its columns as the inputs of the plan; and those of it that are run again. */

import { tableOfText } from '../../activities/read-list.ts';
import { type JsonObject, jsonEquals } from '../../lib/json.ts';
import { messageOf } from '../../lib/thrown.ts';
import { visible } from '../../lib/visible-text.ts';
import type { Plan } from '../../plan/document.ts';
import { inputsOf } from '../../plan/input-schema.ts';
import { readJson } from '../../plan/read-json.ts';
import { inputProblems } from '../../run/begin.ts';
import type { InstanceInput, RunEvent } from '../../run/events.ts';
import { columnsFor, columnsOf, fitRow } from '../../run/fit-rows.ts';
import { failedAgain } from '../../run/instance-view.ts';
import { instanceProblems, instancesFrom, rowsOf } from '../../run/instances.ts';
import type { Fork } from '../../run/messages.ts';
import type { RunState } from '../../run/state.ts';
import { Fault, Misuse, type Terminal, type ValuesOf } from '../command.ts';
import { readLines, readText } from '../read-file.ts';

export const LIST_OPTIONS = {
  instances: { type: 'string' },
  label: { type: 'string' },
  canary: { type: 'string' },
  'failed-again': { type: 'boolean' },
} as const;

export const LIST_USAGE = '[--instances FILE.csv|jsonl|json [--label COLUMN] [--canary N]] [--failed-again]';

type ListValues = ValuesOf<typeof LIST_OPTIONS>;

/** What a run goes over; without instances it is an ordinary one. */
export interface Over {
  readonly instances?: readonly InstanceInput[];
  readonly canary?: number;
}

/** @param carried what the plan's own file brings. @throws Fault, Misuse */
export async function listGiven(
  plan: Plan,
  { instances: file, label, canary, 'failed-again': again }: ListValues,
  carried: readonly InstanceInput[] = [],
): Promise<Over> {
  if (again && (file ?? label ?? canary) !== undefined)
    throw new Misuse(
      '--failed-again goes over the list that the run had: leave --instances, --label and --canary out.',
    );
  if (again) return {};
  if (file === undefined && label !== undefined) throw new Misuse('--label goes with --instances FILE.');
  const first = canaryGiven(canary);
  if (file === undefined) {
    if (first.canary !== undefined && carried.length === 0)
      throw new Misuse('--canary goes with --instances FILE.');
    return carried.length === 0 ? {} : { instances: carried, ...first };
  }
  const inputs = inputsOf(plan) ?? [];
  const [only, ...more] = inputs;
  const rows = await rowsIn(file, only && more.length === 0 ? only.name : undefined);
  const columns = columnsOf(rows);
  if (label !== undefined && !columns.includes(label))
    throw new Fault(`${file} has no column "${label}". It has ${columns.join(', ')}.`);
  const labels = instancesFrom(rows, label);
  const fitting = columnsFor(inputs, columns);
  const instances = rows.map((row, at) => ({ ...labels[at]!, input: fitRow(row, inputs, fitting) }));
  return { instances, ...first };
}

function canaryGiven(canary: string | undefined): { readonly canary?: number } {
  if (canary === undefined) return {};
  if (!/^[1-9]\d*$/.test(canary))
    throw new Misuse('--canary takes how many go first: a whole number from 1 on.');
  return { canary: Number(canary) };
}

async function rowsIn(file: string, onlyInput: string | undefined): Promise<readonly JsonObject[]> {
  if (/\.(jsonl|ndjson)$/i.test(file)) return (await readLines(file)).map(({ value }) => value);
  const text = await readText(file);
  if (/\.json$/i.test(file) || (file === '-' && /^\s*[[{]/.test(text))) {
    const read = readJson(text);
    if (!read.ok) throw new Fault(`${file}: ${read.error.message}`);
    const rows = rowsOf(read.value as never, onlyInput);
    if (typeof rows === 'string') throw new Fault(`${file}: ${rows}`);
    return rows;
  }
  const rows = rowsOf(tableIn(text, file) as never);
  if (typeof rows === 'string') throw new Fault(`${file}: ${rows}`);
  return rows;
}

function tableIn(text: string, file: string): readonly JsonObject[] {
  try {
    return tableOfText(text);
  } catch (error) {
    throw new Fault(`${file}: ${messageOf(error)}`);
  }
}

/** Why the plan can't be started so, each with its code. */
export function startRefusals(
  plan: Plan,
  input: JsonObject | undefined,
  over: Over,
): { readonly code: string; readonly message: string }[] {
  const given = { plan, ...(input === undefined ? {} : { input }), ...over };
  return [
    ...instanceProblems(given).map((message) => ({ code: 'unknown-instance', message })),
    ...inputProblems(given).map((message) => ({ code: 'missing-input', message })),
  ];
}

/** Said before a person approves: each of these is a run of the whole plan. */
export function sayOver(terminal: Terminal, { instances = [], canary }: Over): void {
  const named = instances.slice(0, NAMED).map(({ label }) => label);
  const more = instances.length - named.length;
  const first =
    canary === undefined || canary >= instances.length ? '' : ` The first ${canary} go ahead; then it asks.`;
  terminal.err(
    visible(
      `Over a list of ${instances.length}: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.${first}`,
    ),
  );
}

/** So many are named. */
const NAMED = 8;

/** What the run in the journal goes over. @throws Fault where another list was given with the command */
export function overIn([first]: readonly RunEvent[], given: Over, folder: string): Over {
  if (first?.type !== 'plan.commit') return given;
  const { instances = [], canary } = first;
  const others = given.instances !== undefined && !jsonEquals(given.instances, instances);
  if (others || (given.canary !== undefined && given.canary !== canary))
    throw new Fault(
      `The run in ${folder} was started over another list, which it keeps. Leave --instances and --canary out, or name another folder with --journal.`,
    );
  return { ...(instances.length > 0 ? { instances } : {}), ...(canary === undefined ? {} : { canary }) };
}

/** A new run of those that failed. @throws Fault where there is none, or nothing to run again */
export function failedFork(state: RunState, folder: string): Fork {
  if (state.instances.length === 0)
    throw new Fault(
      `The run in ${folder} does not go over a list: there is nothing of which only some have failed.`,
    );
  if (state.status === 'running')
    throw new Fault(
      `The run in ${folder} has not ended. Go on with it first: give the same command without --failed-again.`,
    );
  const { labels, cleared } = failedAgain(state);
  if (labels.length === 0) throw new Fault(`In ${folder} none has failed: there is nothing to run again.`);
  return { runId: state.runId, cleared, values: {}, again: 'failed' };
}
