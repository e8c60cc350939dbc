import { describe, expect, it } from 'vitest';
import { previewFork, startOfFork } from '../../src/app/fork-run.ts';
import { language } from '../../src/app/language.ts';
import { previewFrom } from '../../src/app/run-previews.ts';
import type { Plan } from '../../src/plan/document.ts';
import type { RunEvent, RunEventBody } from '../../src/run/events.ts';
import { shownAfter } from '../stores/shown.ts';

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  mode: 'lazy',
  calls: [
    { _id: 'first', _tool: 'calculate', expression: '1 + 1', _outputPath: '†state.first' },
    {
      _id: 'second',
      _tool: 'template',
      template: 'It is {n}.',
      values: { n: '†state.first' },
      _outputPath: '†state.second',
    },
    { _id: 'third', _tool: 'calculate', expression: '3 * 3', _outputPath: '†state.third' },
  ],
};
const done = (call: string, value: string | number): RunEventBody[] => [
  { type: 'plan_step_started', call, attempt: 1 },
  { type: 'plan_step_completed', call, attempt: 1, value },
];
const EVENTS: readonly RunEvent[] = (
  [
    { type: 'plan.commit', revision: 1, plan: PLAN, input: {} },
    { type: 'plan_started', total: 3 },
    ...done('first', 2),
    ...done('second', 'It is 2.'),
    ...done('third', 9),
    { type: 'plan_completed', status: 'completed', reason: 'goal_met', output: null },
  ] as RunEventBody[]
).map((body, at) => ({ ...body, runId: 'r', seq: at + 1, time: at }));
const after = (events: number) => shownAfter(EVENTS.slice(0, events));
const entered = (events: number, values: Parameters<typeof previewFork>[1]) =>
  previewFork(after(events), values);

describe('a fork with a changed value', () => {
  it('enters what depends on the value and takes the rest over', () => {
    const preview = entered(EVENTS.length, { first: 40 });
    expect(preview).toMatchObject({ refusal: null, kept: 2, anew: true });
    expect(preview.cleared.map(({ call, hadResult }) => [call, hadResult])).toEqual([['second', true]]);
  });

  it('at an earlier moment also enters what had no result by then, whichever moment was asked for before', () => {
    entered(EVENTS.length, { first: 40 });
    const preview = entered(5, { first: 40 });
    expect(preview.cleared.map(({ call }) => call).sort()).toEqual(['second', 'third']);
    expect(preview.kept).toBe(1);
  });

  it('is refused for a call that the plan does not have', () => {
    expect(entered(EVENTS.length, { nobody: 1 }).refusal).toContain('nobody');
  });

  it('asks the worker to leave behind exactly what it showed, under a signature of the run’s own plan (L-70)', () => {
    const start = startOfFork(after(5), { first: 40 }, 'new', { language });
    expect(start).toMatchObject({
      ok: true,
      value: { runId: 'new', planId: 'p', fork: { runId: 'r', values: { first: 40 } } },
    });
    if (start.ok) expect([...start.value.fork!.cleared].sort()).toEqual(['second', 'third']);
  });

  it('of a part of a plan is a run of that part', () => {
    const [first, ...rest] = EVENTS;
    const part = shownAfter([{ ...first, isPart: true } as RunEvent, ...rest]);
    expect(startOfFork(part, { first: 40 }, 'new', { language })).toMatchObject({ value: { isPart: true } });
  });
});

describe('what a call that delegates does again', () => {
  const READ = { _id: 'get', _tool: 'httpGet', url: 'https://a.example/x', _outputPath: '†state.got' };
  const WRITE = { _id: 'save', _tool: 'saveFile', name: 'a.md', content: 'x', _outputPath: '†state.file' };
  const each = (delegate: string) => ({
    ...{ _id: 'each', _tool: 'do', _delegate: delegate, _forEach: '†state.first', _outputPath: '†state.all' },
  });
  const plans = {
    reads: { calls: [READ] },
    writes: { calls: [READ, WRITE] },
    below: { calls: [{ _id: 'sub', _tool: 'do', _delegate: '#writes', _outputPath: '†state.sub' }] },
  };
  const effectOf = (delegate: string) => {
    const plan: Plan = {
      ...PLAN,
      calls: [{ ...PLAN.calls[0]!, expression: '[1, 2]' }, each(delegate)],
      plans,
    };
    const events: RunEventBody[] = [
      { type: 'plan.commit', revision: 1, plan, input: {} },
      { type: 'plan_started', total: 2 },
      ...done('first', 1),
      ...done('each', 2),
      { type: 'plan_completed', status: 'completed', reason: 'goal_met', output: null },
    ];
    const run = shownAfter(events.map((body, at) => ({ ...body, runId: 'r', seq: at + 1, time: at })));
    return previewFrom(run, 'each', 'dependants').cleared[0]?.effect;
  };

  it.each([
    ['#reads', 'read'],
    ['#writes', 'write'],
    ['#below', 'write'],
    ['plan:gone', 'write'],
  ])('%s: %s', (delegate, effect) => expect(effectOf(delegate)).toBe(effect));
});
