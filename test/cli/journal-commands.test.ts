/** A run from one call, its questions answered and its record read from others: as a script or a CI file does it. */

import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Folder, newFolder } from './terminal.ts';

const TOOLS = [
  { name: 'look', effect: 'read' },
  { name: 'send', effect: 'write' },
];
const PLAN = {
  title: 'Letters',
  policy: { retryLimit: 0 },
  tools: TOOLS,
  calls: [
    { _id: 'a', _tool: 'look', _outputPath: '†state.a' },
    {
      _id: 'who',
      _tool: 'askPerson',
      question: 'Who is it for?',
      _after: '†state.a',
      _outputPath: '†state.who',
    },
    { _id: 's', _tool: 'send', to: '†state.who', ok: '†state.approvals.go', _outputPath: '†state.s' },
  ],
  output: '†state.s',
};
const ACTIVITIES = `
  import { appendFileSync, existsSync } from 'node:fs';
  const enter = (name) => appendFileSync('entered.txt', name + '\\n');
  export const look = async () => { enter('look'); return 'seen'; };
  export const send = async ({ to }) => {
    enter('send');
    if (!existsSync('mended.txt')) throw Object.assign(new Error('No stamps.'), { outcome: 'refused' });
    return 'sent to ' + to;
  };
`;

function aFolder(plan: unknown = PLAN): Folder {
  const folder = newFolder();
  folder.put('plan.json', plan);
  folder.put('activities.mjs', ACTIVITIES);
  return folder;
}

const OWN = ['--activities', 'activities.mjs'];
const RUN = ['run', 'plan.json', '--approve', ...OWN, '--journal', 'j'];
const entered = (folder: Folder) => readFileSync(folder.at('entered.txt'), 'utf8').trim().split('\n');
const json = async (folder: Folder, args: readonly string[]) => {
  const { code, out } = await folder.obelus([...args, '--json']);
  return { code, said: JSON.parse(out) };
};

test('a run is asked about, answered, mended and looked at from other calls; nothing that is done is done again', async () => {
  const folder = aFolder();
  const begun = await folder.obelus(RUN);
  expect([begun.code, begun.err]).toEqual([
    3,
    expect.stringContaining('obelus answer j --call who --value JSON\n'),
  ]);
  const waits = await json(folder, ['status', 'j']);
  expect(waits).toMatchObject({
    code: 3,
    said: { status: 'waiting', questions: [{ kind: 'answer', call: 'who' }] },
  });

  // Without its code nothing is begun, so that nothing is in doubt.
  const without = await json(folder, ['answer', 'j', '--call', 'who', '--value', '"Ada"']);
  expect(without).toMatchObject({ code: 1, said: { problems: [{ code: 'fault' }] } });
  expect(without.said.problems[0].message).toMatch(/code of your own, "send": .*--activities/);

  const wrong = await folder.obelus(['answer', 'j', '--call', 'nobody', '--choose', 'skip', ...OWN]);
  expect([wrong.code, wrong.err]).toEqual([3, expect.stringContaining('these answers are for: nobody')]);
  const gate = await json(folder, ['answer', 'j', '--call', 'who', '--value', '"Ada"', ...OWN]);
  expect(gate).toMatchObject({ code: 3, said: { questions: [{ kind: 'gate', gate: 'go' }] } });

  folder.put('answers.json', [{ gate: 'go', choose: 'approve' }]);
  const failed = await json(folder, ['answer', 'j', '--answers', 'answers.json', ...OWN]);
  expect(failed).toMatchObject({ code: 3, said: { questions: [{ kind: 'failure', call: 's' }] } });

  folder.put('mended.txt', '');
  const done = await json(folder, ['answer', 'j', '--call', 's', '--choose', 'retry', ...OWN]);
  expect(done).toMatchObject({ code: 0, said: { status: 'completed', output: 'sent to Ada' } });
  expect(entered(folder)).toEqual(['look', 'send', 'send']);

  expect(await json(folder, ['list', '.'])).toMatchObject({
    code: 0,
    said: { runs: [{ title: 'Letters', status: 'completed', folder: 'j' }] },
  });
  expect((await folder.obelus(['answer', 'j', '--call', 's', '--choose', 'retry'])).err).toContain(
    'has ended',
  );

  // From a call on as a new run: what came before is taken over.
  const again = await json(folder, ['resume', 'j', '--from', 's', '--answers', 'answers.json', ...OWN]);
  expect(again).toMatchObject({ code: 0, said: { output: 'sent to Ada' } });
  expect(entered(folder)).toEqual(['look', 'send', 'send', 'send']);
});

test('everything may be answered beforehand: with --answers and --on-failure it needs nobody', async () => {
  const folder = aFolder();
  folder.put('answers.json', [
    { call: 'who', value: 'Ada' },
    { gate: 'go', choose: 'approve' },
  ]);
  const args = [...RUN, '--answers', 'answers.json', '--on-failure', 'skip', '--events'];
  const { code, out } = await folder.obelus(args);
  expect(code).toBe(6);
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.at(-1)).toMatchObject({ type: 'report', status: 'completed_with_errors' });
  expect(lines.filter(({ type }) => type === 'approval')).toMatchObject([
    { call: 'who', choose: 'value', value: { answer: 'Ada' } },
    { gate: 'go', choose: 'approve' },
    { call: 's', choose: 'skip' },
  ]);
});

test('a run that waits is stopped without entering a call, and discarded with its records', async () => {
  const folder = aFolder();
  await folder.obelus(RUN);
  expect((await folder.obelus(['stop', 'j'])).code).toBe(0);
  expect(await json(folder, ['status', 'j'])).toMatchObject({ code: 5, said: { status: 'aborted' } });
  expect(entered(folder)).toEqual(['look']);
  expect((await folder.obelus(['discard', 'j'])).code).toBe(0);
  const { code, err } = await folder.obelus(['status', 'j']);
  expect([code, err]).toEqual([1, expect.stringContaining('There is no journal of a run in j')]);
  expect(await json(folder, ['list', '.'])).toEqual({ code: 0, said: { ok: true, runs: [] } });
});

test('a run that a process is at work on is stopped from another call: what is under way ends first', async () => {
  const folder = newFolder();
  const call = (id: string) => ({ _id: id, _tool: 'lasts', _outputPath: `†state.${id}` });
  folder.put('plan.json', {
    tools: [{ name: 'lasts', effect: 'write' }],
    policy: { maxConcurrent: 1 },
    calls: [call('a'), call('b')],
  });
  folder.put(
    'activities.mjs',
    "export const lasts = () => new Promise((end) => process.once('SIGTERM', () => end('done')));",
  );
  let stopped: ReturnType<Folder['obelus']> | undefined;
  const run = await folder.obelus(RUN, '', (err, child) => {
    if (err.includes('[Act] a'))
      stopped ??= folder.obelus(['stop', 'j']).finally(() => child.kill('SIGKILL'));
  });
  expect(run).toMatchObject({ code: 5, err: expect.stringContaining('[Obs] a is done') });
  expect(await stopped).toMatchObject({ code: 0, err: expect.stringContaining('The run is stopped.') });
  const { said } = await json(folder, ['status', 'j']);
  expect(said).toMatchObject({ status: 'aborted', calls: { a: { status: 'completed' } } });
  expect(said.calls.b.attempts).toBe(0);
});

test('what a stopped run left in doubt is settled after its end, once, and with nothing else', async () => {
  const folder = newFolder();
  const tools = [{ name: 'send', effect: 'write' }];
  folder.put('plan.json', {
    title: 'One',
    tools,
    calls: [{ _id: 's', _tool: 'send', _outputPath: '†state.s' }],
  });
  folder.put('activities.mjs', "export const send = () => process.kill(process.pid, 'SIGKILL');");
  expect((await folder.obelus(RUN)).signal).toBe('SIGKILL');
  expect((await folder.obelus(['stop', 'j'])).code).toBe(0);
  const left = await json(folder, ['status', 'j']);
  expect(left.said).toMatchObject({
    status: 'aborted',
    calls: { s: { status: 'in_doubt' } },
    questions: [{ kind: 'in_doubt', call: 's', over: true }],
  });

  // Nothing is forgotten by a word that one can know before it was named.
  expect(await folder.obelus(['discard', 'j', '--forget'])).toMatchObject({ code: 2 });
  for (const given of [[], ['--forget=s'], ['--forget=00000000']]) {
    const kept = await folder.obelus(['discard', 'j', ...given]);
    expect(kept).toMatchObject({ code: 1, err: expect.stringMatching(/“s” \(send\).*is not known/) });
  }
  expect((await json(folder, ['status', 'j'])).said).toMatchObject({ calls: { s: { status: 'in_doubt' } } });

  const settle = (...more: string[]) => folder.obelus(['answer', 'j', '--call', 's', ...more]);
  expect((await settle('--choose', 'retry')).err).toContain('can be answered with value, skip');
  expect((await folder.obelus(['answer', 'j', '--call', 'x', '--choose', 'skip'])).err).toContain(
    'are for: x',
  );
  await settle('--choose', 'value', '--value', '"sent"');
  expect((await json(folder, ['status', 'j'])).said).toMatchObject({
    status: 'aborted',
    calls: { s: { status: 'completed' } },
    questions: [],
  });
  expect((await settle('--choose', 'skip')).err).toContain('has ended');
});

test('what is no journal is refused in words, made by nobody, and as JSON where that is asked for', async () => {
  const folder = aFolder();
  for (const command of [['status'], ['stop'], ['discard'], ['resume'], ['answer', '--choose', 'skip']]) {
    const [name = '', ...rest] = command;
    const { code, said } = await json(folder, [name, 'nothing', ...rest]);
    expect(code).toBe(1);
    expect(said.problems[0].message).toContain('no journal of a run in nothing');
  }
  expect(existsSync(folder.at('nothing'))).toBe(false);
});

test('a file and a secret that are not there are named before the first call', async () => {
  const folder = aFolder({
    tools: TOOLS,
    calls: [
      { _id: 'a', _tool: 'look', _outputPath: '†state.a' },
      { _id: 'r', _tool: 'readText', file: 'absent.txt', _after: '†state.a', _outputPath: '†state.r' },
      {
        _id: 'p',
        _tool: 'httpSend',
        url: 'http://127.0.0.1:9/',
        authorization: '†secret.bank',
        _after: '†state.r',
        _outputPath: '†state.p',
      },
    ],
  });
  const { code, said } = await json(folder, RUN);
  expect(code).toBe(1);
  expect(said.problems[0].message).toContain('"absent.txt"');
  expect(said.problems[0].message).toContain('OBELUS_SECRET_bank');
  expect(existsSync(folder.at('entered.txt'))).toBe(false);
});

test('its version, its help, and misuse as JSON', async () => {
  const folder = newFolder();
  const version = await folder.obelus(['--version']);
  expect([version.code, version.out]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
  const help = await folder.obelus(['-h']);
  expect([help.code, help.out]).toEqual([0, expect.stringContaining('3 waits for a person')]);
  const misuse = await folder.obelus(['run', '--nonsense', '--json']);
  expect(misuse.code).toBe(2);
  expect(JSON.parse(misuse.out)).toMatchObject({ ok: false, problems: [{ code: 'misuse' }] });
});

test('another tool is taken for a call that asks: what that adds to what was signed is named before it goes on (L-72)', async () => {
  const folder = newFolder();
  folder.put('plan.json', {
    title: 'Tools',
    policy: { askBefore: 'effects' },
    tools: [
      { name: 'send', effect: 'write' },
      { name: 'post', effect: 'irreversible' },
    ],
    calls: [{ _id: 's', _tool: 'send', to: 'Ada', _outputPath: '†state.s' }],
    output: '†state.s',
  });
  folder.put(
    'activities.mjs',
    `export const send = async () => 'sent'; export const post = async ({ to, by }) => 'posted to ' + to + ' by ' + by;`,
  );
  const begun = await folder.obelus(RUN);
  expect([begun.code, begun.err]).toEqual([3, expect.stringContaining('[--tool NAME]')]);
  const answer = (...more: string[]) => json(folder, ['answer', 'j', '--call', 's', ...more, ...OWN]);
  const none = await folder.obelus(['answer', 'j', '--call', 's', '--tool', 'fax', ...OWN]);
  expect([none.code, none.err]).toEqual([3, expect.stringContaining('"s" can\'t be done with "fax"')]);

  const taken = await answer('--tool', 'post', '--params', '{"by": "Bo"}');
  // It asks until a plan without it is accepted.
  const [asks, { kind, words }] = taken.said.questions;
  expect([taken.code, asks.words, kind]).toEqual([3, expect.stringContaining('with {"to":"Ada"}'), 'replan']);
  expect(words).toContain('beyond what you approved: it uses post; it has calls that can’t be undone');
  expect(words).toMatch(/\n- what stands in this plan → your own code “post”: may change things/);

  // Without the code nobody knows whether it is a person's own, or answered by a model.
  expect((await json(folder, ['status', 'j'])).said.questions[1].words).toContain('where its code is known');

  folder.put('answers.json', [{ choose: 'approve' }]);
  expect((await folder.obelus(['answer', 'j', '--answers', 'answers.json', ...OWN])).code).toBe(3);
  const done = await answer('--choose', 'approve');
  expect(done).toMatchObject({ code: 0, said: { output: 'posted to Ada by Bo' } });
});
