import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/plan/document.ts';
import type { ParentCall, RunEvent, RunEventBody } from '../../src/run/events.ts';
import type { RunSummary } from '../../src/stores/ports.ts';
import { createRunThreads, earlierRuns, isAnnounced, threadEntries } from '../../src/stores/run-threads.ts';
import { DRY_RUN } from '../../src/stores/runs.ts';
import type { ShownRun } from '../../src/stores/shown-run.ts';
import { shownAfter } from './shown.ts';

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls: [{ _id: 'a', _tool: 't', _description: 'Do it' }],
};

/** A run that starts at `from` and has ended at `to`. */
function ran(runId: string, from: number, to: number, parent?: ParentCall): ShownRun {
  const bodies: readonly (readonly [number, RunEventBody])[] = [
    [from, { type: 'plan.commit', revision: 1, plan: PLAN, ...(parent ? { parent } : {}) }],
    [from, { type: 'plan_started', total: 1 }],
    [from, { type: 'plan_step_started', call: 'a', attempt: 1 }],
    [to, { type: 'plan_step_completed', call: 'a', attempt: 1, value: runId }],
    [to, { type: 'plan_completed', status: 'completed', reason: 'goal_met', output: runId }],
  ];
  const events = bodies.map(([time, body], at): RunEvent => ({ ...body, runId, seq: at + 1, time }));
  return shownAfter(events);
}

const known = (...runs: ShownRun[]) => new Map(runs.map((run) => [run.runId, run]));

const textsOf = (entries: ReturnType<typeof threadEntries>): string[] =>
  entries.map((entry) =>
    entry.from === 'said'
      ? entry.line.text
      : entry.from === 'run'
        ? `${entry.message.runId}: ${entry.message.text.split('\n')[0]}`
        : `${entry.run.runId}, ${entry.run.status}`,
  );

describe('the thread of several runs', () => {
  //
  it('has what was said and what the runs say in the order in which it came: who is done first is heard first (R-8)', () => {
    const threads = createRunThreads().of(known(ran('slow', 10, 90), ran('quick', 20, 50)));
    const said = [{ from: 'person', text: 'And now?', tone: 'plain', at: 60 }] as const;
    expect(textsOf(threadEntries(said, threads, 0))).toEqual([
      'slow: Executing plan:',
      'slow: plan step 1/1: Do it',
      'quick: Executing plan:',
      'quick: plan step 1/1: Do it',
      'quick: Plan complete: 1 of 1 step completed.',
      'quick: quick',
      'And now?',
      'slow: Plan complete: 1 of 1 step completed.',
      'slow: slow',
    ]);
  });

  it('leaves out what was said before this tab was opened, and what a dry run or a sub-run says', () => {
    const sub = ran('r.sub', 50, 60, { runId: 'r', call: 'a' });
    const threads = createRunThreads().of(known(ran('old', 10, 20), ran(DRY_RUN, 50, 60), sub));
    expect(threadEntries([], threads, 30)).toEqual([]);
  });

  it('has a line for each run of the plan from before, where it ended; of no other plan, and of no stranger’s record', () => {
    const row = (runId: string, startedAt: number, more: Partial<RunSummary> = {}): RunSummary => ({
      ...{ runId, planId: 'p', title: 'P', startedAt, status: 'completed', ...more },
    });
    const list = [
      row('now', 40),
      row('last', 12, { endedAt: 25 }),
      row('open', 10, { status: 'waiting' }),
      row('theirs', 9, { origin: { kind: 'file', at: 1 } }),
      row('other', 5, { planId: 'q' }),
    ];
    const said = [{ from: 'person', text: 'And now?', tone: 'plain', at: 20 }] as const;
    const earlier = earlierRuns(list, 'p', 30);
    expect(textsOf(threadEntries(said, [], 30, earlier))).toEqual([
      'open, waiting',
      'And now?',
      'last, completed',
    ]);
  });

  it('folds a run’s events once, whether they come together or one by one', () => {
    const whole = ran('r', 10, 20);
    const threads = createRunThreads();
    let last = threads.of(known());
    for (let count = 1; count <= whole.events.length; count++) {
      last = threads.of(known(shownAfter(whole.events.slice(0, count))));
    }
    expect(last[0]?.messages).toEqual(createRunThreads().of(known(whole))[0]?.messages);
    expect(threads.of(known(whole))[0]).toBe(last[0]);
  });

  it('shows the last of what was said, as many as there is room for', () => {
    const threads = createRunThreads().of(known(ran('r', 10, 20)));
    const all = threadEntries([], threads, 0);
    expect(all.length).toBeGreaterThan(2);
    expect(threadEntries([], threads, 0, [], 2)).toEqual(all.slice(-2));
  });

  it('reads out how a run ends, and not each of its steps', () => {
    const messages = createRunThreads().of(known(ran('r', 10, 20)))[0]!.messages;
    expect(messages.filter(isAnnounced).map(({ text }) => text)).toEqual([
      'Plan complete: 1 of 1 step completed.',
      'r',
    ]);
  });
});
