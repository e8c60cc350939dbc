/** `conformance FOLDER`: the language's own test cases. */

import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { canonicalJson } from '../lib/canonical.ts';
import { isObject, type Json, jsonEquals } from '../lib/json.ts';
import { errorOf } from '../lib/thrown.ts';
import { type Command, Fault, onlyOne, printJson, readArgs } from './command.ts';
import type { Case, Outcome } from './conformance/case.ts';
import { runCase } from './conformance/run-case.ts';
import { staticCase } from './conformance/static-cases.ts';
import { wordsOf } from './read-file.ts';

export const conformance: Command = {
  usage: 'obelus conformance FOLDER [--json]',
  async run(args, terminal) {
    const { values, positionals } = readArgs(args, { json: { type: 'boolean' } });
    const folder = onlyOne(positionals, 'the folder with the cases');
    const faults: string[] = [];
    const tally = await runFolder(folder, (line) => faults.push(line)).catch((error: unknown) => {
      throw new Fault(`The cases in ${folder} can't be read: ${wordsOf(error)}.`);
    });
    if (values.json) printJson(terminal, { ...tally, faults });
    else terminal.out([...faults, `${tally.passed} passed, ${tally.failed} failed\n`].join('\n'));
    if (tally.passed + tally.failed === 0) throw new Fault(`There are no cases in ${folder}.`);
    return tally.failed === 0 ? 0 : 1;
  },
};

interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** @param say takes a line for each case that fails */
async function runFolder(folder: string, say: (line: string) => void): Promise<Tally> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  let passed = 0;
  let failed = 0;
  for (const file of files) {
    const tally = await runFile(join(folder, file), say);
    passed += tally.passed;
    failed += tally.failed;
  }
  return { passed, failed };
}

/** @param say takes a line for each case that fails */
export async function runFile(path: string, say: (line: string, given: Case) => void): Promise<Tally> {
  const cases = JSON.parse(await readFile(path, 'utf8')) as Case[];
  let failed = 0;
  for (const given of cases) {
    const wrong = await judge(given);
    if (wrong.length === 0) continue;
    failed += 1;
    const rules = (given.rules ?? []).join(', ');
    say(`${basename(path)}: ${given.name} (${rules})\n    ${wrong.join('\n    ')}`, given);
  }
  return { passed: cases.length - failed, failed };
}

/** A line for each name of its `expect` that differs; empty where the case passes. */
async function judge(given: Case): Promise<string[]> {
  try {
    return differences(given, await outcome(given));
  } catch (error) {
    const { stack, message } = errorOf(error);
    return [stack ?? message];
  }
}

function outcome(given: Case): Outcome | Promise<Outcome> {
  const { kind } = given;
  return kind === 'run' || kind === 'resume' ? runCase(given) : staticCase({ ...given, kind });
}

/** A line for each name that differs: what was expected and what came. */
export function differences(given: Case, outcome: Outcome): string[] {
  return Object.entries(given.expect).flatMap(([name, expected]) => {
    const came = outcome[name] ?? null;
    return agrees(name, expected, came, outcome)
      ? []
      : [`${name}: expected ${shown(expected)}, came ${shown(came)}`];
  });
}

const shown = (value: Json): string => JSON.stringify(value) ?? 'nothing';

/** Ids, edges, errors and calls compare as sets. */
const SETS: ReadonlySet<string> = new Set(['ids', 'edges', 'absent', 'removed', 'added', 'revised', 'codes']);

function agrees(name: string, expected: Json, came: Json, outcome: Outcome): boolean {
  if (name === 'errors') return sameErrors(expected, came);
  if (name === 'told') return sameTold(list(expected), list(came));
  if (name === 'warnings') return list(expected).every((code) => list(came).includes(code));
  if (name === 'noWarnings')
    return list(expected).every((code) => !list(outcome.warnings ?? []).includes(code));
  if (name === 'diffs')
    return (
      list(expected).length === list(came).length &&
      list(expected).every((diff, i) => includes(sortedDiff(list(came)[i] ?? null), sortedDiff(diff)))
    );
  if (SETS.has(name)) return jsonEquals(sorted(expected), sorted(came));
  return isObject(expected) && isObject(came) && name !== 'output'
    ? includes(came as Json, expected as Json)
    : jsonEquals(expected, came);
}

const list = (value: Json): Json[] => (Array.isArray(value) ? value : []);

const key = (value: Json): string => {
  const canonical = canonicalJson(value);
  return canonical.ok ? canonical.value : JSON.stringify(value);
};

const sorted = (value: Json): Json => [...list(value)].sort((a, b) => (key(a) < key(b) ? -1 : 1));

const sortedDiff = (diff: Json): Json =>
  isObject(diff)
    ? Object.fromEntries(Object.entries(diff).map(([name, ids]) => [name, sorted(ids as Json)]))
    : diff;

/** Every name that `expected` has is in `came` with the same value. */
function includes(came: Json, expected: Json): boolean {
  if (!isObject(came) || !isObject(expected)) return jsonEquals(came, expected);
  return Object.entries(expected).every(([name, value]) => {
    const own = Object.hasOwn(came, name) ? (came[name] as Json) : null;
    return isObject(value) && isObject(own) && name !== 'value'
      ? includes(own as Json, value as Json)
      : jsonEquals(own, value);
  });
}

/** For each request a text that the error it was given contains, or null for none. */
const sameTold = (expected: readonly Json[], came: readonly Json[]): boolean =>
  expected.length === came.length &&
  expected.every((text, at) => {
    const own = came[at] ?? null;
    return typeof text === 'string' ? typeof own === 'string' && own.includes(text) : own === null;
  });

/** Exactly these, each by its code and, where the case names them, its calls; in any order. */
function sameErrors(expected: Json, came: Json): boolean {
  const left = [...list(came)];
  if (left.length !== list(expected).length) return false;
  return list(expected).every((error) => {
    const at = left.findIndex((one) => matches(error, one));
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
}

function matches(expected: Json, came: Json): boolean {
  if (!isObject(expected) || !isObject(came) || expected.code !== came.code) return false;
  return (
    expected.calls === undefined || jsonEquals(sorted(expected.calls as Json), sorted(came.calls as Json))
  );
}
