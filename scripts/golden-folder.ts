/**
 * Keeps journal folders as today's terminal writes them, for `test/cli/kept`: `npx tsx scripts/golden-folder.ts`. One
 * that is there already is left as it is.
 */

import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJournal } from '../src/cli/run/journal-folder.ts';
import { whatItWas } from '../test/journal/what-it-was.ts';

const FOLDER = join(import.meta.dirname, '../test/cli/kept');
const MAIN = join(import.meta.dirname, '../src/cli/main.ts');
const VERSION = 'journal-1';

const PLAN = {
  title: 'Report and send',
  tools: [
    { name: 'report', effect: 'read', parameters: { type: 'object' }, _output: { type: 'object' } },
    { name: 'judge', description: 'Judges.', parameters: { type: 'object' }, _output: { type: 'string' } },
    { name: 'send', effect: 'write', parameters: { type: 'object' }, _output: { type: 'string' } },
  ],
  calls: [
    { _id: 'a', _tool: 'report', by: '†input.by', _outputPath: '†state.a' },
    { _id: 'b', _tool: 'judge', _after: '†state.a', _outputPath: '†state.b' },
    { _id: 'c', _tool: 'send', what: '†state.b', _outputPath: '†state.c' },
  ],
  input: { schema: { type: 'object', properties: { by: { type: 'number' } }, required: ['by'] } },
  output: '†state.c',
};

/** The first entry of `send` kills the process, unless a file says that it has been killed. */
const ACTIVITIES = `
  import { existsSync, writeFileSync } from 'node:fs';
  export const report = async ({ by }) => ({ text: 'A line of the report. '.repeat(1600), by });
  export const send = async ({ what }) => {
    if (existsSync('killed.txt')) return 'sent: ' + what;
    writeFileSync('killed.txt', '');
    process.kill(process.pid, 'SIGKILL');
  };
`;

const completion = (content: string) => {
  const chunk = (more: object) =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'scripted', ...more })}\n\n`;
  return [
    chunk({ choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] }),
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
    chunk({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 50 } }),
    'data: [DONE]\n\n',
  ].join('');
};

const model = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(completion('{"value":"fair"}'));
});
await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
const { port } = model.address() as AddressInfo;

/** What is approved here is no approval of the user's who keeps a journal folder. */
const STATE = mkdtempSync(join(tmpdir(), 'obelus-golden-state-'));

/** A terminal in which nobody sits. */
const run = (cwd: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const args = ['run', 'plan.json', '--approve', '--activities', 'activities.mjs', '--input', 'input.json'];
    const child = spawn(
      process.execPath,
      ['--import', import.meta.resolve('tsx'), MAIN, ...args, '--journal', 'journal'],
      {
        cwd,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: {
          ...process.env,
          ...{
            OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
            OPENAI_MODEL: 'scripted',
            OBELUS_STATE: STATE,
          },
        },
      },
    );
    child.on('error', reject);
    child.on('close', () => resolve());
  });

async function keep(name: string, starts: number, isKilled: boolean): Promise<void> {
  const kept = join(FOLDER, `${VERSION}-${name}`);
  if (existsSync(kept)) return;
  const folder = mkdtempSync(join(tmpdir(), 'obelus-golden-'));
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(PLAN));
  writeFileSync(join(folder, 'input.json'), '{"by":2}');
  writeFileSync(join(folder, 'activities.mjs'), ACTIVITIES);
  if (!isKilled) writeFileSync(join(folder, 'killed.txt'), '');
  for (let n = 0; n < starts; n++) await run(folder);
  mkdirSync(FOLDER, { recursive: true });
  cpSync(join(folder, 'journal'), kept, { recursive: true });
  // A killed process leaves its lock behind, which is of this machine and this hour.
  rmSync(join(kept, 'lock'), { force: true });
  const journal = await openJournal(kept);
  const events = await journal.store.events(journal.runId ?? '');
  await journal.close();
  writeFileSync(`${kept}.json`, `${JSON.stringify(whatItWas(events), null, 1)}\n`);
  rmSync(folder, { recursive: true });
  process.stdout.write(`${VERSION}-${name}\n`);
}

await keep('complete', 1, false);
await keep('interrupted', 1, true);
await keep('in-doubt', 2, true);
model.close();
rmSync(STATE, { recursive: true });
