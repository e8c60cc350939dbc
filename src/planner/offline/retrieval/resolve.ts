/** Fills one tool's parameters for a clause: data, what the words say, names, else an input. Chooses no tool. */

import type { Json, JsonObject } from '../../../lib/json.ts';
import { hasOwn, setOwn } from '../../../lib/json.ts';
import { effectOf } from '../../../tools/catalogue.ts';
import { literalText } from '../reference.ts';
import { sentence, titleOf } from '../title.ts';
import { type Clause, restOf } from './clauses.ts';
import { referenceTo, type Step } from './draft.ts';
import { fillFromClause, nameIn } from './fill.ts';
import { formsFor, isMade, isShort, kindOf } from './kinds.ts';
import { likeness } from './likeness.ts';
import { type Field, fieldOf } from './schema.ts';
import { fromEarlier, fromFile, fromInput, fromMaker, type Source, type Surroundings } from './sources.ts';
import type { Tool } from './toolbox.ts';
import { TARGET_CUES } from './values.ts';
import { contentStems, nameWords } from './words.ts';

/** A step and the offsets of the words and values that went into it. */
interface Resolved {
  readonly step: Step;
  readonly spent: ReadonlySet<number>;
}

/** Adds a call of `tool` for `clause`. `alone`: no other call does part of the clause. */
export function resolveCall(tool: Tool, clause: Clause, alone: boolean, around: Surroundings): Resolved {
  const effect = effectOf(tool.contract);
  const writes = effect === 'write' || effect === 'irreversible';
  const parameters: JsonObject = {};
  const files = new Set<string>();
  const wire = (field: Field, source: Source) => {
    setOwn(parameters, field.name, source.reference);
    for (const file of source.files) files.add(file);
  };
  for (const [field, source] of dataSources(tool, clause, writes, around)) wire(field, source);
  for (const [field, source] of sureWires(tool, clause, around)) wire(field, source);
  const open = tool.parameters.filter((field) => !hasOwn(parameters, field.name));
  const filling = fillFromClause(open, clause, writes);
  for (const field of open)
    if (writes && isRead(filling.parameters[field.name], field, around))
      delete filling.parameters[field.name];
  Object.assign(parameters, filling.parameters);
  const spent = new Set(filling.spent);
  for (const value of clause.values)
    if (value.form === 'file' && files.has(String(value.value))) spent.add(value.start);
  fillHoles(tool, parameters, around);
  const names = new Set<string>();
  for (const field of tool.parameters) {
    if (!field.required || hasOwn(parameters, field.name)) continue;
    // The name of a file carries none of the words beside it.
    const isWritten = field.kind === 'question' || (isShort(field) && kindOf(field) !== 'file');
    if (isWritten) for (const word of clause.words) spent.add(word.start);
    const value = lastResort(field, tool, clause, names, parameters, around);
    const isTaken = writes && isRead(value, field, around);
    setOwn(parameters, field.name, isTaken ? around.draft.ask(field, tool) : value);
  }
  // What a tool reads by name is where its result comes from.
  for (const field of tool.parameters)
    if (kindOf(field) === 'file' && !writes) files.add(String(parameters[field.name]));
  // Of a write it is told what it does: nobody is to take the words of a person for what was done about them.
  const description =
    alone && !writes
      ? sentence(clause.text)
      : (tool.contract.title ?? tool.contract.description ?? sentence(clause.text));
  return { step: around.draft.add(tool, parameters, { files, description }), spent };
}

/** Whether it would be written under the name of a file that is read: a person's own data is not written over. */
const isRead = (value: Json | undefined, field: Field, { draft }: Surroundings): boolean =>
  kindOf(field) === 'file' && typeof value === 'string' && draft.steps.some(({ files }) => files.has(value));

const HOLE = /\{\{?\s*([A-Za-z_]\w*)[\w.]*\s*\}?\}/gu;

/** A text with holes ("Dear {name}"), where the tool also takes what fills them: each hole reads an earlier result. */
function fillHoles(tool: Tool, parameters: JsonObject, { draft }: Surroundings): void {
  const holes = Object.values(parameters).flatMap((text) =>
    typeof text === 'string' && !text.startsWith('†')
      ? [...text.matchAll(HOLE)].map((match) => match[1] ?? '')
      : [],
  );
  const field = tool.parameters.find(
    (one) => one.required && one.types.includes('object') && !hasOwn(parameters, one.name),
  );
  if (holes.length === 0 || field === undefined) return;
  const values: JsonObject = {};
  for (const hole of new Set(holes)) {
    const words = contentStems(nameWords(hole));
    const named = draft.steps.findLast(({ tool: { outputs } }) =>
      outputs.some((output) => likeness(contentStems(nameWords(output.field.name)), words) > 0.6),
    );
    const step = named ?? draft.steps.findLast((one) => one.tool.outputs[0]?.field.kind === 'answer');
    const output = step?.tool.outputs.find(
      (one) => one.path.length > 0 && likeness(contentStems(nameWords(one.field.name)), words) > 0.6,
    );
    const whole = output ?? step?.tool.outputs[0];
    const reference = step === undefined || whole === undefined ? undefined : referenceTo(step, whole);
    setOwn(values, hole, reference ?? draft.ask(fieldOf(hole, { type: 'string', title: hole }, true), tool));
  }
  setOwn(parameters, field.name, values);
}

/** A wire as sure as this is better than any word of the text. */
const SURE = 0.45;

/** Required parameters without a declared kind whose name and meaning point at an earlier result. */
function sureWires(tool: Tool, clause: Clause, around: Surroundings): Map<Field, Source> {
  const wires = new Map<Field, Source>();
  for (const field of tool.parameters) {
    if (!field.required || field.kind !== undefined) continue;
    const taken = new Set([...wires.values()].map(({ reference }) => reference));
    const found = fromEarlier(field, tool, clause, taken, around);
    if (found !== undefined && found.rate >= SURE) wires.set(field, found.source);
  }
  return wires;
}

/** Required data: files the clause names, then earlier results, then the file that was dropped; each for one parameter. */
function dataSources(
  tool: Tool,
  clause: Clause,
  writes: boolean,
  around: Surroundings,
): readonly (readonly [Field, Source])[] {
  const takesFile = tool.parameters.some((field) => kindOf(field) === 'file' && !writes);
  const named = takesFile
    ? []
    : clause.values.flatMap((v) =>
        v.form === 'file' && (v.dropped === true || !TARGET_CUES.has(v.cue)) ? [String(v.value)] : [],
      );
  const found: (readonly [Field, Source])[] = [];
  const taken = new Set<string>();
  for (const [at, field] of dataFields(tool, clause, named.length > 0).entries()) {
    const name = named[at];
    const [dropped] = field.kind === undefined ? [] : around.files;
    const source =
      (name === undefined ? undefined : fromFile(name, field, around)) ??
      fromEarlier(field, tool, clause, taken, around)?.source ??
      (dropped === undefined || taken.size > 0 ? undefined : fromFile(dropped.name, field, around));
    if (source === undefined || taken.has(source.reference)) continue;
    taken.add(source.reference);
    found.push([field, source]);
  }
  return found;
}

/** Required parameters that carry data, without the texts that the clause quotes. */
function dataFields(tool: Tool, clause: Clause, hasFile: boolean): Field[] {
  const required = tool.parameters.filter((field) => field.required);
  const made = required.filter(isMade);
  const others = required.filter((field) => !isMade(field) && formsFor(field).includes('quoted')).length;
  let quotes = clause.values.filter((v) => v.form === 'quoted').length - others;
  return made
    .toReversed()
    .filter((field) => field.kind !== 'text' || (field === made[0] && hasFile) || quotes-- <= 0)
    .toReversed();
}

/** Counted from today, or up to it. */
const UNTIL = /\b(?:until|till|to|since|ago|from\s+(?:now|today))\b/iu;
const TITLES = /^(?:title|subject|heading|headline)$/iu;

function lastResort(
  field: Field,
  tool: Tool,
  clause: Clause,
  names: Set<string>,
  parameters: JsonObject,
  around: Surroundings,
): Json {
  // A text is not replaced by itself: what one parameter reads is not what the next one wants.
  const given = new Set(
    field.kind === undefined ? [] : Object.values(parameters).filter((value) => typeof value === 'string'),
  );
  const earlier = isShort(field) ? undefined : fromEarlier(field, tool, clause, given, around)?.source;
  const source = fromInput(field, around) ?? earlier;
  if (source !== undefined) return source.reference;
  if (hasOwn(field.schema, 'default')) return field.schema.default as Json;
  if (kindOf(field) === 'date' && UNTIL.test(clause.text)) return around.today;
  const dropped = kindOf(field) === 'file' ? around.files[0]?.name : undefined;
  if (dropped !== undefined) return literalText(dropped);
  const question = field.kind === 'question' ? questionFrom(clause) : undefined;
  if (question !== undefined) return literalText(question);
  if (isShort(field) && TITLES.test(field.name)) return literalText(titleOf(around.text));
  const name = nameIn(field, clause, names);
  const isSecondText = field.kind === 'text' && given.size > 0;
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

/** What to ask a person, from the words of the request. */
function questionFrom(clause: Clause): string | undefined {
  const rest = restOf(clause);
  if (rest === '') return undefined;
  if (/^(?:what|which|who|when|where|why|how|whether|if|is|are|do|does|should|can)\b/iu.test(rest)) {
    const asked = rest.replace(/^(?:whether|if)\s+/iu, '');
    return `${asked.charAt(0).toUpperCase()}${asked.slice(1)}?`;
  }
  return `Please give ${rest.replace(/\bmy\b/giu, 'your')}.`;
}
