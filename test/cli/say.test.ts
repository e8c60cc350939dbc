/** `say` in a terminal, of a plan that was whole when it was signed: its rest is made anew, shown, and taken or left (L-63). */

import { expect, test } from 'vitest';
import type { Terminal } from '../../src/cli/command.ts';
import { run } from '../../src/cli/run.ts';
import type { Plan } from '../../src/plan/document.ts';
import { newFolder } from './terminal.ts';

const SALES = 'region,product,amount\nnorth,tea,1\nnorth,coffee,2\nsouth,tea,4\n';
const plan: Plan = {
  ...{
    format: 'obelus/plan',
    version: 1,
    id: 'plan_sales',
    goal: 'Sum the amount per region',
    output: '†state.totals',
  },
  calls: [
    { _id: 'read', _tool: 'readCsv', file: 'sales.csv', _outputPath: '†state.sales' },
    { _id: 'hold', _tool: 'wait', ms: 1500, _after: '†state.sales', _outputPath: '†state.held' },
    {
      ...{ _id: 'group', _tool: 'groupRows', rows: '†state.sales', by: 'region', column: 'amount' },
      ...{ aggregate: 'sum', _after: '†state.held', _outputPath: '†state.totals' },
    },
  ],
};

/** @param answer to the question that shows the new rest */
async function said(sentence: string, answer: string) {
  const folder = newFolder();
  folder.put('sales.csv', SALES);
  Object.assign(process.env, { OBELUS_STATE: folder.state });
  const asked: string[] = [];
  let out = '';
  let err = '';
  let holds = () => {};
  const held = new Promise<void>((resolve) => {
    holds = resolve;
  });
  const lines = [`say ${sentence}`];
  const { signal } = new AbortController();
  const terminal: Terminal = {
    out: (text) => {
      out += text;
    },
    err: (line) => {
      err += `${line}\n`;
      if (line.includes('[Act] hold')) holds();
    },
    progress: () => {},
    ask: async (question) => {
      asked.push(question);
      return answer;
    },
    typed: async (until) => {
      await held;
      const line = lines.shift();
      if (line !== undefined) return line;
      return new Promise((_, reject) => until.addEventListener('abort', () => reject(until.reason)));
    },
    ...{ signal, impatient: signal },
  };
  const code = await run.run(
    [folder.put('plan.json', plan), '--approve', '--journal', folder.at('j')],
    terminal,
  );
  return { code, asked, err, out };
}

test.each([
  [
    'approve',
    [
      { product: 'tea', sum: 5 },
      { product: 'coffee', sum: 2 },
    ],
  ],
  [
    'reject',
    [
      { region: 'north', sum: 3 },
      { region: 'south', sum: 4 },
    ],
  ],
])('what a sentence makes of the rest is shown, and %s does as it says', async (answer, expected) => {
  const { code, asked, out } = await said('instead by product', answer);
  expect(asked).toEqual([expect.stringContaining('A new plan of 2 calls waits for approval: hold, group.')]);
  expect([code, JSON.parse(out)]).toEqual([0, expected]);
});

test.each([
  ['wobble the fizz', 'I do not know how to change the plan by "wobble the fizz".'],
  ['instead by region', 'That is so already'],
])('“%s” changes nothing, and the run says why and comes to its end', async (sentence, why) => {
  const { code, asked, err, out } = await said(sentence, 'approve');
  expect(err).toContain(`No new plan was made: ${why}`);
  expect(asked).toEqual([]);
  expect([code, JSON.parse(out)]).toEqual([
    0,
    [expect.objectContaining({ region: 'north' }), expect.anything()],
  ]);
});
