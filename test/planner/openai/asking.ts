/** A planning request and a planner on a scripted server, as the tests of this folder ask for them. */

import type { FetchLimits } from '../../../src/planner/openai/guarded-fetch.ts';
import { createOpenAiPlanner } from '../../../src/planner/openai/planner.ts';
import type { PlannerEvent, PlannerRequest } from '../../../src/planner/planner.ts';
import { catalogueOf } from '../../../src/tools/catalogue.ts';

export const KEY = 'sk-test-0123456789abcdefghij';

export const TOOLS = [
  {
    name: 'findOrder',
    description: 'Finds an order',
    parameters: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    _output: { type: 'object', properties: { total: { type: 'number' } } },
    effect: 'read' as const,
  },
  { name: 'report', parameters: { type: 'object', properties: { of: {} } }, effect: 'none' as const },
];

export const PLAN = {
  title: 'Report on an order',
  inputSchema: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
  calls: [
    {
      _id: 'find',
      _tool: 'findOrder',
      _description: 'Find it',
      id: '†input.order',
      _outputPath: '†state.order',
    },
    {
      _id: 'tell',
      _tool: 'report',
      _description: 'Report',
      of: '†state.order.total',
      _outputPath: '†state.report',
    },
  ],
  output: '†state.report',
};

export const PLAN_TEXT = JSON.stringify(PLAN);

export function requestFor(more: Partial<PlannerRequest> = {}): PlannerRequest {
  return {
    goal: 'Report on my order',
    catalogue: catalogueOf(TOOLS),
    files: [],
    history: [],
    lastError: null,
    maxCalls: 7,
    signal: new AbortController().signal,
    ...more,
  };
}

export interface Asking {
  readonly key?: string;
  readonly model?: string;
  readonly origin?: string;
  readonly limits?: FetchLimits;
  readonly firstByteMs?: number;
  readonly request?: Partial<PlannerRequest>;
  /** Called with every event as it comes. */
  readonly onEvent?: (event: PlannerEvent) => void;
}

export interface Asked {
  readonly events: readonly PlannerEvent[];
  readonly last: PlannerEvent | undefined;
  /** The waits before retries, in milliseconds. */
  readonly waits: readonly number[];
}

/** Asks the server for a plan and gives all events. Nothing really waits: retries are only noted. */
export async function ask(url: string, asking: Asking = {}): Promise<Asked> {
  const { key = KEY, model = 'scripted', request, onEvent, ...deps } = asking;
  const waits: number[] = [];
  const planner = createOpenAiPlanner(
    { baseUrl: url, model, ...(key === '' ? {} : { key }) },
    {
      ...deps,
      sleep: async (ms) => {
        waits.push(ms);
      },
    },
  );
  const events: PlannerEvent[] = [];
  for await (const event of planner(requestFor(request))) {
    events.push(event);
    onEvent?.(event);
  }
  return { events, last: events.at(-1), waits };
}

export async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of stream) all.push(one);
  return all;
}
