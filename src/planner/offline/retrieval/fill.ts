/** Parameters out of a clause's words: choices, switches, files, numbers, days, quoted text, names. Invents nothing. */

import type { Json, JsonObject } from '../../../lib/json.ts';
import { setOwn } from '../../../lib/json.ts';
import { literalText } from '../reference.ts';
import type { Clause } from './clauses.ts';
import { unitOfField } from './durations.ts';
import { formsFor, kindOf } from './kinds.ts';
import { type Field, propertiesOf } from './schema.ts';
import { STOP_WORDS } from './stop-words.ts';
import { synonymsOf } from './synonyms.ts';
import { type FoundValue, TARGET_CUES } from './values.ts';
import { contentStems, nameWords, stemOf, textStems, type Word } from './words.ts';

/** What a clause gave a tool. `spent` are offsets of words and values that found their use. */
interface Filling {
  readonly parameters: JsonObject;
  readonly spent: ReadonlySet<number>;
}

interface Work {
  readonly clause: Clause;
  readonly writes: boolean;
  readonly spent: Set<number>;
}

/** `writes`: the tool's effect goes outside, so "as late.csv" names what it makes and not what it reads. */
export function fillFromClause(fields: readonly Field[], clause: Clause, writes: boolean): Filling {
  const work: Work = { clause, writes, spent: new Set() };
  const parameters = fill(fields, work);
  return { parameters, spent: work.spent };
}

function fill(fields: readonly Field[], work: Work): JsonObject {
  const filled: JsonObject = {};
  const put = (field: Field, value: Json | undefined) => {
    if (value !== undefined && !Object.hasOwn(filled, field.name)) setOwn(filled, field.name, escaped(value));
  };
  const open = () => fields.filter((field) => !Object.hasOwn(filled, field.name));
  for (const field of open()) if (field.required) put(field, nested(field, work));
  for (const field of open()) put(field, choice(field, work));
  fillValues(open(), work, put);
  return filled;
}

/** What is text in the goal stays text in the plan. */
function escaped(value: Json): Json {
  if (typeof value === 'string') return literalText(value);
  return Array.isArray(value) ? value.map(escaped) : value;
}

/** Lists of objects and objects with declared properties. */
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

/** The choice that the clause's words say, by name or synonym. A list of choices takes every one that is said. */
function choice(field: Field, work: Work): Json | undefined {
  if (field.types.includes('boolean')) return flag(field, work);
  const many = field.items?.enumValues;
  const rated = (many ?? field.enumValues ?? [])
    .filter((value): value is string => typeof value === 'string')
    .flatMap((value) => {
      const best = said(value, work.clause);
      return best === undefined || best.rate < 0.6 ? [] : [{ value, ...best }];
    })
    .sort((a, b) => b.rate - a.rate || a.word.start - b.word.start);
  // In "phone numbers" the numbers are phones, and not one more thing to look for.
  const heads = rated.filter(({ word }) => !rated.some((other) => word.start - other.word.end === 1));
  const taken = many === undefined ? rated.slice(0, 1) : heads;
  for (const { word } of taken) work.spent.add(word.start);
  if (taken.length === 0) return undefined;
  return many === undefined ? taken[0]?.value : taken.map(({ value }) => value);
}

function said(value: string, clause: Clause): { rate: number; word: Word } | undefined {
  const stems = nameWords(value).map(stemOf);
  let best: { rate: number; word: Word } | undefined;
  for (const word of clause.words)
    for (const stem of stems) {
      const same = word.stem === stem ? 1 : synonymsOf(stem).has(word.stem) ? 0.7 : 0;
      const rate = same / Math.sqrt(stems.length);
      if (rate > (best?.rate ?? 0)) best = { rate, word };
    }
  return best;
}

/** A switch is on only when every word of its name is said. */
function flag(field: Field, { clause, spent }: Work): true | undefined {
  const stems = nameWords(field.name).map(stemOf);
  const hits = stems.map((stem) => clause.words.find((w) => w.stem === stem || synonymsOf(stem).has(w.stem)));
  if (hits.length === 0 || hits.some((hit) => hit === undefined)) return undefined;
  for (const hit of hits) if (hit !== undefined) spent.add(hit.start);
  return true;
}

/** Everything else that has a form: files, numbers, dates, addresses, quoted text; nearest in name first. */
function fillValues(
  fields: readonly Field[],
  work: Work,
  put: (field: Field, value: Json | undefined) => void,
): void {
  const pairs = fields.flatMap((field, order) => {
    const forms = formsFor(field);
    return work.clause.values
      .filter((value) => forms.includes(value.form) && suits(value, field, work))
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
    const plain = inUnitOf(field, value);
    if (!fits(plain, field)) continue;
    done.add(field);
    work.spent.add(value.start);
    if (value.unitMs !== undefined) {
      const unit = work.clause.words.find((word) => word.start >= value.end);
      if (unit !== undefined) work.spent.add(unit.start);
    }
    put(field, field.types.length > 0 && field.types.every((type) => type === 'array') ? [plain] : plain);
  }
}

/** "5 seconds" is 5000 for a parameter in milliseconds. */
function inUnitOf(field: Field, { value, unitMs }: FoundValue): Json {
  const fieldMs = unitOfField(field);
  if (typeof value !== 'number' || unitMs === undefined || fieldMs === undefined) return value;
  return (value * unitMs) / fieldMs;
}

function suits(value: FoundValue, field: Field, { clause, writes }: Work): boolean {
  if (value.form === 'file')
    return writes
      ? TARGET_CUES.has(value.cue) || value.dropped !== true
      : !TARGET_CUES.has(value.cue) || value.dropped === true;
  // An optional number is meant only when a word near it says so; a required one has nothing else to be.
  if (value.unitMs !== undefined && unitOfField(field) !== undefined) return true;
  if (value.form === 'number' && !field.required) return nameAffinity(field, value, clause) > 0.2;
  if (value.form === 'quoted' && !field.required) return nameAffinity(field, value, clause) > 0;
  return true;
}

function fits(value: Json, { types, schema }: Field): boolean {
  const { minimum, maximum, maxLength } = schema;
  if (typeof value === 'number') {
    if (types.length > 0 && !types.some((type) => type === 'number' || type === 'integer')) return false;
    if (types.includes('integer') && !types.includes('number') && !Number.isInteger(value)) return false;
    if (typeof minimum === 'number' && value < minimum) return false;
    if (typeof maximum === 'number' && value > maximum) return false;
  }
  return !(typeof value === 'string' && typeof maxLength === 'number' && value.length > maxLength);
}

/** Prepositions that a parameter's name may stand for: "until Friday" is what a period goes to. */
const SAME_CUE: Readonly<Record<string, string>> = { with: 'by', until: 'to', till: 'to', since: 'from' };
const NEAR = 28;

/** How much the words around a value say the parameter's name: `subject "Meeting"`, "5 keywords", "top 3". */
function nameAffinity(field: Field, value: FoundValue, clause: Clause): number {
  const [verb] = clause.words;
  const around = clause.words.filter(
    (word) => word.end >= value.start - NEAR && word.start <= value.end + NEAR && word.stem !== verb?.stem,
  );
  const near = around.filter((word) => word.end >= value.start - 3 && word.start <= value.end + 3);
  const label = nameWords(`${field.name} ${String(field.schema.title ?? '')}`);
  const name = contentStems(label);
  const text = textStems(field.text);
  const says = (words: readonly Word[]) => words.some(({ stem }) => name.has(stem));
  let rate = says(near)
    ? 1
    : near.some(({ stem }) => [...synonymsOf(stem)].some((one) => name.has(one)))
      ? 0.6
      : 0;
  // "Replace by" takes what stands after "by", although "by" says little elsewhere.
  const cue = SAME_CUE[value.cue] ?? value.cue;
  if (cue !== '' && cue !== verb?.text.toLowerCase() && label.includes(cue)) rate += 1;
  if (near.some(({ stem }) => text.has(stem))) rate += 0.3;
  return rate + (says(around) ? 0.15 : 0);
}

const LABELLED = '\\s*(?:of|is|as|to|named|called|titled|=|:)?\\s*';
const PROPER =
  /(?<![.?!]\s|^)(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}'’-]*(?:\s+(?:of\s+|de\s+)?(?:\p{Lu}[\p{L}\p{N}'’-]*|\d+))*/gu;

/** A name that stands after a parameter's label, or the one proper name there is for the one text wanted. */
export function nameIn(field: Field, clause: Clause, spent: ReadonlySet<string>): string | undefined {
  if (kindOf(field) !== undefined || (field.types.length > 0 && !field.types.includes('string')))
    return undefined;
  const first = clause.text.search(/[\p{L}\p{N}]/u);
  const inValue = (at: number) =>
    clause.values.some(
      (v) => v.form !== 'number' && clause.start + at >= v.start && clause.start + at < v.end,
    );
  const free = [...clause.text.matchAll(PROPER)]
    .map((match) => ({ text: match[0], at: match.index }))
    .filter(
      ({ text, at }) => at > first && !inValue(at) && !spent.has(text) && !STOP_WORDS.has(text.toLowerCase()),
    );
  const label = nameWords(field.name)
    .filter((word) => word !== 'name')
    .map(stemOf);
  const labelled = free.find(({ at }) => {
    const before = clause.text.slice(0, at).replace(new RegExp(`${LABELLED}$`, 'iu'), '');
    const last = nameWords(before).slice(-2).map(stemOf);
    return label.some((stem) => last.includes(stem));
  });
  return (labelled ?? free[0])?.text;
}
