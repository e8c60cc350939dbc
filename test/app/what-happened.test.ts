/** An export of a run tells what was signed and what happened, for whoever reads the file (L-73). */

import { expect, test } from 'vitest';
import { whatHappened } from '../../src/app/what-happened.ts';
import { memoryHost } from '../../src/package/host.ts';
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
