import { expect, test } from 'vitest';
import { live } from '../../src/cli/run/live-run.ts';
import { settingOf } from '../../src/cli/run/setting.ts';
import { unattended } from '../../src/cli/run/unattended.ts';
import { sign } from '../../src/flows/sign.ts';
import { APPROVED_BY_CALLER, memoryStore } from '../../src/host/memory-place.ts';
import type { Store } from '../../src/host/port.ts';
import type { Plan } from '../../src/plan/document.ts';

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  tools: [{ name: 'send', effect: 'write', parameters: {} }],
  calls: ['a', 'b'].map((_id) => ({ _id, _tool: 'send', _outputPath: `†state.${_id}` })),
  policy: { maxConcurrent: 1 },
};

function aRun(store: Store, stopping: AbortController) {
  const entered: string[] = [];
  const own = new Map([['send', () => String(entered.push('send'))]]);
  const setting = settingOf(own, [], [PLAN]);
  const hash = sign(PLAN, setting, {});
  if (!hash.ok) throw new Error(hash.error);
  const said: string[] = [];
  const done = live({
    plan: PLAN,
    delegates: {},
    hash: hash.value.hash,
    input: undefined,
    runId: 'run',
    choices: { replans: 'ask' },
    parts: {
      setting,
      own,
      kept: { store, folder: null, models: () => ({ get: async () => undefined, put: async () => {} }) },
      files: { read: () => Promise.reject(new Error('no files')), save: async () => {} },
      connection: null,
      environment: {},
      receipts: APPROVED_BY_CALLER,
    },
    terminal: {
      out: () => {},
      err: (line) => void said.push(line),
      progress: () => {},
      ask: null,
      signal: stopping.signal,
      impatient: new AbortController().signal,
    },
    unattended: unattended([], undefined),
    heard: () => {},
  });
  return { done, entered, said };
}

test('Ctrl-C before a run has begun: nothing is run, in words', async () => {
  const stopping = new AbortController();
  stopping.abort();
  const { done, entered } = aRun(memoryStore(), stopping);
  await expect(done).rejects.toThrow('nothing was run');
  expect(entered).toEqual([]);
});

test('Ctrl-C while its journal is looked at: nothing is run', async () => {
  const stopping = new AbortController();
  const store = memoryStore();
  const run: Store['run'] = (runId) => {
    stopping.abort();
    return store.run(runId);
  };
  const { done, entered } = aRun({ ...store, run }, stopping);
  await expect(done).rejects.toThrow('nothing was run');
  expect(entered).toEqual([]);
});
