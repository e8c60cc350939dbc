/** `/plan discard` names what nobody would remember, and forgets it only at the word that stands for exactly that (L-41). */

import { expect, test } from 'vitest';
import { carryOutPlanCommand } from '../../src/app/plan-command.ts';
import { forgetWord, type OpenWrite } from '../../src/run/open-writes.ts';

const write = (call: string): OpenWrite => ({
  ...{
    runId: 'r',
    call,
    name: call,
    tool: 'send',
    element: null,
    underWay: false,
    request: null,
    since: null,
    digest: null,
  },
});

/** What was answered, and with which writes named a run was discarded. */
async function typed(text: string, ...open: OpenWrite[]) {
  const discarded: (readonly string[])[] = [];
  const steering = {
    openWrites: async () => open,
    discard: async (_: string, forget: readonly string[] = []) => {
      discarded.push(forget);
      return true;
    },
  };
  const parts = { steering, list: async () => [{ runId: 'r', title: 'Letters' }] };
  return { said: (await carryOutPlanCommand(text, parts as never)).join('\n'), discarded };
}

test('`forget` typed at once, without its word, or with that for other writes, names them and deletes nothing', async () => {
  const other = forgetWord([write('b')]);
  for (const text of ['', ' confirm', ' forget', ` forget ${other}`]) {
    const { said, discarded } = await typed(`/plan discard r${text}`, write('a'));
    expect(discarded).toEqual([]);
    expect(said).toContain('“a” (send)');
    expect(said).toContain(`/plan discard r forget ${forgetWord([write('a')])}`);
  }
});

test('with the word it was answered they are forgotten; a write that is left in doubt since has another', async () => {
  const word = forgetWord([write('a')]);
  expect(await typed(`/plan discard r forget ${word}`, write('a'))).toEqual({
    said: 'Discarded r.',
    discarded: [['r a']],
  });
  expect((await typed(`/plan discard r forget ${word}`, write('a'), write('b'))).discarded).toEqual([]);
  expect((await typed('/plan discard r confirm')).discarded).toEqual([[]]);
});
