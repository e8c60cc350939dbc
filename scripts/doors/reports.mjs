/** Counts tests from the reports that the runners write. A report that is missing or cut is a failed suite. */

import { readFile } from 'node:fs/promises';

/** A suite that ended badly without a failed test to show for it – it crashed – counts as one failure. */
const withCrash = (count, code) => (code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count);

export async function vitestCount(file, code) {
  const report = await readReport(file);
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
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
    },
    code,
  );
}

export async function playwrightCount(file, code) {
  const report = await readReport(file);
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  // A test that passed only when it was tried again has failed once too often.
  return withCrash({ passed: expected, failed: unexpected + flaky, skipped }, code);
}

async function readReport(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return null;
  }
}
