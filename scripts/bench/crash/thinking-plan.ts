/** Plans that think and go on: agents, ticks, turns that stream in. Random in what their calls do; their models answer by the book. */

import type { JsonObject } from '../../../src/lib/json.ts';
import { type Call, FORMAT, type Plan, VERSION } from '../../../src/plan/document.ts';
import type { Chance } from './chance.ts';
import type { Scenario } from './random-plan.ts';
import { PAY, PUT } from './tools.ts';
import type { Reception, World } from './world.ts';

/** What a model says at one turn; it says so again until all calls of it stand among what was done. */
export interface Turn {
  readonly calls: readonly Call[];
  readonly output: string | null;
}

/** By what its goal names the turns of each model. */
export type Book = ReadonlyMap<string, readonly Turn[]>;

export interface ThinkingScenario extends Scenario {
  readonly book: Book;
  /** Labels whose first answer breaks off in its middle. */
  readonly breaksOff: ReadonlySet<string>;
}

/** How a goal says which turns it is answered with. */
export const goalOf = (label: string): string => `See to it (turns of ${label})`;
export const LABEL_IN_GOAL = /turns of (\w+)/;

const SHAPES = ['agents', 'iterative', 'eager'] as const;
const EFFECTS = ['none', 'read', 'write', 'irreversible'] as const;
const TOOLS = ['httpGet', 'httpSend', PUT.name, PAY.name];

/** @param number of the plan: the shapes take turns */
export function thinkingScenario(
  chance: Chance,
  name: string,
  { url }: Pick<World, 'url'>,
  number: number,
): ThinkingScenario {
  const id = `plan_${name.replaceAll(' ', '_').toLowerCase()}`;
  const receptions = new Map<string, Reception>();
  const irreversible = new Set<string>();
  const met = (call: string, kind: Kind, n?: string): Call => {
    receptions.set(call, { n: receptions.size * 7, ...(kind === 'send' ? { honoursKeys: true } : {}) });
    if (kind === 'pay') irreversible.add(call);
    return callOf(kind, call, url(id, call), n);
  };
  const hosts = [new URL(url(id, '')).origin];
  const turnsOf = (label: string): readonly Turn[] => {
    const last = met(`${label}c`, chance.pick(['send', 'pay'] as const), `†state.${label}a.data.n`);
    return [
      {
        calls: [met(`${label}a`, 'read'), met(`${label}b`, chance.pick(['put', 'send', 'pay'] as const))],
        output: null,
      },
      { calls: [last], output: null },
      { calls: [met(`${label}d`, 'read')], output: `†state.${label}c.data.n` },
    ];
  };
  const shape = SHAPES[number % SHAPES.length]!;
  const labels = shape === 'agents' ? ['one', 'two'] : ['top'];
  const book = new Map(labels.map((label) => [label, turnsOf(label)]));
  const first = met('c0', 'read');
  const policy = { onFailure: 'ask', retryLimit: 2, maxConcurrent: chance.whole(1, 4) } as const;
  const head = {
    ...({ format: FORMAT, version: VERSION } as const),
    id,
    title: name,
    tools: [PUT, PAY],
    policy,
  };
  const mandate = { tools: TOOLS, effects: [...EFFECTS], hosts };
  const grows: Plan = {
    ...{ ...head, goal: goalOf('top'), calls: [first], output: null, mandate },
    ...(shape === 'eager' ? { mode: 'eager' as const } : { strategy: 'iterative' as const }),
  };
  const agent = (label: string, more: Partial<Call> = {}): Call => ({
    ...{ _id: label, _tool: 'agent', task: goalOf(label), ...mandate, maxTurns: 9 },
    ...{ _outputPath: `†state.${label}`, ...more },
  });
  const withAgents: Plan = {
    ...{ ...head, mode: 'lazy' },
    calls: [first, agent('one'), agent('two', { _after: '†state.c0' }), met('c1', 'pay', '†state.one')],
    output: { one: '†state.one', two: '†state.two', paid: '†state.c1.data.n' },
  };
  return {
    plan: shape === 'agents' ? withAgents : grows,
    receptions,
    gates: new Map(),
    onFailed: 'value',
    irreversible,
    forgotten: new Set(),
    book,
    showsTurns: chance.onceIn(2),
    breaksOff: new Set(labels.filter(() => shape === 'eager' || chance.onceIn(2))),
  };
}

type Kind = 'read' | 'put' | 'send' | 'pay';

const TOOL_OF = { read: 'httpGet', put: PUT.name, send: 'httpSend', pay: PAY.name } as const;

function callOf(kind: Kind, id: string, url: string, n?: string): Call {
  const body: JsonObject = kind === 'send' || kind === 'pay' ? { body: { n: n ?? 1 } } : {};
  return { _id: id, _tool: TOOL_OF[kind], url, ...body, _outputPath: `†state.${id}` };
}
