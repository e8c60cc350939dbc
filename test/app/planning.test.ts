import { describe, expect, test, vi } from 'vitest';
import { profileOf } from '../../src/activities/profile/profile.ts';
import { createBesideRun } from '../../src/app/beside-run.ts';
import { language } from '../../src/app/language.ts';
import { createPending, tellPending } from '../../src/app/pending.ts';
import { createPlanning } from '../../src/app/planning.ts';
import { hearUndone } from '../../src/app/previews.ts';
import { tellUndone } from '../../src/app/undone.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { FORMAT, VERSION } from '../../src/plan/document.ts';
import { spentInAll } from '../../src/plan/talk.ts';
import { offlinePlanner } from '../../src/planner/offline/offline-planner.ts';
import type { PlannerMessage, PlanRequest } from '../../src/run/messages.ts';
import { RULES } from '../../src/run/rules.ts';
import { createDocumentStore } from '../../src/stores/document.ts';
import { runEngine } from '../../src/stores/run-engine.ts';
import { createRunsStore } from '../../src/stores/runs.ts';
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

async function desk(plan: Play = offline, mayTry = true, saved: () => void = () => undefined) {
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
  const wishes: string[] = [];
  let time = 0;
  const runs = createRunsStore({ engine: runEngine(builtInTools) });
  const beside = createBesideRun({
    ...{ document, session, runs, language, pending, builtIn: builtInTools },
    now: () => ++time,
    ids: { next: () => 'next' },
    begin: async () => true,
  });
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
    runs,
    load: async () => undefined,
    beside: async () => beside,
    wish: async (_, said) => {
      wishes.push(said);
      return true;
    },
    mayTry: async () => mayTry,
    pending,
    learns: () => true,
    judged: async () => undefined,
    save: async () => saved(),
    startBeside: async () =>
      document.actions.open({ plan: { ...BLANK, id: 'q' }, revision: 0, input: {}, approval: null }, 'saved'),
  });
  hearUndone({ document, session, now: () => ++time });
  const say = (goal: string, meant?: Parameters<typeof planning.draft>[0]) => {
    session.actions.set({ goal });
    return planning.draft(meant);
  };
  /** The plan on the table has begun to run, and the run is looked at. */
  const lookAtRun = async (rules?: number) => {
    const { plan } = document.getState();
    await runs.actions.receive('r', [
      { type: 'plan.commit', revision: 1, plan, runId: 'r', seq: 1, time: 0, ...(rules ? { rules } : {}) },
      { type: 'plan_started', total: plan.calls.length, runId: 'r', seq: 2, time: 0 },
    ]);
    session.actions.set({ view: { kind: 'run', runId: 'r' } });
  };
  /** Its first call asks what becomes of it. */
  const isFailing = async () => {
    const call = document.getState().plan.calls[0]?._id ?? '';
    const at = { runId: 'r', time: 1 };
    await runs.actions.receive('r', [
      { type: 'plan_step_started', call, attempt: 1, ...at, seq: 3 },
      { type: 'plan_step_failed', call, attempt: 1, code: 'bad-result', message: 'No.', ...at, seq: 4 },
      { type: 'plan_step_waiting', call, kind: 'failure', ...at, seq: 5 },
    ]);
  };
  const tools = () => document.getState().plan.calls.map(({ _tool }) => _tool);
  const lines = () => document.getState().talk.map(({ text }) => text);
  const told = (text: string) => vi.waitFor(() => expect(lines().at(-1)).toBe(text));
  return {
    session,
    document,
    planning,
    say,
    tools,
    lines,
    told,
    pending,
    requests,
    wishes,
    lookAtRun,
    isFailing,
    proposed: () => session.getState().proposed,
  };
}

type Desk = Awaited<ReturnType<typeof desk>>;

describe('what is said of a plan on the table', () => {
  test('is a change that is proposed: the plan stands until it is taken, as one step', async () => {
    const { say, tools, planning, proposed, document, requests, lines, told } = await desk();
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
    expect(lines().at(-1)).toMatch(/^2 changes taken: .* Undo leads back\.$/);
    expect(document.actions.undo()).toBe('“only 2026”');
    expect(document.getState().plan.calls).toEqual(before.calls);
    // The conversation does not leave it at that.
    await told('“only 2026” was undone: the plan is as it was before.');
    document.actions.redo();
    await told('“only 2026” is in the plan again.');
  });

  test('is undone where that is what is said, and planned by nobody', async () => {
    const { say, planning, document, requests, lines, told, tools } = await desk();
    await say('undo');
    expect(lines().at(-1)).toBe('There is nothing to undo.');
    await say('sum the amount by region');
    await say('only 2026');
    planning.take();
    await say('Undo that.');
    expect(tools()).toEqual(['readCsv', 'groupRows']);
    await told('“only 2026” was undone: the plan is as it was before.');
    document.actions.edit([{ kind: 'place', positions: { read: { x: 1, y: 2 } } }], { label: 'Move' });
    await say('take back the last change');
    await told('Move was undone.');
    expect(requests).toHaveLength(2);
  });

  test('is undone as it was proposed: the change is left, and the step before it stands', async () => {
    const { say, proposed, document, session, lines, tools, requests } = await desk();
    await say('sum the amount by region');
    await say('only 2026');
    await say('undo');
    expect(proposed()).toBeNull();
    expect(lines().at(-1)).toBe('“only 2026” was left: the plan is as it was.');
    expect(tools()).toEqual(['readCsv', 'groupRows']);
    expect(document.getState().history.past).toHaveLength(1);
    expect(session.getState().goal).toBe('');
    expect(requests).toHaveLength(2);
  });

  test('is undone beside a run as it was proposed, and what the run has done is not, which is said', async () => {
    const { say, document, session, lines, tools, requests, lookAtRun } = await desk();
    await say('sum the amount by region');
    await lookAtRun();
    await say('undo');
    expect(lines().at(-1)).toBe(
      'What a run has done can’t be undone, and nothing was. Steps of a plan are undone where the plan is shown: there, undo takes back “sum the amount by region”.',
    );
    await say('only 2026');
    expect(session.getState().beside).not.toBeNull();
    await say('undo');
    expect(session.getState().beside).toBeNull();
    expect(lines().at(-1)).toBe('“only 2026” was left: the run and its plan are as they were.');
    expect([tools(), document.getState().history.past.length]).toEqual([['readCsv', 'groupRows'], 1]);
    expect(requests).toHaveLength(2);
  });

  test('is told of as undone once it is, back to the empty plan and forth again', async () => {
    const { say, planning, document, session, lines, told } = await desk();
    await say('sum the amount by region');
    await say('only 2026');
    planning.take();
    document.actions.undo();
    await told('“only 2026” was undone: the plan is as it was before.');
    document.actions.undo();
    expect(document.getState().plan).toMatchObject({ id: 'p', calls: [] });
    expect(document.getState().plan.title).toBeUndefined();
    await told(
      '“sum the amount by region” was undone: the plan is empty, as it was before. What you said was put back in the box.',
    );
    expect(session.getState().goal).toBe('sum the amount by region');
    document.actions.redo();
    await told('“sum the amount by region” is in the plan again.');
    expect(session.getState().goal).toBe('');
    document.actions.redo();
    await told('“only 2026” is in the plan again.');
    // What is typed is not covered, and of what the conversation says nothing of it says nothing either.
    session.actions.set({ goal: 'typed' });
    const said = lines().length;
    document.actions.edit([{ kind: 'place', positions: { read: { x: 1, y: 2 } } }], { label: 'Move' });
    document.actions.undo();
    document.actions.undo();
    document.actions.undo();
    await told('“sum the amount by region” was undone: the plan is empty, as it was before.');
    expect(lines()).toHaveLength(said + 2);
    expect(session.getState().goal).toBe('typed');
  });

  test('is told of as undone in its own conversation, and not in that of a plan which came meanwhile', async () => {
    const { say, document, session, lines } = await desk();
    await say('sum the amount by region');
    const was = document.getState();
    document.actions.undo();
    const is = document.getState();
    document.actions.open({ plan: { ...BLANK, id: 'q' }, revision: 0, input: {}, approval: null }, 'saved');
    session.actions.set({ goal: '' });
    tellUndone({ document, session, now: () => 1 }, was, is);
    expect([lines(), session.getState().goal]).toEqual([[], '']);
  });

  test('is told of as undone by the tab that undid it, and what two tabs changed at once as one', async () => {
    const { say, document, lines, told } = await desk();
    await say('sum the amount by region');
    const other = createDocumentStore(language, builtInTools, BLANK);
    const move = (on: typeof document, x: number, id: string) =>
      on.actions.edit([{ kind: 'place', positions: { [id]: { x, y: 2 } } }], { label: 'Move' });
    let saves = 0;
    const save = (from: typeof document) => {
      saves += 1;
      const saved = { ...from.getState(), savedAt: saves, save: `${saves}`, tab: 'there' };
      from.actions.markSaved(saved);
      return saved;
    };
    const follow = () => document.actions.takeIn(save(other), { mine: 'here', theirs: 'there', at: saves });
    other.actions.open(save(document), 'saved');
    move(other, 1, 'one');
    follow();
    // Whole, a draft is a step like any other: what the other tab has done since is undone first.
    expect(document.getState().history.past.map(({ label }) => label)).toEqual(['Draft plan', 'Move']);
    const said = lines();
    other.actions.undo();
    other.actions.undo();
    follow();
    expect([document.getState().plan.calls, lines()]).toEqual([[], said]);
    document.actions.redo();
    await told('“sum the amount by region” is in the plan again.');
    move(other, 3, 'two');
    follow();
    document.actions.undo();
    await told('Merge the changes of two tabs was undone: the plan is as it was before.');
    expect(document.getState().plan).toEqual(other.getState().plan);
  });

  test('gives a plan that nobody has named its title, and no other one', async () => {
    const { say, planning, document } = await desk();
    const title = () => document.getState().plan.title;
    await say('sum the amount by region');
    await say('only 2026');
    planning.take();
    expect(title()).toBe('Sum the amount by region · only 2026');
    // In part it is not what was said.
    await say('sorted by amount, as a chart');
    planning.setPart(document.getState().plan.calls.at(-1)?._id ?? '', false);
    planning.leave();
    document.actions.undo();
    expect(title()).toBe('Sum the amount by region');
    document.actions.edit([{ kind: 'set-field', field: 'title', value: 'Regions' }], { label: 'Rename' });
    await say('only 2026');
    planning.take();
    expect(title()).toBe('Regions');
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
    const { say, tools, planning, proposed, document } = await desk();
    await say('sum the amount by region');
    await say('only 2026');
    planning.leave();
    expect([proposed(), tools()]).toEqual([null, ['readCsv', 'groupRows']]);
    expect(document.getState().talk.at(-1)).toMatchObject({ about: 'only 2026', ways: ['say'] });
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
    const runs = createRunsStore({ engine: runEngine(builtInTools) });
    const page = { document, session, runs, now: () => 99, pending };
    session.actions.set({ proposed: null });
    tellPending(page);
    expect(lines().at(-1)).toMatch(/^“only 2026” was not taken before the page was closed/u);
    expect(session.getState().goal).toBe('only 2026');
    tellPending(page);
    expect(lines().filter((line) => line.includes('was not taken'))).toHaveLength(1);
    await say('only 2026');
    planning.take();
    // Until it is durable the page's end would take it: a page that comes up over the plan as it was says so.
    expect(pending.of(plan.id)).toBe('only 2026');
    document.actions.markSaved({ ...document.getState(), save: 's' });
    expect(pending.of(plan.id)).toBeUndefined();
    // It was saved, and the page ended before that came back.
    pending.put(plan.id, 'only 2026');
    tellPending(page);
    expect(lines().filter((line) => line.includes('was not taken'))).toHaveLength(1);
    expect(pending.of(plan.id)).toBeUndefined();
  });

  test('of what the plan does already it is told so, as no fault, and is not in the box again', async () => {
    const { say, document, proposed, session } = await desk();
    await say('sum the amount by region');
    await say('sum the amount by region');
    expect(document.getState().talk.at(-1)).toMatchObject({ from: 'planner', tone: 'plain' });
    expect(document.getState().talk.at(-1)?.text).toMatch(/^That is so already/u);
    expect([proposed(), session.getState().goal]).toEqual([null, '']);
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

  test('of a model that answers with the plan as it is stands in the box again, with ways on', async () => {
    const same: Play = async ({ change }, receive) => {
      for (const call of change?.plan.calls ?? []) receive({ kind: 'call', call });
      receive({ kind: 'done' });
    };
    let one: Play = offline;
    const { say, session, document, proposed } = await desk((...all) => one(...all));
    await say('sum the amount by region');
    one = same;
    session.actions.set({ planner: { kind: 'openai', model: 'm', host: 'h' } });
    await say('sum it otherwise');
    expect(proposed()).toBeNull();
    expect(session.getState().goal).toBe('sum it otherwise');
    expect(document.getState().talk.at(-1)).toMatchObject({ tone: 'warning', ways: ['again', 'offline'] });
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

test('what is said to a run that is at work is the run’s; beside one that asks, a change is proposed', async () => {
  const { say, session, wishes, requests, lookAtRun, isFailing } = await desk();
  await say('sum the amount by region');
  await lookAtRun(RULES);
  await say('only 2026');
  expect([wishes, requests.length, session.getState().beside]).toEqual([['only 2026'], 1, null]);
  await isFailing();
  await say('only 2026');
  expect([wishes.length, requests.length]).toEqual([1, 2]);
  expect(session.getState().beside).not.toBeNull();
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
  // Half of it is no plan: no Redo brings it, and nothing says that it is there again.
  document.actions.redo();
  expect([tools(), document.getState().history]).toEqual([[], { past: [], future: [] }]);
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

test('what a model takes is counted while it answers, by our own count until its server says it', async () => {
  const seen: SessionState['progress'][] = [];
  const { say, session, document } = await desk(async (_, receive) => {
    const told: PlannerMessage[] = [
      { kind: 'estimate', inputTokens: 900, outputTokens: 20, cost: 0.002 },
      { kind: 'estimate', inputTokens: 0, outputTokens: 60, cost: 0.001 },
      { kind: 'usage', inputTokens: 1000, outputTokens: 100, cost: 0.004 },
      { kind: 'estimate', inputTokens: 1200, outputTokens: 30 },
      { kind: 'note', text: 'Another model answers.', remedies: ['planner'] },
      { kind: 'note', text: 'Another model answers.', remedies: ['planner'] },
      { kind: 'failed', code: 'cut-stream', message: 'It broke off.' },
    ];
    for (const event of told) {
      receive(event);
      seen.push(session.getState().progress);
    }
  });
  session.actions.set({ planner: { kind: 'openai', model: 'm', host: 'h' } });
  await say('anything');
  expect(seen.slice(0, 4)).toMatchObject([
    { about: { tokens: 920, cost: 0.002 } },
    { about: { tokens: 980, cost: 0.003 } },
    { tokens: 1100, cost: 0.004 },
    { tokens: 1100, cost: 0.004, about: { tokens: 1230 } },
  ]);
  expect(seen[2]).not.toHaveProperty('about');
  const { talk } = document.getState();
  // What is told of it afterwards is what the server said.
  expect(talk.flatMap(({ spent }) => spent ?? [])).toMatchObject([{ tokens: 1100, cost: 0.004 }]);
  expect(talk.filter(({ text }) => text === 'Another model answers.')).toMatchObject([{ ways: ['planner'] }]);
});

describe('a first draft in parts', () => {
  const part = (calls: readonly Call[]) => ({ goal: 'Add it up', calls });
  const call = { _id: 'sum', _tool: 'calculate', expression: '1', _outputPath: '†state.sum' } as Call;
  const runs = { _id: 'add', _tool: 'add', _delegate: '#add', _outputPath: '†state.add' } as Call;
  const asked = { depth: 0, goal: 'add', calls: 1, parts: 1, sentBack: 0, ms: 5 };
  const inParts: Play = async (request, receive) => {
    const whole = (calls: readonly Call[]): PlannerMessage => ({
      ...{ kind: 'plan', strategy: 'hierarchical', plans: { add: part(calls) } },
    });
    if (request.goal.startsWith('flat')) {
      receive({ kind: 'call', call });
      return receive({ kind: 'done' });
    }
    const told: PlannerMessage[] = [
      { kind: 'plan', plans: { add: part([]) } },
      { kind: 'call', call: runs },
      { kind: 'usage', inputTokens: 10, outputTokens: 2 },
      { kind: 'asked', asked },
      whole([]),
      whole([call]),
      { kind: 'asked', asked: { ...asked, part: 'add', depth: 1, parts: 0 } },
      { kind: 'done' },
    ];
    for (const event of told) receive(event);
  };

  test('has its parts in the document as they come, in the one step that is undone', async () => {
    const { say, session, document, lines } = await desk(inParts);
    session.actions.set({ planner: { kind: 'openai', model: 'm', host: 'h' } });
    await say('add it in parts');
    expect(document.getState().plan).toMatchObject({
      ...{ strategy: 'hierarchical', calls: [runs], plans: { add: part([call]) } },
    });
    // What streams in piece by piece is one draft: nobody changed it since.
    expect(document.getState().origins.parts).toEqual({});
    expect(document.getState().origins.began?.kind).toBe('model');
    expect(lines().at(-1)).toMatch(/^A plan of 1 call, and 1 part with 1 call of its own\./);
    document.actions.undo();
    expect(document.getState().plan).toEqual(expect.not.objectContaining({ plans: expect.anything() }));
    expect(document.getState().plan.strategy).toBeUndefined();
  });

  // T-3
  test('has what was asked for it kept with what that took, and with nothing else', async () => {
    const { say, session, document } = await desk(inParts);
    session.actions.set({ planner: { kind: 'openai', model: 'm', host: 'h' } });
    await say('add it in parts');
    const { talk, plan } = document.getState();
    expect(talk.flatMap(({ spent }) => spent?.asked ?? []).map((one) => one.part)).toEqual([
      undefined,
      'add',
    ]);
    expect(spentInAll(talk)).toMatchObject({ sentences: 1, tokens: 12 });
    expect(JSON.stringify(plan)).not.toContain('sentBack');
  });

  test('leaves no strategy to the plan that takes its place as one', async () => {
    const { say, document } = await desk(inParts);
    await say('add it in parts');
    await say('flat', { anew: true });
    document.actions.edit([{ kind: 'set-field', field: 'strategy', value: 'hierarchical' }], { label: 'x' });
    const { plan } = document.getState();
    for (const { _id } of plan.calls)
      document.actions.edit([{ kind: 'remove-call', id: _id }], { label: 'x' });
    await say('flat again');
    expect(document.getState().plan.strategy).toBeUndefined();
  });
});

const CALLS: readonly PlannerMessage[] = ['one', 'two'].map((_id) => ({
  kind: 'call',
  call: { _id, _tool: 'calculate', expression: '1', _outputPath: `†state.${_id}` },
}));

describe('a model’s first draft', () => {
  /** A desk with a model that sends the first of two calls, and the rest when it is told to. */
  async function drafting() {
    const asked: number[] = [];
    let goOn = (): void => undefined;
    const at = await desk(
      async (_, receive, signal) => {
        if (CALLS[0]) receive(CALLS[0]);
        await new Promise<void>((resolve) => {
          goOn = resolve;
          signal.addEventListener('abort', () => resolve());
        });
        for (const event of CALLS.slice(1)) receive(event);
        receive({ kind: 'done' });
      },
      true,
      () => void asked.push(at.document.getState().plan.calls.length),
    );
    at.session.actions.set({ planner: { kind: 'openai', model: 'm', host: 'h' } });
    const drafted = at.say('add two ones');
    await vi.waitFor(() => expect(at.document.getState().plan.calls).toHaveLength(1));
    return { ...at, asked, drafted, goOn: () => goOn() };
  }

  test('has its goal kept until it is whole and durable', async () => {
    const { pending, asked, goOn, drafted } = await drafting();
    expect([pending.of('p'), asked]).toEqual(['add two ones', [0]]);
    goOn();
    await drafted;
    expect(asked).toEqual([0, 2]);
    await vi.waitFor(() => expect(pending.of('p')).toBeUndefined());
  });

  test('cut off with its page is told of over the plan as it was, and is in the box to be tried again', async () => {
    const { pending, session, document, lines } = await drafting();
    // Another page comes up over what was kept.
    session.actions.set({ progress: null, drafting: false });
    document.actions.open({ plan: BLANK, revision: 0, input: {}, approval: null }, 'saved');
    const runs = createRunsStore({ engine: runEngine(builtInTools) });
    tellPending({ document, session, runs, now: () => 99, pending });
    expect(lines()).toEqual([
      'Drafting “add two ones” was cut off before the plan was whole: the plan is as it was. It was put back in the box.',
    ]);
    expect(document.getState().talk.at(-1)?.ways).toEqual(['again']);
    expect(session.getState().goal).toBe('add two ones');
  });

  test('ends where another plan comes to the table, and nothing of it goes into that one', async () => {
    const { pending, session, document, drafted, requests } = await drafting();
    const other: Plan = { ...BLANK, id: 'other', calls: [{ _id: 'a', _tool: 'note' }] };
    document.actions.open({ plan: other, revision: 0, input: {}, approval: null }, 'saved');
    await drafted;
    expect(document.getState()).toMatchObject({ plan: other, talk: [], saved: 'saved' });
    expect([session.getState().drafting, session.getState().goal, requests.length]).toEqual([false, '', 1]);
    // Come back to, its plan has the goal in the box again.
    expect(pending.of('p')).toBe('add two ones');
  });
});

test.each(['looks good', 'approve it', 'run it', 'ok', 'go ahead', 'yes, do it', 'I approve this plan'])(
  'feedback is never approval: %j signs nothing and runs nothing',
  async (feedback) => {
    const { say, document, session } = await desk();
    await say('sum the amount by region');
    const { plan } = document.getState();
    await say(feedback);
    expect([document.getState().approval, session.getState().view.kind]).toEqual([null, 'plan']);
    expect(document.getState().plan).toBe(plan);
  },
);

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
    expect(lines().at(-1)).toMatch(/^Nothing: all of it is computed on this device/);
    await say('what of this leaves the device?');
    expect(lines().at(-1)).toBe('Nothing of this plan leaves this device.');
  });
});
