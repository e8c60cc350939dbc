/** What was not approved by this user on this machine does not go on, whatever a journal folder says of itself (L-74, L-76). */

import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { receiptsIn, stateFolder } from '../../src/cli/run/receipts.ts';
import { type Folder, newFolder } from './terminal.ts';

const PLAN = {
  title: 'Letters',
  tools: [
    { name: 'look', effect: 'read' },
    { name: 'send', effect: 'write' },
  ],
  calls: [
    { _id: 'a', _tool: 'look', _outputPath: '†state.a' },
    { _id: 's', _tool: 'send', text: '†state.a', ok: '†state.approvals.go', _outputPath: '†state.s' },
  ],
  output: '†state.s',
};
const ACTIVITIES = `
  import { appendFileSync } from 'node:fs';
  export const look = async () => { appendFileSync('entered.txt', 'look\\n'); return 'seen'; };
  export const send = async ({ text }) => { appendFileSync('entered.txt', 'send ' + text + '\\n'); return 'sent'; };
`;
const OWN = ['--activities', 'activities.mjs'];
const RUN = ['run', 'plan.json', ...OWN, '--journal', 'j'];
const GO = ['--gate', 'go', '--choose', 'approve'];
const OTHER = () => mkdtempSync(join(tmpdir(), 'obelus-state-'));

const entered = (folder: Folder): string[] =>
  existsSync(folder.at('entered.txt'))
    ? readFileSync(folder.at('entered.txt'), 'utf8').trim().split('\n')
    : [];
const json = async (folder: Folder, args: readonly string[]) => {
  const { code, out } = await folder.obelus([...args, '--json']);
  return { code, said: JSON.parse(out) };
};

function aFolder(state?: string): Folder {
  const folder = newFolder(state);
  folder.put('plan.json', PLAN);
  folder.put('activities.mjs', ACTIVITIES);
  return folder;
}

/** A run that waits at its gate, as another user left it, its one result changed on the way; in this user's hands. */
async function brought(): Promise<Folder> {
  const theirs = aFolder(OTHER());
  expect((await theirs.obelus([...RUN, '--approve'])).code).toBe(3);
  const folder = aFolder(OTHER());
  cpSync(theirs.at('j'), folder.at('j'), { recursive: true });
  const path = folder.at('j/journal.jsonl');
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"seen"', '"forged"'));
  return folder;
}

describe('a journal folder that was brought here', () => {
  it('is not gone on with by an answer, nor by resume: what would start is shown, and nothing is entered', async () => {
    const folder = await brought();
    const answered = await json(folder, ['answer', 'j', ...GO, ...OWN]);
    expect(answered).toMatchObject({ code: 1, said: { problems: [{ code: 'not-approved' }] } });
    const resumed = await json(folder, ['resume', 'j', ...OWN]);
    expect(resumed).toMatchObject({ code: 1, said: { status: 'not_approved', approval: { starts: ['s'] } } });
    const from = await json(folder, ['resume', 'j', '--from', 'a', ...OWN]);
    expect(from).toMatchObject({ code: 1, said: { status: 'not_approved' } });
    const words = await folder.obelus(['resume', 'j', ...OWN]);
    expect(words.out).toContain(`SHA-256 ${resumed.said.approval.hash}`);
    expect(words.out).toContain('What would start: s');
    expect(entered(folder)).toEqual([]);
  });

  it('approved, goes on as a new run in its place, with what it did as unproven; that one is this user’s', async () => {
    const folder = await brought();
    const before = (await json(folder, ['status', 'j'])).said.runId;
    const { hash } = (await json(folder, ['resume', 'j', ...OWN])).said.approval;
    const wrong = await folder.obelus(['resume', 'j', `--approve=${'0'.repeat(64)}`, ...OWN]);
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining(hash)]);
    const forked = await json(folder, ['resume', 'j', `--approve=${hash}`, ...OWN]);
    expect(forked).toMatchObject({ code: 3, said: { questions: [{ kind: 'gate', gate: 'go' }] } });
    expect(forked.said.runId).not.toBe(before);
    const lines = readFileSync(folder.at('j/journal.jsonl'), 'utf8');
    expect(lines).toContain('"via":"unproven"');
    expect(lines).toContain('"part":{"starts":["s"],"given":[]}');

    expect((await folder.obelus(['answer', 'j', ...GO, ...OWN])).code).toBe(0);
    expect(entered(folder)).toEqual(['send forged']);
    // What is made with it is no better proven.
    const { calls, outputUnproven } = (await json(folder, ['status', 'j'])).said;
    expect([calls.s.unproven, outputUnproven]).toEqual([true, true]);
  });

  it('is taken over in the same way by run --approve, in words', async () => {
    const folder = await brought();
    const { code, err } = await folder.obelus([...RUN, '--approve']);
    expect([code, err]).toEqual([3, expect.stringContaining('was not begun here with your approval')]);
    expect(readFileSync(folder.at('j/journal.jsonl'), 'utf8')).toContain('"via":"unproven"');
    // The same command goes on with the run that took its place.
    const again = await folder.obelus([...RUN, '--approve']);
    expect([again.code, again.err]).toEqual([3, expect.not.stringContaining('A new one goes on')]);
    // What it reports of what it took over is marked, for machines too.
    expect(again.err).toContain('nobody here has seen how it came about: the result of a.');
    expect((await json(folder, ['status', 'j'])).said.calls).toMatchObject({
      a: { via: 'unproven', unproven: true },
    });
    expect((await json(await brought(), ['list', '.'])).said.runs).toMatchObject([{ brought: true }]);
  });

  it('is called so by status, and what was begun here is not', async () => {
    const folder = await brought();
    expect((await json(folder, ['status', 'j'])).said.brought).toBe(true);
    expect((await folder.obelus(['status', 'j'])).err).toContain('was not begun here');
    await folder.obelus([...RUN, '--approve']);
    expect((await json(folder, ['status', 'j'])).said.brought).toBeUndefined();
  });

  it('can be stopped, and what it was stays', async () => {
    const folder = await brought();
    expect((await folder.obelus(['stop', 'j'])).code).toBe(0);
    expect(await json(folder, ['status', 'j'])).toMatchObject({ code: 5, said: { status: 'aborted' } });
    expect(entered(folder)).toEqual([]);
  });
});

test('a run that was begun here goes on from a copy of its folder without being asked for again', async () => {
  const folder = aFolder(OTHER());
  expect((await folder.obelus([...RUN, '--approve'])).code).toBe(3);
  cpSync(folder.at('j'), folder.at('moved'), { recursive: true });
  expect((await folder.obelus(['answer', 'moved', ...GO, ...OWN])).code).toBe(0);
  expect(entered(folder)).toEqual(['look', 'send seen']);
});

test('--fork shows, and approves, only what it can start; the hash of the whole plan stands for it too', async () => {
  const folder = aFolder(OTHER());
  expect((await folder.obelus([...RUN, '--approve'])).code).toBe(3);
  expect((await folder.obelus(['stop', 'j'])).code).toBe(0);
  const whole = (await json(folder, RUN)).said.approval;
  const part = (await json(folder, [...RUN, '--fork'])).said.approval;
  expect(part).toMatchObject({ starts: ['s'], tools: [{ name: 'send', calls: ['s'] }] });
  expect(part.hash).not.toBe(whole.hash);
  expect((await folder.obelus([...RUN, '--fork', `--approve=${'a'.repeat(64)}`])).code).toBe(1);

  const forked = await json(folder, [...RUN, '--fork', `--approve=${part.hash}`]);
  expect(forked).toMatchObject({ code: 3, said: { calls: { a: { status: 'completed' } } } });
  // The approval of that part is what this run goes on under; the folder is still of that plan.
  expect((await json(folder, [...RUN, `--approve=${part.hash}`])).said.runId).toBe(forked.said.runId);
  expect((await folder.obelus(['stop', 'j'])).code).toBe(0);
  expect((await json(folder, [...RUN, '--fork', `--approve=${whole.hash}`])).code).toBe(3);
  expect(entered(folder)).toEqual(['look']);
});

describe('the receipts', () => {
  const RECEIPT = { hash: 'a'.repeat(64), at: 1, planId: 'p', title: 'A plan', flows: [] };

  it('lie in a place of the user’s own, and not in the folder of a run', async () => {
    const folder = aFolder(OTHER());
    await folder.obelus([...RUN, '--approve']);
    expect(readdirSync(folder.state)).toEqual(['receipts.jsonl']);
    expect(readdirSync(folder.at('j'))).not.toContain('receipts.jsonl');
    const lines = readFileSync(join(folder.state, 'receipts.jsonl'), 'utf8');
    expect(lines).toMatch(/"approved":\{"hash":"[0-9a-f]{64}"/);
  });

  it('are of the environment’s folder, else of the system’s, never of the folder where the command is', () => {
    expect(stateFolder({ OBELUS_STATE: '/there' })).toBe('/there');
    expect(stateFolder({ XDG_STATE_HOME: '/state' })).toBe(join('/state', 'obelus'));
    expect(stateFolder({ XDG_STATE_HOME: 'relative' })).toBe(stateFolder({}));
    expect(stateFolder({})).toMatch(/^\/.*obelus$/);
  });

  it('hold what was given, once, and runs that began; a torn line takes no other with it', async () => {
    const folder = join(OTHER(), 'deep', 'state');
    const book = receiptsIn(folder);
    expect([await book.holds(RECEIPT.hash), await book.began('r')]).toEqual([false, false]);
    await book.give(RECEIPT);
    await book.give(RECEIPT);
    appendFileSync(join(folder, 'receipts.jsonl'), '{"v":1,"approved":{"hash":"torn');
    await book.begin({ runId: 'r', hash: RECEIPT.hash, planId: 'p', folder: null }, 2);
    expect([await book.holds(RECEIPT.hash), await book.began('r')]).toEqual([true, true]);
    expect([await book.holds('torn'), await book.began('other')]).toEqual([false, false]);
    expect(readFileSync(join(folder, 'receipts.jsonl'), 'utf8').match(/A plan/g)).toHaveLength(1);
  });

  it('know where the journals of a plan lie, seen from themselves, until nothing is left to say of them', async () => {
    const top = OTHER();
    const begin = (runId: string, planId: string, folder: string, at = join(top, 'state')) =>
      receiptsIn(at).begin({ runId, hash: RECEIPT.hash, planId, folder }, 2);
    await begin('a', 'p', join(top, 'one'));
    await begin('b', 'p', join(top, 'two'));
    await begin('c', 'q', join(top, 'three'));
    await begin('d', 'p', join(top, 'elsewhere/one'));
    const moved = join(OTHER(), 'moved');
    cpSync(top, moved, { recursive: true });
    const book = receiptsIn(join(moved, 'state'));
    const at = (...names: string[]) => names.map((name) => join(moved, name));
    const changed = { hash: 'c'.repeat(64), planId: 'p' };
    const beside = async () => (await book.foldersOf({ ...changed, folder: join(moved, 'new') })).own;
    expect(await beside()).toEqual(at('one', 'two'));
    const others = at('one', 'two', 'three', 'elsewhere/one');
    expect(await book.foldersOf({ ...changed, folder: null })).toEqual({ own: [], others });
    const same = { hash: RECEIPT.hash, planId: 'another', folder: null };
    expect(await book.foldersOf(same)).toEqual({ own: others, others: [] });
    await book.settle(join(moved, 'one'));
    expect(await beside()).toEqual(at('two'));
    await begin('e', 'p', join(moved, 'one'), join(moved, 'state'));
    expect(await beside()).toEqual(at('two', 'one'));
  });

  it('hold nothing that was taken back, until it is approved again', async () => {
    const book = receiptsIn(OTHER());
    await book.give(RECEIPT);
    await book.give({ ...RECEIPT, hash: 'b'.repeat(64), title: 'Another' });
    expect((await book.list()).map(({ title }) => title)).toEqual(['Another', 'A plan']);
    await book.takeBack(RECEIPT.hash, 2);
    expect([await book.holds(RECEIPT.hash), (await book.list()).length]).toEqual([false, 1]);
    await book.give(RECEIPT);
    expect(await book.holds(RECEIPT.hash)).toBe(true);
  });

  it('as the first version kept them are read (L-95)', async () => {
    const book = receiptsIn(join(import.meta.dirname, 'kept/receipts-1'));
    const hash = '5c1f0a7e5d0f4f3c9a0b6f1b8f2f9f3b3d1f64c5b1a0e7c2d9f8e7a6b5c4d3e2';
    expect([await book.holds(hash), await book.began('0a1b2c3d')]).toEqual([true, true]);
    expect(await book.holds('f'.repeat(64))).toBe(false);
    // They did not say where a journal lay: nothing is known to be in doubt.
    expect(await book.foldersOf({ hash, planId: 'letters', folder: null })).toEqual({ own: [], others: [] });

    const later = join(import.meta.dirname, 'kept/receipts-1-journals');
    const [one] = await receiptsIn(later).list();
    expect(one).toMatchObject({ title: 'Ship', device: 'desk' });
    const known = { hash: one?.hash ?? '', planId: 'plan', folder: null };
    expect((await receiptsIn(later).foldersOf(known)).own).toEqual([join(later, '../two')]);
  });

  it('that can’t be kept stop nothing that was approved with the command, and that is said', async () => {
    const folder = aFolder('/dev/null/state');
    const { code, err } = await folder.obelus([...RUN, '--approve']);
    expect([code, err]).toEqual([3, expect.stringContaining('later it has to be approved again')]);
    expect((await folder.obelus(['answer', 'j', ...GO, ...OWN])).code).toBe(1);
    expect(entered(folder)).toEqual(['look']);
  });
});
