/** The commands that `docs/library.md`, the README page of the package, shows for a CI file: each does what the page says. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Folder, newFolder } from './terminal.ts';

const COMMAND = 'node_modules/.bin/obelus ';
const blocks = [...readFileSync('docs/library.md', 'utf8').matchAll(/```\n([^`]*)```/g)]
  .map(([, block = '']) => block.split('\n').filter((line) => line.startsWith(COMMAND)))
  .filter((lines) => lines.length > 0);

/** Carries out the lines of a block in order, as a shell does. */
async function carryOut(
  folder: Folder,
  lines: readonly string[],
): Promise<(readonly [string, number | null])[]> {
  const done: (readonly [string, number | null])[] = [];
  for (const line of lines) {
    const [typed = '', into] = line.slice(COMMAND.length).split(' > ');
    const args = [...typed.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    const { code, out } = await folder.obelus(args);
    if (into !== undefined) folder.put(into, out);
    done.push([args[0] ?? '', code]);
  }
  return done;
}

test('a plan is made, checked, tried dry and run by the lines of its first block', async () => {
  const folder = newFolder();
  folder.put('sales.csv', 'region,amount\nNorth,10\nSouth,20\n');
  folder.put('input.json', {});
  folder.put('tools.mjs', 'export const unused = () => 1;');
  expect(await carryOut(folder, blocks[0] ?? [])).toEqual([
    ['plan', 0],
    ['validate', 0],
    ['simulate', 0],
    ['run', 0],
  ]);
});

test('a run is begun, asked about, answered and ended from other calls by those of its second', async () => {
  const folder = newFolder();
  folder.put('plan.json', {
    tools: [{ name: 'send', effect: 'write' }],
    calls: [
      { _id: 'who', _tool: 'askPerson', question: 'Who is it for?', _outputPath: '†state.who' },
      { _id: 'send', _tool: 'send', to: '†state.who', ok: '†state.approvals.ship', _outputPath: '†state.s' },
    ],
    output: '†state.s',
  });
  folder.put('tools.mjs', "export const send = async ({ to }) => 'sent to ' + to;");
  folder.put('answers.json', [{ call: 'who', value: 'Ada' }]);
  expect(await carryOut(folder, blocks[1] ?? [])).toEqual([
    ['run', 3],
    ['status', 3],
    ['answer', 0],
    // What it was let do once is asked about again.
    ['resume', 3],
    ['stop', 0],
    // There is no doubt in it, and no host that it was allowed.
    ['look', 1],
    ['take-back', 1],
  ]);
});
