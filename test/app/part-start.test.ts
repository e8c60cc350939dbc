/** L-76: a part of the plan on the table is run over what the last run has done and what is pinned. */

import { describe, expect, test } from 'vitest';
import { language } from '../../src/app/language.ts';
import { type PartAsked, partStart } from '../../src/app/part-start.ts';
import type { Json } from '../../src/lib/json.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import type { RunEvent, RunEventBody } from '../../src/run/events.ts';
import { createDocumentStore, errorsOf } from '../../src/stores/document.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { shownAfter } from '../stores/shown.ts';

const sum = (id: string, expression: string, reads?: string): Call => ({
  ...{ _id: id, _tool: 'calculate', expression, _outputPath: `†state.${id}` },
  ...(reads === undefined ? {} : { values: { x: `†state.${reads}` } }),
});
const PLAN: Plan = {
  ...{ format: 'obelus/plan', version: 1, id: 'p', mode: 'lazy' },
  calls: [
    sum('one', '1 + 1'),
    sum('two', 'x * 2', 'one'),
    sum('three', 'x * 3', 'two'),
    sum('aside', '5'),
    sum('beside', 'x + 5', 'aside'),
  ],
  output: '†state.three',
};
const changed = (id: string, more: object): Plan => ({
  ...PLAN,
  calls: PLAN.calls.map((call) => (call._id === id ? { ...call, ...more } : call)),
});

const done = (call: string, value: Json): RunEventBody[] => [
  { type: 'plan_step_started', call, attempt: 1 },
  { type: 'plan_step_completed', call, attempt: 1, value },
];
const ran = (...calls: readonly (readonly [string, Json])[]) =>
  shownAfter(
    (
      [
        { type: 'plan.commit', revision: 1, plan: PLAN, input: {} },
        { type: 'plan_started', total: PLAN.calls.length },
        ...calls.flatMap(([call, value]) => done(call, value)),
        { type: 'plan_completed', status: 'completed', reason: 'goal_met', output: null },
      ] as RunEventBody[]
    ).map((body, at): RunEvent => ({ ...body, runId: 'r', seq: at + 1, time: at })),
  );
const ALL = [
  ['one', 2],
  ['two', 4],
  ['three', 12],
  ['aside', 5],
  ['beside', 10],
] as const;

function asked(more: Partial<PartAsked>) {
  return partStart(
    {
      ...{ runId: 'new', plan: PLAN, delegates: {}, input: {}, way: 'to', call: 'two', pins: {} },
      ...{ last: undefined, stale: [] },
      ...more,
    },
    {
      sign: language.sign,
      faults: (plan) =>
        errorsOf(createDocumentStore(language, [...builtInTools], plan).getState().problems).map(
          ({ message }) => message,
        ),
    },
  );
}
function started(more: Partial<PartAsked>) {
  const made = asked(more);
  if (!made.ok) throw new Error(made.error);
  const { start, starts, taken } = made.value;
  const off = start.plan.calls.flatMap(({ _id, _off }) => (_off ? [_id] : []));
  return { start, starts, taken, off };
}

describe('run to a call', () => {
  test('runs it and what it needs, and returns what it came to; nothing else is on', () => {
    const { start, starts, taken, off } = started({});
    expect({ starts, taken, off }).toEqual({ starts: 2, taken: 0, off: ['three', 'aside', 'beside'] });
    expect(start).toMatchObject({ to: 'two', planId: 'p', plan: { output: '†state.two' } });
    expect(start.fork).toBeUndefined();
    const signed = language.sign(start.plan, {});
    expect(signed.ok && signed.value.hash).toBe(start.hash);
  });

  test('takes over what the last run has done of it, runs the call again, and keeps what else stands', () => {
    const { start, starts, taken, off } = started({ last: ran(...ALL) });
    expect({ starts, taken, off }).toEqual({ starts: 1, taken: 3, off: ['three'] });
    expect(start.fork).toMatchObject({ runId: 'r', changed: true, values: {} });
    expect(start.fork?.cleared).toContain('two');
    expect(start.fork?.cleared).not.toContain('one');
  });

  test('runs again what was changed since, and what reads of it', () => {
    const { starts, taken } = started({ last: ran(...ALL), plan: changed('one', { expression: '7' }) });
    expect({ starts, taken }).toEqual({ starts: 2, taken: 2 });
  });

  test('runs again what reads a file that is another now', () => {
    expect(started({ last: ran(...ALL), stale: ['one'] })).toMatchObject({ starts: 2, taken: 2 });
  });

  test('is hindered by nothing that is wrong elsewhere, and by what is wrong in it', () => {
    const wrong = { values: { x: '†state.nobody' } };
    expect(started({ plan: changed('three', wrong), last: ran(...ALL) })).toMatchObject({ starts: 1 });
    const made = asked({ plan: changed('two', wrong) });
    expect(made.ok ? '' : made.error).toMatch(/^It can’t run yet\. .*nobody/);
  });

  test('stands on what is pinned, which is signed as given', () => {
    const { start, starts } = started({ pins: { one: 21, aside: 3 } });
    expect(starts).toBe(1);
    expect(start.given).toEqual({ one: 21 });
    const plain = language.sign(start.plan, {});
    expect(plain.ok && plain.value.hash).not.toBe(start.hash);
    const over = started({ pins: { one: 21 }, last: ran(...ALL) });
    expect(over.start.fork?.values).toEqual({ one: 21 });
  });

  test('refuses a call that is switched off, pinned, or not there', () => {
    expect(asked({ plan: changed('two', { _off: true }) })).toMatchObject({ ok: false });
    expect(asked({ pins: { two: 1 } })).toMatchObject({ ok: false });
    expect(asked({ call: 'nobody' })).toMatchObject({ ok: false });
  });
});

describe('run from a call', () => {
  test('runs it and all that reads of it over what is done', () => {
    const { start, starts, taken, off } = started({ way: 'from', last: ran(...ALL) });
    expect({ starts, taken, off }).toEqual({ starts: 2, taken: 3, off: [] });
    expect(start.to).toBeUndefined();
    expect(start.fork?.call).toBe('two');
  });

  test('with its own result pinned replays what follows from that value', () => {
    const { start, starts } = started({ way: 'from', last: ran(...ALL), pins: { two: 100 } });
    expect(starts).toBe(1);
    expect(start.fork?.values).toEqual({ two: 100 });
    expect(start.fork?.cleared).toContain('three');
    expect(start.fork?.cleared).not.toContain('one');
  });

  test('leaves alone what nothing asks for', () => {
    const { off, starts } = started({ way: 'from' });
    expect({ off, starts }).toEqual({ off: ['aside', 'beside'], starts: 3 });
  });
});
