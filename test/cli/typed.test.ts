/** In a terminal a person types the name of a call that is under way, and does it themselves (L-41). */

import { expect, test } from 'vitest';
import type { Activity } from '../../src/activities/activity.ts';
import { live } from '../../src/cli/run/live-run.ts';
import { settingOf } from '../../src/cli/run/setting.ts';
import { unattended } from '../../src/cli/run/unattended.ts';
import { sign } from '../../src/flows/sign.ts';
import { APPROVED_BY_CALLER, memoryStore } from '../../src/host/memory-place.ts';
import type { Plan } from '../../src/plan/document.ts';

const PLAN: Plan = {
  ...{ format: 'obelus/plan', version: 1, id: 'p' },
  tools: [{ name: 'find', effect: 'read', parameters: {} }],
  calls: [
    { _id: 'slow', _tool: 'find', _outputPath: '†state.slow' },
    { _id: 'after', _tool: 'find', p: '†state.slow', _outputPath: '†state.after' },
  ],
  output: '†state.slow',
};

test('a call is stopped by its name, asked about, and the run goes on with what is given', async () => {
  const said: string[] = [];
  const asked: string[] = [];
  const lines = ['', 'nobody', 'slow'];
  const { signal } = new AbortController();
  /** The first one never comes to an end by itself. */
  const find = (_: unknown, { callId }: { readonly callId: string }) =>
    callId === 'slow' ? new Promise(() => {}) : 'found';
  let begins = () => {};
  const begun = new Promise<void>((resolve) => {
    begins = resolve;
  });
  const own = new Map<string, Activity>([['find', find as Activity]]);
  const setting = settingOf(own, [], [PLAN]);
  const hash = sign(PLAN, setting, {});
  if (!hash.ok) throw new Error(hash.error);
  const answers = ['value', '"mine"'];
  const family = await live({
    ...{ plan: PLAN, delegates: {}, hash: hash.value.hash, input: undefined, runId: 'run' },
    choices: { replans: 'ask' },
    parts: {
      ...{ setting, own, connection: null, environment: {}, receipts: APPROVED_BY_CALLER },
      kept: {
        ...{ store: memoryStore(), folder: null },
        models: () => ({ get: async () => undefined, put: async () => {} }),
      },
      files: { read: () => Promise.reject(new Error('no files')), save: async () => {} },
    },
    terminal: {
      out: () => {},
      err: (line) => void said.push(line),
      progress: () => {},
      ask: async (question) => {
        asked.push(question);
        return answers.shift() ?? '';
      },
      typed: async (until) => {
        await begun;
        const line = lines.shift();
        if (line !== undefined) return line;
        return new Promise((_, reject) => until.addEventListener('abort', () => reject(until.reason)));
      },
      ...{ signal, impatient: signal },
    },
    // A standing answer is for failures, and this is none.
    unattended: unattended([], 'skip'),
    heard: (event) => {
      if (event.type === 'plan_step_started') begins();
    },
  });
  expect(family.get('run')).toMatchObject({ status: 'completed', output: 'mine' });
  expect(said.slice(0, 2)).toEqual(['Under way: slow.', 'No call "nobody" is under way. Under way: slow.']);
  expect(asked[0]).toContain('You have stopped slow. What becomes of it?');
});
