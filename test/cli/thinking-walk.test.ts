/** The walk of e2e/thinking-walk.test.ts in a terminal, from the same file: killed twice, changed by a sentence, below its cap. */

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startModelServer } from '../../e2e/model-server/server.ts';
import { type Asker, askerOf, SENTENCE, THINKING, thinkingModel } from '../../e2e/support/thinking-walk.ts';
import { builtPackage } from '../../scripts/package/built.ts';
import type { Terminal } from '../../src/cli/command.ts';
import { run } from '../../src/cli/run.ts';
import { newFolder } from './terminal.ts';

const MAIN = join(await builtPackage(), 'obelus.js');
const before = { ...process.env };
afterAll(() => {
  process.env = before;
});

test('the same plan runs in a terminal: killed twice, changed by a sentence, waiting once, below its cap', async () => {
  const folder = newFolder();
  const server = await startModelServer({ replies: thinkingModel({ agent: 100, planner: 100 }, 10_000) });
  const asked = (who: Asker) => server.chats().filter((one) => askerOf(one) === who).length;
  Object.assign(process.env, {
    ...{ OPENAI_BASE_URL: server.url, OPENAI_MODEL: 'scripted', OBELUS_STATE: folder.state },
  });
  const args = [folder.put('plan.json', THINKING), '--approve', '--journal', folder.at('j')];
  /** Killed, as a power button does, once that one has asked so often. */
  const killedAt = (who: Asker, times: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [MAIN, 'run', ...args], { cwd: folder.path });
      let err = '';
      const looking = setInterval(() => asked(who) === times && child.kill('SIGKILL'), 10);
      child.stderr.on('data', (data) => {
        err += data;
      });
      child.on('close', (_, signal) => {
        clearInterval(looking);
        if (signal === 'SIGKILL') resolve();
        else reject(new Error(err));
      });
    });
  try {
    await killedAt('agent', 2);
    await killedAt('planner', 1);

    // A person sits there now: they say a sentence while it waits, and take what comes of it.
    const said: string[] = [];
    let out = '';
    let pauses = () => {};
    const paused = new Promise<void>((resolve) => {
      pauses = resolve;
    });
    const lines = [`say ${SENTENCE}`];
    const { signal } = new AbortController();
    const terminal: Terminal = {
      out: (text) => {
        out += text;
      },
      err: (line) => {
        said.push(line);
        if (line.includes('[Act] Wait a moment')) pauses();
      },
      progress: () => {},
      ask: async (question) => {
        said.push(question);
        return 'approve';
      },
      typed: async (until) => {
        await paused;
        const line = lines.shift();
        if (line !== undefined) return line;
        return new Promise((_, reject) => until.addEventListener('abort', () => reject(until.reason)));
      },
      ...{ signal, impatient: signal },
    };
    expect([await run.run(args, terminal), said.join('\n')]).toEqual([
      0,
      expect.stringContaining('[Obs] Count thanks is done'),
    ]);
    expect(said.join('\n')).not.toContain('[Act] Count rest');
    expect(said.join('\n')).toContain('Ada is thanked instead of the rest.');
    expect(JSON.parse(out.slice(out.indexOf('{')))).toMatchObject({ words: 3 });
    // With each kill one answer was lost, and asked for again; nothing else was.
    expect([asked('mood'), asked('agent'), asked('planner'), asked('changed')]).toEqual([1, 3, 2, 1]);
  } finally {
    await server.close();
  }
}, 120_000);
