/** A goal planned in parts by a scripted server: whose turn it is shows in the goal that it is asked. */

import { type RecordedRequest, type Reply, streamed } from '../../../e2e/model-server/script.ts';
import { startModelServer } from '../../../e2e/model-server/server.ts';
import type { Call, Plan } from '../../../src/plan/document.ts';
import type { Asked } from '../../../src/plan/planning-trace.ts';
import { inParts } from '../../../src/planner/in-parts/in-parts.ts';
import { createOpenAiPlanner } from '../../../src/planner/openai/planner.ts';
import type { PlannerEvent, PlannerRequest } from '../../../src/planner/planner.ts';
import { catalogueOf } from '../../../src/tools/catalogue.ts';
import { requestFor } from '../openai/asking.ts';

export const TOOLS = [
  {
    name: 'find',
    description: 'Finds pages',
    parameters: { type: 'object', properties: { words: { type: 'string' } }, required: ['words'] },
    _output: { type: 'array', items: { type: 'string' } },
    effect: 'read' as const,
  },
  {
    name: 'tell',
    parameters: { type: 'object', properties: { of: {} }, required: ['of'] },
    _output: { type: 'string' },
    effect: 'none' as const,
  },
];

const TEXT = { type: 'string' };
const GIVEN = { type: 'object', properties: { words: TEXT }, required: ['words'] };
export const GOAL = 'Look at tea and at coffee, and tell which is loved';

export const call = (_id: string, _tool: string, more: Record<string, unknown>): Record<string, unknown> => ({
  _id,
  _tool,
  _description: _id,
  _outputPath: `†state.${_id}`,
  ...more,
});

/** The plan itself: two parts, and a call over both. */
export const TOP = {
  title: 'Tea and coffee',
  parts: {
    tea: { goal: 'Find what is said of tea', input: GIVEN, gives: TEXT },
    coffee: { goal: 'Find what is said of coffee', input: null, gives: TEXT },
  },
  calls: [
    call('tea', 'part', { _delegate: '#tea', words: 'green tea' }),
    call('coffee', 'part', { _delegate: '#coffee' }),
    call('both', 'tell', { of: '†state.tea || †state.coffee' }),
  ],
  output: '†state.both',
};

export const TEA = {
  title: 'Tea',
  calls: [call('look', 'find', { words: '†input.words' }), call('say', 'tell', { of: '†state.look' })],
  output: '†state.say',
};
export const COFFEE = {
  title: 'Coffee',
  calls: [call('look', 'find', { words: 'coffee' }), call('say', 'tell', { of: '†state.look' })],
  output: '†state.say',
};

export const USAGE = { prompt_tokens: 100, completion_tokens: 20, cost: 0.01 };
export const says = (plan: unknown, more: Partial<Parameters<typeof streamed>[1]> = {}): Reply =>
  streamed(typeof plan === 'string' ? plan : JSON.stringify(plan), { usage: USAGE, ...more });

/** What was asked, as the server heard it. */
export const textOf = ({ body }: RecordedRequest): string =>
  (body?.messages ?? []).map(({ content }) => content).join('\n');
export const goalOf = (request: RecordedRequest): string =>
  JSON.parse(/## Goal\n(".*")/.exec(textOf(request))?.[1] ?? '""') as string;

/** By what a goal begins with the replies to it, in order, the last one again. */
export type Script = Readonly<Record<string, Reply | readonly Reply[]>>;

export interface Planned {
  readonly events: readonly PlannerEvent[];
  readonly plan: Pick<Plan, 'calls' | 'plans' | 'output' | 'strategy'>;
  readonly notes: readonly string[];
  readonly asked: readonly Asked[];
  readonly last: PlannerEvent | undefined;
  /** By goal what the server was asked. */
  readonly chats: readonly RecordedRequest[];
}

/** @param onEvent hears each event as it comes */
export async function planned(
  script: Script,
  more: Partial<PlannerRequest> = {},
  { depth, onEvent }: { depth?: number; onEvent?: (event: PlannerEvent) => void } = {},
): Promise<Planned> {
  const heard = new Map<string, number>();
  const server = await startModelServer({
    replies: (request) => {
      const goal = goalOf(request);
      const key = Object.keys(script).find((one) => goal.startsWith(one)) ?? '';
      const replies = [script[key] ?? []].flat() as readonly Reply[];
      const turn = heard.get(key) ?? 0;
      heard.set(key, turn + 1);
      return replies[Math.min(turn, replies.length - 1)] ?? streamed('no script');
    },
  });
  const model = createOpenAiPlanner({ baseUrl: server.url, model: 'scripted' }, { sleep: async () => {} });
  const events: PlannerEvent[] = [];
  let calls: Call[] = [];
  let plan: Omit<Extract<PlannerEvent, { kind: 'plan' }>, 'kind'> = {};
  try {
    const request = requestFor({ goal: GOAL, catalogue: catalogueOf(TOOLS), ...more });
    for await (const event of inParts(model, depth)(request)) {
      events.push(event);
      if (event.kind === 'call') calls.push(event.call);
      else if (event.kind === 'plan') plan = { ...plan, ...event };
      else if (event.kind === 'restart') calls = [];
      onEvent?.(event);
    }
  } finally {
    await server.close();
  }
  const { output, plans, strategy } = plan;
  return {
    events,
    plan: {
      calls,
      ...(output === undefined ? {} : { output }),
      ...(plans ? { plans } : {}),
      ...(strategy ? { strategy } : {}),
    },
    notes: events.flatMap((event) => (event.kind === 'note' ? [event.text] : [])),
    asked: events.flatMap((event) => (event.kind === 'asked' ? [event.asked] : [])),
    last: events.at(-1),
    chats: server.chats(),
  };
}
