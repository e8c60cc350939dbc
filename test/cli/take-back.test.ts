/** `take-back`: an approval, and a place that a run was allowed, hold no longer; what has begun or left is not undone (L-73, L-74). */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Misuse, type Terminal } from '../../src/cli/command.ts';
import { takeBack } from '../../src/cli/take-back.ts';
import { type Folder, newFolder } from './terminal.ts';

const PLAN = {
  title: 'Two files',
  tools: [{ name: 'name', effect: 'read' }],
  calls: [
    { _id: 'n', _tool: 'name', _outputPath: '†state.n' },
    { _id: 'a', _tool: 'saveFile', name: '†state.n', content: 'one', _outputPath: '†state.a' },
    {
      _id: 'b',
      _tool: 'saveFile',
      name: '†state.n',
      content: '†state.approvals.go',
      _outputPath: '†state.b',
    },
  ],
};
const OWN = ['--activities', 'activities.mjs'];
const RUN = ['run', 'plan.json', ...OWN, '--journal', 'j'];
const FOR_THE_RUN = ['--call', 'a', '--value', '{"allow":true,"run":true}'];

function aFolder(): Folder {
  const folder = newFolder(mkdtempSync(join(tmpdir(), 'obelus-state-')));
  folder.put('plan.json', PLAN);
  folder.put('activities.mjs', "export const name = async () => 'said.txt';");
  return folder;
}
const json = async (folder: Folder, args: readonly string[]) => {
  const { code, out } = await folder.obelus([...args, '--json']);
  return { code, said: JSON.parse(out) };
};

it('has a run ask again about what it was allowed, and lets nothing begin under an approval; what has begun goes on', async () => {
  const folder = aFolder();
  expect((await folder.obelus([...RUN, '--approve'])).code).toBe(3);
  expect((await folder.obelus(['answer', 'j', ...FOR_THE_RUN, ...OWN])).code).toBe(3);
  const taken = await folder.obelus(['take-back', 'j', '--file', 'said.txt']);
  expect([taken.code, taken.err]).toEqual([0, expect.stringContaining('asks again')]);
  expect(await json(folder, ['take-back', 'j'])).toMatchObject({ code: 0 });
  const after = await json(folder, ['answer', 'j', '--gate', 'go', '--choose', 'approve', ...OWN]);
  expect(after.said.questions).toMatchObject([
    { kind: 'answer', call: 'b', form: { about: 'file said.txt' } },
  ]);
  expect((await folder.obelus(['stop', 'j'])).code).toBe(0);
  const again = await json(folder, ['resume', 'j', '--from', 'n', ...OWN]);
  expect(again).toMatchObject({ code: 1, said: { status: 'not_approved' } });
});

it('of a part of a plan that went by the whole’s approval takes that back', async () => {
  const folder = aFolder();
  expect((await folder.obelus([...RUN, '--approve'])).code).toBe(3);
  expect((await folder.obelus(['stop', 'j'])).code).toBe(0);
  expect((await folder.obelus(['resume', 'j', '--from', 'a', ...OWN])).code).toBe(3);
  const { code, said } = await json(folder, ['take-back', 'j']);
  expect([code, said.hash]).toEqual([0, expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect((await json(folder, ['take-back'])).said.approvals).toEqual([]);
});

it('takes one thing at a time, and of a run only what its folder names', async () => {
  const nobody = {} as Terminal;
  for (const args of [
    ['--host', 'x.example'],
    ['j', '--host', 'x', '--file', 'y'],
    ['j', 'k'],
  ])
    await expect(takeBack.run(args, nobody)).rejects.toBeInstanceOf(Misuse);
});
