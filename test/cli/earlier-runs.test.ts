/** Who is asked to approve a plan in a terminal is told what its last runs took, of a server that says what its answers cost. */

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failing, type Reply, streamed } from '../../e2e/model-server/script.ts';
import { type ModelServer, startModelServer } from '../../e2e/model-server/server.ts';
import type { Terminal } from '../../src/cli/command.ts';
import { run } from '../../src/cli/run.ts';
import type { Plan } from '../../src/plan/document.ts';
import { newFolder } from './terminal.ts';

const before = { ...process.env };
let server: ModelServer;
let reply: Reply;
const folder = newFolder();

beforeAll(async () => {
  server = await startModelServer({ replies: () => reply });
  Object.assign(process.env, {
    ...{ OPENAI_BASE_URL: server.url, OPENAI_MODEL: 'scripted', OBELUS_STATE: folder.state },
  });
});
afterAll(async () => {
  process.env = before;
  await server.close();
});

const costing = (cost: number | undefined): Reply =>
  streamed(JSON.stringify({ value: 'cross' }), {
    usage: { prompt_tokens: 100, completion_tokens: 20, ...(cost === undefined ? {} : { cost }) },
  });
const plan = (instruction: string): Plan => ({
  ...{ format: 'obelus/plan', version: 1, id: 'plan_mood', goal: 'Tell the mood', output: '†state.mood' },
  policy: { retryLimit: 0, onFailure: 'abort' },
  calls: [
    {
      ...{ _id: 'mood', _tool: 'askModel', instruction, about: 'It broke again.' },
      ...{ shape: { type: 'string' }, _outputPath: '†state.mood' },
    },
  ],
});

async function obelus(...more: readonly string[]): Promise<string> {
  let said = '';
  const { signal } = new AbortController();
  const say = (line: string) => {
    said += `${line}\n`;
  };
  const terminal: Terminal = {
    ...{ out: say, err: say, progress: () => {}, ask: null },
    ...{ signal, impatient: signal },
  };
  await run.run([folder.at('plan.json'), ...more], terminal);
  return said;
}
const asked = async () => /The last .*/.exec(await obelus('--journal', folder.at('runs/next')))?.[0];
const ran = (name: string) => obelus('--approve', '--journal', folder.at(`runs/${name}`));

test('in dollars, tokens and time, of whole runs alone, and by name where it was changed since', async () => {
  folder.put('plan.json', plan('Which mood?'));
  expect(await asked()).toBeUndefined();

  reply = costing(0.01);
  await ran('1');
  expect(await asked()).toMatch(/^The last run of it took \$0\.01, 120 tokens and [\d.]+ m?s of work\./);
  reply = costing(0.03);
  await ran('2');
  // One that failed says nothing of what a whole one takes.
  reply = failing(400, 'No.');
  await ran('3');
  expect(await asked()).toMatch(
    /^The last 2 runs of it took \$0\.01 to \$0\.03, 120 tokens and [\d.]+ m?s(?: to [\d.]+ m?s)? of work\./,
  );

  folder.put('plan.json', plan('Which mood, in one word?'));
  expect(await asked()).toMatch(/^The last 2 runs of it, before the plan was changed, took/);

  // A price that one of them does not say makes no sum, and what can't be read any more tells nothing.
  reply = costing(undefined);
  await ran('4');
  expect(await asked()).toMatch(/^The last run of it took 120 tokens and/);
  writeFileSync(join(folder.at('runs/4'), 'journal.jsonl'), 'no journal');
  rmSync(folder.at('runs/1'), { recursive: true });
  const left = await asked();
  expect(left).toMatch(/^The last run of it, before the plan was changed, took \$0\.03/);
});
