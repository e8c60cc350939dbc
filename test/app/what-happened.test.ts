/** An export of a run tells what was signed and what happened, for whoever reads the file (L-73). */

import { expect, test } from 'vitest';
import { whatHappened, whatHappenedBelow } from '../../src/app/what-happened.ts';
import { memoryHost } from '../../src/package/host.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import { planOf } from '../flows/flow-place.ts';

test('each signed line with what came of it, from the record alone', async () => {
  const host = memoryHost();
  const save = { _id: 'save', _tool: 'saveFile', name: 'a.md', content: 'x', _outputPath: '†state.file' };
  const plan = planOf([save], { mode: 'lazy' });
  const { events } = await host.run(plan, { approved: host.sign(plan) });
  expect(whatHappened('r', events)).toMatchObject([
    {
      call: 'save',
      signed: { kind: 'file', name: 'a.md' },
      sent: [],
      done: [{ call: 'save', attempt: 1, outcome: 'done', file: 'a.md' }],
    },
  ]);
});

test('a loop’s line adds up what its runs did, those below them too, and names the runs in their order', async () => {
  const events: RunEvent[] = [];
  const host = memoryHost({ onEvent: (event) => events.push(event) });
  const save = { _id: 'save', _tool: 'saveFile', name: 'a.md', content: 'x', _outputPath: '†state.file' };
  const policy = { retryLimit: 0, onFailure: 'continue' as const };
  const plan = planOf(
    [{ _id: 'each', _tool: 'do', _delegate: '#outer', _forEach: '†input.items', _outputPath: '†state.all' }],
    {
      mode: 'lazy',
      input: { schema: { type: 'object', properties: { items: { type: 'array' } } } },
      plans: {
        outer: { calls: [{ _id: 'in', _tool: 'do', _delegate: '#inner', _outputPath: '†state.in' }], policy },
        inner: { calls: [save, { ...save, _id: 'bad', name: 'b.xlsx', _outputPath: '†state.bad' }], policy },
      },
      policy,
    },
  );
  await host.run(plan, { approved: host.sign(plan), runId: 'top', input: { items: [1, 2, 3] } });
  const ids = [...new Set(events.map(({ runId }) => runId))];
  const of = async (runId: string) => events.filter((event) => event.runId === runId);
  const top = (await of('top')).reduce(evolve, newRun('top', host.setting));
  const below = ids.filter((id) => id !== 'top');
  expect(await whatHappenedBelow(top, [...below, 'gone'], () => undefined, of)).toEqual({
    lines: [
      { call: 'each', signed: 'To the file a.md', sums: [{ words: '“a.md” was written', count: 3 }] },
      { call: 'each', signed: 'To the file b.xlsx', sums: [{ words: 'it did not happen', count: 3 }] },
    ],
    runs: [0, 1, 2].map((index) => ({
      runId: expect.stringContaining(`top.each.${index}.`),
      call: 'each',
      index,
    })),
    left: 1,
    ended: 3,
  });
});
