/**
 * Counts tests from the reports that the runners write, and names those that failed, each with what its runner takes
 * to run it alone (`where`). A report that is missing or cut is a failed suite.
 */

import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { ROOT } from './run.mjs';

/** A suite that ended badly without a failed test to show for it – it crashed – counts as one failure. */
const withCrash = (count, code) => (code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count);

export async function vitestCount(file, code) {
  const report = await readReport(file);
  if (!report) return { passed: 0, failed: 1, skipped: 0, failing: [{ name: 'no report of it' }] };
  // A file that could not be loaded has no tests to fail.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  return withCrash(
    {
      passed: report.numPassedTests,
      failed: report.numFailedTests + broken.length,
      skipped: report.numPendingTests + report.numTodoTests,
      failing: [
        ...broken.map(({ name }) => ({ name: `${relative(ROOT, name)} could not be loaded` })),
        ...report.testResults.flatMap(({ name, assertionResults }) =>
          assertionResults
            .filter(({ status }) => status === 'failed')
            .map(({ fullName }) => ({
              name: `${relative(ROOT, name)}: ${fullName}`,
              where: relative(ROOT, name),
            })),
        ),
      ],
    },
    code,
  );
}

export async function playwrightCount(file, code) {
  const report = await readReport(file);
  if (!report) return { passed: 0, failed: 1, skipped: 0, failing: [{ name: 'no report of it' }] };
  const { expected, unexpected, flaky, skipped } = report.stats;
  // A test that passed only when it was tried again has failed once too often.
  const failing = report.suites.flatMap(failingIn);
  return withCrash({ passed: expected, failed: unexpected + flaky, skipped, failing }, code);
}

const failingIn = ({ specs = [], suites = [] }) => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
    .map(({ file, line, title }) => ({ name: `${file}:${line}: ${title}`, where: `${file}:${line}` })),
  ...suites.flatMap(failingIn),
];

/** More failures than these in one suite are no race: something is broken, and running it again tells nothing. */
const RACES = 3;

/**
 * What a suite's count is once its few failed tests were run again by themselves: one that passes there is a race –
 * of the app until proven otherwise – which is named in its own right, and does not hide behind “passed”.
 */
export async function againAlone(count, runAgain) {
  const failing = count.failing ?? [];
  const where = failing.flatMap((test) => test.where ?? []);
  if (where.length === 0 || where.length > RACES || where.length < count.failed) return count;
  const again = await runAgain([...new Set(where)]);
  const still = new Set((again.failing ?? []).map(({ name }) => name));
  const raced = failing.filter(({ name }) => !still.has(name));
  // A second run that crashed, or did not come to all of them, proves nothing.
  if (again.failed !== still.size || again.passed < raced.length) return count;
  return {
    ...count,
    passed: count.passed + raced.length,
    failed: count.failed - raced.length,
    failing: failing.filter((test) => !raced.includes(test)),
    raced,
  };
}

async function readReport(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return null;
  }
}
