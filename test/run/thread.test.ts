import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Plan } from '../../src/plan/document.ts';
import type { RunEvent, RunEventBody } from '../../src/run/events.ts';
import { extendThread, newThread, type Thread } from '../../src/run/thread.ts';
import { folded, play } from './play.ts';
import { randomRun } from './random-plan.ts';
import { callNamed, completed, failed, journalOf, planOf, started } from './written-run.ts';

const threadOf = (plan: Plan, bodies: readonly RunEventBody[]): Thread =>
  extendThread(newThread('run'), journalOf(plan, bodies));
/** What is said after the summary. */
const textsOf = (plan: Plan, bodies: readonly RunEventBody[]): string[] =>
  threadOf(plan, bodies)
    .messages.slice(1)
    .map(({ text }) => text);

const LONG = `Read ${'every page of the long report '.repeat(4)}`;
const PLAN = planOf(
  [
    callNamed('a', { _description: 'Read the table' }),
    callNamed('b', { _description: LONG, p: '†state.a' }),
    callNamed('c'),
  ],
  { retryLimit: 3 },
);

const asksAbout = (call: string): RunEventBody => ({ type: 'plan_step_waiting', call, kind: 'failure' });
const retry = (call: string, n: number): RunEventBody => ({
  type: 'plan_step_retry',
  call,
  retry: n,
  delayMs: 1000,
});

describe('a thread', () => {
  test('tells what is switched off apart from what reads of it (L-37)', () => {
    const skip = { type: 'plan_step_skipped', because: 'switched-off' } as const;
    const [, ...told] = textsOf(PLAN, [
      ...started('c'),
      { ...skip, call: 'a' },
      { ...skip, call: 'b', detail: '†state.a' },
    ]);
    expect(told.slice(-2)).toEqual([
      'plan step 1/3: Read the table → skipped (it is switched off)',
      expect.stringMatching(/^plan step 2\/3: Read .* → skipped \(what writes †state\.a is switched off\)$/),
    ]);
  });

  test('tells of what is skipped before anything starts in its place, and of no part that does not run', () => {
    const skip = (call: string, because: 'switched-off' | 'not-in-part'): RunEventBody => ({
      ...{ type: 'plan_step_skipped', because, call },
    });
    const end = { type: 'plan_completed', status: 'completed', reason: 'goal_met', output: null } as const;
    const off = textsOf(PLAN, [skip('c', 'switched-off'), ...started('a'), end]);
    expect(off).toEqual([
      'plan step 1/3: Read the table',
      'plan step 3/3: c → skipped (it is switched off)',
      expect.stringMatching(/^Plan complete/),
    ]);
    const part = textsOf(PLAN, [skip('c', 'not-in-part'), ...started('a'), end]);
    expect(part).toEqual(['plan step 1/3: Read the table', expect.stringMatching(/^Plan complete/)]);
  });

  test('begins with all planned steps, before the first of them runs (R-27)', () => {
    const [first] = threadOf(PLAN, started('a')).messages;
    expect(first).toMatchObject({ kind: 'status', seq: 2, meta: { plan_id: 'written' }, runId: 'run' });
    expect(first!.text).toBe(`Executing plan:\n1. Read the table\n2. ${LONG}\n3. c`);
  });

  test('says why no new plan was made, with what helps, and what is to be known of one that was', () => {
    const draft = { type: 'plan.draft', revision: 2, calls: [] } as const;
    const remedies = ['key'] as const;
    const { messages } = threadOf(PLAN, [
      ...started('a'),
      { ...draft, told: 'The key was refused.', remedies },
    ]);
    const text = 'No new plan was made: The key was refused.';
    expect(messages.at(-1)).toMatchObject({ kind: 'notice', text, remedies });
    const calls = [callNamed('d')];
    expect(textsOf(PLAN, [{ ...draft, calls, told: 'Half of it is a guess.' }]).at(-1)).toBe(
      'Of the new plan: Half of it is a guess.',
    );
    expect(textsOf(PLAN, [{ ...draft, calls }])).toEqual([]);
  });

  test('tells a turn as one, and as the end of the plan where its planner says that it is done (L-63)', () => {
    const turn = { type: 'plan_turn', turn: 3, revision: 2, calls: [] } as const;
    const told = 'The model says: That was all.';
    expect(textsOf(PLAN, [{ ...turn, output: 'x', told }])).toEqual([
      `Turn 3: the plan is at its end. ${told}`,
    ]);
    expect(textsOf(PLAN, [{ ...turn, output: null, told }])).toEqual([`Turn 3: no call. ${told}`]);
    const calls = [callNamed('d')];
    expect(textsOf(PLAN, [{ ...turn, calls, output: 'x', told }])).toEqual([
      `Turn 3: 1 call, and with that the plan is at its end. ${told}`,
    ]);
    expect(textsOf(PLAN, [{ ...turn, calls, problems: ['Not so.'] }])).toEqual([
      'Turn 3 was refused: Not so.',
    ]);
    expect(textsOf(PLAN, [{ ...turn, output: null }])).toEqual([]);
  });

  test('says of each step which it is and what it does, never only its id (R-8, R-28)', () => {
    expect(textsOf(PLAN, started('a'))).toEqual(['plan step 1/3: Read the table']);
  });

  test('cuts a description in a progress line at 60 code points (R-28)', () => {
    const [line] = textsOf(PLAN, started('b'));
    expect([...line!.slice('plan step 2/3: '.length)]).toHaveLength(60);
    const signs = planOf([callNamed('a', { _description: '👩'.repeat(70) })]);
    const [cutLine] = textsOf(signs, started('a'));
    expect(cutLine!.isWellFormed()).toBe(true);
    expect([...cutLine!]).toHaveLength('plan step 1/1: '.length + 60);
  });

  test('says which retry of how many it is, and the step itself no second time (R-30)', () => {
    const bodies = [...failed('a'), retry('a', 1), ...started('a', 2)];
    expect(textsOf(PLAN, bodies)).toEqual(['plan step 1/3: Read the table', 'retry 1/3: Read the table']);
  });

  test('asks whether it may go on when the retries are used up, with the last error (R-31)', () => {
    const message = 'The disk is full. '.repeat(20);
    const bodies = [
      ...failed('a'),
      retry('a', 1),
      ...failed('a', 'x', 2),
      retry('a', 2),
      ...failed('a', 'x', 3),
      retry('a', 3),
      ...failed('a', message, 4),
      asksAbout('a'),
    ];
    const question = threadOf(PLAN, bodies).messages.at(-1)!;
    expect(question).toMatchObject({ kind: 'question', call: 'a' });
    const asked = '"Read the table" has failed 4 times. Allow 3 more retries? Last error: ';
    expect(question.text.startsWith(asked)).toBe(true);
    expect([...question.text.slice(asked.length)]).toHaveLength(120);
  });

  test('counts retries that a person allowed: the budget grew by the base limit (R-31)', () => {
    const plan = planOf([callNamed('a')], { retryLimit: 1 });
    const bodies = [
      ...failed('a'),
      retry('a', 1),
      ...failed('a', 'x', 2),
      asksAbout('a'),
      { type: 'approval', call: 'a', choose: 'retry' } as const,
      ...failed('a', 'x', 3),
      retry('a', 2),
    ];
    expect(textsOf(plan, bodies).at(-1)).toBe('retry 2/2: a');
  });

  test('asks for one more retry where the limit is none (R-35)', () => {
    const plan = planOf([callNamed('a')], { retryLimit: 0 });
    expect(textsOf(plan, [...failed('a', 'No.'), asksAbout('a')]).at(-1)).toBe(
      '"a" has failed 1 time. Allow 1 more retry? Last error: No.',
    );
  });

  test('says that a step has failed for good, once, where it failed, and goes on (R-32)', () => {
    const bodies = [...failed('a', 'y'.repeat(100)), ...started('c')];
    const texts = textsOf(PLAN, bodies);
    expect(texts).toEqual([
      'plan step 1/3: Read the table',
      `plan step 1/3: Read the table → failed (${'y'.repeat(79)}…)`,
      'plan step 3/3: c',
    ]);
  });

  test('a refused retry is a failure that stands (R-31)', () => {
    const bodies = [
      ...failed('a', 'No.'),
      asksAbout('a'),
      { type: 'approval', call: 'a', choose: 'abort' } as const,
    ];
    expect(textsOf(PLAN, bodies).at(-1)).toBe('plan step 1/3: Read the table → failed (No.)');
  });

  test('a failure that the plan provides for is no failure (L-24)', () => {
    const bodies = [
      ...failed('a', 'No.'),
      { type: 'plan_step_completed', call: 'a', attempt: 1, value: {}, branch: 1, via: 'error' } as const,
    ];
    expect(textsOf(PLAN, bodies)).toEqual([
      'plan step 1/3: Read the table',
      'plan step 1/3: Read the table → took its error branch (No.)',
    ]);
  });

  test('ends with the counts, then the output as the reply, marked with its plan (R-2, R-9, K-21)', () => {
    const bodies = [
      ...completed('a', 1),
      ...failed('b', 'No.'),
      { type: 'plan_step_skipped', call: 'c', because: 'failure' } as const,
      {
        type: 'plan_completed',
        status: 'completed_with_errors',
        reason: 'errors',
        output: 'Berlin',
      } as const,
    ];
    const [line, reply] = threadOf(PLAN, bodies).messages.slice(-2);
    expect(line!.text).toBe('Plan complete with errors: 1 of 3 steps completed, 1 failed, 1 skipped.');
    expect(reply).toMatchObject({
      kind: 'agent',
      text: 'Berlin',
      value: 'Berlin',
      meta: { plan_id: 'written' },
    });
  });

  test('says why a run failed, and gives no reply then', () => {
    const end = { type: 'plan_completed', status: 'failed', reason: 'step_budget', output: 1 } as const;
    const last = threadOf(PLAN, [...completed('a', 1), end]).messages.at(-1)!;
    expect(last).toMatchObject({
      kind: 'status',
      text: 'Plan failed (step budget): 1 of 3 steps completed, 2 not run.',
    });
  });

  test('asks for a discarded plan to be run anew (R-38)', () => {
    const end = { type: 'plan_aborted', reason: 'discarded' } as const;
    expect(threadOf(PLAN, [end]).messages.at(-1)).toMatchObject({
      kind: 'notice',
      text: 'The run was discarded and will not go on. Run the plan again to have it done.',
    });
  });

  test('a run that a person stopped says how far it came (R-46)', () => {
    const end = { type: 'plan_aborted', reason: 'aborted' } as const;
    expect(textsOf(PLAN, [...completed('a', 1), end]).at(-1)).toBe(
      'Plan stopped: 1 of 3 steps completed, 2 not run.',
    );
  });

  test('a resume says how calls stand and what was saved (R-22, R-23)', () => {
    const classes = {
      pending: 2,
      completed_with_result: 1,
      failed: 0,
      in_doubt: 1,
      interrupted_with_child: 0,
    };
    const saved = { calls: 1, modelCalls: 7, cost: 0.42 };
    expect(textsOf(PLAN, [{ type: 'plan_resumed', classes, saved }])).toEqual([
      'Resumed: 1 done, 2 to do, 1 in doubt; this resume saved 1 call and 7 model calls, about $0.42.',
    ]);
  });

  test('a revision is said, never silent (P-10)', () => {
    const diff = { type: 'plan.diff', revision: 2, removed: ['b'], added: ['x', 'y'], revised: [] } as const;
    expect(textsOf(PLAN, [diff])).toEqual(['The plan was revised: 1 removed, 2 added.']);
    // What is none is not counted.
    const none = { ...diff, removed: [], added: [] };
    expect(textsOf(PLAN, [none])).toEqual(['The plan was revised: its calls stay as they are.']);
  });

  test('names the instance that a step runs for, and counts each of them', () => {
    const plan = planOf([callNamed('a')]);
    const instances = [{ label: 'Berlin' }, { label: 'Rome' }];
    const end = { type: 'plan_completed', status: 'completed', reason: 'goal_met', output: null } as const;
    const journal = journalOf(plan, [...completed('a@Rome', 1), ...completed('a@Berlin', 1), end], instances);
    const texts = extendThread(newThread('run'), journal).messages.map(({ text }) => text);
    expect(texts.slice(1)).toEqual([
      'plan step 1/1: a (Rome)',
      'plan step 1/1: a (Berlin)',
      'Plan complete: 2 of 2 steps completed.',
    ]);
  });
});

describe('several threads', () => {
  test('put together by time have the quick plan’s reply before the slow one’s (R-10)', () => {
    const end = { type: 'plan_completed', status: 'completed', reason: 'goal_met', output: 'done' } as const;
    const journal = (runId: string, until: number): RunEvent[] =>
      journalOf({ ...planOf([callNamed('a')]), id: runId }, [...completed('a', 'done'), end]).map(
        (event) => ({
          ...event,
          runId,
          time: event.type === 'plan_completed' ? until : event.seq,
        }),
      );
    const replies = [journal('slow', 300_000), journal('quick', 30_000)]
      .flatMap((events) => extendThread(newThread(events[0]!.runId), events).messages)
      .sort((a, b) => a.time - b.time)
      .filter(({ kind }) => kind === 'agent');
    expect(replies.map(({ meta }) => meta.plan_id)).toEqual(['quick', 'slow']);
  });
});

/** The turns of a run: what was appended in one transaction. */
function turnsOf(journal: readonly RunEvent[]): RunEvent[][] {
  const turns: RunEvent[][] = [];
  for (const event of journal) {
    const last = turns.at(-1);
    if (last && last[0]!.time === event.time) last.push(event);
    else turns.push([event]);
  }
  return turns;
}

const messagesOf = (parts: readonly (readonly RunEvent[])[]) =>
  parts.reduce((thread, events) => extendThread(thread, events), newThread('random')).messages;

test('turn by turn it comes to the same as all at once', async () => {
  await fc.assert(
    fc.asyncProperty(randomRun(), async (given) => {
      const { journal } = await play(given);
      expect(messagesOf(turnsOf(journal))).toEqual(messagesOf([journal]));
    }),
    { numRuns: 200 },
  );
});

test('every call that failed for good has one line that says so, and its counts are those of the run (R-32)', async () => {
  await fc.assert(
    fc.asyncProperty(randomRun({ onFailure: ['skip', 'continue'] }), async (given) => {
      const { journal, state } = await play(given);
      const messages = messagesOf([journal]);
      for (const { id, index, fireAndForget } of folded(given, journal).program.steps) {
        if (fireAndForget) continue;
        const lines = messages.filter(({ call, text }) => call === id && text.includes('→ failed'));
        expect(lines).toHaveLength(state.steps.status[index] === 'failed' ? 1 : 0);
      }
      const done = state.steps.status.filter((status) => status === 'completed').length;
      expect(messages.some(({ text }) => text.includes(`: ${done} of ${state.steps.size} step`))).toBe(true);
    }),
    { numRuns: 200 },
  );
});
