/** A doubt is looked into by a read that the person names, through the door and recorded, before it is settled (L-41, L-73). */

import { expect, test } from 'vitest';
import type { Activity } from '../../src/activities/activity.ts';
import { type MemoryHostOptions, memoryHost } from '../../src/package/host.ts';
import { happenedIn } from '../../src/run/happened.ts';
import { seenDetail } from '../../src/run/step-table.ts';
import { folded, planOf, sentIn, twoHosts } from '../activities/two-hosts.ts';

const two = twoHosts();
const { known, other } = two;

/** A run whose one write was answered with a 502, so that nobody knows whether it happened. */
async function inDoubt(options: MemoryHostOptions = {}, policy: object = {}) {
  two.reply = (at, url) =>
    at === 0 && url === '/orders'
      ? { status: 502, headers: {}, body: '' }
      : { body: JSON.stringify({ found: url }) };
  const host = memoryHost(options);
  const url = `http://${known()}/orders`;
  const plan = planOf([{ _id: 'a', _tool: 'httpSend', url, body: { n: 1 }, _outputPath: '†state.a' }], {
    policy: { retryLimit: 0, ...policy },
  });
  const report = await host.run(plan, { approved: host.sign(plan) });
  expect(report.questions).toMatchObject([{ kind: 'in_doubt', call: 'a' }]);
  two.heard = [[], []];
  return { host, runId: report.runId };
}

test('goes unasked where a signed line of the call leads, and what it answered stands in the journal', async () => {
  const { host, runId } = await inDoubt();
  const params = { url: `http://${known()}/orders/1` };
  const looked = await host.look(runId, { call: 'a', tool: 'httpGet', params });
  expect(two.heard[0]).toMatchObject([{ method: 'GET', url: '/orders/1' }]);
  expect(looked.questions).toMatchObject([{ kind: 'in_doubt', call: 'a' }]);
  expect(looked.events.at(-1)).toMatchObject({
    ...{ type: 'plan_doubt_looked', call: 'a', tool: 'httpGet', params },
    value: { status: 200, data: { found: '/orders/1' } },
  });
  // The write's own request keeps its number beside it.
  expect(
    happenedIn(folded({}, looked.events))[0]?.sent.map(({ method, answered }) => [method, answered]),
  ).toEqual([
    ['POST', 502],
    ['GET', 200],
  ]);
  const settled = await host.answer(runId, { call: 'a', choose: 'value', value: { ok: true } });
  expect(settled.status).toBe('completed');
  expect(two.heard[0]).toHaveLength(1);
});

test('asks before it goes where no line leads; what the person then lets it reach is recorded as theirs', async () => {
  const { host, runId } = await inDoubt();
  const look = { call: 'a', tool: 'httpGet', params: { url: `http://${other()}/1` } };
  const asked = await host.look(runId, look);
  expect(two.heard).toEqual([[], []]);
  const about = `host ${other()}`;
  expect(asked.events.at(-1)).toMatchObject({ type: 'plan_doubt_looked', asks: about });
  const looked = await host.look(runId, { ...look, allow: [about] });
  expect(two.heard[1]).toHaveLength(1);
  const sent = { host: other(), allowed: true, answered: 200, look: true };
  expect(sentIn(looked.events).at(-1)).toMatchObject(sent);
  // It was for this look alone.
  expect((await host.look(runId, look)).events.at(-1)).toMatchObject({ asks: about });
});

test('is a read and nothing else: what may change something, has no code or does not fit is refused, and nothing leaves', async () => {
  const { host, runId } = await inDoubt({
    tools: [{ name: 'judge' }],
    activities: { mine: async () => 1 },
  });
  const url = `http://${known()}/`;
  const refusedWith = (tool: string, params: object) =>
    expect(host.look(runId, { call: 'a', tool, params: params as never })).rejects.toMatchObject({
      code: 'no-such-read',
    });
  await refusedWith('httpSend', { url });
  await refusedWith('mine', {});
  await refusedWith('judge', {});
  await refusedWith('nothing', {});
  await refusedWith('httpGet', { url: 1 });
  await refusedWith('httpGet', { url, _activity: 'httpSend' });
  expect(two.heard).toEqual([[], []]);
  // Skipped it is in doubt all the same; after the end that says that it did not happen.
  await host.answer(runId, { call: 'a', choose: 'skip' });
  await host.answer(runId, { call: 'a', choose: 'skip' });
  await expect(host.look(runId, { call: 'a', tool: 'httpGet', params: { url } })).rejects.toMatchObject({
    code: 'no-such-question',
  });
});

test('can still be done after the end of the run, and what came of it is forgotten once it is settled', async () => {
  const { host, runId } = await inDoubt();
  const ended = await host.answer(runId, { call: 'a', choose: 'abort' });
  expect(ended.questions).toMatchObject([{ kind: 'in_doubt', over: true }]);
  const looked = await host.look(runId, {
    ...{ call: 'a', tool: 'httpGet', params: { url: `http://${known()}/orders/1` } },
  });
  expect([two.heard[0]?.length, looked.status]).toEqual([1, ended.status]);
  const lookOf = (events: typeof looked.events) => seenDetail(folded({}, events).steps, 0).look;
  expect(lookOf(looked.events)).toMatchObject({ tool: 'httpGet', value: { status: 200 } });
  const settled = await host.answer(runId, { call: 'a', choose: 'skip' });
  expect(lookOf(settled.events)).toBeNull();
});

test('with code of the person’s own that they call a read is theirs to do; what fails is said', async () => {
  const mine: Activity = async ({ at }, { fetch }) => (await fetch(String(at))).json();
  const { host, runId } = await inDoubt({ tools: [{ name: 'mine', effect: 'read' }], activities: { mine } });
  const look = (at: string) => host.look(runId, { call: 'a', tool: 'mine', params: { at } });
  expect((await look(`http://${other()}/x`)).events.at(-1)).toMatchObject({ value: { found: '/x' } });
  expect((await look('no address')).events.at(-1)).toMatchObject({
    failure: { message: expect.stringContaining('URL') },
  });
});
