import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Json, jsonEquals } from '../../../src/lib/json.ts';
import type { Plan } from '../../../src/plan/document.ts';
import type { RunEvent, RunEventBody } from '../../../src/run/events.ts';
import { LargeValue } from '../../../src/run/large-value.ts';
import { callView } from '../../../src/run/view.ts';
import type { RunSummary } from '../../../src/stores/ports.ts';
import type { ShownRun } from '../../../src/stores/shown-run.ts';
import { compareRuns, firstDifference, totalsOf } from '../../../src/ui/history/compare-runs.ts';
import {
  candidates,
  differenceWords,
  givenWords,
  sumWords,
  timeWords,
  totalsWords,
} from '../../../src/ui/history/compare-words.ts';
import { journal, shownAfter } from '../../stores/shown.ts';

type Come = readonly RunEventBody[];

/** A call that took 20 ms and gave a value. */
const done = (value: Json, branch = 0): Come => [
  { type: 'plan_step_started', call: '', attempt: 1 },
  { type: 'plan_step_completed', call: '', attempt: 1, value, branch },
];
const failed: Come = [{ type: 'plan_step_failed', call: '', attempt: 0, code: 'boom', message: 'No.' }];
const skipped: Come = [{ type: 'plan_step_skipped', call: '', because: 'person' }];

/** A run of calls that came to this, each event at its own time. */
function runOf(calls: Readonly<Record<string, Come>>, output?: Json, times?: readonly number[]): ShownRun {
  const plan: Plan = {
    format: 'obelus/plan',
    version: 1,
    id: 'p',
    policy: { onFailure: 'continue', retryLimit: 1 },
    calls: Object.keys(calls).map((_id) => ({
      _id,
      _tool: 't',
      _outputPath: `†state.${_id} || †state.or.${_id}`,
    })),
  };
  const end: Come =
    output === undefined ? [] : [{ type: 'plan_completed', status: 'completed', reason: 'goal_met', output }];
  const events = journal(
    { type: 'plan.commit', revision: 1, plan },
    { type: 'plan_started', total: 1 },
    ...Object.entries(calls).flatMap(([call, come]) =>
      come.map((body) => ({ ...body, call }) as RunEventBody),
    ),
    ...end,
  );
  return shownAfter(times ? events.map((event, at) => ({ ...event, time: times[at] ?? 0 })) : events);
}

describe('the first difference of two values', () => {
  it('is there exactly where they are not equal', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const found = firstDifference(a as never, b as never);
        expect(found === null).toBe(jsonEquals(a, b));
      }),
    );
  });

  it('is named by its path, in the order of the first', () => {
    const one = { rows: [{ n: 1 }, { n: 2 }], z: 1 };
    const other = { rows: [{ n: 1 }, { n: 3 }], z: 2 };
    expect(firstDifference(one, other)).toEqual({ path: ['rows', 1, 'n'], one: 2, other: 3 });
    expect(differenceWords(firstDifference(one, other)!)).toBe('at rows.1.n: 2 ≠ 3');
    expect(differenceWords(firstDifference([1], [1, 2])!)).toBe('at 1: nothing ≠ 2');
  });
});

describe('two runs', () => {
  const one = runOf({ a: done(1), b: done('x'), gone: done(1) }, 'x');
  const other = runOf({ a: done(1), b: done('y'), added: done(1) }, 'y');
  const compared = compareRuns(one, other);

  it('are compared call by call, those that one alone has with them', () => {
    expect(compared.calls.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['a', 'same'],
      ['b', 'different'],
      ['gone', 'only-one'],
      ['added', 'only-other'],
    ]);
    expect(sumWords(compared)).toBe(
      '1 call is the same, 1 differ, 1 only in the first, 1 only in the second. The outputs differ: x ≠ y',
    );
  });

  it('differ where a call ended in another way or took another branch, though it gave the same', () => {
    const verdict = (a: Come, b: Come) => compareRuns(runOf({ a }), runOf({ a: b })).calls[0]!.verdict;
    expect(verdict(done(1), done(1))).toBe('same');
    expect(verdict(done(1), done(1, 1))).toBe('different');
    expect(verdict(failed, skipped)).toBe('different');
  });

  it('are the same whatever time they took and however often they tried', () => {
    const tried: Come = [
      { type: 'plan_step_started', call: '', attempt: 1 },
      { type: 'plan_step_failed', call: '', attempt: 1, code: 'timeout', message: 'Too slow.' },
      { type: 'plan_step_retry', call: '', retry: 1, delayMs: 1000 },
      { type: 'plan_step_started', call: '', attempt: 2 },
      { type: 'plan_step_completed', call: '', attempt: 2, value: 1 },
    ];
    const slow = runOf({ a: tried }, undefined, [0, 0, 0, 900, 900, 1900, 2500]);
    const compared = compareRuns(runOf({ a: done(1) }), slow).calls[0]!;
    expect(compared.verdict).toBe('same');
    expect(timeWords(compared.other)).toBe('2.5 s, 2 attempts');
    const memoized = runOf({ a: [{ type: 'plan_step_memoized', call: '', value: 1 }] });
    expect(timeWords(callView(memoized.state, 'a'))).toBe('taken over');
    expect(timeWords(undefined)).toBe('–');
  });

  it('say of each call whether it was given the same, and where its parameters part first', () => {
    const calls = { a: done(1), b: done(1), c: done(1) };
    const given = {
      one: new Map([
        ['a', { url: 'x', n: [1, 2] }],
        ['b', { url: 'x' }],
      ]),
      other: new Map([
        ['a', { url: 'x', n: [1, 3] }],
        ['b', { url: 'x' }],
        ['c', { url: 'x' }],
      ]),
    };
    const compared = compareRuns(runOf(calls), runOf(calls), given);
    expect(compared.calls.map(({ given }) => givenWords(given))).toEqual([
      'Parameters differ at n.1: 2 ≠ 3',
      'Parameters the same',
      '',
    ]);
    // It gave the same all the same: that is another question.
    expect(compared.calls.map(({ verdict }) => verdict)).toEqual(['same', 'same', 'same']);
  });

  it('have totals: time, model calls, and what they cost with their sub-runs', () => {
    const events = [
      { type: 'llm_recorded', call: 'a', hash: 'h', cost: 0.01 },
      { type: 'llm_recorded', call: 'a', hash: 'i' },
      { type: 'plan_sub_run_ended', call: 'b', run: 'sub', status: 'completed', steps: 1, cost: 0.002 },
    ].map((body, at) => ({ ...body, runId: 'r', seq: at + 1, time: at })) as unknown as RunEvent[];
    const totals = totalsOf({ ...runOf({ a: done(1) }, 'x', [0, 100, 200, 300, 4300]), events });
    expect(totals).toEqual({ ms: 4200, cost: 0.012, lost: 0, modelCalls: 2 });
    expect(totalsWords(totals)).toBe('took 4.2 s, 2 model calls, $0.012');
    expect(totalsWords(totalsOf(runOf({})))).toBe('goes on, no model calls');
  });

  it('are chosen from those of the same plan first', () => {
    const list = ['a p1', 'b p2', 'c p1', 'd p2'].map((text): RunSummary => {
      const [runId, planId] = text.split(' ') as [string, string];
      return { runId, planId, title: '', startedAt: 0, status: 'completed' };
    });
    expect(candidates(list, 'b').map(({ runId }) => runId)).toEqual(['d', 'a', 'c']);
  });
});

describe('values that are kept apart', () => {
  const large = (ref: string, more: object = {}) =>
    new LargeValue({ ref, size: 5e7, kind: 'list', count: 9, head: [1], ...more }) as unknown as Json;

  it('are the same where they are one, or as long and begin alike; else they differ as wholes', () => {
    const one = { a: large('r/1.0') } as Json;
    expect(firstDifference(one, { a: large('r/1.0') } as Json)).toBeNull();
    expect(firstDifference(one, { a: large('s/1.0') } as Json)).toBeNull();
    for (const other of [large('s/1.0', { size: 4e7 }), large('s/1.0', { head: [2] }), [1, 2], null])
      expect(firstDifference(one, { a: other } as Json)).toMatchObject({ path: ['a'] });
    const words = differenceWords(
      firstDifference(one, { a: large('s/1.0', { count: 8, head: [2] }) } as Json)!,
    );
    expect(words).toBe('at a: 50.0 MB, 9 items: [1] ≠ 50.0 MB, 8 items: [2]');
  });
});
