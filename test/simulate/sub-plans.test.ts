import { describe, expect, it } from 'vitest';
import type { Delegates } from '../../src/plan/delegates.ts';
import { type Call, FORMAT, type Plan, VERSION } from '../../src/plan/document.ts';
import { simulateAll } from '../../src/simulate/all-ways.ts';
import { simulate } from '../../src/simulate/simulate.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';

const catalogue = catalogueOf([
  { name: 'look', effect: 'read', typicalMs: 100, cost: 0.5 },
  { name: 'sub', effect: 'none' },
  { name: 'send', effect: 'write' },
]);
const setting = { catalogue, hasActivity: () => true };

const planOf = (calls: readonly object[], more: Partial<Plan> = {}): Plan => ({
  format: FORMAT,
  version: VERSION,
  id: 'p',
  calls: calls as Call[],
  ...more,
});

/** Goes into what it is handed, twice in a row. */
const pricing = planOf(
  [
    { _id: 'net', _tool: 'look', v: '†input.item.price.net', _outputPath: '†state.net' },
    { _id: 'gross', _tool: 'look', v: '†state.net', w: '†input.rate', _outputPath: '†state.gross' },
  ],
  { id: 'pricing', output: '†state.gross' },
);
const delegates: Delegates = { 'plan:pricing': pricing };

const one = planOf(
  [
    { _id: 'get', _tool: 'look', _outputPath: '†state.row' },
    {
      _id: 'price',
      _tool: 'sub',
      _delegate: 'plan:pricing',
      item: '†state.row',
      rate: 2,
      _outputPath: '†state.p',
    },
    { _id: 'last', _tool: 'look', v: '†state.p', _outputPath: '†state.end' },
  ],
  { output: '†state.end' },
);

const loop = planOf(
  [
    { _id: 'list', _tool: 'look', _outputPath: '†state.rows' },
    {
      _id: 'each',
      _tool: 'sub',
      _delegate: 'plan:pricing',
      _forEach: '†state.rows',
      rate: '†input.rate',
      _outputPath: '†state.prices',
    },
  ],
  { output: '†state.prices' },
);

describe('a dry run of a plan with sub-plans (L-52, L-80)', () => {
  it('goes into them: what they take and cost counts, and what they read of a value is invented in it (L-81)', async () => {
    const { status, calls, elapsedMs, cost } = await simulate(one, {}, { setting, delegates });
    expect(status).toBe('completed');
    expect(calls.price).toMatchObject({ status: 'completed', startedAt: 100, endedAt: 300 });
    expect(elapsedMs).toBe(400);
    expect(cost).toBe(2);
  });

  it('goes into those of its own document as into those of the library', async () => {
    const { id: _, ...own } = pricing;
    const named = (plan: Plan): Plan => ({
      ...plan,
      calls: plan.calls.map((call) => (call._delegate ? { ...call, _delegate: '#pricing' } : call)),
      plans: { pricing: own },
    });
    for (const plan of [one, loop]) {
      const { events: _e, ...kept } = await simulate(plan, {}, { setting, delegates });
      const { events: _o, ...inside } = await simulate(named(plan), {}, { setting });
      expect(inside).toEqual(kept);
    }
  });

  it('goes through a loop once for each element: one that is invented, or those that are given (L-53)', async () => {
    const invented = await simulate(loop, {}, { setting, delegates });
    expect(invented.status).toBe('completed');
    expect(invented.output).toHaveLength(1);
    const pinned = { list: [1, 2, 3].map((net) => ({ price: { net } })) };
    const given = await simulate(loop, { pinned }, { setting, delegates });
    expect(given.output).toHaveLength(3);
    // Two calls an element, and the list.
    expect(given.cost).toBe(3.5);
  });

  it('fails where what is given has not what they read', async () => {
    const { calls, events } = await simulate(one, { pinned: { get: 7 } }, { setting, delegates });
    expect(calls.price?.status).toBe('skipped');
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'plan_step_failed', call: 'price', code: 'tool-error' }),
    );
    // In a loop the person skips what failed, and that element is null (L-53).
    const looped = await simulate(loop, { pinned: { list: [7] } }, { setting, delegates });
    expect(looped.output).toEqual([null]);
  });

  it('does not go into one whose end is given, or that is not there', async () => {
    const failed = await simulate(one, { calls: { price: 'fail' } }, { setting, delegates });
    expect(failed.calls).toMatchObject({ price: { status: 'skipped' }, last: { status: 'skipped' } });
    const pinned = await simulate(one, { pinned: { price: 9 } }, { setting, delegates });
    expect(pinned).toMatchObject({ status: 'completed', cost: 1 });
    const absent = await simulate(one, {}, { setting });
    expect(absent).toMatchObject({ status: 'completed', cost: 1 });
  });

  it('hands on what need fit no schema, but must be there', async () => {
    const under = (schema: Record<string, unknown>) =>
      simulate(one, {}, { setting, delegates: { 'plan:pricing': { ...pricing, input: { schema } } } });
    const item = { type: 'object', required: ['weight'] };
    expect((await under({ type: 'object', properties: { item } })).status).toBe('completed');
    expect((await under({ type: 'object', required: ['vat'] })).calls.price?.status).toBe('skipped');
    const vat = { type: 'number', default: 7 };
    expect((await under({ required: ['vat'], properties: { vat } })).status).toBe('completed');
  });

  it('approves what a sub-plan asks', async () => {
    const asking = planOf(
      [{ _id: 'go', _tool: 'send', v: '†state.approvals.ok', _outputPath: '†state.sent' }],
      { id: 'asking', output: '†state.sent' },
    );
    const plan = planOf([{ _id: 'd', _tool: 'sub', _delegate: 'plan:asking', _outputPath: '†state.d' }]);
    const { status } = await simulate(plan, {}, { setting, delegates: { 'plan:asking': asking } });
    expect(status).toBe('completed');
  });

  it('waits for nothing where a plan goes on for ever below itself', async () => {
    const own = planOf([{ _id: 'again', _tool: 'sub', _delegate: 'plan:own', _outputPath: '†state.x' }], {
      id: 'own',
    });
    const { calls } = await simulate(own, {}, { setting, delegates: { 'plan:own': own } });
    expect(calls.again?.status).toBe('skipped');
  });

  it('has them in every way (L-82)', async () => {
    // What reads is tried four times before it is said to have failed, and paid for each time.
    const { ways, extent } = await simulateAll(one, catalogue, { setting, delegates });
    expect(extent).toBe('all');
    expect(ways.map(({ simulation }) => simulation.cost)).toEqual([2, 2, 3.5]);
  });
});
