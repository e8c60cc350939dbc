/** Where a call's data comes from, parameter by parameter: named files, earlier results, what a person answered. */

import type { Json, JsonObject } from '../../lib/json.ts';
import { hasOwn, setOwn } from '../../lib/json.ts';
import type { Clause } from './clauses.ts';
import { referenceTo } from './draft.ts';
import { formsFor, isMade, isShort, kindFit, kindOf } from './kinds.ts';
import { type Field, propertiesOf } from './schema.ts';
import { fromEarlier, fromFile, type Source, type Surroundings } from './sources.ts';
import type { Tool } from './toolbox.ts';
import { TARGET_CUES } from './values.ts';

const SAYS_ANSWER = /\b(?:that|this|it|the answer)\b/iu;

/** "Ask me for a region, then filter by that": what the person says goes where any value may stand. */
export function passAnswer(
  tool: Tool,
  clause: Clause,
  parameters: JsonObject,
  { draft }: Surroundings,
): void {
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
export function sureWires(tool: Tool, clause: Clause, around: Surroundings): Map<Field, string> {
  const wires = new Map<Field, string>();
  for (const field of tool.parameters) {
    if (!field.required || field.kind !== undefined) continue;
    const found = fromEarlier(field, tool, clause, new Set(wires.values()), around);
    if (found !== undefined && found.rate >= SURE) wires.set(field, found.source.reference);
  }
  return wires;
}

/** Required data first: files the clause names, then earlier results, each for one parameter. */
export function dataSources(
  tool: Tool,
  clause: Clause,
  used: ReadonlySet<string>,
  writes: boolean,
  around: Surroundings,
): Map<Field, Source> {
  const takesFile = tool.parameters.some((field) => kindOf(field) === 'file' && !writes);
  const named = takesFile ? [] : namedFiles(clause, used);
  const wanted = dataFields(tool, clause, named.length > 0);
  const files = named.length > wanted.length ? byColumns(named, clause, around) : named;
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
    if (source === undefined || taken.has(source.reference)) return;
    taken.add(source.reference);
    sources.set(field, source);
  });
  return sources;
}

/** Files with the columns that the clause speaks of come first: "customers with late orders" filters the orders. */
function byColumns(names: readonly string[], clause: Clause, { goal }: Surroundings): string[] {
  const said = new Set([
    ...clause.values.filter((v) => v.form === 'column').map((v) => v.value),
    ...clause.conditions.map((condition) => condition.column),
  ]);
  const hits = (name: string) => goal.columnsOfFile(name).filter((column) => said.has(column.name)).length;
  return names.toSorted((a, b) => hits(b) - hits(a));
}

/** Files that a clause names to be read. */
const namedFiles = (clause: Clause, used: ReadonlySet<string>): string[] =>
  clause.values
    .filter((v) => v.form === 'file' && !used.has(String(v.value)))
    .filter((v) => v.dropped === true || !TARGET_CUES.has(v.cue))
    .map((v) => String(v.value))
    .filter((name, at, all) => all.indexOf(name) === at);

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
export function sections(field: Field, tool: Tool, clause: Clause, around: Surroundings): Json | undefined {
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
