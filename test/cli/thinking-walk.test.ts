/** The walk of e2e/thinking-walk.test.ts in a terminal, from the same file: killed twice, changed by a sentence, below its cap. */

import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startModelServer } from '../../e2e/model-server/server.ts';
import {
  type Asker,
  askerOf,
  CAP,
  EACH,
  SENTENCE,
  THINKING,
  thinkingModel,
} from '../../e2e/support/thinking-walk.ts';
import { builtPackage } from '../../scripts/package/built.ts';
import type { Terminal } from '../../src/cli/command.ts';
import { run } from '../../src/cli/run.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { newFolder } from './terminal.ts';

const MAIN = join(await builtPackage(), 'obelus.js');
const before = { ...process.env };
afterAll(() => {
  process.env = before;
});

test('the same plan runs in a terminal: killed twice, changed by a sentence, waiting once, below its cap', async () => {
  const folder = newFolder();
  const server = await startModelServer({ replies: thinkingModel({ agent: 100 }) });
  const asked = (who: Asker) => server.chats().filter((one) => askerOf(one) === who).length;
  const env = {
    ...process.env,
    ...{ OPENAI_BASE_URL: server.url, OPENAI_MODEL: 'scripted', OBELUS_STATE: folder.state },
  };
  Object.assign(process.env, env);
  const args = ['run', folder.put('plan.json', THINKING), '--approve', '--journal', folder.at('j')];
  const journal = (): RunEvent[] =>
    readFileSync(join(folder.at('j'), 'journal.jsonl'), 'utf8')
      .split('\n')
      .flatMap((line) =>
        [...line.matchAll(/"type":"(\w+|plan\.\w+)"/g)].map(([, type]) => ({ type }) as RunEvent),
      );
  /** Until what it says, or what the server hears, is enough; killed then, as a power button does. */
  const killedWhen = (is: (err: string) => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const child: ChildProcess = spawn(process.execPath, [MAIN, ...args], { cwd: folder.path, env });
      let err = '';
      const look = () => is(err) && child.kill('SIGKILL');
      const looking = setInterval(look, 20);
      child.stderr?.on('data', (data) => {
        err += data;
        look();
      });
      child.on('close', (_, signal) => {
        clearInterval(looking);
        if (signal === 'SIGKILL') resolve();
        else reject(new Error(err));
      });
    });
  try {
    await killedWhen(() => asked('agent') === 2);
    expect(journal().some(({ type }) => type === 'plan_turn')).toBe(true);

    // A person sits there: they say a sentence while it waits, take what comes of it, and leave at once.
    const leaving = new AbortController();
    const said: string[] = [];
    let waits = () => {};
    const waiting = new Promise<void>((resolve) => {
      waits = resolve;
    });
    let sentences = 0;
    const terminal: Terminal = {
      out: () => {},
      err: (line) => {
        said.push(line);
        if (line.includes('[Act] pause')) waits();
        if (sentences > 0 && journal().filter(({ type }) => type === 'plan.commit').length > 4)
          leaving.abort();
      },
      progress: () => {},
      ask: async (question) => {
        said.push(question);
        return 'approve';
      },
      typed: async (until) => {
        await waiting;
        sentences += 1;
        if (sentences === 1) return `say ${SENTENCE}`;
        return new Promise((_, reject) => until.addEventListener('abort', () => reject(until.reason)));
      },
      signal: new AbortController().signal,
      impatient: leaving.signal,
    };
    const code = await run.run(args.slice(1), terminal);
    expect(said.join('\n')).toContain('which is');
    expect(code).toBe(0);
    expect([asked('mood'), asked('agent'), asked('planner'), asked('changed')]).toEqual([1, 3, 1, 1]);
    expect(5 * EACH).toBeLessThan(CAP);
  } finally {
    await server.close();
  }
}, 120_000);
