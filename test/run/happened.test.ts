/** What stands beside the signed lines that send nothing: files, own code, a model's server (L-73). */

import { describe, expect, test } from 'vitest';
import { leaving } from '../../src/flows/flow.ts';
import { flowsOf } from '../../src/flows/flows-of.ts';
import { memoryHost } from '../../src/package/host.ts';
import type { Call } from '../../src/plan/document.ts';
import type { RunEventBody } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { allowedWords, doneWords, happenedIn, nothingWords, signedWords } from '../../src/run/happened.ts';
import { newRun } from '../../src/run/new-run.ts';
import { answeredBy } from '../../src/run/sent.ts';
import type { RunState } from '../../src/run/state.ts';
import { isOver } from '../../src/run/whole.ts';
import { PLACE, planOf } from '../flows/flow-place.ts';

const told = (state: RunState): string[] =>
  happenedIn(state).flatMap((line) => [
    `${line.call}: ${signedWords(line)}`,
    ...(line.sent.length + line.done.length === 0 ? [nothingWords(line, isOver(state))] : []),
    ...line.sent.map(({ host }) => `sent to ${host}`),
    ...line.done.map((one) => doneWords(line, one)),
  ]);

const save = (id: string, more: Partial<Call> = {}): Call => ({
  _id: id,
  _tool: 'saveFile',
  name: `${id}.md`,
  content: 'Words',
  _outputPath: `†state.${id}`,
  ...more,
});

async function ran(calls: readonly Call[], host = memoryHost()): Promise<RunState> {
  const plan = planOf(calls, { mode: 'lazy', policy: { retryLimit: 0, onFailure: 'continue' } });
  const { events } = await host.run(plan, { approved: host.sign(plan) });
  return events.reduce(evolve, newRun('r', host.setting));
}

describe('what is done without a request has a line', () => {
  test('a file that was written, one that was not, one that only the run names', async () => {
    const state = await ran([
      save('z'),
      save('b', { name: 'b.xlsx' }),
      { _id: 'name', _tool: 'joinText', texts: ['c', '.md'], separator: '', _outputPath: '†state.name' },
      save('c', { name: '†state.name', _after: '†state.b' }),
    ]);
    expect(told(state).slice(0, 4)).toEqual([
      'z: To the file z.md',
      '“z.md” was written',
      'b: To the file b.xlsx',
      'it did not happen',
    ]);
    expect(told(state).slice(4)).toEqual(['c: To a file that only the run names', 'Nothing was done']);
  });

  test('code of the person’s own, which may have done more than is seen', async () => {
    const host = memoryHost({ activities: { mine: async () => 1 } });
    const [line, words] = told(await ran([{ _id: 'a', _tool: 'mine', _outputPath: '†state.a' }], host));
    expect(line).toBe('a: To your own code “mine”');
    expect(words).toContain('not seen from here');
  });
});

describe('a request to the model that was signed', () => {
  const plan = planOf([{ _id: 'ask', _tool: 'think', text: 'x', _outputPath: '†state.said' }], {
    tools: [{ name: 'think', description: 'Thinks', parameters: { type: 'object' } }],
  });
  const folded = (more: object) => {
    const bodies: RunEventBody[] = [
      { type: 'plan.commit', revision: 1, plan, ...more },
      { type: 'plan_step_started', call: 'ask', attempt: 1 },
      { type: 'plan_step_sent', call: 'ask', attempt: 1, n: 1, host: 'models.example', method: 'POST' },
    ];
    const { modelServer: _, ...setting } = PLACE;
    return bodies
      .map((body, at) => ({ ...body, runId: 'r', seq: at + 1, time: at }))
      .reduce(evolve, newRun('r', setting));
  };

  test('stands by its line, whichever server is connected where it is looked at', () => {
    const flows = leaving(flowsOf(plan, PLACE));
    expect(told(folded({ flows }))).toEqual([
      'ask: To the model at models.example',
      'sent to models.example',
    ]);
  });

  test('is where what the call gives came from, once it was answered', () => {
    const state = folded({});
    expect(answeredBy(state, 'ask')).toEqual([]);
    const sent = state.sent.map((one) => ({ ...one, answered: 200 }));
    expect(answeredBy({ sent }, 'ask')).toEqual(['models.example']);
    expect(answeredBy({ sent }, 'other')).toEqual([]);
  });

  test('is none that a person allowed since to another model', () => {
    const flows = leaving(flowsOf(plan, PLACE));
    const state = folded({ flows });
    const sent = state.sent.map((one) => ({ ...one, host: 'other.example', allowed: true as const }));
    const lines = happenedIn({ ...state, sent });
    expect(lines.map(signedWords)).toEqual([
      'To the model at models.example',
      'No line: you allowed it while the run went on',
    ]);
    // The line says it already.
    expect(lines[1]?.sent.map((one) => allowedWords(lines[1]!, one))).toEqual(['']);
  });

  test('in a sub-run too, whose lines were signed above it', () => {
    expect(told(folded({}))).toEqual(['ask: To the model at models.example', 'sent to models.example']);
  });
});
