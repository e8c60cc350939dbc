import { describe, expect, test } from 'vitest';
import type { Plan } from '../../../src/plan/document.ts';
import type { RunEvent, RunEventBody } from '../../../src/run/events.ts';
import { NO_ANSWER } from '../../../src/run/grants.ts';
import { momentsOf, turnToldIn } from '../../../src/ui/run/timeline-moments.ts';

const at = (...bodies: readonly (readonly [number, RunEventBody])[]): RunEvent[] =>
  bodies.map(([time, body], index) => ({ ...body, runId: 'r', seq: index + 1, time }));
const turn = (number: number, reflection?: string): RunEventBody => ({
  ...{ type: 'plan_turn', turn: number, revision: number + 1, calls: [] },
  ...(reflection === undefined ? {} : { reflection }),
});
const classes = { pending: 1, completed_with_result: 2, failed: 0, in_doubt: 0, interrupted_with_child: 0 };
const resumed: RunEventBody = {
  type: 'plan_resumed',
  classes,
  saved: { calls: 2, modelCalls: 1, cost: 0.02 },
};
const PLAN: Plan = {
  ...{ format: 'obelus/plan', version: 1, id: 'p' },
  calls: [
    { _id: 'a', _tool: 't', _description: 'Read the letters' },
    { _id: 'b', _tool: 't', _description: 'Wait a moment' },
  ],
};
const commit: RunEventBody = { type: 'plan.commit', revision: 1, plan: PLAN };
const textsOf = (...bodies: readonly RunEventBody[]): readonly string[] => {
  const events = at([0, commit], ...bodies.map((body) => [0, body] as const));
  return momentsOf(events, events.length, 0).map(({ text }) => text);
};
const waits = (kind: 'approval' | 'mandate' | 'in_doubt' | 'failure', call = 'a'): RunEventBody => ({
  ...{ type: 'plan_step_waiting', call, kind },
});
const says = (more: object): RunEventBody => ({ type: 'approval', call: 'a', ...more }) as RunEventBody;

test('each turn of a run that goes on has its words at its time, and so has a new plan', () => {
  const told = 'It goes on with this.';
  const events = at(
    [100, { type: 'plan_started', total: 1 }],
    [150, turn(1, 'I read first.')],
    [300, { type: 'plan.draft', revision: 2, calls: PLAN.calls, told }],
    [400, { type: 'plan.draft', revision: 3, calls: PLAN.calls, by: 'person' }],
    [500, turn(2)],
  );
  expect(momentsOf(events, events.length, 100)).toEqual([
    { kind: 'turn', ms: 50, text: expect.stringMatching(/^Turn 1: no call\..*I read first\./u) },
    { kind: 'plan', ms: 200, text: `A new plan of 2 calls was drafted. ${told}` },
    { kind: 'turn', ms: 400, text: 'Turn 2: no call.' },
  ]);
  expect(turnToldIn(events, 5, 1)).toContain('I read first.');
  // What has not happened at the moment that is shown is not told.
  expect(turnToldIn(events, 4, 2)).toBeNull();
  expect(momentsOf(events, 2, 100)).toHaveLength(1);
});

test('a cut stands where the record ends before it, and says how much later the run was taken up', () => {
  const events = at(
    [100, { type: 'plan_started', total: 1 }],
    [400, { type: 'plan_step_started', call: 'a', attempt: 1 }],
    [200_400, { type: 'plan_run_interrupted' }],
    [200_400, resumed],
    [200_500, turn(1)],
  );
  const [cut, ...after] = momentsOf(events, events.length, 100);
  expect(cut).toEqual({
    ...{ kind: 'cut', ms: 300 },
    text: expect.stringMatching(
      /^Cut off after this, and taken up 3 min 20 s later\. Resumed: 2 done.*saved 2 calls/u,
    ),
  });
  expect(after.map(({ ms }) => ms)).toEqual([200_400]);
  // Before anybody goes on it is a cut; looked back to from later, too.
  expect(momentsOf(events, 3, 100)).toEqual([{ kind: 'cut', ms: 300, text: 'Cut off after this.' }]);
  expect(momentsOf(events, 2, 100)).toEqual([]);
});

test('who runs it again from a call cut it off themselves', () => {
  const events = at(
    [90, commit],
    [100, { type: 'plan_run_interrupted' }],
    [100, { type: 'plan_resumed_from', call: 'a', order: 'list', cleared: ['a'] }],
  );
  expect(momentsOf(events, 3, 100)).toEqual([
    {
      ...{ kind: 'person', ms: 0, call: 'a' },
      text: expect.stringMatching(/^You ran it again from Read the letters/u),
    },
  ]);
});

test('a turn that got no answer, why, and what was said to that', () => {
  const told = 'The server has a fault of its own (500).';
  expect(
    textsOf(
      { type: 'plan_replan_waiting', about: NO_ANSWER, told },
      { type: 'approval', about: NO_ANSWER, choose: 'approve' },
    ),
  ).toEqual([
    expect.stringContaining(`The planner gave no answer, and it asks what now. ${told}`),
    'You said “Ask again”: The planner gave no answer. Ask it again?',
  ]);
});

describe('of the person it tells', () => {
  test('what they took over, and with which value', () => {
    const stopped: RunEventBody = {
      ...{ type: 'plan_step_failed', call: 'b', attempt: 1, code: 'cancelled', message: 'x', by: 'person' },
    };
    const given = { type: 'approval', call: 'b', choose: 'value', value: { words: 3 } } as const;
    expect(textsOf(stopped, waits('failure', 'b'), given)).toEqual([
      'You stopped Wait a moment, to say what becomes of it.',
      'You did “Wait a moment” yourself: {"words":3}',
    ]);
    // Another attempt that fails by itself is none that they stopped.
    expect(textsOf(stopped, given, given).at(-1)).toBe('You gave the value of “Wait a moment”: {"words":3}');
  });

  test('what they said on the way, and how they let it go on', () => {
    expect(
      textsOf(
        { type: 'plan_said', said: 'From here on without Ada' },
        { type: 'plan_turns', turns: 'shown' },
        { type: 'plan_allowed', about: 'host x.example' },
        { type: 'plan_aborted', reason: 'aborted' },
      ),
    ).toEqual([
      'You said: From here on without Ada',
      'You want to see each turn before anything of it starts.',
      expect.stringContaining('host x.example'),
      'Stopped by you.',
    ]);
  });

  test('what they refused and allowed at the door, in the words of its buttons', () => {
    const asks = (about: string): RunEventBody => ({
      ...{ type: 'plan_step_waiting', call: 'a', kind: 'answer', form: { title: 'x', schema: {}, about } },
    });
    expect(
      textsOf(
        asks('host evil.example'),
        says({ choose: 'value', value: { allow: false } }),
        asks('file out.csv'),
        says({ choose: 'value', value: { allow: true, run: true } }),
        asks('unlock'),
        says({ choose: 'value', value: true }),
        says({ about: 'host evil.example', choose: 'reject' }),
      ),
    ).toEqual([
      'You said “Don’t send it”: “Read the letters” asked “Reach evil.example?”',
      'You said “Save out.csv”, for the whole run: “Read the letters” asked “Save the file out.csv?”',
      'You unlocked your secrets for “Read the letters”.',
      'You took back what you had allowed “Read the letters”: host evil.example.',
    ]);
    expect(
      textsOf(
        { type: 'plan_replan_waiting', about: 'host models.example' },
        { type: 'approval', about: 'host models.example', choose: 'reject' },
      ),
    ).toEqual(['You said “Plan on this device”: Have the rest planned by the model at models.example?']);
  });

  test('what they answered', () => {
    const form = { title: 'Which town?', schema: {} };
    expect(
      textsOf(
        { type: 'plan_step_waiting', call: 'a', kind: 'answer', form },
        says({ choose: 'value', value: { town: 'Bern' } }),
      ),
    ).toEqual(['You answered {"town":"Bern"}: “Read the letters” asked “Which town?”']);
  });

  test.each([
    [waits('approval'), { choose: 'approve' }, 'You let “Read the letters” run.'],
    [
      waits('approval'),
      { choose: 'approve', params: { p: 1 } },
      'You let “Read the letters” run, with {"p":1}.',
    ],
    [waits('approval'), { choose: 'reject' }, 'You did not let “Read the letters” run.'],
    [waits('mandate'), { choose: 'reject' }, 'You did not let “Read the letters” run, beyond the mandate.'],
    [
      waits('mandate'),
      { choose: 'approve', value: { run: true } },
      'You let “Read the letters” run, beyond the mandate, and whatever asks for the same.',
    ],
    [waits('failure'), { choose: 'retry' }, 'You had “Read the letters” tried again.'],
    [
      waits('failure'),
      { choose: 'edit', params: { p: 1 } },
      'You had “Read the letters” tried again, with {"p":1}',
    ],
    [waits('failure'), { choose: 'skip' }, 'You skipped “Read the letters”.'],
    [waits('failure'), { choose: 'replan' }, 'You asked for a new plan at “Read the letters”.'],
    [waits('failure'), { choose: 'replan', calls: [] }, 'You changed the plan at “Read the letters”.'],
    [waits('failure'), { choose: 'abort' }, 'You stopped the run at “Read the letters”.'],
    [
      waits('in_doubt'),
      { choose: 'value', value: 1 },
      'You said that “Read the letters” happened, and gave 1',
    ],
    [
      waits('in_doubt'),
      { choose: 'retry' },
      'You had “Read the letters” run again: whether it had happened was not known.',
    ],
    [turn(2), { call: undefined, choose: 'approve' }, 'You took turn 2.'],
    [
      turn(2),
      { call: undefined, choose: 'reject', value: 'Not that one' },
      'You asked for another turn in the place of turn 2: Not that one',
    ],
    [
      turn(2),
      { call: undefined, choose: 'edit', calls: [] },
      'You wrote calls of your own in the place of turn 2.',
    ],
    [waits('approval'), { call: undefined, choose: 'reject' }, 'You did not take the new plan.'],
    [waits('approval'), { call: undefined, choose: 'approve' }, 'You accepted the new plan.'],
    [waits('approval'), { call: undefined, gate: 'ready', choose: 'reject' }, 'You rejected “ready”.'],
    [
      waits('approval'),
      { call: undefined, gate: 'canary', choose: 'approve' },
      'You let the rest of the list go on.',
    ],
    [
      waits('approval'),
      { choose: 'reject', by: 'nobody' },
      'Nobody answered in the time that the plan gives, so it counts as refused: “Read the letters”.',
    ],
  ])('of %j and %j: %s', (before, said, text) => {
    expect(textsOf(before, says(said)).at(-1)).toBe(text);
  });

  test('what became of a doubt after the end, and nothing that was answered for them', () => {
    const end = { type: 'plan_aborted', reason: 'discarded' } as const;
    expect(textsOf(waits('in_doubt'), end, says({ choose: 'skip' })).at(-1)).toBe(
      'You said that “Read the letters” did not happen.',
    );
    expect(textsOf(waits('approval'), says({ choose: 'approve', by: 'whole-run' }))).toEqual([]);
  });

  test('calls as the plan had them then, though a later one is without them', () => {
    const after: RunEventBody = { type: 'plan.commit', revision: 2, plan: { ...PLAN, calls: [] } };
    const planned = { _id: 'c', _tool: 't', _description: 'Thank Ada' };
    expect(
      textsOf(
        says({ choose: 'skip' }),
        { type: 'plan_turn_call', turn: 1, planned },
        says({ call: 'c', choose: 'skip' }),
        after,
        says({ choose: 'skip' }),
      ),
    ).toEqual(['You skipped “Read the letters”.', 'You skipped “Thank Ada”.', 'You skipped “a”.']);
  });

  test('one answer about many of a list in one line, and to one instance its own alone', () => {
    const events = at(
      [0, commit],
      ...['Bern', 'Rome', 'Oslo'].map(
        (label) => [0, { type: 'approval', call: `a@${label}`, choose: 'skip' }] as const,
      ),
      [0, { type: 'approval', call: 'b@Bern', choose: 'skip' }],
    );
    expect(momentsOf(events, 5, 0)).toEqual([
      expect.objectContaining({
        call: 'a',
        text: 'You skipped “Read the letters (Bern)”. So for 2 more of the list.',
      }),
      expect.objectContaining({ call: 'b', text: 'You skipped “Wait a moment (Bern)”.' }),
    ]);
    expect(momentsOf(events, 5, 0, 'Rome').map(({ text }) => text)).toEqual([
      'You skipped “Read the letters (Rome)”.',
    ]);
  });
});

test('each event is looked at once, however often the timeline is drawn', () => {
  let looks = 0;
  const events = at([0, commit], ...Array.from({ length: 5000 }, (_, n) => [n, turn(n)] as const));
  const counted = new Proxy(events, {
    get: (target, key, self) => {
      if (typeof key === 'string' && /^\d+$/.test(key)) looks += 1;
      return Reflect.get(target, key, self);
    },
  });
  for (let length = 1; length <= events.length; length += 50) momentsOf(counted, length, 0);
  expect(momentsOf(counted, events.length, 0)).toHaveLength(5000);
  expect(looks).toBe(events.length);
});

describe('of a run that was recorded elsewhere', () => {
  const theirs = (...bodies: readonly RunEventBody[]): readonly string[] => {
    const events = at([0, commit], ...bodies.map((body) => [0, body] as const));
    return momentsOf(events, events.length, 0, null, true).map(({ text }) => text);
  };

  test('what was decided where nothing was asked is left out', () => {
    const approves = says({ choose: 'approve' });
    expect(theirs(approves)).toEqual([]);
    expect(theirs(waits('approval'), approves, approves)).toEqual(['You let “Read the letters” run.']);
    expect(theirs(waits('approval', 'b'), approves)).toEqual([]);
    expect(theirs(says({ call: undefined, choose: 'approve' }))).toEqual([]);
    expect(theirs(says({ call: undefined, gate: 'g', choose: 'approve' }))).toEqual([]);
    // One's own record is told as it is.
    expect(textsOf(approves)).toEqual(['You let “Read the letters” run.']);
  });

  test('what answers a gate, a draft or a stopped call is told', () => {
    const gate: RunEventBody = { type: 'plan_step_waiting', call: 'a', kind: 'gate', gate: 'g' };
    expect(theirs(gate, says({ call: undefined, gate: 'g', choose: 'approve' }))).toEqual([
      'You approved “g”.',
    ]);
    expect(theirs(turn(1), says({ call: undefined, choose: 'approve' }))).toContain('You took turn 1.');
    const stopped: RunEventBody = {
      ...{ type: 'plan_step_failed', call: 'a', attempt: 1, code: 'stopped', message: '', by: 'person' },
    };
    expect(theirs(stopped, says({ choose: 'skip' }))).toContain('You skipped “Read the letters”.');
    // Whoever stops the run at a doubt says later what became of it.
    expect(
      theirs(waits('in_doubt'), says({ choose: 'abort' }), says({ choose: 'value', value: 1 })),
    ).toHaveLength(2);
  });
});
