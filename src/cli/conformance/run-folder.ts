/** `npm run conformance -- FOLDER`: every case of every JSON file in a folder. */

import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errorOf } from '../../lib/thrown.ts';
import type { Case, Outcome } from './case.ts';
import { differences } from './compare.ts';
import { runCase } from './run-case.ts';
import { staticCase } from './static-cases.ts';

interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** @param say takes a line for each case that fails */
export async function runFolder(folder: string, say: (line: string) => void): Promise<Tally> {
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
