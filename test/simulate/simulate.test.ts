import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { type Call, FORMAT, type Plan, VERSION } from '../../src/plan/document.ts';
import { simulate } from '../../src/simulate/simulate.ts';
import { agentTool } from '../../src/tools/agent.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf, type ToolContract } from '../../src/tools/catalogue.ts';

const setting = { catalogue: catalogueOf([{ name: 'look', effect: 'read' }]), hasActivity: () => true };

const settingOf = (tools: readonly ToolContract[]) => ({
  catalogue: catalogueOf(tools),
  hasActivity: () => true,
});

const planOf = (call: JsonObject, input?: Plan['input']): Plan => ({
  format: FORMAT,
  version: VERSION,
  id: 'plan_look',
  calls: [{ _id: 'look', _tool: 'look', _outputPath: '†state.found', ...call } as Call],
  output: '†state.found',
  ...(input ? { input } : {}),
});

describe('the input of a dry run', () => {
  it('is invented where a plan reads what no schema declares (L-18, L-81)', async () => {
    const plan = planOf({ who: '†input.customer.name', row: '†input.rows.2' });
    const { calls, status } = await simulate(plan, {}, { setting });
    expect(calls.look?.status).toBe('completed');
    expect(status).toBe('completed');
  });

  it('is taken as it was given, with nothing put into it', async () => {
    const plan = planOf({ rows: '†input.rows', third: '†input.rows.2' });
    const { events } = await simulate(plan, {}, { setting, input: { rows: [] } });
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'plan_step_failed', code: 'reference-missing' }),
    );
  });

  it('keeps what the schema says beside what is only read', async () => {
    const schema = { type: 'object', properties: { limit: { type: 'integer', default: 5 } } };
    const plan = planOf({ limit: '†input.limit', other: '†input.other' }, { schema });
    const { events } = await simulate(plan, {}, { setting });
    const commit = events.find((event) => event.type === 'plan.commit');
    expect(commit).toMatchObject({ input: { limit: 5, other: '‹input.other›' } });
  });
});

describe('what a model decides on while it runs (L-56, L-63)', () => {
  const goesOn: Plan = {
    ...{ format: 'obelus/plan', version: 1, id: 'p', strategy: 'iterative', output: null },
    mandate: { tools: ['calculate'], effects: ['none', 'read'], hosts: [] },
    calls: [{ _id: 'one', _tool: 'calculate', expression: '1 + 1', _outputPath: '†state.one' }],
  };

  it('a plan that goes on is played as far as it stands, and fails for no turn that nobody took', async () => {
    const { status, calls } = await simulate(goesOn, {}, { setting: settingOf(builtInTools) });
    expect(status).toBe('completed');
    expect(calls.one?.status).toBe('completed');
  });

  it('an agent’s result is invented, and nobody skips it', async () => {
    const plan: Plan = {
      ...{ format: 'obelus/plan', version: 1, id: 'p', output: '†state.said' },
      calls: [
        { _id: 'ag', _tool: 'agent', task: 'Look', tools: ['calculate'], _outputPath: '†state.found' },
        {
          ...{ _id: 'say', _tool: 'template', template: '{a}', _outputPath: '†state.said' },
          values: { a: '†state.found.name' },
        },
      ],
    };
    const tools = [...builtInTools, agentTool];
    const { status, calls, events } = await simulate(plan, {}, { setting: settingOf(tools) });
    expect([status, calls.ag?.status, calls.say?.status]).toEqual(['completed', 'completed', 'completed']);
    expect(events.some(({ type }) => type === 'plan_step_failed')).toBe(false);
  });
});
