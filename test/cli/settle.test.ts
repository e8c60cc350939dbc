/** What a goal leaves open is asked: as a numbered list where a person sits there, else as a note that `--settle` answers. */

import { expect, it } from 'vitest';
import type { Terminal } from '../../src/cli/command.ts';
import { plan } from '../../src/cli/plan.ts';
import { newFolder } from './terminal.ts';

const SHOPS = 'receipt,branch,takings\nR1,Leith,10\nR2,Leith,20\nR3,Portobello,40\n';
const GOAL = ['--goal', 'jackpot per branch', '--file'];

const toolsOf = (out: string): string[] =>
  (JSON.parse(out) as { calls: { _tool: string; column?: string }[] }).calls.map(
    ({ _tool, column }) => `${_tool}${column === undefined ? '' : ` ${column}`}`,
  );

it('the question, its answers and how to give one stand in the notes; an answer closes the step', async () => {
  const folder = newFolder();
  const file = folder.put('shops.csv', SHOPS);
  const asked = await folder.obelus(['plan', ...GOAL, file]);
  expect(toolsOf(asked.out)).toContain('open');
  expect(asked.err).toContain('What does “jackpot” mean here?');
  expect(asked.err).toContain('1. total takings → Leith 30 · Portobello 40');
  expect(asked.err).toContain('--settle "jackpot=2"');
  expect(asked.code).toBe(3);

  const settled = await folder.obelus(['plan', ...GOAL, file, '--settle', 'jackpot=total takings']);
  expect(toolsOf(settled.out)).toEqual(['readCsv', 'groupRows takings']);
  expect(settled.err).not.toContain('jackpot');

  expect(settled.code).toBe(0);
  // As it is printed: by its number, and by the word that leaves it out.
  const first = await folder.obelus(['plan', ...GOAL, file, '--settle', 'jackpot=1']);
  expect(toolsOf(first.out)).toEqual(toolsOf(settled.out));

  for (const answer of ['', 'nothing']) {
    const left = await folder.obelus(['plan', ...GOAL, file, '--settle', `jackpot=${answer}`]);
    expect(toolsOf(left.out)).toEqual(['readCsv', 'groupRows']);
  }
});

it('a question about the whole goal is printed with its answers, and one of them is the plan', async () => {
  const folder = newFolder();
  const files = ['a', 'b'].flatMap((name) => [
    '--file',
    folder.put(`till_${name}.csv`, `day,bar\n2026-01-0${name === 'a' ? 1 : 2},${name === 'a' ? 5 : 7}\n`),
  ]);
  const goal = ['plan', '--goal', 'total bar', ...files];
  const asked = await folder.obelus(goal);
  expect([asked.code, toolsOf(asked.out).includes('open')]).toEqual([3, true]);
  expect(asked.err).toContain('2. both together → 12');
  expect(asked.err).toContain('--settle "question=2"');
  const settled = await folder.obelus([...goal, '--settle', 'question=2']);
  expect([settled.code, toolsOf(settled.out)]).toEqual([
    0,
    ['readCsv', 'readCsv', 'appendRows', 'groupRows bar'],
  ]);
  expect((await folder.obelus([...goal, '--settle', 'question=7'])).code).toBe(2);
});

it('what has to be given first is said, and is no plan to run yet', async () => {
  const folder = newFolder();
  const file = folder.put('prices.csv', 'shop,net,gross\nA,1,2\nB,3,4\n');
  const made = await folder.obelus(['plan', '--goal', 'total per shop', '--file', file]);
  expect(made.code).toBe(/†input/u.test(made.out) ? 3 : 0);
  if (made.code === 3) expect(made.err).toContain('run --input');
});

it('an answer without its words is misuse, and so is one for a batch', async () => {
  const folder = newFolder();
  const file = folder.put('shops.csv', SHOPS);
  for (const wrong of ['jackpot', '=branch'])
    expect((await folder.obelus(['plan', ...GOAL, file, '--settle', wrong])).code).toBe(2);
  const batch = folder.put('goals.jsonl', '{"goal":"x"}\n');
  expect((await folder.obelus(['plan', '--batch', batch, '--settle', 'a=b'])).code).toBe(2);
});

/** A terminal with a person at it who gives the same answer each time. */
function answering(answer: string) {
  const said: string[] = [];
  const came = { out: '', asked: 0, said };
  const { signal } = new AbortController();
  const terminal: Terminal = {
    out: (text) => {
      came.out += text;
    },
    err: (line) => said.push(line),
    progress: () => undefined,
    ask: async () => {
      came.asked += 1;
      return answer;
    },
    signal,
    impatient: signal,
  };
  return { terminal, came };
}

it.each([
  ['1', ['readCsv', 'groupRows takings'], 1, 0],
  ['average takings', ['readCsv', 'groupRows takings'], 1, 0],
  ['', ['readCsv', 'groupRows', 'open'], 1, 3],
])('on a terminal %j is read as an answer', async (answer, tools, questions, code) => {
  const folder = newFolder();
  const { terminal, came } = answering(answer);
  expect(await plan.run([...GOAL, folder.put('shops.csv', SHOPS)], terminal)).toBe(code);
  expect([toolsOf(came.out), came.asked]).toEqual([tools, questions]);
  expect(came.said.join('\n')).toContain('1. total takings');
});

it('a change of which nothing was understood asks too; without an answer it is refused', async () => {
  const folder = newFolder();
  const file = folder.put('shops.csv', SHOPS);
  const made = await folder.obelus(['plan', '--goal', 'total takings per branch', '--file', file]);
  const change = ['--plan', folder.put('p.json', made.out), '--change', 'only Portbelow', '--file', file];

  const script = await folder.obelus(['plan', ...change]);
  expect([script.code, script.out]).toEqual([1, '']);
  expect(script.err).toContain('1. branch: Portobello → Portobello 40');
  expect(script.err).toContain('I do not know how to change the plan by "only Portbelow"');
  const settled = await folder.obelus(['plan', ...change, '--settle', 'Portbelow=Portobello']);
  expect(toolsOf(settled.out)).toEqual(['readCsv', 'filterRows branch', 'groupRows takings']);

  const one = answering('1');
  expect(await plan.run(change, one.terminal)).toBe(0);
  expect([toolsOf(one.came.out), one.came.asked]).toEqual([
    ['readCsv', 'filterRows branch', 'groupRows takings'],
    1,
  ]);
  const none = answering('');
  expect(await plan.run(change, none.terminal)).toBe(1);
  expect([none.came.out, none.came.asked]).toEqual(['', 1]);
});
