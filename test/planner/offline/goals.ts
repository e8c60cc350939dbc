/** Drives the offline planner as a person does: a goal, some files, and the plan that comes back. */

import type { Json, JsonObject } from '../../../src/lib/json.ts';
import { type Call, FORMAT, type JsonSchema, type Plan, VERSION } from '../../../src/plan/document.ts';
import { offlinePlanner } from '../../../src/planner/offline/offline-planner.ts';
import type { InputFile, PlannerEvent, PlannerRequest } from '../../../src/planner/planner.ts';
import { builtInTools } from '../../../src/tools/built-in.ts';
import { type Catalogue, catalogueOf } from '../../../src/tools/catalogue.ts';

const file = (name: string, head: string): InputFile => ({ name, type: '', size: head.length, head });

const FILES = [
  file('sales.csv', 'region,amount,date\nNorth,120,2026-01-05\nSouth,80,2026-01-06\n'),
  file('orders.csv', 'orderId,customerId,status,total\n1,7,late,30\n2,8,paid,120\n'),
  file('customers.csv', 'customerId,country\n7,DE\n8,FR\n'),
  file('products.csv', 'name,category,price\nPen,office,3\nDesk,home,90\n'),
  file('notes.md', '# Notes\nShip it.'),
  file('report.md', '# Report'),
  file('letter.txt', 'Dear ada@example.org'),
  file('old.txt', 'a'),
  file('new.txt', 'b'),
  file('team.json', '[{"name": "Ada", "age": 36}]'),
];

export const builtIns: Catalogue = catalogueOf(builtInTools);

export interface Planned {
  readonly calls: readonly Call[];
  /** `tool` names in order. */
  readonly tools: readonly string[];
  readonly output: Json | undefined;
  readonly inputSchema: JsonSchema | undefined;
  readonly unusedWords: readonly string[];
  readonly failure: { readonly code: string; readonly message: string } | undefined;
  readonly events: readonly PlannerEvent[];
  /** The whole document, as the app makes it from the events. */
  readonly document: Plan;
}

/** Plans a goal with the built-in tools; the files that the goal names are the ones dropped. */
export async function planGoal(goal: string, change: Partial<PlannerRequest> = {}): Promise<Planned> {
  const plan = offlinePlanner({ now: () => Date.parse('2026-11-21T12:00:00Z') });
  const events: PlannerEvent[] = [];
  const request: PlannerRequest = {
    goal,
    catalogue: builtIns,
    files: FILES.filter(({ name }) => goal.includes(name)),
    history: [],
    lastError: null,
    maxCalls: 7,
    signal: new AbortController().signal,
    ...change,
  };
  for await (const event of plan(request)) events.push(event);
  const calls = events.flatMap((event) => (event.kind === 'call' ? [event.call] : []));
  const last = events.findLast((event) => event.kind === 'plan');
  const plans = events.find((event) => event.kind === 'plan')?.plans;
  const note = events.find((event) => event.kind === 'note');
  const failure = events.find((event) => event.kind === 'failed');
  return {
    calls,
    tools: calls.map((call) => call._tool),
    output: last?.output,
    inputSchema: last?.inputSchema,
    unusedWords: note?.unusedWords ?? [],
    failure,
    events,
    document: {
      format: FORMAT,
      version: VERSION,
      id: 'plan_test',
      goal,
      calls,
      ...(plans === undefined ? {} : { plans }),
      ...(last?.output === undefined ? {} : { output: last.output }),
      ...(last?.inputSchema === undefined ? {} : { input: { schema: last.inputSchema } }),
    },
  };
}

/** Parameters of the call of that tool, without the meta-properties. */
export function parametersOf(planned: Planned, tool: string): JsonObject | undefined {
  const call = planned.calls.find((candidate) => candidate._tool === tool);
  if (call === undefined) return undefined;
  return Object.fromEntries(Object.entries(call).filter(([key]) => !key.startsWith('_'))) as JsonObject;
}
