import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Folder, newFolder } from './terminal.ts';

/** `slow` says that it is under way, and goes on when there is a file `go.txt`. */
const ACTIVITIES = `
  import { appendFileSync, existsSync, watch } from 'node:fs';
  export const slow = async (_, { signal }) => {
    appendFileSync('entered.txt', 'slow\\n');
    process.stderr.write('slow is under way\\n');
    await new Promise((resolve) => {
      const watching = watch('.', () => existsSync('go.txt') && done());
      const done = () => { watching.close(); resolve(); };
      signal.addEventListener('abort', done);
      if (existsSync('go.txt')) done();
    });
    return 1;
  };
  export const after = async ({ of }) => { appendFileSync('entered.txt', 'after\\n'); return of + 1; };
`;

const PLAN = {
  tools: [
    { name: 'slow', effect: 'write' },
    { name: 'after', effect: 'read' },
  ],
  calls: [
    { _id: 'a', _tool: 'slow', _outputPath: '†state.a' },
    { _id: 'b', _tool: 'after', of: '†state.a', _outputPath: '†state.b' },
  ],
  output: '†state.b',
};

const ARGS = [
  'run',
  'plan.json',
  '--approve',
  '--activities',
  'activities.mjs',
  '--journal',
  'kept',
  '--json',
];

function aFolder(): Folder {
  const folder = newFolder();
  folder.put('plan.json', PLAN);
  folder.put('activities.mjs', ACTIVITIES);
  return folder;
}

const entered = (folder: Folder) => readFileSync(folder.at('entered.txt'), 'utf8').trim().split('\n');

test('Ctrl-C lets what is under way end, and the same command goes on without a doubt', async () => {
  const folder = aFolder();
  let interrupted = false;
  const first = await folder.obelus(ARGS, '', (err, child) => {
    if (!interrupted && err.includes('slow is under way')) {
      interrupted = true;
      child.kill('SIGINT');
    }
    if (err.includes('Pausing')) folder.put('go.txt', '');
  });
  expect(first.code).toBe(5);
  const paused = JSON.parse(first.out);
  expect(paused).toMatchObject({ status: 'stopped', calls: { a: { status: 'completed' } } });
  expect(entered(folder)).toEqual(['slow']);

  const second = (await folder.obelus([...ARGS, '--events'])).out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(second.at(-1)).toMatchObject({ type: 'report', status: 'completed', output: 2 });
  expect(entered(folder)).toEqual(['slow', 'after']);
  // What nothing was cut off from is no interruption (L-91).
  const types = second.map(({ type }: { type: string }) => type);
  expect(types).toContain('plan_completed');
  expect(types).not.toContain('plan_run_interrupted');
});

test('the second Ctrl-C leaves at once: a write under way is in doubt', async () => {
  const folder = aFolder();
  let sent = 0;
  const first = await folder.obelus(ARGS, '', (err, child) => {
    if (sent === 0 && err.includes('slow is under way')) {
      sent = 1;
      child.kill('SIGINT');
    } else if (sent === 1 && err.includes('Pausing')) {
      sent = 2;
      child.kill('SIGINT');
    }
  });
  expect(JSON.parse(first.out)).toMatchObject({ status: 'stopped', calls: { a: { status: 'in_progress' } } });
  const second = JSON.parse((await folder.obelus(ARGS)).out);
  expect(second).toMatchObject({ status: 'waiting', questions: [{ kind: 'in_doubt', call: 'a' }] });
  expect(entered(folder)).toEqual(['slow']);
});
