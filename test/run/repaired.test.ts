import { describe, expect, test } from 'vitest';
import type { Call } from '../../src/plan/document.ts';
import type { RunEventBody } from '../../src/run/events.ts';
import { repairedPlan } from '../../src/run/repaired.ts';
import { callNamed, completed, failed, planOf, runAfter } from './written-run.ts';

const asked: RunEventBody = { type: 'plan_step_waiting', call: 'b', kind: 'failure' };
const corrected = (
  params: NonNullable<Extract<RunEventBody, { type: 'approval' }>['params']>,
): RunEventBody[] => [...failed('b'), asked, { type: 'approval', call: 'b', choose: 'edit', params }];

/** The call `b` of the plan that would have needed no correction, and which calls it says were corrected. */
function repaired(own: Partial<Call>, events: readonly RunEventBody[]) {
  const plan = planOf([callNamed('a'), callNamed('b', own)], { retryLimit: 0 });
  const found = repairedPlan(runAfter(plan, [...completed('a', 1), ...events]));
  return { call: found?.plan.calls[1], corrected: found?.corrected, isPlan: found?.plan === plan };
}

describe('the plan of a run with what people corrected in it', () => {
  test('has what a call came to its result with', () => {
    const { call, corrected: which } = repaired({ url: 'wrong', more: 1 }, [
      ...corrected({ url: 'right' }),
      ...completed('b', 2, 2),
    ]);
    expect([call?.url, call?.more, which]).toEqual(['right', 1, ['b']]);
  });

  test('is the very plan where nothing was corrected, and where the corrected call came to nothing', () => {
    expect(repaired({ url: 'x' }, completed('b', 2)).isPlan).toBe(true);
    expect(repaired({ url: 'x' }, [...corrected({ url: 'y' }), ...failed('b', 'Again.', 2)]).isPlan).toBe(
      true,
    );
    const given: RunEventBody[] = [
      ...corrected({ url: 'y' }),
      ...failed('b', 'Again.', 2),
      asked,
      { type: 'approval', call: 'b', choose: 'value', value: 7 },
      { type: 'plan_step_completed', call: 'b', attempt: 2, value: 7, via: 'person' },
    ];
    expect(repaired({ url: 'x' }, given).isPlan).toBe(true);
  });

  test('leaves every wire: a value that another call gave is corrected for that run alone', () => {
    const values = { from: '†state.a', to: 'here' };
    const { call, corrected: which } = repaired({ p: '†state.a', values, more: 'x' }, [
      ...corrected({ p: 9, values: { from: 9, to: 'there' }, more: 'x' }),
      ...completed('b', 2, 2),
    ]);
    expect([call?.p, call?.values, which]).toEqual(['†state.a', { from: '†state.a', to: 'there' }, ['b']]);
    expect(repaired({ p: '†state.a' }, [...corrected({ p: 9 }), ...completed('b', 2, 2)]).corrected).toEqual(
      [],
    );
  });

  test('writes a text that begins like a reference as the text that it is', () => {
    const { call } = repaired({ text: 'x' }, [...corrected({ text: '†state.a' }), ...completed('b', 2, 2)]);
    expect(call?.text).toBe('††state.a');
    expect(
      repaired({ text: '††a' }, [...corrected({ text: '†a' }), ...completed('b', 2, 2)]).corrected,
    ).toEqual([]);
  });

  test('says nothing of a call whose instances were given other values', () => {
    const plan = planOf([callNamed('b', { url: 'x' })], { retryLimit: 0 });
    const of = (name: string, url: string): RunEventBody[] => [
      ...failed(name),
      { type: 'plan_step_waiting', call: name, kind: 'failure' },
      { type: 'approval', call: name, choose: 'edit', params: { url } },
      ...completed(name, 1, 2),
    ];
    const two = [
      { label: 'one', input: {} },
      { label: 'two', input: {} },
    ];
    const found = (one: string, other: string) =>
      repairedPlan(runAfter(plan, [...of('b@one', one), ...of('b@two', other)], two))?.corrected;
    expect(found('y', 'z')).toEqual([]);
    expect(found('y', 'y')).toEqual(['b']);
  });
});
