/**
 * `npm run pack`: makes the package `obelus-plan` in the folder `packed`, and the file that `npm install` takes from it.
 * `--out FOLDER` makes it elsewhere.
 */

import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { planSchema } from '../../src/plan/plan-schema.ts';
import { PLAN_SCHEMA_FILE } from '../../src/plan/vocabulary.ts';
import { apiPage } from './api-docs.ts';
import { buildPackage, LIBRARY } from './build.ts';
import { declarationsOf } from './declarations.ts';
import { noticesOf } from './notices.ts';

const ROOT = join(import.meta.dirname, '../..');
const NAME = 'obelus-plan';

async function main(): Promise<void> {
  const { out = join(ROOT, 'packed') } = parseArgs({ options: { out: { type: 'string' } } }).values;
  const folder = join(out, NAME);
  await rm(folder, { recursive: true, force: true });
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };

  const packages = await buildPackage(join(folder, 'dist'));
  await chmod(join(folder, 'dist/obelus.js'), 0o755);
  await write('THIRD-PARTY.md', await noticesOf(packages));

  const declarations = declarationsOf(LIBRARY);
  for (const [path, text] of declarations.files) await write(`types/${path}`, text);
  for (const entry of LIBRARY.filter((name) => name !== 'index')) {
    const page = apiPage(`${NAME}/${entry}`, await aboutOf(entry), declarations.shownBy(entry));
    await write(`docs/${entry}.md`, page);
  }

  await write(PLAN_SCHEMA_FILE, jsonOf(planSchema()));
  await write('package.json', jsonOf(await manifest()));
  await write('README.md', await readFile(join(ROOT, 'docs/library.md'), 'utf8'));
  await cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  await cp(join(ROOT, 'docs/plan-language.md'), join(folder, 'docs/plan-language.md'));

  const packed = execFileSync('npm', ['pack', folder, '--json', '--pack-destination', out], {
    cwd: out,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename, size }] = JSON.parse(packed) as [{ filename: string; size: number }];
  console.log(`${join(out, filename)} (${Math.round(size / 1000)} kB)`);
}

const jsonOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** What an entry file says of itself. */
async function aboutOf(entry: string): Promise<string> {
  const [first = ''] = (await readFile(join(ROOT, `src/package/${entry}.ts`), 'utf8')).split('\n');
  return first.replace(/^\/\*\* | \*\/$/g, '');
}

/** No dependencies: what it needs is built in (THIRD-PARTY.md), so that it installs where there is no network. */
async function manifest() {
  const { version, license, engines } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const entries = LIBRARY.map((name) => [
    name === 'index' ? '.' : `./${name}`,
    { types: `./types/package/${name}.d.ts`, default: `./dist/${name}.js` },
  ]);
  return {
    name: NAME,
    version,
    description:
      'Plans as graphs of tool calls: read, check, dry-run, approve and run them, from a script or with the command "obelus".',
    license,
    type: 'module',
    sideEffects: ['./dist/obelus.js', './dist/pool-worker.js'],
    engines,
    bin: { obelus: './dist/obelus.js' },
    exports: {
      ...Object.fromEntries(entries),
      [`./${PLAN_SCHEMA_FILE}`]: `./${PLAN_SCHEMA_FILE}`,
      './package.json': './package.json',
    },
    dependencies: {},
  };
}

await main();
