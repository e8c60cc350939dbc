/**
 * `npm test`: everything there is to check, on a fresh clone too. Ends with `N passed, N failed` alone on a line.
 * A test that failed among the others and passes alone is a race: it is named, and the run is not red for it
 * (docs/decisions/0059-races.md).
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from './doors/chromium.mjs';
import { install } from './doors/install.mjs';
import { againAlone, playwrightCount, vitestCount } from './doors/reports.mjs';
import { runPackage } from './doors/run.mjs';

const TYPESCRIPT = 'typescript/bin/tsc';
const BIOME = '@biomejs/biome/bin/biome';
const VITEST = 'vitest/vitest.mjs';
const PLAYWRIGHT = '@playwright/test/cli.js';

const check = async (file, args) => {
  const code = await runPackage(file, args);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
};

const vitest =
  (project) =>
  async (reports, env, only = []) => {
    const file = join(reports, `${project}.json`);
    const args = [
      'run',
      '--project',
      project,
      ...only,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${file}`,
      // Left to itself it leaves one core idle: of two, that is half. Pages have a browser beside them.
      ...(project === 'unit' ? ['--maxWorkers=100%'] : []),
    ];
    return vitestCount(file, await runPackage(VITEST, args, { env }));
  };

async function endToEnd(reports, env, only = []) {
  const file = join(reports, 'e2e.json');
  const args = ['test', ...only, '--reporter=line,json'];
  const code = await runPackage(PLAYWRIGHT, args, { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file } });
  return playwrightCount(file, code);
}

/** The unit tests hold the rules of the house too (test/architecture.test.ts). */
const SUITES = [
  { name: 'Types', run: () => check(TYPESCRIPT, ['-p', 'tsconfig.json']) },
  { name: 'Types of the pure rooms', run: () => check(TYPESCRIPT, ['-p', 'tsconfig.pure.json']) },
  { name: 'Lint and format', run: () => check(BIOME, ['ci', '.']) },
  { name: 'Unit', run: vitest('unit') },
  { name: 'Browser', run: vitest('browser'), inBrowser: true },
  { name: 'End to end', run: endToEnd, inBrowser: true },
];

async function main() {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const lines = [];
  const add = (name, count, seconds) => {
    for (const key of Object.keys(total)) total[key] += count[key];
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
    lines.push(`  ${name}: ${count.passed} passed, ${count.failed} failed${skipped} (${seconds} s)`);
    // Of a log this long often only the end is kept.
    for (const { name } of count.failing ?? []) lines.push(`    failed: ${name}`);
    for (const { name } of count.raced ?? [])
      lines.push(`    raced (failed among the others, passed alone): ${name}`);
  };

  if (!(await install())) add('Installing', { passed: 0, failed: 1, skipped: 0 }, 0);
  else {
    const reports = await mkdtemp(join(tmpdir(), 'obelus-test-'));
    const executable = await chromium();
    const env = executable ? { PLAYWRIGHT_CHROMIUM_EXECUTABLE: executable } : {};
    for (const suite of SUITES) {
      console.log(`\n${suite.name}`);
      const start = Date.now();
      const runnable = executable !== null || !suite.inBrowser;
      const first = runnable ? await suite.run(reports, env) : { passed: 0, failed: 1, skipped: 0 };
      const count = await againAlone(first, (only) => suite.run(reports, env, only));
      add(suite.name, count, Math.round((Date.now() - start) / 1000));
    }
    await rm(reports, { recursive: true, force: true });
  }

  console.log(`\n${lines.join('\n')}\n`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

await main();
