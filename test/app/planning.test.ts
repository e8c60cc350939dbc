import { describe, expect, test } from 'vitest';
import { profileOf } from '../../src/activities/profile/profile.ts';
import { language } from '../../src/app/language.ts';
import { createPending, tellPending } from '../../src/app/pending.ts';
import { createPlanning } from '../../src/app/planning.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { FORMAT, VERSION } from '../../src/plan/document.ts';
import { spentInAll } from '../../src/plan/talk.ts';
import { offlinePlanner } from '../../src/planner/offline/offline-planner.ts';
import type { PlannerMessage, PlanRequest } from '../../src/run/messages.ts';
import { createDocumentStore } from '../../src/stores/document.ts';
import { createSessionStore, type SessionState } from '../../src/stores/session.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';

const TEXT = [
  'date,region,amount,paid',
  '2025-11-03,North,1200,yes',
  '2026-01-04,South,300,no',
  '2026-01-14,North,450,yes',
].join('\n');

const BLANK: Plan = { format: FORMAT, version: VERSION, id: 'p', mode: 'lazy', calls: [] };

type Play = (
  request: PlanRequest,
  receive: (event: PlannerMessage) => void,
  signal: AbortSignal,
) => Promise<void>;

/** The real offline planner where the worker would have it. */
const offline: Play = async ({ tools, planner: _, files, ...request }, receive, signal) => {
  const asked = { ...request, files, catalogue: catalogueOf(tools), history: [], lastError: null, signal };
  for await (const event of offlinePlanner({ now: () => 0 })(asked)) receive(event);
};

async function desk(plan: Play = offline, mayTry = true) {
  const session = createSessionStore({ read: () => null, write: () => undefined });
  const document = createDocumentStore(language, builtInTools, BLANK);
  const profile = await profileOf(new TextEncoder().encode(TEXT), 'orders.csv');
  session.actions.addFiles([
    {
      name: 'orders.csv',
      type: 'text/csv',
      size: TEXT.length,
      head: TEXT,
      profile,
    } as SessionState['files'][number],
  ]);
  const kept = new Map<string, string>();
  const pending = createPending({
    read: (name) => kept.get(name) ?? null,
    write: (name, text) => void kept.set(name, text),
  });
  const requests: PlanRequest[] = [];
  let time = 0;
  const planning = createPlanning({
    document,
    session,
    worker: {
      plan: (request: PlanRequest, receive: (event: PlannerMessage) => void, signal: AbortSignal) => {
        requests.push(request);
        return plan(request, receive, signal);
      },
    } as never,
    now: () => ++time,
    shelf: { get: () => undefined },
    builtIn: builtInTools,
    runAt: () => undefined,
    beside: () => Promise.reject(new Error('No run is looked at.')),
    mayTry: async () => mayTry,
    pending,
    learns: () => true,
    judged: async () => undefined,
    startBeside: async () =>
      document.actions.open({ plan: { ...BLANK, id: 'q' }, revision: 0, input: {}, approval: null }, 'saved'),
  });
  const say = (goal: string, meant?: Parameters<typeof planning.draft>[0]) => {
    session.actions.set({ goal });
    return planning.draft(meant);
  };
  const tools = () => document.getState().plan.calls.map(({ _tool }) => _tool);
  const lines = () => document.getState().talk.map(({ text }) => text);
  return {
    session,
    document,
    planning,
    say,
    tools,
    lines,
    pending,
    requests,
    proposed: () => session.getState().proposed,
  };
}

type Desk = Awaited<ReturnType<typeof desk>>;

describe('what is said of a plan on the table', () => {
  test('is a change that is proposed: the plan stands until it is taken, as one step', async () => {
    const { say, tools, planning, proposed, document, requests } = await desk();
    await say('sum the amount by region');
    const before = document.getState().plan;
    await say('only 2026');
    expect(document.getState().plan).toBe(before);
    expect(proposed()?.parts.map(({ kind }) => kind)).toEqual(['added', 'revised']);
    // The plan can be tried and run meanwhile: the worker is told of no draft of it.
    expect(requests[1]).toMatchObject({ planId: '', change: { plan: before, selected: [] } });
    planning.take();
    expect(tools()).toEqual(['readCsv', 'filterRows', 'groupRows']);
    expect(proposed()).toBeNull();
    expect(document.actions.undo()).toBe('“only 2026”');
    expect(document.getState().plan.calls).toEqual(before.calls);
  });

  test('of a plan from outside that nobody let be computed is not tried, and says so', async () => {
    const { say, proposed, requests, lines } = await desk(offline, false);
    await say('sum the amount by region');
    await say('warn me if a region is over 500');
    expect(requests[1]?.change?.held).toBe(true);
    expect(proposed()).toBeNull();
    expect(lines().at(-1)).toContain('came from outside');
  });

  test('is left where the person leaves it, and a part that is refused is not there', async () => {
    const { say, tools, planning, proposed } = await desk();
    await say('sum the amount by region');
    await say('only 2026');
    planning.leave();
    expect([proposed(), tools()]).toEqual([null, ['readCsv', 'groupRows']]);
    await say('only 2026 and as a chart');
    planning.setPart('filterRows', false);
    expect(
      proposed()
        ?.parts.filter(({ isTaken }) => isTaken)
        .map(({ part }) => part),
    ).not.toContain('filterRows');
    planning.setPart('filterRows', true);
    expect(proposed()?.parts.every(({ isTaken }) => isTaken)).toBe(true);
  });

  test('stands on what was changed on the table meanwhile', async () => {
    const { say, planning, document } = await desk();
    await say('sum the amount by region');
    await say('only 2026');
    const edit = { kind: 'set-in-call', id: 'groupRows', path: ['as'], value: 'sum' } as const;
    expect(document.actions.edit([edit], { label: 'Edit' }).ok).toBe(true);
    planning.take();
    const { calls } = document.getState().plan;
    expect(calls.map(({ _tool }) => _tool)).toEqual(['readCsv', 'filterRows', 'groupRows']);
    expect(calls[2]).toMatchObject({ as: 'sum', rows: '†state.filterRows' });
  });

  test('tells where the plan became another in the same place, and goes back into the box where nothing is left', async () => {
    const { say, document, proposed, session, lines } = await desk();
    await say('sum the amount by region');
    await say('take the average instead of the sum');
    const set = (value: string) =>
      document.actions.edit([{ kind: 'set-in-call', id: 'groupRows', path: ['aggregate'], value }], {
        label: 'Edit',
      });
    set('max');
    expect(proposed()).toBeNull();
    expect(lines().at(-1)).toMatch(/not proposed any more: meanwhile “Calculate”.* of “.*” became another/u);
    expect(session.getState().goal).toBe('take the average instead of the sum');
  });

  test('keeps what it can of a call that became another in part, and tells the rest', async () => {
    let one: Play = offline;
    const { say, document, proposed } = await desk((...all) => one(...all));
    await say('sum the amount by region');
    one = async ({ change }, receive) => {
      const [read, group] = change?.plan.calls ?? [];
      const filter = {
        _id: 'f',
        _tool: 'filterRows',
        rows: '†state.readCsv',
        column: 'region',
        value: 'North',
      };
      receive({ kind: 'call', call: read as Call });
      receive({ kind: 'call', call: { ...filter, _outputPath: '†state.f' } as unknown as Call });
      receive({ kind: 'call', call: { ...group, rows: '†state.f', aggregate: 'min' } as unknown as Call });
      receive({ kind: 'done' });
    };
    await say('something else');
    const path = ['aggregate'] as const;
    document.actions.edit([{ kind: 'set-in-call', id: 'groupRows', path, value: 'median' }], {
      label: 'Edit',
    });
    expect(proposed()?.overruled).toEqual([expect.stringMatching(/“Calculate” of/u)]);
    expect(proposed()?.diff.plan.calls[2]).toMatchObject({ rows: '†state.f', aggregate: 'median' });
    expect(proposed()?.faults).toEqual([]);
  });

  test('waits with its plan while another is on the table, and is told of where the page was closed over it', async () => {
    const { say, document, proposed, session, planning, pending, lines } = await desk();
    await say('sum the amount by region');
    await say('only 2026');
    const { plan } = document.getState();
    const open = (one: Plan) =>
      document.actions.open({ plan: one, revision: 0, input: {}, approval: null }, 'saved');
    open({ ...BLANK, id: 'other' });
    expect(proposed()).toBeNull();
    open(plan);
    expect(proposed()?.sentence).toBe('only 2026');
    // Another page comes up over the same plan.
    const page = { document, session, now: () => 99, pending };
    session.actions.set({ proposed: null });
    tellPending(page);
    expect(lines().at(-1)).toMatch(/^“only 2026” was not taken before the page was closed/u);
    expect(session.getState().goal).toBe('only 2026');
    tellPending(page);
    expect(lines().filter((line) => line.includes('was not taken'))).toHaveLength(1);
    await say('only 2026');
    planning.take();
    expect(pending.of(plan.id)).toBeUndefined();
  });

  test('stays over an undo that leaves room for it, and is told where it is in the plan already', async () => {
    const { say, planning, document, proposed, lines } = await desk();
    await say('sum the amount by region');
    await say('only 2026');
    planning.take();
    await say('take the average instead of the sum');
    document.actions.undo();
    expect(proposed()?.diff.plan.calls.map(({ _tool }) => _tool)).toEqual(['readCsv', 'groupRows']);
    expect(proposed()?.diff.plan.calls[1]).toMatchObject({ aggregate: 'mean' });
    document.actions.edit([{ kind: 'replace-call', id: 'groupRows', call: proposed()!.after.calls[1]! }], {
      label: 'Edit',
    });
    expect(lines().at(-1)).toBe('“take the average instead of the sum” is in the plan already.');
  });

  test('says what the checks would refuse of it, and not what they refuse already', async () => {
    const broken: Play = async ({ change }, receive) => {
      const calls = [...(change?.plan.calls ?? [])];
      for (const call of calls) receive({ kind: 'call', call });
      receive({ kind: 'call', call: { _id: 'x', _tool: 'sortRows', rows: '†state.nowhere' } as never });
      receive({ kind: 'done' });
    };
    let one: Play = offline;
    const { say, proposed } = await desk((...all) => one(...all));
    await say('sum the amount by region');
    one = broken;
    await say('sort it');
    expect(proposed()?.faults.join(' ')).toContain('nowhere');
  });

  test('leaves the plan alone where nothing comes of it, and stands in the box again', async () => {
    const { say, session, tools, lines } = await desk();
    await say('sum the amount by region');
    await say('fly to the moon');
    expect(tools()).toEqual(['readCsv', 'groupRows']);
    expect(session.getState()).toMatchObject({ goal: 'fly to the moon', proposed: null, progress: null });
    expect(lines().length).toBeGreaterThan(3);
  });

  test('goes on from a change that is proposed already, and both are taken as one step', async () => {
    const { say, planning, tools, proposed, document, requests } = await desk();
    await say('sum the amount by region');
    await say('only 2026');
    await say('as a chart');
    expect(requests[2]?.change?.plan.calls.length).toBe(3);
    expect(proposed()?.sentence).toBe('only 2026 – as a chart');
    planning.take();
    expect(tools()).toEqual(['readCsv', 'filterRows', 'groupRows', 'makeChart']);
    document.actions.undo();
    expect(tools()).toEqual(['readCsv', 'groupRows']);
  });

  test('is refused where two calls share an id, and loses neither', async () => {
    const { say, tools, document, proposed, lines } = await desk();
    await say('sum the amount by region');
    const [read] = document.getState().plan.calls;
    document.actions.edit([{ kind: 'add-call', call: read as Call, at: 2 }], { label: 'Twice' });
    await say('only 2026');
    expect(proposed()).toBeNull();
    expect(tools()).toEqual(['readCsv', 'groupRows', 'readCsv']);
    expect(lines().at(-1)).toMatch(/^Two calls have the same id/);
  });

  test('is drafted once, however often it is pressed', async () => {
    const { say, planning, session, requests } = await desk();
    await say('sum the amount by region');
    session.actions.set({ goal: 'count the rows by paid' });
    await Promise.all([planning.draft({ anew: true }), planning.draft({ anew: true })]);
    expect(requests.length).toBe(2);
  });

  test('may be meant as a plan of its own', async () => {
    const { say, document, tools } = await desk();
    await say('sum the amount by region');
    await say('count the rows by paid', { anew: true });
    expect(document.getState().plan.id).toBe('q');
    expect(tools()).toEqual(['readCsv', 'groupRows']);
  });
});

describe('a change with words that no call uses', () => {
  /** A plan on the table, and a change of it that asks. */
  const asking = async (sentence: string, plan?: Play) => {
    const one = await desk(plan);
    await one.say('sum the amount by region');
    await one.say(sentence);
    const { asked } = one.session.getState();
    const readings = asked?.question?.readings ?? [];
    const take = (took: string) => {
      const settles = readings.find((reading) => reading.took === took)?.settles;
      if (settles === undefined) throw new Error(`No such answer: ${readings.map((other) => other.took)}`);
      return one.planning.settle(settles);
    };
    return { ...one, readings, take, asked: () => one.session.getState().asked };
  };
  const text = (one: unknown) => JSON.stringify(one);

  test('asks beside what is proposed; an answer makes it anew, and the plan stands until it is taken', async () => {
    const { take, asked, proposed, readings, requests, document, planning, tools, say } =
      await asking('only 2026, for Sowthe');
    const { plan } = document.getState();
    expect(asked()?.question?.words).toBe('Sowthe');
    expect(text(proposed()?.after)).not.toContain('"South"');
    await take('region: South');
    // What was shown is what is proposed, made of the plan on the table and not of the proposal before it.
    expect(requests[2]).toMatchObject({
      change: { plan },
      settled: [{ words: 'Sowthe' }],
      planner: 'offline',
    });
    expect(text(proposed()?.after)).toContain('"South"');
    expect(proposed()?.after.calls).toEqual(readings.find(({ took }) => took === 'region: South')?.calls);
    expect(document.getState().plan).toBe(plan);
    planning.take();
    expect([text(document.getState().plan).includes('"South"'), asked()]).toEqual([true, null]);
    // What was pressed may quote a cell: it stands in the conversation, and no planner is told of it.
    await say('as a chart');
    const told = requests.at(-1)?.said?.map((line) => line.text) ?? [];
    expect(told).toContain('only 2026, for Sowthe');
    expect(told.filter((line) => line.includes('South'))).toEqual([]);
    planning.leave();
    document.actions.undo();
    expect(tools()).toEqual(['readCsv', 'groupRows']);
  });

  test('another answer is one press away, and words that are left out are asked about no more', async () => {
    const { take, asked, proposed } = await asking('only 2026, for Sowthe');
    const first = proposed()?.after;
    await take('region: South');
    expect(asked()?.question?.words).toBe('Sowthe');
    await take('Nothing I need: leave it out');
    expect([proposed()?.after.calls, asked()]).toEqual([first?.calls, null]);
  });

  test('what was refused stays refused where the answer leaves it as it is', async () => {
    const { planning, proposed, take } = await asking('as a chart, only Sowthe');
    planning.setPart('makeChart', false);
    await take('region: South');
    const taken = proposed()?.parts.flatMap(({ part, isTaken }) => (isTaken ? [part] : []));
    expect(taken).toContain('filterRows');
    expect(taken).not.toContain('makeChart');
  });

  test('asks where nothing of it was understood: the refusal stands with it, and the plan as it is', async () => {
    const { asked, proposed, session, lines, planning, tools } = await asking('only Sowthe');
    expect([proposed(), session.getState().goal]).toEqual([null, '']);
    expect(lines().slice(-2)).toEqual([
      expect.stringMatching(/^I do not know how to change the plan by "only Sowthe"/),
      'What does “Sowthe” mean here?',
    ]);
    await planning.settle({ words: 'Sowthe', as: ['nonsense'] });
    expect([proposed(), asked()?.question?.words]).toEqual([null, 'Sowthe']);
    await planning.settle({ words: 'Sowthe', as: ['South'] });
    expect(proposed()?.sentence).toBe('only Sowthe');
    planning.take();
    expect(tools()).toEqual(['readCsv', 'filterRows', 'groupRows']);
  });

  test('an answer goes on from what of an earlier proposal is taken by then', async () => {
    const { say, session, planning, proposed } = await desk();
    await say('sum the amount by region');
    await say('as a chart, only 2026');
    await say('only Sowthe');
    expect(proposed()?.sentence).toBe('as a chart, only 2026');
    planning.setPart('makeChart', false);
    const [reading] = session.getState().asked?.question?.readings ?? [];
    await planning.settle(reading?.settles ?? { words: '', as: [] });
    expect(proposed()?.sentence).toBe('as a chart, only 2026 – only Sowthe');
    expect(text(proposed()?.after)).toContain('"South"');
    expect(text(proposed()?.after)).not.toContain('makeChart');
  });

  test.each([
    ['left', ({ planning }: Desk) => planning.leave(), 2],
    ['taken', ({ planning }: Desk) => planning.take(), 3],
    [
      'overtaken',
      ({ document }: Desk) =>
        document.actions.edit([{ kind: 'set-in-call', id: 'groupRows', path: ['as'], value: 'sum' }], {
          label: 'Edit',
        }),
      2,
    ],
  ])(
    'an answer to a change that is %s while it is read is dropped, and says so',
    async (_, meanwhile, calls) => {
      let before = (): unknown => undefined;
      const { take, ...one } = await asking('only 2026, for Sowthe', async (...play) => {
        if (play[0].settled !== undefined) before();
        await offline(...play);
      });
      before = () => meanwhile(one);
      await take('region: South');
      expect(one.lines().at(-1)).toMatch(/^The change was taken, left or overtaken meanwhile/);
      expect(text(one.proposed()?.after ?? null)).not.toContain('"South"');
      expect(one.tools()).toHaveLength(calls);
    },
  );

  test('is answered no more once another sentence was said, or the plan is another', async () => {
    const { say, planning, asked, take, document, requests } = await asking('only 2026, for Sowthe');
    document.actions.edit([{ kind: 'set-field', field: 'title', value: 'Mine' }], { label: 'Rename' });
    await take('region: South');
    expect(requests).toHaveLength(2);
    await say('as a chart');
    expect(asked()).toBeNull();
    await planning.settle({ words: 'Sowthe', as: ['South'] });
    expect(requests).toHaveLength(3);
  });
});

test('what is said beside a run that is not here changes no plan, and stays in the box', async () => {
  const { say, session, document, requests } = await desk();
  await say('sum the amount by region');
  const { plan, talk } = document.getState();
  session.actions.set({ view: { kind: 'run', runId: 'another' } });
  await say('count the rows');
  expect(document.getState()).toMatchObject({ plan, talk });
  expect([requests.length, session.getState().goal]).toEqual([1, 'count the rows']);
});

test('stopping keeps the plan that was there, and gives the sentence back', async () => {
  let stop = () => undefined as unknown;
  const { say, planning, session, tools, lines } = await desk(async (request, receive, signal) => {
    if (!request.change) return offline(request, receive, signal);
    receive({ kind: 'call', call: { _id: 'new', _tool: 'note' } as Call });
    expect(session.getState().progress).toMatchObject({ of: 'change', calls: 1 });
    stop();
  });
  stop = () => planning.cancel();
  await say('sum the amount by region');
  await say('as a chart');
  expect(tools()).toEqual(['readCsv', 'groupRows']);
  expect(session.getState()).toMatchObject({ goal: 'as a chart', proposed: null, progress: null });
  expect(lines().at(-1)).toBe('Drafting was stopped. The plan is as it was.');
});

test('a stream that is cut, or a first draft that is stopped, leaves nothing of it', async () => {
  const { say, tools, lines, document } = await desk(async (_, receive) => {
    receive({ kind: 'plan', title: 'Half' });
    receive({ kind: 'call', call: { _id: 'new', _tool: 'note' } as Call });
  });
  await say('anything');
  expect([tools(), document.getState().plan.title]).toEqual([[], undefined]);
  expect(lines().at(-1)).toBe('The planner stopped in the middle. The plan is as it was.');
});

test('a fault of a model stands with its ways on: again, offline, another planner', async () => {
  const { say, session, document } = await desk(async (_, receive) =>
    receive({ kind: 'failed', code: 'http', message: 'The server answered 500.' }),
  );
  session.actions.set({ planner: { kind: 'openai', model: 'm', host: 'h' } });
  await say('anything');
  expect(document.getState().talk.at(-1)).toMatchObject({
    text: 'The server answered 500.',
    ways: ['again', 'planner', 'offline'],
  });
});

test('what a model took is kept with the plan, sentence by sentence, before what came of it', async () => {
  const { say, session, document } = await desk(async (request, receive) => {
    receive({ kind: 'usage', inputTokens: 1000, outputTokens: 200, cost: 0.01 });
    if (request.change) return receive({ kind: 'failed', code: 'http', message: 'The server answered 500.' });
    receive({ kind: 'call', call: { _id: 'new', _tool: 'note' } as Call });
    receive({ kind: 'usage', inputTokens: 100, outputTokens: 20, cost: 0.001 });
    receive({ kind: 'done' });
  });
  session.actions.set({ planner: { kind: 'openai', model: 'm', host: 'h' } });
  await say('anything');
  await say('as a chart');
  const { talk } = document.getState();
  // Two numbers of one sentence are one line: the first asking and its repair.
  expect(talk.map(({ spent }) => spent?.tokens)).toEqual([
    ...[undefined, 1320, undefined],
    ...[undefined, 1200, undefined],
  ]);
  expect(spentInAll(talk)).toMatchObject({ sentences: 2, tokens: 2520, cost: expect.closeTo(0.021) });
});

describe('a question about the plan is answered, and nothing is planned', () => {
  test('why a call is there: who reads it, and what brought it', async () => {
    const { say, planning, lines, requests } = await desk();
    await say('sum the amount by region');
    await say('only 2026');
    planning.take();
    const asked = requests.length;
    await say('why is the filter there?');
    expect(lines().at(-1)).toBe(
      '“Keep rows where date is between 2026-01-01 and 2026-12-31”: “Total amount per region” works on what it gives. It came with “only 2026”.',
    );
    expect(requests.length).toBe(asked);
  });

  test('what happens if it fails, what it costs, what leaves the device', async () => {
    const { say, lines, session } = await desk();
    await say('sum the amount by region');
    await say('what if it fails?');
    expect(lines().at(-1)).toMatch(/^If a call fails, it is tried again up to 3 times .* the run asks you/);
    session.actions.select(['readCsv']);
    await say('What happens when this fails?');
    expect(lines().at(-1)).toMatch(/^If “Read orders.csv” fails, .* 1 call behind it waits for it\.$/);
    await say('how much does the plan cost?');
    expect(lines().at(-1)).toMatch(/^1 call: nothing by what the tools say they cost/);
    await say('what of this leaves the device?');
    expect(lines().at(-1)).toBe('Nothing of this plan leaves this device.');
  });
});
