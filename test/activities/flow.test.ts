/** Waiting, asking and deciding. */

import { describe, expect, test } from 'vitest';
import { isRouted, type Routed } from '../../src/activities/activity.ts';
import type { Json, JsonObject } from '../../src/lib/json.ts';
import { fault, load, run, testContext } from './context.ts';

describe('wait', () => {
  test('leaves the time to its run, and gives it', async () => {
    const context = testContext();
    expect(await run('wait', { ms: 3_600_000 }, context)).toBe(3_600_000);
    expect(context.slept).toEqual([3_600_000]);
  });

  test.each([-1, 1.5, 3_600_001])('%d is refused', async (ms) => {
    expect(await fault('wait', { ms })).toMatchObject({ code: 'invalid-arguments' });
  });
});

describe('askPerson', () => {
  const ask = async (params: JsonObject, answer: Json) => {
    const context = testContext({ answers: [answer] });
    return {
      result: await run('askPerson', { question: 'Go on?', ...params }, context),
      form: context.asked[0],
    };
  };

  test('a form has the question, the details and a field for the answer', async () => {
    const { form, result } = await ask({ details: 'It costs 3.', kind: 'yesNo' }, { answer: false });
    expect(result).toBe(false);
    expect(form).toMatchObject({
      title: 'Go on?',
      message: 'It costs 3.',
      schema: { properties: { answer: { type: 'boolean' } }, required: ['answer'] },
    });
  });

  test('takes a bare answer too', async () => {
    expect((await ask({ kind: 'number' }, 4)).result).toBe(4);
    expect((await ask({}, 'yes')).result).toBe('yes');
  });

  test('an answer that is not among the choices or of another kind is refused', async () => {
    const wrong = (params: JsonObject, answer: Json) =>
      fault('askPerson', { question: 'Q', ...params }, testContext({ answers: [answer] }));
    expect((await wrong({ choices: ['a', 'b'] }, { answer: 'c' })).message).toContain('one of "a", "b"');
    expect(await wrong({ kind: 'number' }, { answer: 'x' })).toMatchObject({ code: 'invalid-arguments' });
    expect(await wrong({}, { answer: null })).toMatchObject({ code: 'invalid-arguments' });
  });
});

describe('decide', () => {
  const decide = async (params: JsonObject): Promise<Routed> => {
    const result = await (await load('decide'))(params, testContext());
    if (!isRouted(result)) throw new Error('It did not choose a way.');
    return result;
  };

  test('goes the first way where the condition holds, else the second, with the value', async () => {
    expect(await decide({ value: 12, operator: 'greaterThan', compareTo: 10 })).toMatchObject({
      route: 0,
      value: 12,
    });
    expect(await decide({ value: 8, operator: 'greaterThan', compareTo: 10 })).toMatchObject({
      route: 1,
      value: 8,
    });
  });

  test('passes on something else where that is asked', async () => {
    expect(await decide({ value: [], operator: 'isEmpty', pass: 'none' })).toMatchObject({
      route: 0,
      value: 'none',
    });
  });

  test.each([
    ['yes', 'equals', 'YES', 0],
    ['10', 'equals', 10, 0],
    [null, 'isEmpty', null, 0],
    [false, 'equals', true, 1],
    [['a', 'b'], 'contains', 'b', 0],
    ['urgent: call', 'contains', 'Urgent', 0],
    ['2026-01-02', 'lessThan', '2026-01-10', 0],
  ])('%j %s %j goes way %d', async (value, operator, compareTo, route) => {
    expect(await decide({ value, operator, compareTo })).toMatchObject({ route });
  });
});
