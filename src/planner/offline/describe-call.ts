/** What a call does, in the words a person would use: the clause's own where they are its alone. */

import type { JsonObject } from '../../lib/json.ts';
import type { Choice } from './choose.ts';
import type { Clause } from './clauses.ts';
import { kindOf } from './kinds.ts';
import { roleOf } from './roles.ts';
import { sentence } from './title.ts';
import { directionIn, filters, groups, isOperator, ranks } from './tool-shapes.ts';
import type { Tool } from './toolbox.ts';
import { IS } from './wording.ts';
import { nameWords } from './words.ts';

/** `alone`: no other call does part of the clause. */
export function describeCall(choice: Choice, clause: Clause, parameters: JsonObject, alone: boolean): string {
  const { tool, assumed } = choice;
  const said = sentence(clause.text);
  const made = alone && clause.conditions.length < 2 ? undefined : fromParameters(tool, parameters);
  const text = made ?? (alone ? said : (tool.contract.title ?? said));
  return assumed === undefined ? text : `${text}, as ${assumed}`;
}

const COMPUTED: Readonly<Record<string, string>> = {
  sum: 'Total',
  mean: 'Average',
  median: 'Median',
  min: 'Smallest',
  max: 'Largest',
  count: 'Count',
};

function fromParameters(tool: Tool, parameters: JsonObject): string | undefined {
  if (groups(tool)) return ofGroups(tool, parameters);
  if (filters(tool)) return ofCondition(tool, parameters);
  return ranks(tool) ? ofRanking(tool, parameters) : undefined;
}

const COLUMNS: ReadonlySet<string> = new Set(['column', 'columns']);

/** "Total amount by region" */
export function ofGroups(tool: Tool, parameters: JsonObject): string | undefined {
  const columns = tool.parameters.filter((field) => COLUMNS.has(kindOf(field) ?? ''));
  const label = columns.find((field) => field.required && roleOf(field) === 'label');
  const measure = columns.find((field) => field !== label && !/\bname\b/iu.test(field.text));
  const computed = tool.parameters
    .map((f) => COMPUTED[String(parameters[f.name])])
    .find((word) => word !== undefined);
  const by = literal(parameters[label?.name ?? '']);
  const of = literal(parameters[measure?.name ?? '']);
  if (by === undefined || computed === undefined) return undefined;
  return of === undefined
    ? `Count by ${by}`
    : `${computed === 'Total' && /^total$/iu.test(of) ? 'Sum of' : computed} ${of} by ${by}`;
}

function ofCondition(tool: Tool, parameters: JsonObject): string | undefined {
  const column = literal(parameters[tool.parameters.find((f) => kindOf(f) === 'column')?.name ?? '']);
  const operator = literal(parameters[tool.parameters.find(isOperator)?.name ?? '']);
  const value = parameters[tool.parameters.find((f) => f.kind === 'json')?.name ?? ''];
  if (column === undefined || operator === undefined || value === undefined) return undefined;
  const shown = Array.isArray(value) ? value.join(' and ') : String(value);
  const words = nameWords(operator)
    .join(' ')
    .replace(/^(?:greater|less)$/u, '$& than');
  return shown.includes('†') ? undefined : `Keep rows whose ${column} ${IS.en[operator] ?? words} ${shown}`;
}

/** "Sort by price, largest first, and keep 3" */
function ofRanking(tool: Tool, parameters: JsonObject): string | undefined {
  const column = literal(parameters[tool.parameters.find((f) => kindOf(f) === 'column')?.name ?? '']);
  const direction = tool.parameters.find((f) => directionIn(f, true) !== undefined);
  if (column === undefined || direction === undefined) return undefined;
  const down = parameters[direction.name] === directionIn(direction, true);
  const limit = tool.parameters.map((f) => parameters[f.name]).find((value) => typeof value === 'number');
  const order = `Sort by ${column}${down ? ', largest first' : ''}`;
  return limit === undefined ? order : `${order}${down ? ',' : ''} and keep ${limit}`;
}

/** A value that stands in the plan, and not a reference to one. */
/** A text that is written out, or several of them. */
function literal(value: unknown): string | undefined {
  if (!Array.isArray(value)) return typeof value === 'string' && !value.startsWith('†') ? value : undefined;
  const each = value.map(literal);
  return each.length === 0 || each.includes(undefined) ? undefined : each.join(', ');
}
