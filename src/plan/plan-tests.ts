/**
 * Tests of a plan (L-84): cases that stand in its notes, each with what goes in and what must come out. What they are, and
 * the edits that change them. Runs nothing.
 */

import { z } from 'zod';
import { canonicalJson } from '../lib/canonical.ts';
import { hasOwn, isObject, type Json, type JsonObject, jsonEquals } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { sha256Hex } from '../lib/sha256.ts';
import type { Plan } from './document.ts';
import type { Edit } from './edit.ts';
import { parseExpression, printRef, type Ref } from './expression.ts';
import { kindsOf } from './parsed-call.ts';
import { isApproval } from './text-paths.ts';

const hashShape = z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256 in lower-case hexadecimal was expected');
const values = z.record(z.string(), z.unknown());

/** A note of kind `test`. */
export const testShape = z.looseObject({
  kind: z.literal('test'),
  /** Names it among the plan's tests. */
  name: z.string().min(1).max(200),
  /** The plan's input. */
  input: values.optional(),
  /** The files that it reads, by name: the SHA-256 of each, never what is in it. */
  files: z.record(z.string(), hashShape).optional(),
  /** By call: the value that stands in its place, where a preview may not run it (L-83). */
  pins: values.optional(),
  /** By path, or under `output` for the plan's own: what must be there. Of a large value its beginning. */
  expect: values,
  /** By such a path, where the value is large: all of it by its hash, and how long it is. */
  whole: z.record(z.string(), z.object({ sha256: hashShape, length: z.int().min(0) })).optional(),
});

/** The keys of a test that mean something. */
export const TEST_KEYS: ReadonlySet<string> = new Set(Object.keys(testShape.shape));

/** A test as it is read. */
export interface PlanTest {
  readonly kind: 'test';
  readonly name: string;
  readonly input?: JsonObject;
  readonly files?: Readonly<Record<string, string>>;
  readonly pins?: Readonly<Record<string, Json>>;
  readonly expect: Readonly<Record<string, Json>>;
  readonly whole?: Readonly<Record<string, Whole>>;
}

/** A large value by its hash: of the canonical JSON, in UTF-8. */
interface Whole {
  readonly sha256: string;
  /** Items of a list, characters of a text, else characters of its canonical JSON. */
  readonly length: number;
}

/** A value as a test keeps it: itself, or its beginning and all of it by its hash. */
export interface Kept {
  readonly value: Json;
  readonly whole?: Whole;
}

/** What one path of a test came to. `call` writes there: the one to look at; null where no one call does. */
export type Finding = { readonly path: string; readonly call: string | null } & (
  | { readonly state: 'passes' }
  /** `found` is absent where nothing came: then `why` says it. */
  | { readonly state: 'breaks'; readonly expected: Kept; readonly found?: Kept; readonly why?: string }
  /** It could not be run, so nothing is known. */
  | { readonly state: 'untested'; readonly why: string }
);

/** What a test came to: it breaks where one of its paths does, and passes where all of them do. */
export interface TestOutcome {
  readonly name: string;
  readonly state: Finding['state'];
  readonly findings: readonly Finding[];
}

/** The path of a plan's own output in a test. */
export const OUTPUT = 'output';

export const outcomeOf = (name: string, findings: readonly Finding[]): TestOutcome => {
  const has = (state: Finding['state']): boolean => findings.some((finding) => finding.state === state);
  return { name, findings, state: has('breaks') ? 'breaks' : has('untested') ? 'untested' : 'passes' };
};

// Reading

const isTestNote = (note: unknown): boolean => isObject(note) && note.kind === 'test';

/** Whether there is anything to be run; as cheap as it can be. */
export const hasTests = ({ notes }: Plan): boolean => notes?.some(isTestNote) === true;

interface ReadTests {
  readonly tests: readonly PlanTest[];
  /** Of notes that say they are a test and are none: a sentence each, with its place in the notes. */
  readonly faults: readonly { readonly at: number; readonly message: string }[];
}

/** The tests in a plan's notes. */
export function testsOf(plan: Plan): ReadTests {
  const tests: PlanTest[] = [];
  const faults: { at: number; message: string }[] = [];
  plan.notes?.forEach((note, at) => {
    if (!isTestNote(note)) return;
    const read = testShape.safeParse(note);
    if (!read.success) {
      const [issue] = read.error.issues;
      const where = issue?.path.map(String).join('.') || 'it';
      faults.push({ at, message: `A test in the notes can't be read: ${where}: ${issue?.message}.` });
      return;
    }
    const test = note as PlanTest;
    const fault =
      tests.some(({ name }) => name === test.name) && `Two tests are called "${test.name}": rename one.`;
    if (fault) faults.push({ at, message: fault });
    else tests.push(test);
  });
  return { tests, faults };
}

/** The reference of a path of a test; a sentence where there can be no value of that kind. */
export function pathOfTest(text: string, plan: Plan): Result<Ref, string> {
  const parsed = parseExpression(text, kindsOf(plan));
  if (!parsed.ok) return err(`"${text}" is no path: ${parsed.error.message}`);
  const ref = parsed.value;
  if (ref.type !== 'ref') return err(`"${text}" is more than one path. Expect something at each of them.`);
  if (ref.kind === 'input' || ref.kind === 'run' || ref.kind === 'secret' || isApproval(ref))
    return err(`"${text}" is not computed by the plan, so there is nothing in it to be tested.`);
  return ok(ref);
}

// Values

/** UTF-16 units of JSON from which on a value is kept by its beginning and its hash: what a journal calls large (L-92). */
const LARGE = 32_768;
const FIRST_ITEMS = 20;
const FIRST_CHARACTERS = 1_000;

/** The value as a test keeps it. */
export function keptOf(value: Json): Kept {
  if (JSON.stringify(value).length <= LARGE) return { value };
  const text = textOf(value);
  const sha256 = sha256Hex(text);
  if (typeof value === 'string')
    return { value: value.slice(0, FIRST_CHARACTERS), whole: { sha256, length: value.length } };
  if (!Array.isArray(value))
    return { value: text.slice(0, FIRST_CHARACTERS), whole: { sha256, length: text.length } };
  const first = value.slice(0, FIRST_ITEMS);
  const isLarge = JSON.stringify(first).length > LARGE;
  return { value: isLarge ? [] : first, whole: { sha256, length: value.length } };
}

/** What a test expects at one of its paths. */
export function expectedAt({ expect, whole }: PlanTest, path: string): Kept {
  const own = whole !== undefined && hasOwn(whole, path) ? whole[path] : undefined;
  return { value: expect[path] ?? null, ...(own ? { whole: own } : {}) };
}

/** Exactly the same value, the order of keys apart. */
export const isAsExpected = ({ value, whole }: Kept, found: Json): boolean =>
  whole === undefined ? jsonEquals(value, found) : sha256Hex(textOf(found)) === whole.sha256;

/** A value that has no canonical form, half a character in it say, is told by its JSON. */
function textOf(value: Json): string {
  const text = canonicalJson(value);
  return text.ok ? text.value : JSON.stringify(value);
}

// Edits

const withNotes = (notes: readonly unknown[]): Edit => ({
  kind: 'set-field',
  field: 'notes',
  value: notes.length === 0 ? undefined : (notes as Json[]),
});

/** A name that no test of the plan has: the one that is wanted, or with a number. */
export function freeTestName({ notes = [] }: Plan, wanted: string): string {
  const taken = new Set(notes.map((note) => (isObject(note) ? note.name : undefined)));
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${wanted} ${n}`;
  return name;
}

export const addTest = ({ notes = [] }: Plan, test: PlanTest): Edit => withNotes([...notes, test]);

/** Every note of that name that says it is a test, one that can't be read too. */
export const removeTest = ({ notes = [] }: Plan, name: string): Edit =>
  withNotes(notes.filter((note) => !isTestNote(note) || (note as PlanTest).name !== name));

export function renameTest(plan: Plan, name: string, to: string): Result<Edit, string> {
  const wanted = to.trim().slice(0, 200);
  if (wanted === '') return err('A test needs a name.');
  if (wanted !== name && freeTestName(plan, wanted) !== wanted)
    return err(`There is a test called "${wanted}" already.`);
  return ok(changed(plan, name, (test) => ({ ...test, name: wanted })));
}

/** What was found takes the place of what was expected there. */
export const takeValue = (plan: Plan, name: string, path: string, found: Kept): Edit =>
  changed(plan, name, ({ whole, ...test }) => {
    const hashes = { ...without(whole, path), ...(found.whole ? { [path]: found.whole } : {}) };
    const expect = { ...test.expect, [path]: found.value };
    return { ...test, expect, ...(Object.keys(hashes).length > 0 ? { whole: hashes } : {}) };
  });

/** The call is run again where it may be: no value stands in its place. */
export const unpin = (plan: Plan, name: string, call: string): Edit =>
  changed(plan, name, ({ pins, ...test }) => {
    const left = without(pins, call);
    return Object.keys(left).length === 0 ? test : { ...test, pins: left };
  });

/** Nothing is expected at the path any more. */
export const expectNoMore = (plan: Plan, name: string, path: string): Edit =>
  changed(plan, name, ({ whole, ...test }) => {
    const left = without(whole, path);
    const rest = { ...test, expect: without(test.expect, path) };
    return Object.keys(left).length === 0 ? rest : { ...rest, whole: left };
  });

function without<T>(from: Readonly<Record<string, T>> | undefined, key: string): Record<string, T> {
  const { [key]: _, ...rest } = from ?? {};
  return rest as Record<string, T>;
}

function changed({ notes = [] }: Plan, name: string, change: (test: PlanTest) => PlanTest): Edit {
  const at = notes.findIndex((note) => isTestNote(note) && (note as PlanTest).name === name);
  return withNotes(at < 0 ? notes : notes.with(at, change(notes[at] as PlanTest)));
}

/** Of a path that is kept: as its reference is printed. */
export const testPath = (path: string, plan: Plan): Result<string, string> => {
  if (path === OUTPUT) return ok(OUTPUT);
  const ref = pathOfTest(path, plan);
  return ref.ok ? ok(printRef(ref.value)) : ref;
};
