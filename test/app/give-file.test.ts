/** A file that a call failed for reaches its run before the call is tried again: only that file, and only from its own plan's shelf. */

import { expect, test } from 'vitest';
import { createFileShelf } from '../../src/app/file-shelf.ts';
import { giveLacked, giveToRun } from '../../src/app/give-file.ts';
import { language } from '../../src/app/language.ts';
import type { Plan } from '../../src/plan/document.ts';
import type { RunEventBody } from '../../src/run/events.ts';
import { lackedFile, lackingFile } from '../../src/run/lacking-file.ts';
import type { Request } from '../../src/run/messages.ts';
import { createDocumentStore } from '../../src/stores/document.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { journal, runsStore } from '../stores/shown.ts';

const plan = (id: string): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id,
  calls: [{ _id: 'a', _tool: 'readText', file: 'a "b".txt', _outputPath: '†state.a' }],
});

const failing = (message: string): RunEventBody[] => [
  { type: 'plan.commit', revision: 1, plan: plan('p') },
  { type: 'plan_started', total: 1 },
  { type: 'plan_step_started', call: 'a', attempt: 1 },
  { type: 'plan_step_failed', call: 'a', attempt: 1, code: 'invalid-arguments', message },
];

async function asking(message: string, onTable = 'p') {
  const shelf = createFileShelf();
  for (const name of ['a "b".txt', 'other.txt']) await shelf.add(new File(['x'], name));
  const runs = runsStore();
  await runs.actions.receive('r', journal(...failing(message)));
  await runs.actions.receive(
    'r.a.0',
    journal(...failing(message)).map((event) => ({
      ...event,
      runId: 'r.a.0',
      ...(event.type === 'plan.commit' ? { parent: { runId: 'r', call: 'a' } } : {}),
    })),
  );
  const sent: Request[] = [];
  const send = async (request: Request) => {
    sent.push(request);
    return true;
  };
  const document = createDocumentStore(language, [...builtInTools], plan(onTable));
  return { parts: { shelf, runs, send, document }, sent };
}

const LACKS = lackingFile('a "b".txt', ['other.txt']);

test('what lies beside the goal goes to the run, under the name that the call asks for', async () => {
  const { parts, sent } = await asking(LACKS);
  await giveLacked(parts, 'r', 'a');
  expect(sent).toMatchObject([{ kind: 'put-file', runId: 'r', name: 'a "b".txt' }]);
});

test('a sub-run has the files of the run that a person started', async () => {
  const { parts, sent } = await asking(LACKS);
  await giveLacked(parts, 'r.a.0', 'a');
  await giveToRun(parts, 'r.a.0', 'given.txt', new File(['y'], 'mine.txt'));
  expect(sent).toMatchObject([{ runId: 'r' }, { runId: 'r', name: 'given.txt' }]);
});

test('nothing is given where it failed of something else, or the shelf is another plan’s', async () => {
  const elsewhere = await asking(LACKS, 'q');
  await giveLacked(elsewhere.parts, 'r', 'a');
  const otherwise = await asking('It broke.');
  await giveLacked(otherwise.parts, 'r', 'a');
  expect([...elsewhere.sent, ...otherwise.sent]).toEqual([]);
});

test('the name comes back out of the sentence, whatever is in it', () => {
  for (const name of ['a.txt', 'a "b".txt', 'a" in this', 'zwei\nZeilen.csv'])
    expect(lackedFile({ message: lackingFile(name, []) })).toBe(name);
  expect(lackedFile({ message: 'There is no file here.' })).toBeNull();
  expect(lackedFile(undefined)).toBeNull();
});
