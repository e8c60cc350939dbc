/** A new run of a plan whose earlier run left a write in doubt says so first (L-41), as the page does. */

import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runsAllTheSame } from '../../src/cli/run/doubts-first.ts';
import { type Folder, newFolder } from './terminal.ts';

const PLAN = {
  title: 'One',
  tools: [{ name: 'send', effect: 'write' }],
  calls: [{ _id: 's', _tool: 'send', url: 'https://shop.example/', _outputPath: '†state.s' }],
};
const KILLED = `
  import { appendFileSync, existsSync } from 'node:fs';
  export const send = async () => {
    appendFileSync('entered.txt', 'send\\n');
    if (!existsSync('mended.txt')) process.kill(process.pid, 'SIGKILL');
    return 'sent';
  };
`;
const run = (journal: string, ...more: string[]) => [
  ...['run', 'plan.json', '--activities', 'activities.mjs', '--journal', journal, ...more],
];
const entered = (folder: Folder): number =>
  readFileSync(folder.at('entered.txt'), 'utf8').trim().split('\n').length;

/** A run of the plan was killed in the middle of its write; a second would end well. */
async function cutOff(): Promise<Folder> {
  const folder = newFolder(mkdtempSync(join(tmpdir(), 'obelus-state-')));
  folder.put('plan.json', PLAN);
  folder.put('activities.mjs', KILLED);
  expect((await folder.obelus(run('one', '--approve'))).signal).toBe('SIGKILL');
  folder.put('mended.txt', '');
  return folder;
}

test('what was cut off is named, nothing is entered and no journal begun; as JSON too, and beside the table', async () => {
  const folder = await cutOff();
  const refused = await folder.obelus(run('two', '--approve'));
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toMatch(/“s” \(send\): begun at .*in one/);
  expect(refused.err).toContain('obelus answer one');
  expect(refused.err).toContain('--despite-doubts');
  const { code, out } = await folder.obelus(run('two', '--approve', '--json'));
  expect([code, JSON.parse(out).problems]).toEqual([
    1,
    [{ code: 'in-doubt', severity: 'error', message: expect.stringContaining('“s” (send)') }],
  ]);
  const looked = await folder.obelus(run('two'));
  expect([looked.out, looked.err]).toEqual([
    expect.stringContaining('SHA-256'),
    expect.stringContaining('“s” (send)'),
  ]);
  expect((await folder.obelus(['status', 'two'])).err).toContain('no journal of a run in two');
  expect(entered(folder)).toBe(1);
});

test('whoever says so runs it all the same; who changed the plan meanwhile is asked', async () => {
  const folder = await cutOff();
  folder.put('plan.json', { ...PLAN, goal: 'Send it.' });
  expect((await folder.obelus(run('two', '--approve'))).code).toBe(1);
  const again = await folder.obelus(run('two', '--approve', '--despite-doubts'));
  expect(again).toMatchObject({ code: 0, err: expect.stringContaining('“s” (send)') });
  expect(entered(folder)).toBe(2);
});

test('another plan that would do the same asks when it comes to it, and names the folder; what differs runs', async () => {
  const folder = await cutOff();
  folder.put('plan.json', { ...PLAN, id: 'another' });
  const asks = await folder.obelus(run('two', '--approve'));
  expect(asks.err).toContain('s would do what “s” may have done already in one');
  expect(entered(folder)).toBe(1);
  folder.put('plan.json', { ...PLAN, id: 'third', calls: [{ ...PLAN.calls[0], body: 'something else' }] });
  expect((await folder.obelus(run('three', '--approve'))).code).toBe(0);
  expect(entered(folder)).toBe(2);
});

test('it is asked no more once somebody has said what became of it, after its end too', async () => {
  const folder = await cutOff();
  expect((await folder.obelus(['stop', 'one'])).code).toBe(0);
  expect((await folder.obelus(run('two', '--approve'))).code).toBe(1);
  await folder.obelus(['answer', 'one', '--call', 's', '--choose', 'value', '--value', '"sent"']);
  expect((await folder.obelus(run('two', '--approve'))).code).toBe(0);
  // A journal of which nothing is left to say is read once.
  const receipts = readFileSync(`${folder.state}/receipts.jsonl`, 'utf8').split('\n');
  expect(receipts.filter((line) => line.includes('"settled"') && line.includes('one'))).toHaveLength(1);
});

test('a journal that is damaged is read as far as it is whole: what it leaves open is named, and answers nothing', async () => {
  const folder = await cutOff();
  const path = folder.at('one/journal.jsonl');
  appendFileSync(path, 'x\n');
  const refused = await folder.obelus(run('two', '--approve'));
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toMatch(/“s” \(send\).*in one/);
  expect(refused.err).toContain('the journal in one is damaged and takes no answer');
  expect(entered(folder)).toBe(1);
  const status = await folder.obelus(['status', 'one']);
  expect(status.err).toMatch(/line \d+ is damaged/);
  expect(status.err).toContain('The record of this run is damaged');
  const answer = ['answer', 'one', '--call', 's', '--choose', 'skip', '--activities', 'activities.mjs'];
  expect((await folder.obelus(answer)).err).toContain('is damaged');
  rmSync(folder.at('one'), { recursive: true });
  expect((await folder.obelus(run('two', '--approve'))).code).toBe(0);
});

test('a person at the terminal is asked; nothing typed settles first', async () => {
  const left = [{ folder: 'one', writes: ['“s” (send): begun; whether it happened is not known'] }];
  const answers = async (...typed: string[]) => {
    const said: string[] = [];
    const ask = async (text: string) => {
      said.push(text);
      return typed.shift() ?? '';
    };
    const terminal = { ask, err: (line: string) => said.push(line), out: () => undefined };
    return { goes: await runsAllTheSame(left, false, terminal as never), said };
  };
  const first = await answers('');
  expect([first.goes, first.said.at(-1)]).toEqual([false, 'Nothing was run.']);
  expect(first.said[0]).toContain('“s” (send)');
  expect((await answers('yes', 'run')).goes).toBe(true);
});
