/** Which columns a table has after a call, learnt from the contract's own examples. Knows no tool's name. */

import type { JsonObject } from '../../lib/json.ts';
import { isObject } from '../../lib/json.ts';
import type { ToolContract } from '../../tools/catalogue.ts';
import type { Column } from './columns.ts';
import { kindOf } from './kinds.ts';
import { propertiesOf } from './schema.ts';

/** A column of an intermediate table. `from`: the columns it was computed from, so that "amount" finds its sum. */
export interface FlowColumn extends Column {
  readonly from: readonly string[];
}

type Origin = { readonly parameter: string } | { readonly name: string };

interface Lesson {
  /** Every column of the tables that went in comes out. */
  readonly keepsAll: boolean;
  readonly made: readonly { readonly origin: Origin; readonly numeric: boolean }[];
}

const lessons = new WeakMap<ToolContract, Lesson | null>();

/** Columns of the call's result, or undefined where the contract's examples do not tell. */
export function columnsAfter(
  contract: ToolContract,
  parameters: JsonObject,
  before: readonly FlowColumn[],
): FlowColumn[] | undefined {
  const lesson = lessonOf(contract);
  if (lesson === null) return undefined;
  const made = lesson.made.flatMap(({ origin, numeric }) => {
    const said = 'name' in origin ? origin.name : parameters[origin.parameter];
    const names = (Array.isArray(said) ? said : [said]).filter((name) => typeof name === 'string');
    return names.map((name) => {
      const same = before.find((column) => column.name === name);
      return same ?? { name, numeric, from: consumed(contract, parameters) };
    });
  });
  const kept = lesson.keepsAll ? before : [];
  return [...kept, ...made.filter((column) => kept.every((other) => other.name !== column.name))];
}

/** Whether every column that goes in comes out, as a filter does and a total does not. */
export const keepsColumns = (contract: ToolContract): boolean => lessonOf(contract)?.keepsAll ?? true;

/** Names that the call's column parameters hold. */
function consumed(contract: ToolContract, parameters: JsonObject): string[] {
  return propertiesOf(contract.parameters)
    .filter((field) => kindOf(field) === 'column')
    .flatMap((field) => {
      const value = parameters[field.name];
      return typeof value === 'string' ? [value] : [];
    });
}

function lessonOf(contract: ToolContract): Lesson | null {
  const known = lessons.get(contract);
  if (known !== undefined) return known;
  const examples = (contract.examples ?? []).filter(isObject);
  const lesson = examples.map(lessonFrom).find((learnt) => learnt !== undefined) ?? null;
  lessons.set(contract, lesson);
  return lesson;
}

function lessonFrom(example: Record<string, unknown>): Lesson | undefined {
  const given = isObject(example.parameters) ? example.parameters : {};
  const result = firstRow(example.result);
  if (result === undefined) return undefined;
  const before = new Set(Object.values(given).flatMap((value) => Object.keys(firstRow(value) ?? {})));
  const keepsAll = before.size > 0 && [...before].every((name) => Object.hasOwn(result, name));
  const made = Object.entries(result)
    .filter(([name]) => !(keepsAll && before.has(name)))
    .map(([name, value]) => ({ origin: originOf(name, given), numeric: typeof value === 'number' }));
  return { keepsAll, made };
}

const firstRow = (value: unknown): Record<string, unknown> | undefined =>
  Array.isArray(value) ? value.find(isObject) : undefined;

function originOf(name: string, given: Record<string, unknown>): Origin {
  const named = Object.entries(given).find(
    ([, value]) => value === name || (Array.isArray(value) && value.includes(name)),
  );
  return named === undefined ? { name } : { parameter: named[0] };
}
