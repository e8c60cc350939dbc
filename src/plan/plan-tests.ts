/**
 * Tests of a plan (L-84): cases that stand in its notes, each with what goes in and what must come out. What they are, and
 * the edits that change them. Runs nothing.
 */

import { isObject, type Json, type JsonObject } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import type { Plan } from './document.ts';
import type { Edit } from './edit.ts';
import { withNotes } from './notes.ts';

/** The keys of a test that mean something. */
export const TEST_KEYS: ReadonlySet<string> = new Set([
  ...['kind', 'name', 'input', 'files', 'pins', 'expect', 'whole'],
]);

/** UTF-16 units. */
export const MOST_OF_A_NAME = 200;

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

const HASH = /^[0-9a-f]{64}$/;

/** What keeps a note from being a test: the end of a sentence. By hand, as calls are read: a worker carries no zod. */
function faultOfTest({
  name,
  input,
  files,
  pins,
  expect,
  whole,
}: Record<string, unknown>): string | undefined {
  if (typeof name !== 'string' || name === '' || name.length > MOST_OF_A_NAME)
    return `its "name" is no text of 1 to ${MOST_OF_A_NAME} characters`;
  if (!isObject(expect)) return 'its "expect" is no object of values by path';
  for (const [key, value] of Object.entries({ input, files, pins, whole }))
    if (value !== undefined && !isObject(value)) return `its "${key}" is no object`;
  for (const [file, hash] of Object.entries(files ?? {}))
    if (typeof hash !== 'string' || !HASH.test(hash))
      return `the SHA-256 of "${file}" is not 64 hexadecimal digits`;
  for (const [path, of] of Object.entries(whole ?? {}))
    if (
      !isObject(of) ||
      !HASH.test(String(of.sha256)) ||
      !Number.isInteger(of.length) ||
      Number(of.length) < 0
    )
      return `the "whole" of "${path}" has no "sha256" and "length"`;
  return undefined;
}

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
    const wrong = faultOfTest(note as Record<string, unknown>);
    if (wrong !== undefined) {
      faults.push({ at, message: `A test in the notes can't be read: ${wrong}.` });
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

// Edits

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
  const wanted = to.trim().slice(0, MOST_OF_A_NAME);
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
