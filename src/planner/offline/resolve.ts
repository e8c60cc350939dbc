/** Fills one tool's parameters for a clause: text, earlier results, files, guesses a table allows, else an input. */

import type { Json, JsonObject } from '../../lib/json.ts';
import { hasOwn, setOwn } from '../../lib/json.ts';
import { effectOf } from '../../tools/catalogue.ts';
import type { Clause } from './clauses.ts';
import { columnsAfter, type FlowColumn } from './column-flow.ts';
import { referenceTo, type Step } from './draft.ts';
import { fillFromClause } from './fill.ts';
import { formsFor, isMade, isShort, kindFit, kindOf } from './kinds.ts';
import { nameIn, questionFrom, restOf } from './phrases.ts';
import { literalText } from './reference.ts';
import { namesNewColumn, roleOf } from './roles.ts';
import { type Field, propertiesOf } from './schema.ts';
import { fromEarlier, fromFile, fromInput, fromMaker, type Source, type Surroundings } from './sources.ts';
import { fillTemplate } from './template.ts';
import { titleOf } from './title.ts';
import type { Tool } from './toolbox.ts';
import { columnMentions, TARGET_CUES } from './values.ts';

/** A step and the offsets of the words and values that went into it. */
export interface Resolved {
  readonly step: Step;
  readonly spent: ReadonlySet<number>;
}

/** Adds a call of `tool` for `clause`. `used` are files of the clause that another of its calls has taken. */
export function resolveCall(
  tool: Tool,
  clause: Clause,
  used: ReadonlySet<string>,
  description: string,
  around: Surroundings,
): Resolved {
  const writes = effectOf(tool.contract) === 'write' || effectOf(tool.contract) === 'irreversible';
  const parameters: JsonObject = {};
  const sources = dataSources(tool, clause, used, writes, around);
  for (const [field, source] of sources) setOwn(parameters, field.name, source.reference);
  for (const [field, reference] of sureWires(tool, clause, around)) setOwn(parameters, field.name, reference);
  const before = [...sources.values()].flatMap((source) => source.columns ?? []);
  const seen = withColumns(withSubject(clause, before), before);
  const open = tool.parameters.filter((field) => !hasOwn(parameters, field.name));
  const filling = fillFromClause(open, seen, writes);
  Object.assign(parameters, filling.parameters);
  const files = new Set([...sources.values()].flatMap((source) => [...source.files]));
  const spent = new Set(filling.spent);
  for (const value of clause.values)
    if (value.form === 'file' && files.has(String(value.value))) spent.add(value.start);
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
  const step = around.draft.add(tool, parameters, {
    files,
    columns:
      columnsAfter(tool.contract, parameters, before.length > 0 ? before : fromFiles) ??
      (before.length > 0 ? undefined : fromFiles),
    description,
  });
  return { step, spent };
}

const SAYS_ANSWER = /\b(?:that|this|it|the answer)\b/iu;

/** "Ask me for a region, then filter by that": what the person says goes where any value may stand. */
function passAnswer(tool: Tool, clause: Clause, parameters: JsonObject, { draft }: Surroundings): void {
  const asked = draft.ends().findLast((step) => step.tool.outputs[0]?.field.kind === 'answer');
  const answer = asked?.tool.outputs[0];
  if (asked === undefined || answer === undefined || !SAYS_ANSWER.test(clause.text)) return;
  const reference = referenceTo(asked, answer);
  if (reference === undefined || JSON.stringify(parameters).includes(reference)) return;
  const place = tool.parameters.find(
    (field) => field.kind === 'json' && !hasOwn(parameters, field.name) && kindFit(answer.field, field) > 0,
  );
  if (place !== undefined) setOwn(parameters, place.name, reference);
}

/** A wire as sure as this is better than any word of the text. */
const SURE = 0.45;

/** Required parameters without a declared kind whose name and meaning point at an earlier result. */
function sureWires(tool: Tool, clause: Clause, around: Surroundings): Map<Field, string> {
  const wires = new Map<Field, string>();
  for (const field of tool.parameters) {
    if (!field.required || field.kind !== undefined) continue;
    const found = fromEarlier(field, tool, clause, new Set(wires.values()), around);
    if (found !== undefined && found.rate >= SURE) wires.set(field, found.source.reference);
  }
  return wires;
}

/** Required data first: files the clause names, then earlier results, each for one parameter. */
function dataSources(
  tool: Tool,
  clause: Clause,
  used: ReadonlySet<string>,
  writes: boolean,
  around: Surroundings,
): Map<Field, Source> {
  const takesFile = tool.parameters.some((field) => kindOf(field) === 'file' && !writes);
  const files = takesFile ? [] : namedFiles(clause, used);
  const wanted = dataFields(tool, clause, files.length > 0);
  const sources = new Map<Field, Source>();
  const taken = new Set<string>();
  wanted.forEach((field, at) => {
    // Fewer files than parameters: the earlier result comes first, and the files are added to it.
    const name =
      files[
        files.length >= wanted.length || around.draft.steps.length === 0
          ? at
          : at - wanted.length + files.length
      ];
    const source =
      (name === undefined ? undefined : fromFile(name, field, around)) ??
      fromEarlier(field, tool, clause, taken, around)?.source ??
      fallbackFile(field, clause, taken, around);
    if (source === undefined) return;
    taken.add(source.reference);
    sources.set(field, source);
  });
  return sources;
}

/** Files that a clause names to be read. */
const namedFiles = (clause: Clause, used: ReadonlySet<string>): string[] =>
  clause.values
    .filter((v) => v.form === 'file' && !used.has(String(v.value)))
    .filter((v) => v.dropped === true || !TARGET_CUES.has(v.cue))
    .map((v) => String(v.value));

/** Required parameters that carry data, without the texts that the clause quotes. */
function dataFields(tool: Tool, clause: Clause, hasFile: boolean): Field[] {
  const required = tool.parameters.filter((field) => field.required);
  const made = required.filter((field) => isMade(field) && contentOf(field) === undefined);
  const others = required.filter((field) => !isMade(field) && formsFor(field).includes('quoted')).length;
  let quotes = clause.values.filter((v) => v.form === 'quoted').length - others;
  const first = made[0];
  return made
    .toReversed()
    .filter((field) => {
      const isData = field.kind !== 'text' || (field === first && hasFile);
      return isData || quotes-- <= 0;
    })
    .toReversed();
}

/** Of a list of sections: the part of a section that carries data, if there is one. */
function contentOf(field: Field): Field | undefined {
  if (field.items === undefined) return undefined;
  return propertiesOf(field.items.schema).find((part) => part.required && isMade(part));
}

/** One section for each result that nothing reads yet, headed by what it is. */
function sections(field: Field, tool: Tool, clause: Clause, around: Surroundings): Json | undefined {
  const content = contentOf(field);
  if (content === undefined) return undefined;
  const heading = propertiesOf(field.items?.schema).find((part) => part !== content && isShort(part));
  const ends = around.draft.ends();
  const made = ends.map((step): JsonObject => {
    const whole = step.tool.outputs[0];
    const reference = whole === undefined ? undefined : referenceTo(step, whole);
    const title = step.call._description ?? step.tool.contract.title;
    return {
      ...(heading === undefined || title === undefined ? {} : { [heading.name]: title }),
      [content.name]: reference ?? around.draft.ask(content, tool),
    };
  });
  if (made.length > 0) return made;
  const file = fallbackFile(content, clause, new Set(), around);
  return file === undefined ? undefined : [{ [content.name]: file.reference }];
}

/** Nothing was named: the file that was dropped is what the goal is about. */
function fallbackFile(
  field: Field,
  clause: Clause,
  taken: ReadonlySet<string>,
  around: Surroundings,
): Source | undefined {
  if (field.kind === undefined) return undefined;
  const columns = new Set(clause.values.filter((v) => v.form === 'column').map((v) => v.value));
  const rated = around.goal.files
    .filter((file) => around.draft.steps.every((step) => !step.files.has(file.name)) || taken.size === 0)
    .map((file) => ({
      file,
      hits: around.goal.columnsOfFile(file.name).filter((c) => columns.has(c.name)).length,
    }))
    .sort((a, b) => b.hits - a.hits);
  const file = rated[0]?.file;
  return file === undefined ? undefined : fromFile(file.name, field, around);
}

/** "older than 30": where a table has one column of numbers, that is what is compared. */
function withSubject(clause: Clause, columns: readonly FlowColumn[]): Clause {
  const [only, ...more] = columns.filter((column) => column.numeric);
  if (only === undefined || more.length > 0) return clause;
  const conditions = clause.conditions.map((condition) =>
    condition.column === undefined && typeof condition.value === 'number'
      ? { ...condition, column: only.name }
      : condition,
  );
  return { ...clause, conditions };
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
  const earlier = isShort(field) ? undefined : fromEarlier(field, tool, clause, new Set(), around)?.source;
  const source = fromInput(field, around) ?? earlier;
  if (source !== undefined) return source.reference;
  if (hasOwn(field.schema, 'default')) return field.schema.default as Json;
  if (field.kind === 'question') {
    const question = questionFrom(clause);
    if (question !== undefined) return literalText(question);
  }
  if (isShort(field) && TITLES.test(field.name)) return literalText(titleOf(around.goal.text));
  const name = nameIn(field, clause, names);
  const made = name === undefined ? fromMaker(field, tool, clause, around) : undefined;
  if (made !== undefined) return made.reference;
  if (name !== undefined) {
    names.add(name);
    return literalText(name);
  }
  // A short text is written by the person in so many words; a document never is.
  const rest = field.kind === 'text' && isShort(field) ? restOf(clause) : '';
  return rest === '' ? around.draft.ask(field, tool) : literalText(rest);
}

const TITLES = /^(?:title|subject|heading|headline)$/iu;

/** A column that a table leaves no doubt about: what was just computed, the one number, the first label. */
function guessColumn(field: Field, columns: readonly FlowColumn[], given: JsonObject): string | undefined {
  const taken = new Set(Object.values(given));
  const free = columns.filter((column) => !taken.has(column.name));
  const numbers = free.filter((column) => column.numeric);
  const computed = numbers.findLast((column) => column.from.length > 0);
  const role = roleOf(field);
  if (role === 'measure') return (computed ?? numbers[0])?.name;
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
