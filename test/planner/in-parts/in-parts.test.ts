/** A plan made in parts, by a server that really answers: what each request sees, what comes of it, and what goes wrong. */

import { describe, expect, test } from 'vitest';
import { failing, type Reply, streamed } from '../../../e2e/model-server/script.ts';
import { checkPlan, isSound } from '../../../src/check/check.ts';
import { FORMAT, type Plan, VERSION } from '../../../src/plan/document.ts';
import { inParts } from '../../../src/planner/in-parts/in-parts.ts';
import type { Planner, PlannerRequest } from '../../../src/planner/planner.ts';
import { catalogueOf } from '../../../src/tools/catalogue.ts';
import { COFFEE, call, GOAL, goalOf, planned, says, TEA, TOOLS, TOP, textOf } from './answers.ts';

const SCRIPT = {
  [GOAL]: says(TOP),
  'Find what is said of tea': says(TEA),
  'Find what is said of coffee': says(COFFEE),
};
const wholeOf = (plan: object): Plan =>
  ({ format: FORMAT, version: VERSION, id: 'p', mode: 'lazy', ...plan }) as Plan;

describe('a goal planned in parts (L-61, T-2)', () => {
  // T-2
  test('is one plan with a sub-plan for each part, sound as a whole (T-2)', async () => {
    const { plan, last } = await planned(SCRIPT);
    expect(last).toEqual({ kind: 'done' });
    expect(plan.strategy).toBe('hierarchical');
    expect(plan.calls.map(({ _tool, _delegate }) => [_tool, _delegate])).toEqual([
      ['tea', '#tea'],
      ['coffee', '#coffee'],
      ['tell', undefined],
    ]);
    expect(plan.plans?.tea).toMatchObject({
      goal: 'Find what is said of tea',
      output: '†state.say',
      title: 'Tea',
    });
    expect(plan.plans?.tea?.calls.map(({ _tool }) => _tool)).toEqual(['find', 'tell']);
    expect(isSound(checkPlan(wholeOf(plan), catalogueOf(TOOLS)).problems)).toBe(true);
  });

  test('a part is told its contract and the tools: neither the goal nor its siblings, and of the files only those it names', async () => {
    const file = (name: string) => ({ name, type: 'text/csv', size: 9, head: `head of ${name}` });
    const top = structuredClone(TOP);
    top.parts.coffee.goal = 'Find what is said of coffee in beans.csv';
    const { chats } = await planned(
      { ...SCRIPT, [GOAL]: says(top) },
      { files: [file('beans.csv'), file('salary.csv')] },
    );
    const of = (goal: string) => textOf(chats.find((one) => goalOf(one).startsWith(goal))!);
    expect(of(GOAL)).toContain('## Parts');
    const tea = of('Find what is said of tea');
    expect(tea).toContain('"words"');
    expect(tea).toContain('Schema of the result');
    for (const other of [GOAL, 'coffee', 'beans.csv', 'salary.csv', 'loved'])
      expect(tea).not.toContain(other);
    const coffee = of('Find what is said of coffee');
    expect(coffee).toContain('head of beans.csv');
    expect(coffee).not.toContain('salary.csv');
  });

  test('its parts come as they are planned, and what all of it took is told', async () => {
    const { events, asked } = await planned(SCRIPT);
    const counts = events.flatMap((event) =>
      event.kind === 'plan' && event.plans
        ? [Object.values(event.plans).reduce((sum, { calls }) => sum + calls.length, 0)]
        : [],
    );
    expect(counts[0]).toBe(0);
    expect(counts).toContain(2);
    expect(counts.at(-1)).toBe(4);
    const cost = events.reduce((sum, event) => sum + (event.kind === 'usage' ? (event.cost ?? 0) : 0), 0);
    expect(cost).toBeCloseTo(0.03);
    expect(asked.reduce((sum, one) => sum + (one.cost ?? 0), 0)).toBeCloseTo(0.03);
  });

  // T-3
  test('the trace has a line for each request: part, depth, calls, tokens, price, time, how often it went back (T-3)', async () => {
    const wrong = { ...TEA, output: '†state.nowhere' };
    const { asked } = await planned({ ...SCRIPT, 'Find what is said of tea': [says(wrong), says(TEA)] });
    expect(asked).toHaveLength(3);
    expect(asked[0]).toMatchObject({ depth: 0, goal: GOAL, calls: 3, parts: 2, sentBack: 0, cost: 0.01 });
    expect(asked[0]).not.toHaveProperty('part');
    expect(asked.find(({ part }) => part === 'tea')).toMatchObject({
      ...{ depth: 1, calls: 2, parts: 0, sentBack: 1 },
      ...{ tokens: { input: 200, output: 40 }, cost: 0.02, ms: expect.any(Number) },
    });
  });

  test('parts have parts, to the depth that is asked for, under names that no other has', async () => {
    const deep = {
      parts: { tea: { goal: 'Deeper', input: null, gives: { type: 'string' } } },
      calls: [call('in', 'part', { _delegate: '#tea' })],
      output: '†state.in',
    };
    const script = { ...SCRIPT, 'Find what is said of coffee': says(deep), Deeper: says(COFFEE) };
    const { plan, asked, chats } = await planned(script, {}, { depth: 2 });
    expect(Object.keys(plan.plans ?? {})).toEqual(['tea', 'coffee', 'tea_2']);
    expect(plan.plans?.coffee?.calls[0]).toMatchObject({ _tool: 'tea_2', _delegate: '#tea_2' });
    expect(asked.find(({ part }) => part === 'tea_2')).toMatchObject({ depth: 2, within: 'coffee' });
    // At its depth no parts are offered any more.
    expect(textOf(chats.find((one) => goalOf(one) === 'Deeper')!)).not.toContain('## Parts');
    expect(isSound(checkPlan(wholeOf(plan), catalogueOf(TOOLS)).problems)).toBe(true);
  });

  test('three parts are planned at the same time, and no more', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    let underWay = 0;
    let most = 0;
    const model: Planner = async function* (request) {
      if (request.part === undefined) {
        const plans = Object.fromEntries(names.map((one) => [one, { goal: one, calls: [] }]));
        yield { kind: 'plan', plans };
        for (const one of names)
          yield {
            kind: 'call',
            call: { _id: one, _tool: one, _delegate: `#${one}`, _outputPath: `†state.${one}` },
          };
        return yield { kind: 'done' };
      }
      underWay += 1;
      most = Math.max(most, underWay);
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      yield { kind: 'call', call: { _id: 'find', _tool: 'find', words: 'x', _outputPath: '†state.x' } };
      yield { kind: 'done' };
    };
    const request: PlannerRequest = {
      ...{ goal: GOAL, catalogue: catalogueOf(TOOLS), files: [], history: [], lastError: null, maxCalls: 7 },
      signal: new AbortController().signal,
    };
    for await (const _ of inParts(model)(request));
    expect(most).toBe(3);
  });

  test('what is wrong with the plan itself goes back without its parts, and their contracts stay', async () => {
    const both = call('both', 'tell', { of: '†state.nowhere' });
    const wrong = { ...TOP, calls: [TOP.calls[0], TOP.calls[1], both] };
    const mended = { calls: [TOP.calls[2]] };
    const { plan, asked, chats } = await planned({ ...SCRIPT, [GOAL]: [says(wrong), says(mended)] });
    expect(asked[0]).toMatchObject({ depth: 0, sentBack: 1, calls: 3, parts: 2 });
    expect(textOf(chats[1]!)).toContain('Parts keep their contracts');
    expect(Object.values(plan.plans ?? {}).map(({ calls }) => calls.length)).toEqual([2, 2]);
  });

  test('a call that names a part as its tool, or without its sign, runs it all the same', async () => {
    const { _delegate: _, ...tea } = TOP.calls[0] as Record<string, unknown>;
    const calls = [{ ...tea, _tool: 'tea' }, { ...TOP.calls[1], _delegate: 'coffee' }, TOP.calls[2]];
    const { plan } = await planned({ ...SCRIPT, [GOAL]: says({ ...TOP, calls }) });
    expect(plan.calls.map(({ _delegate }) => _delegate)).toEqual(['#tea', '#coffee', undefined]);
  });

  test('a part that no call runs is left out, told, and not paid for', async () => {
    const { plan, notes, chats } = await planned({
      ...SCRIPT,
      [GOAL]: says({ ...TOP, calls: [TOP.calls[0]], output: '†state.tea' }),
    });
    expect(Object.keys(plan.plans ?? {})).toEqual(['tea']);
    expect(notes.join()).toContain('No call runs the part "coffee"');
    expect(chats).toHaveLength(2);
  });

  test('a word that no call uses is named once, of the whole: in which part it is used does not matter', async () => {
    const goal = 'Find "green tea" and "cold brew" and "oolong"';
    const brew = { ...COFFEE, calls: [call('look', 'find', { words: 'cold brew' }), COFFEE.calls[1]] };
    const script = { ...SCRIPT, [goal]: says(TOP), 'Find what is said of coffee': says(brew) };
    const { events } = await planned(script, { goal });
    const unused = events.flatMap((event) => (event.kind === 'note' ? (event.unusedWords ?? []) : []));
    expect(unused).toHaveLength(1);
    expect(unused[0]).toContain('oolong');
  });

  test('a change of a plan is asked for as one', async () => {
    const change = { plan: wholeOf({ calls: [] }), selected: [] };
    const { chats, asked } = await planned(
      { 'Make it shorter': says(COFFEE) },
      { goal: 'Make it shorter', change },
    );
    expect(textOf(chats[0]!)).not.toContain('## Parts');
    expect(asked).toHaveLength(1);
  });

  test('a goal that needs no part is a plan without any', async () => {
    const { plan, last } = await planned({ [GOAL]: says(COFFEE) });
    expect(last).toEqual({ kind: 'done' });
    expect(plan.plans).toEqual({});
    expect(plan.calls).toHaveLength(2);
  });
});

describe('what goes wrong in one part', () => {
  const tea = (reply: Reply | Reply[]) => ({ ...SCRIPT, 'Find what is said of tea': reply });

  test('an answer that does not keep its contract goes back alone', async () => {
    const silent = { ...TEA, output: null };
    const number = {
      ...TEA,
      calls: [call('look', 'find', { words: '†input.words' })],
      output: '†state.look',
    };
    for (const wrong of [silent, number]) {
      const { plan, chats } = await planned(tea([says(wrong), says(TEA)]));
      expect(plan.plans?.tea?.output).toBe('†state.say');
      expect(chats).toHaveLength(4);
      expect(chats.filter((one) => goalOf(one) === GOAL)).toHaveLength(1);
    }
  });

  test('what it asks for beside its contract nobody would give it: it goes back', async () => {
    const asks = { ...TEA, inputSchema: { type: 'object', properties: { more: { type: 'string' } } } };
    const wrong = { ...asks, calls: [call('look', 'find', { words: '†input.more' }), TEA.calls[1]] };
    const { plan, asked } = await planned(tea([says(wrong), says(TEA)]));
    expect(asked.find(({ part }) => part === 'tea')?.sentBack).toBe(1);
    expect(plan.plans?.tea?.input?.schema).toEqual(TOP.parts.tea.input);
    const given = { ...COFFEE, calls: [call('look', 'find', { words: '†input.words' }), COFFEE.calls[1]] };
    const none = await planned({ ...SCRIPT, 'Find what is said of coffee': [says(given), says(COFFEE)] });
    expect(none.asked.find(({ part }) => part === 'coffee')?.sentBack).toBe(1);
  });

  test('an answer that breaks off is asked for once more, and both are in the trace', async () => {
    const { plan, asked, last } = await planned(tea([says(TEA, { cutAfter: 3 }), says(TEA)]));
    expect(last).toEqual({ kind: 'done' });
    expect(plan.plans?.tea?.calls).toHaveLength(2);
    const ofTea = asked.filter(({ part }) => part === 'tea');
    expect(ofTea.map(({ fault }) => fault !== undefined)).toEqual([true, false]);
  });

  test('one that is refused stands as an open step with what it was to do, is told, and the others are there', async () => {
    const refused = streamed('', {
      refusal: 'I will not speak of tea.',
      usage: { prompt_tokens: 1, completion_tokens: 1 },
    });
    const { plan, notes, last } = await planned(tea(refused));
    expect(last).toEqual({ kind: 'done' });
    expect(notes.join()).toMatch(
      /The part "tea" could not be planned and stands as an open step\..*I will not speak of tea/,
    );
    expect(plan.plans?.tea?.calls).toEqual([
      expect.objectContaining({ _tool: 'open', _description: 'Find what is said of tea' }),
    ]);
    expect(plan.plans?.coffee?.calls).toHaveLength(2);
    const codes = checkPlan(wholeOf(plan), catalogueOf(TOOLS)).problems.filter(
      ({ severity }) => severity === 'error',
    );
    expect(codes.map(({ code }) => code)).toEqual(['open-step']);
  });

  test('one whose answer is of a wrong shape three times is left open, too', async () => {
    const { plan, notes, chats } = await planned(tea(says('I would rather not write JSON.')));
    expect(chats.filter((one) => goalOf(one).startsWith('Find what is said of tea'))).toHaveLength(3);
    expect(plan.plans?.tea?.calls[0]?._tool).toBe('open');
    expect(notes.join()).toContain('There is no plan in the answer');
  });

  test('where the server would answer nothing more, no other part is asked for', async () => {
    const many = {
      ...TOP,
      parts: Object.fromEntries(
        ['a', 'b', 'c', 'd', 'e'].map((one) => [one, { goal: `Part ${one}`, gives: true }]),
      ),
      calls: ['a', 'b', 'c', 'd', 'e'].map((one) => call(one, 'part', { _delegate: `#${one}` })),
      output: '†state.a',
    };
    const { notes, chats, plan } = await planned({ [GOAL]: says(many), Part: failing(401, 'Wrong key') });
    expect(chats.length).toBeLessThanOrEqual(4);
    expect(notes.filter((one) => one.includes('stands as an open step'))).toHaveLength(5);
    expect(Object.values(plan.plans ?? {}).every(({ calls }) => calls[0]?._tool === 'open')).toBe(true);
  });

  test('a cap on what it may cost holds for all of them', async () => {
    const { chats, notes } = await planned(SCRIPT, { costLeft: 0.01 });
    expect(chats).toHaveLength(1);
    expect(notes.filter((one) => one.includes('What planning may cost is used up.'))).toHaveLength(2);
  });

  test('one that fails on the files is planned again by itself, with what was wrong', async () => {
    let trials = 0;
    const tryPlan = async (plan: Plan) => {
      const isWhole = plan.plans !== undefined;
      if (isWhole) trials += 1;
      const failed = isWhole && trials === 1;
      return {
        calls: new Map(failed ? [['coffee', { status: 'failed' as const, message: 'No beans.' }]] : []),
      };
    };
    const { chats, notes } = await planned(SCRIPT, { tryPlan });
    const coffee = chats.filter((one) => goalOf(one).startsWith('Find what is said of coffee'));
    expect(coffee).toHaveLength(2);
    expect(textOf(coffee[1]!)).toContain('No beans.');
    expect(notes.join()).toContain('was planned again');
    expect(trials).toBe(2);
  });
});

describe('stopping', () => {
  test('ends all that is under way, and nothing is called whole', async () => {
    const controller = new AbortController();
    const slow = says(TEA, { hangAfter: 2 });
    const script = { ...SCRIPT, 'Find what is said of tea': slow, 'Find what is said of coffee': slow };
    const { last } = await planned(
      script,
      { signal: controller.signal },
      {
        onEvent: (event) => {
          if (event.kind === 'estimate' && event.inputTokens > 0) heard += 1;
          if (heard === 3) controller.abort();
        },
      },
    );
    expect(last).toMatchObject({ kind: 'failed', code: 'cancelled' });
  });
  let heard = 0;
});

describe('a hostile answer', () => {
  const hostile = async (top: unknown) => planned({ ...SCRIPT, [GOAL]: says(top) });
  const failed = async (top: unknown) => {
    const { last, chats } = await hostile(top);
    expect(chats).toHaveLength(3);
    expect(last?.kind).toBe('failed');
    return last?.kind === 'failed' ? last.message : '';
  };

  test('with a thousand parts is refused with both numbers', async () => {
    const parts = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`p${i}`, { goal: 'x' }]));
    expect(await failed({ ...TOP, parts })).toContain('declares 1,000 parts, and 15 at most');
  });

  test('with a name that every object has is refused in words', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'a b', 'x'.repeat(41)]) {
      const text = JSON.stringify(TOP).replace('"tea":{"goal"', `${JSON.stringify(name)}:{"goal"`);
      expect(await failed(text)).toContain('is no name for a part');
    }
  });

  test('whose contract is none, hides a key or is endless is refused in words', async () => {
    const of = (tea: unknown) => failed({ ...TOP, parts: { ...TOP.parts, tea } });
    expect(await of('do it')).toContain('The part "tea" has no contract');
    expect(await of({ goal: '' })).toContain('does not say what it is to do');
    expect(await of({ goal: 'x', input: [1] })).toContain('"input" that is no JSON Schema');
    expect(await of({ goal: 'x'.repeat(9_000) })).toContain('8,000 characters');
    const text = JSON.stringify(TOP).replace('"properties":{"words"', '"properties":{"__proto__":{},"words"');
    expect(await failed(text)).toContain('"__proto__"');
  });

  test('in which a part runs itself, a sibling or what is nowhere goes back, and stands as it is marked', async () => {
    for (const other of ['tea', 'coffee', 'nowhere', 'plan:other']) {
      const runs = {
        ...TEA,
        calls: [
          ...TEA.calls,
          call('again', 'part', { _delegate: other.includes(':') ? other : `#${other}` }),
        ],
      };
      const { asked, notes } = await planned({ ...SCRIPT, 'Find what is said of tea': says(runs) });
      expect(asked.find(({ part }) => part === 'tea')?.sentBack).toBe(2);
      expect(notes.join()).toContain('Part "tea": The plan still has problems');
      expect(notes.join()).toContain('does not declare');
    }
  });

  test('which goes fifty deep ends at the depth that was asked for', async () => {
    const deeper = {
      parts: { more: { goal: 'Find what is said of more', gives: true } },
      calls: [call('in', 'part', { _delegate: '#more' })],
      output: '†state.in',
    };
    const { asked, plan, last, notes } = await planned({ [GOAL]: says(deeper), Find: says(deeper) });
    expect(last).toEqual({ kind: 'done' });
    expect(Math.max(...asked.map(({ depth }) => depth))).toBe(3);
    expect(Object.keys(plan.plans ?? {})).toEqual(['more', 'more_2', 'more_3']);
    expect(notes.join()).toContain('Part "more_3": The plan still has problems');
  });

  test('whose parts all have fifteen parts ends at forty in all', async () => {
    const names = Array.from({ length: 15 }, (_, i) => `p${i}`);
    const wide = {
      parts: Object.fromEntries(names.map((one) => [one, { goal: 'Wide', gives: true }])),
      calls: names.map((one) => call(one, 'part', { _delegate: `#${one}` })),
      output: '†state.p0',
    };
    const { plan, chats, notes, last } = await planned(
      { [GOAL]: says(wide), Wide: says(wide) },
      { maxCalls: 15 },
    );
    expect(last).toEqual({ kind: 'done' });
    expect(chats.length).toBeLessThan(45);
    expect(notes.join()).toContain('A plan has at most 40 parts');
    const parts = Object.values(plan.plans ?? {});
    expect(parts.every(({ calls }) => calls.length > 0)).toBe(true);
  });
});
