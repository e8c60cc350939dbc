/** What stands beside the signed lines that send nothing: files, own code, a model's server (L-73). */

import { describe, expect, test } from 'vitest';
import { leaving } from '../../src/flows/flow.ts';
import { flowsOf } from '../../src/flows/flows-of.ts';
import type { Json } from '../../src/lib/json.ts';
import { memoryHost } from '../../src/package/host.ts';
import type { Call } from '../../src/plan/document.ts';
import type { RunEvent, RunEventBody } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import {
  allowedWords,
  doneWords,
  happenedIn,
  nothingWords,
  outcomeWords,
  signedWords,
} from '../../src/run/happened.ts';
import { newRun } from '../../src/run/new-run.ts';
import { RULES } from '../../src/run/rules.ts';
import { answeredBy } from '../../src/run/sent.ts';
import type { RunState } from '../../src/run/state.ts';
import { isOver } from '../../src/run/whole.ts';
import { PLACE, planOf } from '../flows/flow-place.ts';
import { callNamed, journalOf, SETTING, started, planOf as written } from './written-run.ts';

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

  test('one that has begun and has no end: who reads its journal can’t tell whether anybody is at work on it', async () => {
    const host = memoryHost({ activities: { mine: async () => 1 } });
    const plan = planOf([{ _id: 'a', _tool: 'mine', _outputPath: '†state.a' }], { mode: 'lazy' });
    const { events } = await host.run(plan, { approved: host.sign(plan) });
    const begun = events.slice(0, 1 + events.findIndex(({ type }) => type === 'plan_step_started'));
    expect(told(begun.reduce(evolve, newRun('r', host.setting)))).toContain('no end of it so far');
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

test('a turn of the planner stands by the line that was signed for it', () => {
  const mandate = { tools: [], effects: [], hosts: [], maxSteps: 9, maxTurns: 9 };
  const plan = planOf([], { strategy: 'iterative', mandate, output: null });
  const flows = leaving(flowsOf(plan, PLACE));
  const bodies: RunEventBody[] = [
    { type: 'plan.commit', revision: 1, plan, flows },
    { type: 'plan_replan_sent', replan: 1, n: 1, host: 'models.example', method: 'POST' } as RunEventBody,
  ];
  const state = bodies
    .map((body, at) => ({ ...body, runId: 'r', seq: at + 1, time: at }))
    .reduce(evolve, newRun('r', PLACE));
  expect(told(state)).toEqual(['†replan: To the model at models.example', 'sent to models.example']);
});

describe('what came of a request, and what a person said of it', () => {
  const plan = written([callNamed('a', { _tool: 'write' })], { retryLimit: 0 });
  const post = (attempt: number, answered?: number): RunEventBody[] =>
    [{}, ...(answered === undefined ? [] : [{ answered }])].map((more) => ({
      ...({
        type: 'plan_step_sent',
        call: 'a',
        attempt,
        n: 1,
        host: 'shop.example',
        method: 'POST',
      } as const),
      ...more,
    }));
  const fails = (attempt: number, outcome: 'unknown' | 'refused'): RunEventBody[] => [
    { type: 'plan_step_failed', call: 'a', attempt, code: 'boom', message: 'It broke.', outcome },
  ];
  const asks = (kind: 'in_doubt' | 'failure'): RunEventBody => ({
    type: 'plan_step_waiting',
    call: 'a',
    kind,
  });
  const says = (choose: 'value' | 'skip' | 'retry', value?: Json): RunEventBody => ({
    ...({ type: 'approval', call: 'a', choose } as const),
    ...(value === undefined ? {} : { value }),
  });
  const given: RunEventBody = { type: 'plan_step_completed', call: 'a', attempt: 1, value: 7, via: 'person' };
  const words = (...bodies: readonly RunEventBody[]): string[] => {
    const [commit, ...rest] = journalOf(plan, bodies);
    const state = [{ ...commit, rules: RULES } as RunEvent, ...rest].reduce(evolve, newRun('run', SETTING));
    return happenedIn(state).flatMap(({ sent }) => sent.map((one) => outcomeWords(one)));
  };
  const broke = [...started('a'), ...post(1), ...fails(1, 'unknown'), asks('in_doubt')];
  const refused = [...started('a'), ...post(1, 422), ...fails(1, 'refused'), asks('failure')];

  test('a doubt, and each thing a person can say of it', () => {
    expect(words(...broke)).toEqual(['; it may have happened']);
    expect(words(...broke, says('value', 7), given)).toEqual([
      '; it may have happened; a person said that it did',
    ]);
    const skip: RunEventBody = { type: 'plan_step_skipped', call: 'a', because: 'person' };
    expect(words(...broke, says('skip'), skip)).toEqual(['; it may have happened; a person skipped it']);
  });

  test('a result in place of one that was refused is no word that it happened', () => {
    expect(words(...refused)).toEqual(['; refused, so it did not happen']);
    expect(words(...refused, says('value', 7), given)).toEqual([
      '; refused, so it did not happen; a person gave a result for it',
    ]);
  });

  test('each attempt keeps its own: one that may have happened stays so beside the one that did', () => {
    const again = [...started('a', 2), ...post(2, 200)];
    const done: RunEventBody = { type: 'plan_step_completed', call: 'a', attempt: 2, value: 7 };
    expect(words(...broke, says('retry'), ...again)).toEqual(['; it may have happened', '']);
    expect(words(...broke, says('retry'), ...again, done)).toEqual([
      '; it may have happened',
      '; it happened',
    ]);
  });

  test('what was said after the end of the run', () => {
    const ended: RunEventBody = { type: 'plan_aborted', reason: 'aborted' };
    const cut = [...started('a'), ...post(1), ended];
    expect(words(...cut)).toEqual(['; it may have happened']);
    expect(words(...cut, says('skip'))).toEqual(['; it may have happened; a person said that it did not']);
  });
});
