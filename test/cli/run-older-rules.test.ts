/** A journal folder that an earlier version began (L-95): not gone on with, but taken over by a run of its own. */

import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from './terminal.ts';

const KEPT = join(import.meta.dirname, 'kept/journal-1-interrupted');

/** `judge` was a model's when the run began, and is code here: what it said is in the journal. */
const ACTIVITIES = `
  import { appendFileSync } from 'node:fs';
  const enter = (name) => appendFileSync('entered.txt', name + '\\n');
  export const report = async () => { enter('report'); return {}; };
  export const judge = async () => { enter('judge'); return 'bad'; };
  export const send = async ({ what }) => { enter('send'); return 'sent: ' + what; };
`;

const COMMAND = [
  'run',
  'plan.json',
  '--approve',
  '--activities',
  'activities.mjs',
  '--journal',
  'journal',
  '--json',
];

test('is refused with the command that forks it; the fork keeps what was done and asks about what is in doubt', async () => {
  const folder = newFolder();
  cpSync(KEPT, folder.at('journal'), { recursive: true });
  const [first] = JSON.parse(readFileSync(join(KEPT, 'journal.jsonl'), 'utf8').split('\n')[0]!);
  folder.put('plan.json', first.plan);
  folder.put('input.json', first.input);
  folder.put('activities.mjs', ACTIVITIES);
  const command = [...COMMAND, '--input', 'input.json'];

  const refused = await folder.obelus(command);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain('with --fork');

  const forked = await folder.obelus([...command, '--fork']);
  const report = JSON.parse(forked.out);
  expect(report.runId).not.toBe(first.runId);
  expect(report).toMatchObject({
    status: 'waiting',
    calls: { a: { status: 'completed' }, b: { status: 'completed' } },
    state: { state: { b: 'fair' } },
    questions: [{ kind: 'in_doubt', call: 'c' }],
  });
  expect(() => readFileSync(folder.at('entered.txt'))).toThrow();

  // From now on the same command goes on with the new run.
  const again = JSON.parse((await folder.obelus(command)).out);
  expect(again).toMatchObject({ runId: report.runId, status: 'waiting' });
  expect((await folder.obelus([...command, '--fork'])).err).toContain('without --fork');
});

test('--fork without a journal is refused in words', async () => {
  const folder = newFolder();
  folder.put('plan.json', { calls: [{ _id: 'a', _tool: 'note', text: 'x' }] });
  const { code, err } = await folder.obelus(['run', 'plan.json', '--approve', '--fork']);
  expect(code).toBe(1);
  expect(err).toContain('--journal');
});
