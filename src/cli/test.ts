/** `test FILE`: runs the tests that stand in a plan's notes (L-84), each as a preview: nothing leaves this machine. */

import type { Problem } from '../check/problem.ts';
import { visible, visibleJson } from '../lib/visible-text.ts';
import { delegatesOf, libraryOf, NO_DELEGATES } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import { type Finding, type Kept, type PlanTest, type TestOutcome, testsOf } from '../plan/plan-tests.ts';
import { createPlanTester, type HashedFile, hashOf } from '../preview/plan-test.ts';
import { type Command, Misuse, onlyOne, printJson, readArgs, type Terminal } from './command.ts';
import { readLibrary } from './library-folder.ts';
import {
  catalogueFor,
  folderOf,
  hasErrors,
  openPlan,
  plainProblem,
  problemsOf,
  refusePlan,
  sayProblems,
} from './open-plan.ts';
import { readTools } from './read-file.ts';
import { threadPool } from './run/pool.ts';
import { runFiles } from './run/run-files.ts';

export const test: Command = {
  usage: 'obelus test FILE [--name NAME …] [--files FOLDER] [--library FOLDER] [--tools FILE] [--json]',
  async run(args, terminal) {
    const { values, positionals } = readArgs(args, {
      ...{ name: { type: 'string', multiple: true }, files: { type: 'string' } },
      ...{ library: { type: 'string' }, tools: { type: 'string' }, json: { type: 'boolean' } },
    });
    const file = onlyOne(positionals, 'the file with the plan');
    const tools = values.tools === undefined ? [] : await readTools(values.tools);
    const library =
      values.library === undefined ? libraryOf(NO_DELEGATES) : await readLibrary(values.library);
    const opened = await openPlan(file);
    if (!opened.ok) return refusePlan(terminal, opened.problems, values.json);
    const { plan } = opened.value;
    const catalogueBelow = (sub: Plan) => catalogueFor(sub, tools);
    const problems = problemsOf(plan, catalogueBelow(plan), { library, catalogueBelow });
    if (hasErrors(problems)) return refusePlan(terminal, problems, values.json);
    const { tests, faults } = testsOf(plan);
    const chosen = named(tests, values.name);
    const pool = threadPool();
    const outcomes = await createPlanTester({ pool, now: () => Date.now() })
      .run({
        ...{ plan, tests: chosen, delegates: delegatesOf(plan, library), signal: terminal.signal },
        files: await filesOf(chosen, values.files ?? folderOf(file)),
        // Whoever names the plan here has said that it may be computed.
        allowed: true,
      })
      .finally(pool.close);
    const stale = problems.filter(({ code }) => code === 'stale-test');
    const ok =
      outcomes.length > 0 && faults.length === 0 && outcomes.every(({ state }) => state === 'passes');
    if (values.json)
      printJson(terminal, { ok, ...counts(outcomes), tests: outcomes, problems: stale.map(plainProblem) });
    else say(terminal, outcomes, stale);
    return ok ? 0 : 1;
  },
};

function named(tests: readonly PlanTest[], names: readonly string[] | undefined): readonly PlanTest[] {
  const unknown = names?.find((name) => !tests.some((one) => one.name === name));
  if (unknown === undefined) return names ? tests.filter(({ name }) => names.includes(name)) : tests;
  const there = tests.map(({ name }) => `"${name}"`).join(', ') || 'none';
  throw new Misuse(`The plan has no test "${unknown}". It has ${there}.`);
}

/** Of the files that the tests name, those that are there. */
async function filesOf(tests: readonly PlanTest[], folder: string): Promise<ReadonlyMap<string, HashedFile>> {
  const from = runFiles(folder, '.');
  const files = new Map<string, HashedFile>();
  for (const name of new Set(tests.flatMap(({ files = {} }) => Object.keys(files)))) {
    if ((await from.lacks(name)) !== null) continue;
    const content = await from.read(name);
    files.set(name, { content, sha256: await hashOf(content) });
  }
  return files;
}

const counts = (outcomes: readonly TestOutcome[]) => {
  const count = (state: TestOutcome['state']): number => outcomes.filter((one) => one.state === state).length;
  return { passed: count('passes'), broken: count('breaks'), untested: count('untested') };
};

function say(terminal: Terminal, outcomes: readonly TestOutcome[], stale: readonly Problem[]): void {
  sayProblems(terminal, stale);
  for (const { name, state, findings } of outcomes) {
    terminal.out(`${state}: ${visible(name)}\n`);
    if (findings.length === 0) terminal.out('  It expects nothing.\n');
    for (const finding of findings) if (finding.state !== 'passes') terminal.out(`  ${wordsOf(finding)}\n`);
  }
  const { passed, broken, untested } = counts(outcomes);
  terminal.out(
    outcomes.length === 0
      ? 'The plan has no tests.\n'
      : `${passed} passed, ${broken} broken, ${untested} could not be run\n`,
  );
}

function wordsOf(finding: Exclude<Finding, { state: 'passes' }>): string {
  const { path, call } = finding;
  const where = visible(call === null ? path : `${path} (${call})`);
  if (finding.state === 'untested') return `${where}: ${visible(finding.why)}`;
  const found = finding.found ? `found ${valueWords(finding.found)}` : visible(finding.why ?? '');
  return `${where}: expected ${valueWords(finding.expected)}, ${found}`;
}

const SHOWN = 200;

function valueWords({ value, whole }: Kept): string {
  const text = visibleJson(JSON.stringify(value));
  const cut = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  return whole ? `${cut} (the beginning of ${whole.length}, ${whole.sha256.slice(0, 12)})` : cut;
}
