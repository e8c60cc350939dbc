/** The terminal as a place of the host: sub-plans and loops, what it refuses before the first call, a folder that can't be. */

import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Folder, newFolder } from './terminal.ts';

const SUB = {
  id: 'sub',
  title: 'A sub-plan',
  calls: [
    {
      _id: 'twice',
      _tool: 'calculate',
      expression: 'x * 2',
      values: { x: '†input.item' },
      _outputPath: '†state.twice',
    },
  ],
  output: '†state.twice',
};

/** The tool of the call's name is one that writes: it must never be entered in the sub-plan's place. */
const each = {
  _id: 'each',
  _tool: 'saveFile',
  name: 'made.txt',
  content: 'x',
  _delegate: 'plan:sub',
  _forEach: '†state.items',
  _outputPath: '†state.out',
};
const LOOP = {
  calls: [each],
  state: { initial: { items: [1, 2, 3] } },
  output: '†state.out',
};

function folderWith(plan: unknown): Folder {
  const folder = newFolder();
  folder.put('plan.json', plan);
  return folder;
}

describe('run', () => {
  it('runs a sub-plan for each element, and never the tool of the call’s name in its place', async () => {
    const folder = newFolder();
    folder.put('plan.json', LOOP);
    const library = newFolder();
    library.put('sub.json', SUB);
    const args = [
      'run',
      'plan.json',
      '--approve',
      '--json',
      '--out',
      'out',
      '--library',
      library.path,
      '--journal',
      'journal',
    ];
    const { code, out } = await folder.obelus(args);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ status: 'completed', output: [2, 4, 6] });
    expect(existsSync(folder.at('out'))).toBe(false);
    // One folder holds the whole family; the same command finds that it has ended.
    const lines = readFileSync(folder.at('journal/journal.jsonl'), 'utf8').trim().split('\n');
    const ids = new Set(
      lines.flatMap((line) => [JSON.parse(line)].flat().map((one) => one.runId ?? one.run.runId)),
    );
    expect(ids.size).toBe(4);
    const again = await folder.obelus(args);
    expect(JSON.parse(again.out)).toMatchObject({ status: 'completed', output: [2, 4, 6] });
    expect(readFileSync(folder.at('journal/journal.jsonl'), 'utf8').trim().split('\n')).toEqual(lines);
  });

  it('runs, checks and plays a plan with a sub-plan of its own, from that one file', async () => {
    const { id: _, ...own } = SUB;
    const inside = { ...LOOP, calls: [{ ...each, _delegate: '#sub' }], plans: { sub: own } };
    const folder = folderWith(inside);
    expect((await folder.obelus(['validate', 'plan.json'])).code).toBe(0);
    const played = await folder.obelus(['simulate', 'plan.json', '--json']);
    expect(JSON.parse(played.out)).toMatchObject({ status: 'completed' });
    const ran = await folder.obelus(['run', 'plan.json', '--approve', '--json', '--out', 'out']);
    expect(JSON.parse(ran.out)).toMatchObject({ status: 'completed', output: [2, 4, 6] });
    expect(existsSync(folder.at('out'))).toBe(false);
    const { plans: __, ...without } = inside;
    const refused = await folderWith(without).obelus(['validate', 'plan.json']);
    expect(refused.err).toContain('delegate-missing');
  });

  it('refuses before the first call what it could not finish: no library, no code, no model', async () => {
    const first = {
      _id: 'first',
      _tool: 'saveFile',
      name: 'made.txt',
      content: 'x',
      _outputPath: '†state.first',
    };
    const noLibrary = await folderWith({ ...LOOP, calls: [first, each] }).obelus([
      'run',
      'plan.json',
      '--approve',
    ]);
    expect(noLibrary.code).toBe(1);
    expect(noLibrary.err).toContain('plan:sub');

    const tools = [{ name: 'post', activity: 'postLetter', effect: 'write' }, { name: 'judge' }];
    const calls = [
      first,
      { _id: 'p', _tool: 'post', _outputPath: '†state.p' },
      { _id: 'j', _tool: 'judge', _outputPath: '†state.j' },
    ];
    const folder = folderWith({ calls, tools });
    const { code, err } = await folder.obelus(['run', 'plan.json', '--approve', '--journal', 'journal']);
    expect(code).toBe(1);
    expect(err).toContain('no code behind');
    expect(err).toContain('OPENAI_API_KEY');
    expect(err).toContain('Nothing was run.');
    expect(existsSync(folder.at('made.txt'))).toBe(false);
    expect(readFileSync(folder.at('journal/journal.jsonl'), 'utf8')).toBe('');
  });

  it('says at once that a journal folder can’t be made', async () => {
    const folder = folderWith({
      calls: [{ _id: 'a', _tool: 'calculate', expression: '1', _outputPath: '†state.a' }],
    });
    const { code, err } = await folder.obelus([
      'run',
      'plan.json',
      '--approve',
      '--journal',
      '/proc/obelus/journal',
    ]);
    expect(code).toBe(1);
    expect(err).toContain("can't be made");
  });
});

it('a yes for the whole run, given for one element, is not asked for in the others', async () => {
  const folder = newFolder();
  const save = {
    _id: 'save',
    _tool: 'saveFile',
    name: '†input.item',
    content: 'x',
    _outputPath: '†state.saved',
  };
  const library = newFolder();
  library.put('sub.json', { id: 'sub', calls: [save], output: '†state.saved' });
  folder.put('plan.json', { ...LOOP, state: { initial: { items: ['a.txt', 'a.txt', 'a.txt'] } } });
  folder.put('answers.json', [{ call: 'each[0]/save', value: { allow: true, run: true } }]);
  const args = ['run', 'plan.json', '--approve', '--json', '--library', library.path];
  const asked = await folder.obelus([...args, '--journal', 'first']);
  expect(asked.code).not.toBe(0);
  const { code, out } = await folder.obelus([...args, '--journal', 'second', '--answers', 'answers.json']);
  expect(JSON.parse(out)).toMatchObject({ status: 'completed' });
  expect(code).toBe(0);
});

it('says that the end of a journal is gone, and what that may mean', async () => {
  const folder = newFolder();
  const wait = {
    _id: 'a',
    _tool: 'calculate',
    expression: '1',
    _after: '†state.approvals.go',
    _outputPath: '†state.a',
  };
  folder.put('plan.json', { calls: [wait], output: '†state.a' });
  const args = ['run', 'plan.json', '--approve', '--journal', 'journal'];
  expect((await folder.obelus(args)).err).not.toContain('middle of an entry');
  appendFileSync(folder.at('journal/journal.jsonl'), '[{"type":"plan_step_st');
  expect((await folder.obelus(args)).err).toContain(
    'The journal ended in the middle of an entry, which is gone.',
  );
  expect((await folder.obelus(args)).err).not.toContain('middle of an entry');
});
