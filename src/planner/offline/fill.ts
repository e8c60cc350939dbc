/** Parameters out of a clause: choices, conditions, columns, files, numbers, quoted text. Invents nothing. */

import type { Json, JsonObject } from '../../lib/json.ts';
import { setOwn } from '../../lib/json.ts';
import { choice, type Work } from './choices.ts';
import type { Clause } from './clauses.ts';
import type { Condition } from './conditions.ts';
import { unitOfField } from './durations.ts';
import { formsFor, kindOf } from './kinds.ts';
import { literalText } from './reference.ts';
import { columnRole, nameAffinity, namesNewColumn } from './roles.ts';
import { type Field, propertiesOf } from './schema.ts';
import { directionIn } from './tool-shapes.ts';
import { type FoundValue, TARGET_CUES } from './values.ts';

/** What a clause gave a tool. `spent` are offsets of words and values that found their use. */
interface Filling {
  readonly parameters: JsonObject;
  readonly spent: ReadonlySet<number>;
}

/** `writes`: the tool's effect goes outside, so "as late.csv" names what it makes and not what it reads. */
export function fillFromClause(fields: readonly Field[], clause: Clause, writes: boolean): Filling {
  const work: Work = { clause, writes, spent: new Set(), conditions: new Set(), rankings: new Set() };
  const parameters = fill(fields, work);
  return { parameters, spent: work.spent };
}

function fill(fields: readonly Field[], work: Work): JsonObject {
  const filled: JsonObject = {};
  const put = (field: Field, value: Json | undefined) => {
    if (value === undefined || Object.hasOwn(filled, field.name)) return;
    setOwn(filled, field.name, escaped(value));
  };
  const open = () => fields.filter((field) => !Object.hasOwn(filled, field.name));
  fillCondition(open(), work, put);
  fillRanking(open(), work, put);
  const flat = new Set(fields.map(({ name }) => name));
  for (const field of open()) if (field.required || !repeats(field, flat)) put(field, nested(field, work));
  for (const field of open()) put(field, choice(field, work));
  fillColumns(open(), work, put);
  fillValues(open(), work, put);
  return filled;
}

/** What is text in the goal stays text in the plan. */
function escaped(value: Json): Json {
  if (typeof value === 'string') return literalText(value);
  return Array.isArray(value) ? value.map(escaped) : value;
}

type Put = (field: Field, value: Json | undefined) => void;

/** A column, an operator and a value that stand together in the text belong together in the call. */
function fillCondition(fields: readonly Field[], work: Work, put: Put): void {
  const condition = work.clause.conditions.find((c) => !work.conditions.has(c));
  if (condition === undefined) return;
  const operator = fields.flatMap((field) => {
    const value = operatorIn(field, condition);
    return value === undefined ? [] : [{ field, value }];
  })[0];
  if (operator === undefined) return;
  const value = fields.find((field) => takesAnything(field) && field !== operator.field);
  if (value === undefined) return;
  work.conditions.add(condition);
  put(operator.field, operator.value);
  put(
    value,
    value.types.length === 1 && value.types[0] === 'string' ? String(condition.value) : condition.value,
  );
  const column = fields.find((field) => kindOf(field) === 'column');
  if (column !== undefined) {
    const numeric = work.clause.values.find((v) => v.form === 'column' && v.numeric === true);
    put(column, condition.column ?? (numeric?.value as string | undefined));
  }
  for (const word of work.clause.words) spendInside(word.start, condition, work);
  for (const found of work.clause.values) spendInside(found.start, condition, work);
}

/** Which way, how many and by what: they stand together in the text and belong together in the call. */
function fillRanking(fields: readonly Field[], work: Work, put: Put): void {
  const ranking = work.clause.rankings.find((r) => !work.rankings.has(r));
  if (ranking === undefined) return;
  const direction = fields.find((field) => directionIn(field, ranking.descending) !== undefined);
  const column = fields.find((field) => kindOf(field) === 'column');
  if (direction === undefined || column === undefined) return;
  work.rankings.add(ranking);
  put(direction, directionIn(direction, ranking.descending));
  put(column, ranking.column);
  const limit = fields.find((field) => field.types.includes('integer') && kindOf(field) === 'number');
  if (limit !== undefined) put(limit, ranking.limit);
  for (const word of work.clause.words) spendInside(word.start, ranking, work);
  for (const found of work.clause.values) spendInside(found.start, ranking, work);
  const by = work.clause.values.find((v) => v.form === 'column' && v.value === ranking.column);
  if (by !== undefined) work.spent.add(by.start);
}

const spendInside = (at: number, span: { start: number; end: number }, work: Work) => {
  if (at >= span.start && at < span.end) work.spent.add(at);
};

/** The value of a comparison may be of any kind, so its parameter says none. */
const takesAnything = (field: Field): boolean =>
  field.enumValues === undefined &&
  (field.kind === undefined || field.kind === 'json') &&
  (field.types.length === 0 || field.types.includes('string') || field.types.includes('number')) &&
  (field.types.length === 0 || field.types.some((type) => type !== 'array' && type !== 'boolean'));

const plain = (text: string): string => text.toLowerCase().replace(/[\s_-]+/gu, '');

/** The value of an enum that means the condition's operator. */
export function operatorIn(field: Field, condition: Condition): string | undefined {
  const values = (field.enumValues ?? []).filter((value): value is string => typeof value === 'string');
  for (const name of condition.operator) {
    const value = values.find((candidate) => plain(candidate) === plain(name));
    if (value !== undefined) return value;
  }
  return undefined;
}

/** A list for several of what the tool also takes one of: one is said flat. */
const repeats = (field: Field, flat: ReadonlySet<string>): boolean =>
  propertiesOf(field.items?.schema ?? field.schema).some(({ name }) => flat.has(name));

/** Lists of objects (conditions, sort keys, aggregates) and objects with declared properties. */
function nested(field: Field, work: Work): Json | undefined {
  const inner = propertiesOf(field.items?.schema ?? field.schema);
  if (inner.length === 0) return undefined;
  const list: JsonObject[] = [];
  for (;;) {
    const before = work.spent.size;
    const element = fill(inner, work);
    const whole = inner.every((property) => !property.required || Object.hasOwn(element, property.name));
    if (!whole || work.spent.size === before || Object.keys(element).length === 0) break;
    list.push(element);
    if (field.items === undefined) break;
  }
  return field.items === undefined ? list[0] : list.length > 0 ? list : undefined;
}

const NEW_NAME = /([\p{L}_][\p{L}\p{N}_]*)\s*=\s*$/u;

function fillColumns(fields: readonly Field[], work: Work, put: Put): void {
  fillNewColumn(fields, work, put);
  const wanting = fields.filter((field) => kindOf(field) === 'column' || kindOf(field) === 'columns');
  const columns = work.clause.values.filter(
    (value) => value.form === 'column' && !work.spent.has(value.start),
  );
  const pairs = wanting.flatMap((field) =>
    columns.map((column) => ({ field, column, rate: columnRole(field, column) })),
  );
  pairs.sort((a, b) => b.rate - a.rate);
  const done = new Set<Field>();
  for (const { field, column, rate } of pairs) {
    if (rate <= 0 || done.has(field) || work.spent.has(column.start)) continue;
    done.add(field);
    if (!field.types.includes('array')) {
      put(field, column.value);
      work.spent.add(column.start);
      continue;
    }
    const alike = columns.filter(
      (c) =>
        !work.spent.has(c.start) &&
        (c === column ||
          (columnRole(field, c) > 0 && (c.cue === column.cue || c.cue === 'and' || wanting.length === 1))),
    );
    put(field, [...new Set(alike.map((c) => c.value as string))]);
    for (const c of alike) work.spent.add(c.start);
  }
}

/** "vat = price * 0.2" names the column that is made. */
function fillNewColumn(fields: readonly Field[], { clause, spent }: Work, put: Put): void {
  const formula = clause.values.find((value) => value.form === 'formula');
  const field = fields.find((one) => kindOf(one) === 'column' && namesNewColumn(one));
  if (formula === undefined || field === undefined) return;
  const name = NEW_NAME.exec(clause.text.slice(0, formula.start - clause.start));
  if (name?.[1] === undefined) return;
  put(field, name[1]);
  spent.add(clause.start + name.index);
}

/** Everything else that has a form: files, numbers, dates, addresses, quoted text; nearest in name first. */
function fillValues(fields: readonly Field[], work: Work, put: Put): void {
  const pairs = fields.flatMap((field, order) => {
    const forms = formsFor(field);
    return work.clause.values
      .filter((value) => value.form !== 'column' && forms.includes(value.form) && suits(value, field, work))
      .map((value) => ({
        field,
        value,
        rate: nameAffinity(field, value, work.clause) - forms.indexOf(value.form) - order / 100,
      }));
  });
  pairs.sort((a, b) => b.rate - a.rate);
  const done = new Set<Field>();
  for (const { field, value } of pairs) {
    if (done.has(field) || work.spent.has(value.start)) continue;
    const plainValue = inUnitOf(field, value);
    if (!fits(plainValue, field)) continue;
    done.add(field);
    work.spent.add(value.start);
    if (value.unitMs !== undefined) {
      const unit = work.clause.words.find((word) => word.start >= value.end);
      if (unit !== undefined) work.spent.add(unit.start);
    }
    put(
      field,
      field.types.length > 0 && field.types.every((type) => type === 'array') ? [plainValue] : plainValue,
    );
  }
}

/** "5 seconds" is 5000 for a parameter in milliseconds. */
function inUnitOf(field: Field, { value, unitMs }: FoundValue): Json {
  const fieldMs = unitOfField(field);
  if (typeof value !== 'number' || unitMs === undefined || fieldMs === undefined) return value;
  return (value * unitMs) / fieldMs;
}

function suits(value: FoundValue, field: Field, work: Work): boolean {
  const data = [...work.clause.conditions, ...work.clause.rankings];
  if (data.some((span) => value.start >= span.start && value.start < span.end)) return false;
  if (value.form === 'file')
    return work.writes
      ? TARGET_CUES.has(value.cue) || value.dropped !== true
      : !TARGET_CUES.has(value.cue) || value.dropped === true;
  // An optional number is meant only when a word near it says so; a required one has nothing else to be.
  if (value.unitMs !== undefined && unitOfField(field) !== undefined) return true;
  if (value.form === 'number' && !field.required) return nameAffinity(field, value, work.clause) > 0.2;
  if (value.form === 'quoted' && !field.required) return nameAffinity(field, value, work.clause) > 0;
  return true;
}

function fits(value: Json, field: Field): boolean {
  const { minimum, maximum, maxLength } = field.schema;
  if (typeof value === 'number') {
    if (field.types.length > 0 && !field.types.some((type) => type === 'number' || type === 'integer'))
      return false;
    if (field.types.includes('integer') && !field.types.includes('number') && !Number.isInteger(value))
      return false;
    if (typeof minimum === 'number' && value < minimum) return false;
    if (typeof maximum === 'number' && value > maximum) return false;
  }
  return !(typeof value === 'string' && typeof maxLength === 'number' && value.length > maxLength);
}
