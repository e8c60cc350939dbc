/** The forms in which the tables' tools take keys, figures and conditions. Knows no goal. */

import type { Json, JsonObject } from '../../lib/json.ts';
import type { ToolContract } from '../../tools/catalogue.ts';
import { figureName } from './figure-names.ts';
import type { KnownFile } from './known-tables.ts';
import { literalText } from './reference.ts';
import type { Action, Condition } from './request.ts';
import { propertiesOf } from './retrieval/schema.ts';

/** Words of the goal as values: a dagger in them is a letter. */
export const literals = (settings: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      typeof value === 'string' ? literalText(value) : value,
    ]),
  );

/** Whether a contract has these parameters, in their form: another tool of the same name may know less. */
export function takes({ parameters }: ToolContract, given: JsonObject): boolean {
  const known = propertiesOf(parameters);
  return Object.entries(given).every(([name, value]) => {
    const field = known.find((one) => one.name === name);
    if (field === undefined) return false;
    if (field.enumValues !== undefined && typeof value === 'string' && !value.startsWith('†'))
      return field.enumValues.includes(value);
    return !Array.isArray(value) || field.types.length === 0 || field.types.includes('array');
  });
}

export const segment = (name: string): string =>
  /^[A-Za-z_$][A-Za-z0-9_$-]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;

export const keys = (by: readonly { column: string; part?: string }[]): Json =>
  by.length === 1 && by[0] !== undefined && by[0].part === undefined
    ? by[0].column
    : by.map((key) => (key.part === undefined ? key.column : { column: key.column, part: key.part }));

export function groupParameters(action: Extract<Action, { do: 'group' }>): JsonObject {
  const [only] = action.by;
  const by: JsonObject =
    action.by.length === 1 && only?.part !== undefined
      ? { by: only.column, part: only.part }
      : { by: keys(action.by) };
  const [figure] = action.figures;
  if (action.figures.length === 1 && figure !== undefined)
    return {
      ...by,
      ...(figure.column === undefined || figure.elements ? {} : { column: figure.column }),
      aggregate: figure.aggregate,
      as: figureName(figure),
    };
  return {
    ...by,
    figures: action.figures.map((one) => ({
      aggregate: one.aggregate,
      ...(one.column === undefined || one.elements ? {} : { column: one.column }),
      as: figureName(one),
    })),
  };
}

/** Conditions as the filter takes them. */
export function filterParameters(conditions: readonly Condition[], match: 'all' | 'any'): JsonObject {
  const plain = conditions.map(conditionParameters);
  const [only] = plain;
  if (plain.length === 1 && only !== undefined && !('conditions' in only) && !('not' in only)) return only;
  return { conditions: plain, ...(match === 'any' ? { match } : {}) };
}

function conditionParameters(condition: Condition): JsonObject {
  const { conditions, value, heldTo, ofRows: _, ofAll: __, ...rest } = condition;
  const text = typeof value === 'string' && !/^†state\.\w+$/u.test(value) ? literalText(value) : value;
  return {
    ...rest,
    ...(value === undefined ? {} : { value: text as Json }),
    ...(heldTo === undefined ? {} : { value: heldTo }),
    ...(conditions === undefined ? {} : { conditions: conditions.map(conditionParameters) }),
  };
}

/** Two sheets of one file are told apart. */
export const tableName = ({ name, tables }: KnownFile, place: string): string =>
  tables.length > 1 && place !== '' ? `${name} (${place})` : name;
