import { describe, expect, test } from 'vitest';
import { createFileShelf } from '../../src/app/file-shelf.ts';
import { inDoubt } from '../../src/app/in-doubt.ts';
import { language } from '../../src/app/language.ts';
import { createRunning } from '../../src/app/running.ts';
import { tabRuns } from '../../src/app/tab-storage.ts';
import { type WorkerClient, WorkerError } from '../../src/app/worker-client.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import type { Plan } from '../../src/plan/document.ts';
import { requestDigest } from '../../src/run/done-writes.ts';
import type { RunEvent, RunEventBody } from '../../src/run/events.ts';
import type { OpenWrite } from '../../src/run/open-writes.ts';
import { RULES } from '../../src/run/rules.ts';
import { createDocumentStore, type DocumentStore } from '../../src/stores/document.ts';
import { maybeDoubtful } from '../../src/stores/doubtful-runs.ts';
import type { RunSummary } from '../../src/stores/ports.ts';
import { askedWithin } from '../../src/stores/run-questions.ts';
import { createRunsStore } from '../../src/stores/runs.ts';
import { createSessionStore } from '../../src/stores/session.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { engine, journal } from '../stores/shown.ts';

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls: [{ _id: 'a', _tool: 'note', text: 'x' }],
};
const COMMIT: RunEventBody = { type: 'plan.commit', revision: 1, plan: PLAN };
const STARTED: RunEventBody = { type: 'plan_started', total: 1 };
const START: RunEventBody = { type: 'plan_step_started', call: 'a', attempt: 1 };
const DONE: RunEventBody = { type: 'plan_step_completed', call: 'a', attempt: 1, value: 1 };
const END: RunEventBody = { type: 'plan_completed', status: 'completed', reason: 'goal_met', output: null };
/** As only a stranger's file could have it: the fold can't read it. */
const DAMAGED = { type: 'plan.draft', revision: 2 } as RunEventBody;

const of = (runId: string, ...bodies: RunEventBody[]) =>
  journal(...bodies).map((event) => ({ ...event, runId }));

/** A page whose records are given by hand, and whose worker takes every request. */
function page(
  read: (runId: string) => Promise<RunEvent[]>,
  refused?: string,
  whileSaved: (document: DocumentStore) => void = () => {},
  listed: () => readonly RunSummary[] = () => [],
  openWrites: () => readonly Pick<OpenWrite, 'underWay'>[] = () => [],
  doubtful: readonly string[] = [],
) {
  const document = createDocumentStore(language, [...builtInTools], PLAN);
  const session = createSessionStore({ read: () => null, write: () => undefined });
  const runs = createRunsStore({ engine });
  const started: string[] = [];
  const asked: string[] = [];
  const worker: WorkerClient = {
    request: async (request) => {
      if (request.kind !== 'start-run') return undefined;
      if (request.start.hash === refused)
        throw new WorkerError('not-approved', 'You have not approved this.');
      started.push(request.start.runId);
      return undefined;
    },
    plan: async () => undefined,
  };
  const ids = ['run-1', 'run-2', 'run-3'];
  const repository = async () => ({
    ...tabRuns(),
    events: read,
    list: async () => listed().filter(({ runId }) => !runId.includes('.')),
    subRuns: async (top: string) => listed().filter(({ runId }) => runId.startsWith(`${top}.`)),
  });
  const doubts = {
    ...{ repository, language, builtIn: builtInTools },
    openWrites: async () => openWrites().map((write) => ({ digest: null, ...write })) as OpenWrite[],
  };
  const running = createRunning({
    document,
    session,
    runs,
    worker,
    shelf: createFileShelf(),
    inDoubt: (plan, input, over) =>
      inDoubt({ ...over, plan, input }, maybeDoubtful(runs.getState().list, new Set(doubtful)), doubts),
    ids: { next: () => ids.shift()! },
    savePlan: async () => whileSaved(document),
    askToApprove: async ({ runId }) => void asked.push(runId),
    repository,
  });
  return { document, session, runs, running, started, asked };
}

test('a record that the fold can not read is said to be damaged, and is in the way of no other run', async () => {
  const { running, runs, session } = page(async (runId) =>
    runId === 'bad' ? of('bad', COMMIT, STARTED, DAMAGED, END) : of('good', COMMIT, STARTED, END),
  );
  expect(await running.open('bad')).toBe(false);
  expect(session.getState().notice?.text).toMatch(/event 3 \(plan\.draft\).*damaged/);
  expect(await running.open('good')).toBe(true);
  expect(runs.getState().known.get('good')?.position).toBe(3);
});

test('a run that was stopped, or whose sub-run was, asks what became of the writes below it, also in a new page (L-41)', async () => {
  const sub: RunEventBody = {
    ...COMMIT,
    rules: RULES,
    plan: { ...PLAN, id: 'q', calls: [{ _id: 's', _tool: 'httpSend' }] },
  };
  const below = (index: number): RunEventBody => ({ ...sub, parent: { runId: 'r', call: 'a', index } });
  const send: RunEventBody = { type: 'plan_step_started', call: 's', attempt: 1 };
  const sent: RunEventBody = { type: 'plan_step_completed', call: 's', attempt: 1, value: 1 };
  const stop: RunEventBody = { type: 'plan_aborted', reason: 'aborted' };
  const starts = (run: string): RunEventBody => ({
    type: 'plan_step_waiting',
    call: 'a',
    kind: 'child',
    run,
  });
  const ends: RunEventBody = {
    type: 'plan_sub_run_ended',
    call: 'a',
    run: 'r.a.0.1',
    status: 'aborted',
  } as never;
  const records: Record<string, RunEvent[]> = {
    r: of('r', COMMIT, STARTED, START, starts('r.a.0.1'), starts('r.a.1.1'), starts('r.a.2.1'), ends, stop),
    'r.a.0.1': of('r.a.0.1', below(0), STARTED, send, stop),
    'r.a.1.1': of('r.a.1.1', below(1), STARTED, send, stop),
    'r.a.2.1': of('r.a.2.1', below(2), STARTED, send, sent, stop),
  };
  const rows = Object.keys(records).map(
    (runId) =>
      ({ runId, planId: 'p', lastSeq: records[runId]!.length, doubts: runId === 'r.a.0.1' ? 1 : 0 }) as never,
  );
  const { running, runs } = page(
    async (runId) => records[runId] ?? [],
    undefined,
    undefined,
    () => rows,
  );
  expect(await running.open('r')).toBe(true);
  const asked = askedWithin(runs.getState().known.get('r')!, runs.getState());
  expect(asked.map(({ run, question }) => [run.runId, question])).toEqual(
    ['r.a.1.1', 'r.a.0.1'].map((id) => [
      id,
      expect.objectContaining({ kind: 'in_doubt', call: 's', over: true }),
    ]),
  );
});

test('what is told while a record is read is not lost', async () => {
  const all = of('r', COMMIT, STARTED, START, DONE, END);
  let give = (_: RunEvent[]) => {};
  const reads = [new Promise<RunEvent[]>((resolve) => (give = resolve))];
  const { running, runs } = page(() => reads.shift() ?? Promise.resolve(all));
  const loaded = running.load('r');
  running.receive('r', all.slice(3));
  give(all.slice(0, 3));
  await loaded;
  expect(runs.getState().known.get('r')?.position).toBe(5);
});

test('a run that was taken up further on than this page was told is read', async () => {
  const all = of('r', COMMIT, STARTED, START, DONE, END);
  const { running, runs } = page(async () => all);
  running.onNews({ kind: 'up-to', runId: 'r', seq: 5 });
  await runs.actions.settled();
  expect(runs.getState().known.has('r')).toBe(false);
  running.receive('r', all.slice(0, 3));
  running.onNews({ kind: 'up-to', runId: 'r', seq: 5 });
  await running.load('r');
  expect(runs.getState().known.get('r')?.position).toBe(5);
});

test('a run that is forgotten while its record is read stays away', async () => {
  let give = (_: RunEvent[]) => {};
  const { running, runs } = page(() => new Promise((resolve) => (give = resolve)));
  const loaded = running.load('r');
  await Promise.resolve();
  running.forget('r');
  give(of('r', COMMIT, STARTED, END));
  await loaded;
  expect(runs.getState().known.has('r')).toBe(false);
});

test('a second press on Run starts no second run', async () => {
  const { running, document, started } = page(async () => []);
  expect(document.actions.approve(1).ok).toBe(true);
  await Promise.all([running.start(), running.start()]);
  expect(started).toHaveLength(1);
  await running.start();
  expect(started).toHaveLength(2);
});

test('what the worker has no receipt for is put before the person, and no run is shown (L-74)', async () => {
  const { running, session, started, asked } = page(async () => [], 'f'.repeat(64));
  const start = { runId: 'r', planId: 'p', plan: PLAN, hash: 'f'.repeat(64), input: {} };
  expect(await running.begin(start)).toBe(false);
  expect({ started, asked }).toEqual({ started: [], asked: ['r'] });
  expect(session.getState()).toMatchObject({ view: { kind: 'plan' }, notice: null });
});

test('what is no longer signed as it has been saved is put before the person: no press on Run does nothing', async () => {
  const { document, running, session, started } = page(
    async () => [],
    undefined,
    (saved) => saved.actions.withdraw(),
  );
  document.actions.approve(1);
  await running.start();
  expect(started).toEqual([]);
  expect(session.getState().dialog).toBe('approve');
});

//
test('a draft that streams in is not started, and the person hears why (L-60)', async () => {
  const { running, session, document, started } = page(async () => []);
  expect(document.actions.approve(1).ok).toBe(true);
  session.actions.set({ drafting: true });
  await running.start();
  expect(started).toEqual([]);
  expect(session.getState().notice?.text).toMatch(/still being drafted/);
});

describe('a plan whose earlier run left a write in doubt (L-41)', () => {
  const earlier = (more: Partial<RunSummary> = {}): RunSummary => ({
    runId: 'old',
    planId: 'p',
    title: 'A plan',
    startedAt: 1,
    endedAt: 2,
    status: 'aborted',
    doubts: 1,
    ...more,
  });
  const approved = (
    list: readonly RunSummary[][],
    read = async (): Promise<RunEvent[]> => [],
    writes: readonly Pick<OpenWrite, 'underWay'>[] = [],
    doubtful: readonly string[] = [],
  ) => {
    const reads = [...list];
    const next = () => (reads.length > 1 ? (reads.shift() ?? []) : (reads[0] ?? []));
    const made = page(read, undefined, undefined, next, () => writes, doubtful);
    expect(made.document.actions.approve(1).ok).toBe(true);
    return made;
  };

  test('has that named first, and runs all the same where the person says so', async () => {
    const { running, session, started } = approved([[earlier()]]);
    await running.start({ replans: 'unasked', turns: 'shown' });
    expect(started).toEqual([]);
    expect(session.getState()).toMatchObject({
      dialog: 'doubts-first',
      about: { runId: 'old', choices: { replans: 'unasked', turns: 'shown' } },
    });
    await running.start({ replans: 'unasked' }, 'old');
    expect(started).toEqual(['run-1']);
  });

  test.each([
    ['waits for that very word', false, 'doubts-first'],
    ['is still under way with it', true, null],
  ])('has that named first where the earlier run has not ended and %s', async (_, underWay, dialog) => {
    const { endedAt: __, doubts: ___, ...waits } = earlier({ status: 'waiting' });
    const { running, session, started } = approved([[waits]], undefined, [{ underWay }]);
    await running.start();
    expect(session.getState().dialog).toBe(dialog);
    expect(started).toEqual(dialog === null ? ['run-1'] : []);
  });

  test.each([
    ['a run below it left one', [{ underWay: false }], 'doubts-first'],
    ['its record has none, whatever the rows say', [], null],
  ])('looks into the run of which only the index says so: %s', async (_, writes, dialog) => {
    const { doubts: __, ...ended } = earlier();
    const read = async () => of('old', COMMIT, END);
    const { running, session } = approved([[ended]], read, writes, ['old']);
    await running.start();
    expect(session.getState().dialog).toBe(dialog);
  });

  test('runs unasked once it is settled, as the rows say by then', async () => {
    const { running, session, started } = approved([[earlier()], [earlier({ doubts: 0 })]]);
    await running.start();
    expect(session.getState().dialog).toBe('doubts-first');
    session.actions.set({ dialog: null });
    await running.start();
    expect(started).toEqual(['run-1']);
  });

  test.each<[string, Partial<Plan>, string | null]>([
    ['is the same but for its id', { id: 'q', title: 'A copy' }, 'doubts-first'],
    ['is another', { id: 'q', calls: [{ _id: 'a', _tool: 'note', text: 'y' }] }, null],
  ])('asks of the run of a plan that %s as its record says', async (_, more, dialog) => {
    const commit: RunEventBody = { ...COMMIT, plan: { ...PLAN, ...more } } as RunEventBody;
    const read = async () => of('old', commit);
    const { running, session, started } = approved([[earlier({ planId: 'q' })]], read, [{ underWay: false }]);
    await running.start();
    expect(session.getState().dialog).toBe(dialog);
    expect(started).toHaveLength(dialog === null ? 1 : 0);
    await running.start({ replans: 'ask' }, 'old');
    expect(started).toHaveLength(dialog === null ? 2 : 1);
  });

  test.each<[string, object, JsonObject, boolean]>([
    ['the same', { body: '†input.what', headers: { 'X-From': 'copy' } }, { what: { id: 7 } }, true],
    ['something else', { body: '†input.what' }, { what: { id: 8 } }, false],
    ['what only the run knows', { body: '†state.what' }, {}, false],
  ])(
    'asks of the run of any plan that left in doubt what this one sends: %s',
    async (_, more, input, asks) => {
      const url = 'https://shop.example/orders';
      const send = { _id: 'send', _tool: 'httpSend', url, _outputPath: '†state.s', ...more };
      const what = { _id: 'what', _tool: 'note', text: 'x', _outputPath: '†state.what' };
      const digest = requestDigest('httpSend', { url, body: { id: 7 } });
      const other = { ...COMMIT, plan: { ...PLAN, id: 'q', calls: [what] } } as RunEventBody;
      const found = await inDoubt(
        { plan: { ...PLAN, calls: [what, send] } as Plan, input },
        [earlier({ planId: 'q' })],
        {
          repository: async () => ({ events: async () => of('old', other) }),
          ...{ language, builtIn: builtInTools },
          openWrites: async () => [{ underWay: false, digest } as OpenWrite],
        },
      );
      expect(found?.runId).toBe(asks ? 'old' : undefined);
    },
  );

  test('is asked of no other plan’s run and of no stranger’s record, but of a person’s own backup', async () => {
    const origin = { kind: 'file', at: 1 } as const;
    const { running, started } = approved([[earlier({ planId: 'q' }), earlier({ origin })]]);
    await running.start();
    expect(started).toEqual(['run-1']);
    const own = approved([[earlier({ origin: { ...origin, own: true } })]]);
    await own.running.start();
    expect(own.started).toEqual([]);
  });
});
