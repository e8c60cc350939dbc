/**
 * Runs the tests of a plan (L-84), each as a preview of its own with its input, its files, read whole, and its pins; and
 * makes one out of a value that a run has shown. What can't be run is told apart from what passes.
 */

import type { Json, JsonObject } from '../lib/json.ts';
import { setOwn } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { type Delegates, delegatesOf, libraryOf, NO_DELEGATES } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import type { Ref } from '../plan/expression.ts';
import {
  type Finding,
  type Kept,
  OUTPUT,
  outcomeOf,
  type PlanTest,
  type TestOutcome,
} from '../plan/plan-tests.ts';
import { expectedAt, isAsExpected, keptOf, pathOfTest } from '../plan/test-values.ts';
import { FROM_OUTSIDE } from './entered.ts';
import { type Given, OWN_VALUE, type Standing } from './outcomes.ts';
import { createPreviewEngine, type PreviewEngine, type PreviewParts } from './preview-plan.ts';

/** A file that may be read, and its SHA-256 as `hashOf` has it. */
export interface HashedFile {
  readonly content: Blob;
  readonly sha256: string;
}

interface Asked {
  readonly plan: Plan;
  readonly delegates?: Delegates;
  /** By name. */
  readonly files: ReadonlyMap<string, HashedFile>;
  /** A plan from outside runs only after the person said so (L-83). */
  readonly allowed: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface TestsAsked extends Asked {
  readonly tests: readonly PlanTest[];
}

/** A value that a run has shown, to be kept as a test. */
export interface KeepAsked extends Asked {
  readonly path: string;
  readonly value: Json;
  readonly input: JsonObject;
  /** What calls came to in that run: stands in the place of those that no preview may run. */
  readonly recorded: Readonly<Record<string, Json>>;
}

export interface PlanTester {
  /** In the order of the tests. Rejects with the signal's reason when that falls, as `keep` does. */
  run(asked: TestsAsked): Promise<readonly TestOutcome[]>;
  /** A test that passes; a sentence where there can be none. It has no name yet. */
  keep(asked: KeepAsked): Promise<Result<Omit<PlanTest, 'name'>, string>>;
}

/** Nobody waits for it at the screen: longer than while one edits. ms. */
const CALL_MS = 30_000;
const WHOLE_MS = 120_000;
/** Characters of JSON that a test may have: it is carried with the plan wherever that goes. */
const MOST = 400_000;

/** SHA-256 of what is in the file, in lower-case hexadecimal. */
export async function hashOf(file: Blob): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What calls came to is kept for the next tests, of this plan or another. @param parts without a pool nothing can be ended: only for plans that are trusted */
export function createPlanTester(parts: PreviewParts): PlanTester {
  const limits = parts.pool ? { callMs: CALL_MS, wholeMs: WHOLE_MS } : {};
  const engine = createPreviewEngine({ ...limits, ...parts, wholeFiles: true });
  return {
    run: async (asked) => {
      const outcomes: TestOutcome[] = [];
      for (const test of asked.tests) outcomes.push(await tested(engine, asked, test));
      return outcomes;
    },
    keep: (asked) => kept(engine, asked),
  };
}

async function tested(engine: PreviewEngine, asked: Asked, test: PlanTest): Promise<TestOutcome> {
  const paths = Object.keys(test.expect);
  const none = (why: string): TestOutcome => {
    const findings = paths.map((path): Finding => ({ path, call: null, state: 'untested', why }));
    return { name: test.name, state: 'untested', findings };
  };
  if (!asked.allowed) return none(FROM_OUTSIDE);
  const held = filesOf(asked, test);
  if (!held.ok) return none(held.error);
  const refs = paths.map((path) => refOf(path, asked.plan));
  const given = new Map(
    Object.entries(test.pins ?? {}).map(([id, value]) => [id, { value, word: 'pinned' as const }]),
  );
  const readable = refs.flatMap((ref) => (ref.ok ? [ref.value] : []));
  const standing = [...(await previewed(engine, asked, test.input, held.value, given, readable))];
  const strange = held.value.strange();
  const findings = paths.map((path, at): Finding => {
    const ref = refs[at];
    if (!ref?.ok) return { path, call: null, state: 'untested', why: ref?.error ?? '' };
    return findingOf(path, expectedAt(test, path), standing.shift()!, strange);
  });
  return findings.length === 0
    ? { name: test.name, state: 'untested', findings }
    : outcomeOf(test.name, findings);
}

function findingOf(path: string, expected: Kept, stands: Standing, strange: string | undefined): Finding {
  const { call } = stands;
  if (stands.status === 'notRun') return { path, call, state: 'untested', why: stands.why };
  const value = stands.status === 'stands' ? stands.value : undefined;
  if (value !== undefined && isAsExpected(expected, value)) return { path, call, state: 'passes' };
  // What it would say with that file is not known.
  if (strange !== undefined)
    return {
      path,
      call,
      state: 'untested',
      why: `The plan reads ${strange}, of which the test knows nothing.`,
    };
  if (value !== undefined) return { path, call, state: 'breaks', expected, found: keptOf(value) };
  return { path, call, state: 'breaks', expected, why: stands.why ?? 'Nothing is there.' };
}

const refOf = (path: string, plan: Plan): Result<Ref | null, string> =>
  path === OUTPUT ? ok(null) : pathOfTest(path, plan);

/** What a preview is given of a test's files, and which of them it has asked for. */
class FilesRead extends Map<string, Blob> {
  readonly asked = new Set<string>();

  override get(name: string): Blob | undefined {
    this.asked.add(name);
    return super.get(name);
  }

  /** A file that was asked for and is none of them. */
  strange = (): string | undefined => [...this.asked].find((name) => !this.has(name));
}

/** The files of a test as they were when it was made; a sentence where one of them is another now, or is not here. */
function filesOf({ files }: Asked, test: PlanTest): Result<FilesRead, string> {
  const own = new FilesRead();
  for (const [name, sha256] of Object.entries(test.files ?? {})) {
    const file = files.get(name);
    if (!file) return err(`It needs the file ${name}, which is not here.`);
    if (file.sha256 !== sha256) return err(`It needs ${name} as it was: the one that is here is another.`);
    own.set(name, file.content);
  }
  return ok(own);
}

async function previewed(
  engine: PreviewEngine,
  { plan, delegates = NO_DELEGATES, allowed, signal }: Asked,
  input: JsonObject = {},
  files: ReadonlyMap<string, Blob> = new Map(),
  given: ReadonlyMap<string, Given> = new Map(),
  paths: readonly (Ref | null)[] = [],
): Promise<readonly Standing[]> {
  const below = delegatesOf(plan, libraryOf(delegates));
  const { standing } = await engine.run({
    plan,
    delegates: below,
    input,
    files,
    given,
    paths,
    allowed,
    signal,
  });
  return standing ?? [];
}

/** Runs what leads to the value as a preview, with what was recorded where it may not: what comes out must be that value. */
async function kept(
  engine: PreviewEngine,
  asked: KeepAsked,
): Promise<Result<Omit<PlanTest, 'name'>, string>> {
  const ref = refOf(asked.path, asked.plan);
  if (!ref.ok) return ref;
  const files = new FilesRead([...asked.files].map(([name, { content }]) => [name, content]));
  const given = new Map<string, Given>();
  for (;;) {
    const [stands] = await previewed(engine, asked, asked.input, files, given, [ref.value]);
    if (!stands) return err('Nothing came of it.');
    const { call } = stands;
    if (
      stands.status === 'notRun' &&
      call !== null &&
      !given.has(call) &&
      Object.hasOwn(asked.recorded, call)
    ) {
      given.set(call, { value: asked.recorded[call]!, word: 'pinned' });
      continue;
    }
    if (call !== null && stands.why === OWN_VALUE) return err(notComputed(call));
    if (stands.status !== 'stands') return err(call === null ? stands.why : `“${call}”: ${stands.why}`);
    if (stands.value === undefined || !isAsExpected({ value: asked.value }, stands.value))
      return err(OTHERWISE);
    return testOf(asked, files, given, stands.value);
  }
}

const notComputed = (call: string): string =>
  `It is what “${call}” gave, which a test does not run. Keep a value that is computed from it.`;
const OTHERWISE =
  'Computed again from the files that are here it comes to something else, so a test of it would not hold.';

function testOf(
  { path, input, files }: KeepAsked,
  read: FilesRead,
  given: ReadonlyMap<string, Given>,
  found: Json,
): Result<Omit<PlanTest, 'name'>, string> {
  const { value, whole } = keptOf(found);
  const pins: Record<string, Json> = {};
  for (const [id, pin] of given) setOwn(pins, id, pin.value);
  const hashes: Record<string, string> = {};
  for (const name of read.asked) if (read.has(name)) setOwn(hashes, name, files.get(name)?.sha256);
  const some = <T extends object>(key: string, of: T) => (Object.keys(of).length > 0 ? { [key]: of } : {});
  const test = {
    kind: 'test' as const,
    ...some('input', input),
    ...some('files', hashes),
    ...some('pins', pins),
    expect: { [path]: value },
    ...(whole ? { whole: { [path]: whole } } : {}),
  };
  return JSON.stringify(test).length > MOST ? err(TOO_MUCH) : ok(test);
}

const TOO_MUCH = 'What would have to be kept for it is too large to be carried with the plan.';
