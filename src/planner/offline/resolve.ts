/** Fills one tool's parameters for a clause: text, earlier results, files, guesses a table allows, else an input. */

import type { Json, JsonObject } from '../../lib/json.ts';
import { hasOwn, setOwn } from '../../lib/json.ts';
import { effectOf } from '../../tools/catalogue.ts';
import type { Clause } from './clauses.ts';
import { columnsAfter, type FlowColumn } from './column-flow.ts';
import { measureOf } from './columns.ts';
import { dataSources, passAnswer, sections, sureWires } from './data-sources.ts';
import type { Step } from './draft.ts';
import { fillFromClause } from './fill.ts';
import { isShort, kindOf } from './kinds.ts';
import { nameIn, questionFrom, restOf } from './phrases.ts';
import { rankedColumn } from './rankings.ts';
import { literalText } from './reference.ts';
import { BY, namesNewColumn, roleOf } from './roles.ts';
import type { Field } from './schema.ts';
import { fromEarlier, fromInput, fromMaker, type Surroundings } from './sources.ts';
import { fillTemplate } from './template.ts';
import { titleOf } from './title.ts';
import { dropsColumns, keepsColumnsTold } from './tool-shapes.ts';
import type { Tool } from './toolbox.ts';
import { columnMentions } from './values.ts';

/** A step and the offsets of the words and values that went into it. */
interface Resolved {
  readonly step: Step;
  readonly spent: ReadonlySet<number>;
}

/** Adds a call of `tool` for `clause`. `used` are files of the clause that another of its calls has taken. */
export function resolveCall(
  tool: Tool,
  clause: Clause,
  used: ReadonlySet<string>,
  describe: (parameters: JsonObject) => string,
  around: Surroundings,
): Resolved {
  const writes = effectOf(tool.contract) === 'write' || effectOf(tool.contract) === 'irreversible';
  const parameters: JsonObject = {};
  const sources = dataSources(tool, clause, used, writes, around);
  for (const [field, source] of sources) setOwn(parameters, field.name, source.reference);
  for (const [field, reference] of sureWires(tool, clause, around)) setOwn(parameters, field.name, reference);
  const before = [...sources.values()].flatMap((source) => source.columns ?? []);
  const seen = withColumns(withSubject(withRanked(clause, before), before), before);
  const open = tool.parameters.filter((field) => !hasOwn(parameters, field.name));
  const filling = fillFromClause(open, seen, writes);
  Object.assign(parameters, filling.parameters);
  const files = new Set([...sources.values()].flatMap((source) => [...source.files]));
  const spent = new Set(filling.spent);
  for (const value of clause.values)
    if (value.form === 'file' && files.has(String(value.value))) spent.add(value.start);
  if (dropsColumns(clause) && keepsColumnsTold(tool)) {
    keepOthers(tool, parameters, before);
    for (const word of clause.words.slice(0, 1)) spent.add(word.start);
  }
  fillTemplate(tool, clause, parameters, around);
  followColumns(tool, parameters, before);
  passAnswer(tool, clause, parameters, around);
  const names = new Set<string>();
  for (const field of tool.parameters) {
    if (!field.required || hasOwn(parameters, field.name)) continue;
    if (field.kind === 'question' || isShort(field)) for (const word of clause.words) spent.add(word.start);
    const value =
      sections(field, tool, clause, around) ??
      lastResort(field, tool, clause, before, names, parameters, around);
    setOwn(parameters, field.name, value);
  }
  neutralChoices(tool, parameters);
  // What a tool reads by name is where its result comes from.
  for (const field of tool.parameters) {
    if (kindOf(field) === 'file' && !writes) files.add(String(parameters[field.name]));
  }
  const fromFiles = [...files]
    .flatMap((name) => around.goal.columnsOfFile(name))
    .map((c) => ({ ...c, from: [] }));
  // A tool that reads a file gives the columns of that file, whatever its example reads.
  const reads = before.length === 0 && fromFiles.length > 0 && sources.size === 0;
  const step = around.draft.add(tool, parameters, {
    files,
    columns: reads ? fromFiles : columnsAfter(tool.contract, parameters, before),
    description: describe(parameters),
  });
  return { step, spent };
}

/** "older than 30": where a table has one column of numbers, that is what is compared. */
function withSubject(clause: Clause, columns: readonly FlowColumn[]): Clause {
  // "Less than 10 in stock" says of what, if after the number.
  const said = clause.values.some((v) => v.form === 'column' && v.numeric === true);
  const only = said ? undefined : measureOf(columns);
  if (only === undefined) return clause;
  const conditions = clause.conditions.map((condition) =>
    condition.column === undefined && typeof condition.value === 'number'
      ? { ...condition, column: only.name }
      : condition,
  );
  return { ...clause, conditions };
}

/** "The 3 most expensive" of a table with a price is ranked by it. */
function withRanked(clause: Clause, columns: readonly FlowColumn[]): Clause {
  if (clause.rankings.length === 0 || columns.length === 0) return clause;
  const inCondition = (at: number) => clause.conditions.some((c) => at >= c.start && at < c.end);
  const named = clause.values
    .filter((v) => v.form === 'column' && BY.has(v.cue) && !inCondition(v.start))
    .map((v) => String(v.value));
  const measured = clause.values
    .filter((v) => v.form === 'column' && v.numeric === true)
    .map((v) => String(v.value));
  const rankings = clause.rankings.map((one) => {
    const column = rankedColumn(one, columns, named, measured);
    // The oldest by date come first; the oldest by age come last.
    const byAge = one.dated && columns.some((c) => c.name === column && c.numeric);
    return { ...one, column, descending: one.descending !== byAge };
  });
  return { ...clause, rankings };
}

/** The clause with the columns of intermediate tables found in it too: "sort by sum". */
function withColumns(clause: Clause, columns: readonly FlowColumn[]): Clause {
  const free = clause.words.filter((word) =>
    clause.values.every((v) => word.end <= v.start || word.start >= v.end),
  );
  const mentions = [...columnMentions(free, columns)].map((span) => ({
    ...span,
    cue: cueOf(clause, span.start),
  }));
  if (mentions.length === 0) return clause;
  return { ...clause, values: [...clause.values, ...mentions].sort((a, b) => a.start - b.start) };
}

const cueOf = (clause: Clause, start: number): string =>
  /(\p{L}+)\s+(?:(?:the|a|an)\s+)?$/u.exec(clause.text.slice(0, start - clause.start))?.[1]?.toLowerCase() ??
  '';

/** What is named is dropped, so the other columns of the table are the ones to keep. */
function keepOthers(tool: Tool, parameters: JsonObject, before: readonly FlowColumn[]): void {
  for (const field of tool.parameters) {
    const named = parameters[field.name];
    if (kindOf(field) !== 'columns' || !Array.isArray(named)) continue;
    const others = before.map(({ name }) => name).filter((name) => !named.includes(name));
    if (others.length > 0) parameters[field.name] = others.map(literalText);
  }
}

/** After "total the amount", "sort by amount" means the total: the amounts themselves are gone. */
function followColumns(tool: Tool, parameters: JsonObject, before: readonly FlowColumn[]): void {
  if (before.length === 0) return;
  const follow = (name: Json): Json => {
    if (before.some((column) => column.name === name)) return name;
    return before.find((column) => column.from.includes(String(name)))?.name ?? name;
  };
  for (const field of tool.parameters) {
    const value = parameters[field.name];
    if (value === undefined || (kindOf(field) !== 'column' && kindOf(field) !== 'columns')) continue;
    parameters[field.name] = Array.isArray(value) ? value.map(follow) : follow(value);
  }
  // "Sum of amount" names one column twice: what is drawn need not be the colour too.
  const columns = tool.parameters.filter((field) => kindOf(field) === 'column');
  const needed = columns.filter((field) => field.required).map((field) => parameters[field.name]);
  for (const field of columns)
    if (!field.required && needed.includes(parameters[field.name])) delete parameters[field.name];
}

function lastResort(
  field: Field,
  tool: Tool,
  clause: Clause,
  before: readonly FlowColumn[],
  names: Set<string>,
  parameters: JsonObject,
  around: Surroundings,
): Json {
  const column =
    kindOf(field) === 'column' && !namesNewColumn(field) ? guessColumn(field, before, parameters) : undefined;
  if (column !== undefined) return column;
  if (kindOf(field) === 'column' && before.length > 0 && !namesNewColumn(field)) {
    return around.draft.ask({ ...field, schema: { ...field.schema, enum: before.map((c) => c.name) } }, tool);
  }
  // A text is not replaced by itself: what one parameter reads is not what the next one wants.
  const given = new Set(
    field.kind === undefined ? [] : Object.values(parameters).filter((value) => typeof value === 'string'),
  );
  const earlier = isShort(field) ? undefined : fromEarlier(field, tool, clause, given, around)?.source;
  const source = fromInput(field, around) ?? earlier;
  if (source !== undefined) return source.reference;
  if (hasOwn(field.schema, 'default')) return field.schema.default as Json;
  const today = kindOf(field) === 'date' && UNTIL.test(clause.text) ? around.goal.today : undefined;
  if (today !== undefined) return today;
  const dropped = kindOf(field) === 'file' ? around.goal.files[0]?.name : undefined;
  if (dropped !== undefined) return literalText(dropped);
  if (field.kind === 'question') {
    const question = questionFrom(clause);
    if (question !== undefined) return literalText(question);
  }
  if (isShort(field) && TITLES.test(field.name)) return literalText(titleOf(around.goal.text));
  const isSecondText = field.kind === 'text' && given.size > 0;
  const name = nameIn(field, clause, names);
  const made = name === undefined && !isSecondText ? fromMaker(field, tool, clause, around) : undefined;
  if (made !== undefined) return made.reference;
  if (name !== undefined) {
    names.add(name);
    return literalText(name);
  }
  // A short text is written by the person in so many words; a document never is.
  const rest = field.kind === 'text' && isShort(field) ? restOf(clause) : '';
  return rest === '' ? around.draft.ask(field, tool) : literalText(rest);
}

/** Counted from today, or up to it. */
const UNTIL = /\b(?:until|till|to|since|ago|from\s+(?:now|today))\b/iu;
const TITLES = /^(?:title|subject|heading|headline)$/iu;

const SHARED = /\b(?:shared?|common|both)\b/iu;

/** A column that a table leaves no doubt about: what was just computed, the one number, the first label. */
function guessColumn(field: Field, columns: readonly FlowColumn[], given: JsonObject): string | undefined {
  const shared = columns.find((column, at) => columns.findIndex(({ name }) => name === column.name) < at);
  if (SHARED.test(field.text) && shared !== undefined) return shared.name;
  const taken = new Set(Object.values(given));
  const free = columns.filter((column) => !taken.has(column.name));
  const numbers = free.filter((column) => column.numeric);
  const computed = numbers.findLast((column) => column.from.length > 0);
  const role = roleOf(field);
  if (role === 'measure') return (computed ?? measureOf(numbers) ?? numbers[0])?.name;
  if (role === 'label') return (free.find((column) => !column.numeric) ?? free[0])?.name;
  return (computed ?? (free.length === 1 ? free[0] : undefined))?.name;
}

/** Groups with nothing to add up are counted; with a measure they are added up. Said openly, as later calls need it. */
function neutralChoices(tool: Tool, parameters: JsonObject): void {
  for (const field of tool.parameters) {
    if (hasOwn(parameters, field.name) || hasOwn(field.schema, 'default')) continue;
    const measured = tool.parameters.some(
      (f) => !f.required && kindOf(f) === 'column' && hasOwn(parameters, f.name),
    );
    const neutral = measured ? 'sum' : 'count';
    if (field.enumValues?.includes(neutral) === true) parameters[field.name] = neutral;
  }
}
