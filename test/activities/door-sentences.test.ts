/**
 * What is shown is what is signed, and what is signed is what happens: every sentence of L-73, as it is held at the door.
 * Each of these fails where the door lets everything through.
 */

import { describe, expect, test } from 'vitest';
import type { Activity } from '../../src/activities/activity.ts';
import { activitiesIn } from '../../src/activities/run-activities.ts';
import { leaving } from '../../src/flows/flow.ts';
import { flowSections } from '../../src/flows/rows.ts';
import { flowTable } from '../../src/flows/table.ts';
import { placesOf } from '../../src/flows/use.ts';
import { memoryStore } from '../../src/host/memory-place.ts';
import type { CallStart, Happening } from '../../src/host/port.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { memoryHost } from '../../src/package/host.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { happenedIn, signedWords } from '../../src/run/happened.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { scriptedPlanner } from '../planner/scripted.ts';
import { folded, get, planOf, run, twoHosts } from './two-hosts.ts';

const two = twoHosts();
const { known, other, leadingAway } = two;
const YES = { allow: true };
const FOR_THE_RUN = { allow: true, run: true };

const save = (id: string, name: string): Call => ({
  ...{ _id: id, _tool: 'saveFile', name, content: 'x' },
  _outputPath: `†state.${id}`,
});

/** Lines of the approval: where to, and whether it says that it asks. */
const linesOf = (plan: Plan, options = {}) =>
  flowSections(flowTable(plan, memoryHost(options).setting), (call) => call).flatMap(({ rows }) =>
    rows.map(({ line, to, what }) => ({ calls: line.calls, to, what, asks: line.asks })),
  );

describe('the approval is a table of flows, computed from the revision as it stands', () => {
  test('a line that names its place goes unasked, one that says that it asks is asked, and there is no other', async () => {
    const plan = planOf([...leadingAway(), save('f', 'fine.csv')]);
    expect(linesOf(plan).map(({ calls, to, asks }) => [calls, to, asks])).toEqual([
      [['b'], 'a host that only the run names', true],
      [['a'], known(), false],
      [['f'], 'the file fine.csv', false],
    ]);
    const { asked, report, sent } = await run(plan, {}, [YES]);
    expect(asked).toEqual([`Reach ${other()}?`]);
    expect(sent.map(({ call, host, allowed }) => [call, host, allowed])).toEqual([
      ...[1, 2].map(() => ['a', known(), undefined]),
      ...[1, 2].map(() => ['b', other(), true]),
    ]);
    expect(Object.keys(report.files)).toEqual(['fine.csv']);
  });

  test('approving changes nothing in it: what was signed, begins and is held to is one revision', async () => {
    const plan = planOf(leadingAway());
    const before = structuredClone(plan);
    const { report, asked } = await run(plan);
    expect(plan).toEqual(before);
    expect(report.events[0]).toMatchObject({
      ...{ type: 'plan.commit', plan: before },
      flows: leaving(flowTable(before, memoryHost().setting).flows),
    });
    expect(asked).toHaveLength(1);
    const host = memoryHost();
    const moved = planOf([get('a', `http://${other()}/`)]);
    await expect(host.run(moved, { approved: host.sign(plan) })).rejects.toMatchObject({
      code: 'not-approved',
    });
    expect(two.heard[1]).toEqual([]);
  });
});

describe('the table is part of what is signed, and enforced at run time', () => {
  test('what no line names asks first, of a host and of a file, and a no sends nothing and saves nothing', async () => {
    two.reply = () => ({ body: JSON.stringify({ next: `http://${other()}/away`, name: 'evil.csv' }) });
    const plan = planOf([
      get('a', `http://${known()}/start`),
      get('b', '†state.a.data.next'),
      save('c', '†state.a.data.name'),
    ]);
    const { asked, failures, report } = await run(plan, {}, [{ allow: false }, { allow: false }]);
    expect(asked.sort()).toEqual([`Reach ${other()}?`, 'Save the file evil.csv?']);
    expect([two.heard[1], report.files]).toEqual([[], {}]);
    expect([failures.b?.code, failures.c?.code]).toEqual(['permission-denied', 'permission-denied']);
  });
});

test('a flow is a source, the call and a sink with the effect: after a replan the same ones go on, and what no line of it names asks again', async () => {
  const [first, second] = leadingAway();
  const { reply } = two;
  two.reply = (at, url) => (url === '/fails' ? { status: 400, headers: {}, body: '' } : reply(at, url));
  const fails = get('z', `http://${known()}/fails`, { _after: '†state.b' });
  const planner = scriptedPlanner([
    { lastError: /400/, calls: [get('n', `http://${known()}/other`), get('m', '†state.a.data.next')] },
  ]);
  const plan = planOf([first, second, fails], { policy: { retryLimit: 0, onFailure: 'replan' } });
  const { asked, sent, report } = await run(plan, { planner }, [YES, YES], { replans: 'unasked' });
  // Within what was approved, so the draft went ahead; what one call was allowed is not the other's.
  expect(report.events).toContainEqual(expect.objectContaining({ type: 'plan.commit', revision: 2 }));
  expect(asked).toEqual([`Reach ${other()}?`, `Reach ${other()}?`]);
  const left = sent.filter(({ answered }) => answered !== undefined);
  expect(left.map(({ call, allowed }) => [call, allowed === true]).sort()).toEqual([
    ['a', false],
    ['b', true],
    ['m', true],
    ['n', false],
    ['z', false],
  ]);
});

describe('a host or a file’s name that only the run knows is a line of its own', () => {
  test('that asks once a host and call of the document, whatever the attempt', async () => {
    const calls = [...leadingAway(), get('c', '†state.a.data.next', { _after: '†state.b' })];
    const { reply } = two;
    two.reply = (at, url) =>
      at === 1 && two.heard[1]?.length === 1 ? { status: 404, headers: {}, body: '' } : reply(at, url);
    const host = memoryHost();
    const plan = planOf(calls);
    const { runId, questions } = await host.run(plan, { approved: host.sign(plan) });
    expect(questions).toMatchObject([{ kind: 'answer', call: 'b' }]);
    const failed = await host.answer(runId, { call: 'b', choose: 'value', value: YES });
    expect(failed.questions).toMatchObject([{ kind: 'failure', call: 'b' }]);
    const again = await host.answer(runId, { call: 'b', choose: 'retry' });
    expect(again.questions).toMatchObject([
      { kind: 'answer', call: 'c', form: { title: `Reach ${other()}?` } },
    ]);
    expect(two.heard[1]).toHaveLength(2);
  });

  test('or is allowed for this run, and for no other', async () => {
    const calls = [...leadingAway(), get('c', '†state.a.data.next', { _after: '†state.b' })];
    expect((await run(planOf(calls), {}, [FOR_THE_RUN])).asked).toHaveLength(1);
    expect((await run(planOf(calls), {}, [FOR_THE_RUN])).asked).toHaveLength(1);
    expect(two.heard[1]).toHaveLength(4);
  });
});

describe('activities of the app reach the outside through one door', () => {
  const reaching = builtInTools.filter((tool) => placesOf(tool).addresses.length > 0);
  const saving = builtInTools.filter(
    (tool) => (tool.effect === 'write' || tool.effect === 'irreversible') && placesOf(tool).files.length > 0,
  );

  describe.each([
    ['a host', reaching],
    ['a file', saving],
  ])('to %s', (_, tools) => {
    test.each(tools.map((tool) => [tool.name, tool] as const))(
      '%s asks before it goes where only the run says',
      async (name, tool) => {
        two.reply = () => ({ body: JSON.stringify({ next: `http://${other()}/`, name: 'evil.csv' }) });
        const { addresses, files } = placesOf(tool);
        const example = tool.examples[0]?.parameters ?? {};
        const led = Object.fromEntries([
          ...addresses.map((key) => [key, '†state.a.data.next']),
          ...files.map((key) => [key, '†state.a.data.name']),
        ]);
        const plan = planOf([
          get('a', `http://${known()}/`),
          { _id: 'b', _tool: name, ...example, ...led, _outputPath: '†state.b' },
        ]);
        const { asked, report } = await run(plan);
        expect(asked).toEqual([addresses.length > 0 ? `Reach ${other()}?` : 'Save the file evil.csv?']);
        expect([two.heard[1], report.files]).toEqual([[], {}]);
      },
    );
  });
});

test('a person’s own code can’t be held to it: the approval says so, nothing asks, and what it sends is recorded as its own', async () => {
  const mine: Activity = async (_, { fetch }) => (await fetch(`http://${other()}/`)).status;
  const options = { activities: { mine } };
  const plan = planOf([{ _id: 'a', _tool: 'mine', _outputPath: '†state.a' }]);
  expect(linesOf(plan, options)).toMatchObject([
    { to: 'your own code “mine”', what: expect.stringContaining('can’t be held to this table') },
  ]);
  const { asked, sent, report } = await run(plan, options);
  expect([asked, report.status]).toEqual([[], 'completed']);
  expect(sent).toMatchObject([{ host: other() }, { host: other(), answered: 200 }]);
  expect(happenedIn(folded(options, report.events)).map(signedWords)).toEqual(['To your own code “mine”']);
});

describe('latent calls are flows to the model’s server', () => {
  const call: Call = { _id: 'a', _tool: 'judge', text: 'x', _outputPath: '†state.a' };
  const plan = planOf([call], { tools: [{ name: 'judge' }] });

  /** Enters the call where that server answers, under what was signed with the other; what it comes to. */
  async function entered(server: string, signedWith: string): Promise<readonly Happening[]> {
    const told: Happening[] = [];
    const store = memoryStore();
    const builtIns = catalogueOf(builtInTools);
    const { flows } = flowTable(plan, { ...memoryHost().setting, modelServer: signedWith });
    return new Promise((resolve, reject) => {
      const start: CallStart = {
        ...{ id: 'a', step: 0, call, instance: null, contract: { name: 'judge' }, effect: 'none' },
        ...{ latent: true, params: { text: 'x' }, scopes: {}, items: undefined, attempt: 1, begun: 1 },
        ...{ answers: [], door: {}, spentMs: 0 },
      };
      const model = (send: typeof fetch) => ({
        chat: {
          model: 'm',
          stream: () => reject(new Error('not asked')) as never,
          answer: async () => {
            await send(`http://${server}/v1`);
            return { text: '', json: { value: 'fair' } };
          },
        },
      });
      const activities = activitiesIn({
        ...{ now: () => 0, shelf: store, contractBehind: builtIns.get, trusted: builtIns.get, model },
        ...{ pool: { compute: reject as never, look: reject as never, close: () => {} }, noModel: '' },
        modelServer: () => server,
        models: () => ({ get: async () => undefined, put: async () => {} }),
        ...{ readFile: async () => new Blob([]), saveFile: async () => {}, log: () => {} },
        secrets: () => new Map(),
      });
      activities({
        ...{ runId: 'r', filesOf: 'r', plan: () => plan, granted: () => false, costLeft: () => 1 },
        sinks: () => flows.map(({ sink }) => sink),
        clock: () => 0,
        tell: (happening) => {
          told.push(happening);
          if (happening.kind !== 'event') resolve(told);
        },
        abandon: reject,
      }).start(start);
    });
  }

  test('the table names it, and it is reached unasked', async () => {
    const setting = { ...memoryHost().setting, modelServer: known() };
    expect(flowTable(plan, setting).groups.leaves).toMatchObject([
      { sink: { kind: 'model', server: known() } },
    ]);
    expect(await entered(known(), known())).toMatchObject([
      { body: { type: 'plan_step_sent', host: known() } },
      { body: { type: 'plan_step_sent', host: known(), answered: 200 } },
      { kind: 'event' },
      { kind: 'returned', value: 'fair' },
    ]);
    expect(two.heard[0]).toHaveLength(1);
  });

  test('as it was when signed: another that is connected since asks first', async () => {
    expect(await entered(other(), known())).toMatchObject([
      { kind: 'waits', on: { kind: 'answer', form: { about: `host ${other()}` } } },
    ]);
    expect(two.heard[1]).toEqual([]);
  });
});

test('“can be taken back” is said only of tools whose contract says how: a plan that says it of our code is not believed, and opens nothing', async () => {
  const undo = { tool: 'httpSend', params: {} } as unknown as JsonObject;
  const [first] = leadingAway();
  const plan = planOf(
    [first, { _id: 'b', _tool: 'post', url: '†state.a.data.next', body: {}, _outputPath: '†state.b' }],
    {
      tools: [
        {
          name: 'post',
          activity: 'httpSend',
          effect: 'write',
          parameters: { type: 'object' },
          undo,
          look: undo,
        },
      ],
    },
  );
  expect(linesOf(plan).find(({ calls }) => calls.includes('b'))?.what).toBe(
    'changes things there · can’t be taken back from here · asks you first · 1 call',
  );
  expect((await run(plan)).asked).toEqual([`Reach ${other()}?`]);
  expect(two.heard[1]).toEqual([]);
});
