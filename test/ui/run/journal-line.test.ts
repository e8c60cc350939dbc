import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut } from '../../../src/lib/cut-text.ts';
import type { Plan } from '../../../src/plan/document.ts';
import { namer } from '../../../src/run/call-names.ts';
import type { RunEvent, RunEventBody } from '../../../src/run/events.ts';
import { journalLine } from '../../../src/ui/run/journal-line.ts';

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls: [{ _id: 'a', _tool: 't', _description: 'Read the table' }],
};
const name = namer(PLAN);
const lineOf = (body: RunEventBody | { type: string }) =>
  journalLine({ ...body, runId: 'r', seq: 1, time: 0 } as RunEvent, name);

describe('a journal line', () => {
  it('of a result that is kept apart says how much it is and how it begins', () => {
    const large = [
      { path: [], ref: 'r/1.0', size: 48_123_456, kind: 'list', count: 1_204_000, head: ['x'] },
    ] as const;
    const line = lineOf({ type: 'plan_step_completed', call: 'a', attempt: 1, value: null, large } as never);
    expect(line.text).toBe('Read the table → 48.1 MB, 1,204,000 items: ["x"]');
    const read = { type: 'plan_value_read', ref: 'r/1.0', found: [{ path: [0], value: 'x' }] } as const;
    expect(lineOf(read as never)).toMatchObject({
      phase: 'Obs',
      text: 'A large value was looked into, at 1 place.',
    });
    expect(lineOf({ ...read, found: [], lost: true } as never).tone).toBe('bad');
  });

  it('of what a model answered says what it took, as far as it is known', () => {
    const answer = { type: 'llm_recorded', call: 'a', hash: 'h' };
    const tokens = { input: 1_200, output: 40 };
    expect(lineOf({ ...answer, tokens, cost: 0.012 } as never).text).toContain('(1,240 tokens, $0.012);');
    expect(lineOf({ ...answer, tokens } as never).text).toContain('(1,240 tokens);');
    expect(lineOf(answer).text).toContain('A model answered; its answer');
    const turn = { type: 'plan_turn', turn: 2, calls: [], tokens, cost: 0.5 };
    expect(lineOf(turn as never).text).toMatch(/^Turn 2: no call\..*\(1,240 tokens, \$0\.50?\)$/u);
  });

  it('of a question at the door says what it asks, and of the answer whether it was a yes', () => {
    const form = { title: 'x', schema: { type: 'object' }, about: 'host evil.example' };
    const asks = { type: 'plan_step_waiting', call: 'a', kind: 'answer', form };
    expect(lineOf(asks).text).toContain('Read the table asks you something: host evil.example.');
    const says = (allow: boolean) =>
      lineOf({ type: 'approval', call: 'a', choose: 'value', value: { allow } } as never);
    expect(says(false).text).toContain('You did not allow what it asked: Read the table.');
    expect(says(true).text).toContain('You allowed what it asked: Read the table.');
    const given = { type: 'approval', call: 'a', choose: 'value', value: { status: 200 } };
    expect(lineOf(given).text).toContain('You gave a value: Read the table.');
  });

  it('of an answer that went back says why, and what it took', () => {
    const sentBack = { calls: [], problems: [{ message: 'It was no plan.', calls: [] }] };
    const again = { type: 'plan_replan_again', replan: 1, cause: 'tick', cost: 0.5 };
    expect(lineOf({ ...again, sentBack } as never).text).toMatch(
      /went back: It was no plan\. \(\$0\.50?\)$/u,
    );
    expect(lineOf(again as never).text).toContain('looked for more tools');
  });

  it('of a model’s answer names another model that answered', () => {
    const otherModel = 'm says that “tiny” answers, where “large” was asked.';
    expect(lineOf({ type: 'llm_recorded', call: 'a', hash: 'h', otherModel } as never).text).toContain(
      otherModel,
    );
  });

  it('of the choice for turns says what it comes to', () => {
    expect(lineOf({ type: 'plan_turns', turns: 'shown' })).toMatchObject({
      phase: 'Plan',
      text: 'You want to see each turn before anything of it starts.',
    });
    expect(lineOf({ type: 'plan_turns', turns: 'unasked' }).text).toContain('within its mandate');
  });

  it('of a request says where it went, by host and path; of before without a path', () => {
    const sent = {
      type: 'plan_step_sent',
      call: 'a',
      attempt: 1,
      n: 1,
      host: 'x.example',
      method: 'PUT',
    } as const;
    expect(lineOf({ ...sent, path: '/orders/7' }).text).toBe('Read the table: PUT to x.example/orders/7.');
    expect(lineOf({ ...sent, answered: 200 }).text).toBe(
      'Read the table: PUT to x.example was answered with 200.',
    );
    expect(lineOf({ ...sent, host: 'http://x.example', path: '/' }).text).toBe(
      'Read the table: PUT to http://x.example/ (unencrypted).',
    );
  });

  it('of a request to a planner says for which turn it was, and of a repair that the rest is planned anew', () => {
    const sent = { type: 'plan_replan_sent', replan: 4, n: 1, host: 'm.example', method: 'POST' } as const;
    expect(lineOf({ ...sent, turn: 3 }).text).toBe('Turn 3: POST to m.example.');
    expect(lineOf(sent).text).toBe('Planning the rest anew: POST to m.example.');
    const goesOn: Plan = {
      ...{ ...PLAN, mode: 'eager', output: '†state.a' },
      mandate: { tools: [], effects: ['none'], hosts: [] },
    };
    expect(journalLine({ ...sent, runId: 'r', seq: 1, time: 0 }, namer(goesOn)).text).toBe(
      'Its planner: POST to m.example.',
    );
  });

  it('of a write whose answer broke off says so, and that it happened', () => {
    const ended = { type: 'plan_step_completed', call: 'a', attempt: 1, value: { status: 200 } } as const;
    const line = lineOf({ ...ended, unreadable: 'x answered with 200; its answer broke off.' });
    expect(line).toMatchObject({ tone: 'warn' });
    expect(line.text).toMatch(
      /; it happened, but its answer can’t be used: x answered with 200; its answer broke off$/,
    );
    expect(lineOf(ended).tone).toBe('good');
  });

  // C-8
  it.each([
    [{ type: 'plan.commit', revision: 1, plan: PLAN }, 'Plan'],
    [{ type: 'plan_step_started', call: 'a', attempt: 1 }, 'Act'],
    [{ type: 'plan_step_completed', call: 'a', attempt: 1, value: 1 }, 'Obs'],
    [{ type: 'plan_step_failed', call: 'a', attempt: 1, code: 'x', message: 'No.' }, 'Obs'],
    [{ type: 'plan_step_retry', call: 'a', retry: 1, delayMs: 1000 }, 'Reflect'],
    [{ type: 'approval', call: 'a', choose: 'skip' }, 'Reflect'],
  ] as const)('of %j is tagged [%s]', (body, phase) => {
    expect(lineOf(body).phase).toBe(phase);
  });

  it('names a call by what it does, never by its id', () => {
    expect(lineOf({ type: 'plan_step_started', call: 'a', attempt: 1 }).text).toBe('Read the table');
  });

  it('says of a draft who wrote it', () => {
    const draft = { type: 'plan.draft', revision: 2, calls: [] } as const;
    const said = (more: object) => lineOf({ ...draft, ...more } as never).text;
    expect(said({ by: 'person' })).toMatch(/drafted by you\.$/);
    expect(said({ from: 'm\u202e at models.example' })).toMatch(
      /drafted by m⟨U\+202E⟩ at models\.example\.$/,
    );
    expect(said({})).toMatch(/was drafted\.$/);
  });

  it('says of an answer that made no plan why, whoever asked, and never that one was drafted', () => {
    const draft = { type: 'plan.draft', revision: 2, calls: [] } as const;
    const said = (more: object) => lineOf({ ...draft, ...more } as never).text;
    const told = 'The key was refused (401).';
    expect(said({ told })).toBe(`No new plan was made: ${told}`);
    expect(said({ told, cause: 'person' })).toBe(`No new plan was made: ${told}`);
    expect(said({ cause: 'person' })).toBe('What you said changes nothing of the rest.');
    const refused = { calls: PLAN.calls.slice(0, 1), problems: ['It is wrong.'], cause: 'person' };
    expect(said(refused)).toBe('A new plan of 1 call was drafted, and not taken: It is wrong.');
  });

  it('says which instance a call ran for', () => {
    expect(name('a@Berlin')).toBe('Read the table (Berlin)');
  });

  it('shows an event that it does not know', () => {
    expect(lineOf({ type: 'plan.sparkle' }).text).toBe('plan.sparkle');
  });

  it('reflects in at most 200 characters, whatever was skipped for', () => {
    const line = lineOf({
      type: 'plan_step_skipped',
      call: 'a',
      because: 'failure',
      detail: 'x'.repeat(900),
    });
    expect([...line.text].length).toBeLessThanOrEqual(200);
  });
});

describe('cutting', () => {
  it('never splits a sign in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, length) => {
        fc.pre(text.isWellFormed());
        const short = cut(text, length);
        expect(short.isWellFormed()).toBe(true);
        expect([...short].length).toBeLessThanOrEqual(Math.max(length, 1));
      }),
    );
  });
});
