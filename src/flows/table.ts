/** The flows of a plan as a person reads them (L-73): one line for each place something goes to, what leaves first. */

import type { Effect } from '../plan/contract-shape.ts';
import { type Delegates, NO_DELEGATES, withOwnPlans } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { callName, type Flow, type Sink, type Source, sinkKey, sourceKey } from './flow.ts';
import { flowsOf, type Part } from './flows-of.ts';
import { type ContractCame, type ToolGroup, toolGroups } from './tools.ts';
import { type FlowSetting, undoOf } from './use.ts';

/** All that goes to one place in one way. */
export interface FlowLine {
  readonly sink: Sink;
  readonly effect: Effect;
  /** Each once: what a person gave first, what stands in the plan last. */
  readonly sources: readonly Source[];
  /** As `callName` names them, each once. */
  readonly calls: readonly string[];
  /** Where it goes is known only at run time: the person is asked. */
  readonly asks: boolean;
  /** The contract of every one of its calls says how it is taken back (§2). */
  readonly undo: boolean;
}

export const FLOW_GROUPS = ['leaves', 'files', 'stays'] as const;
/** What leaves this device, what is written as files, what stays here. */
export type FlowGroup = (typeof FLOW_GROUPS)[number];

/** What an approval shows of a plan. */
export interface FlowTable {
  readonly flows: readonly Flow[];
  readonly groups: Readonly<Record<FlowGroup, readonly FlowLine[]>>;
  readonly tools: readonly ToolGroup[];
}

/** The flows of a plan, gathered by where they go. */
export function flowTable(
  plan: Plan,
  setting: FlowSetting,
  delegates: Delegates = NO_DELEGATES,
  part?: Part,
  came?: ContractCame,
): FlowTable {
  const all = withOwnPlans(plan, delegates);
  const flows = flowsOf(plan, setting, all, part);
  const groups = grouped(flows, undoable(plan, setting, all));
  return { flows, groups, tools: toolGroups(plan, setting, all, came) };
}

/** @param canUndo whether the contract of a call says how it is taken back */
export function grouped(
  flows: readonly Flow[],
  canUndo: (call: string) => boolean,
): Readonly<Record<FlowGroup, readonly FlowLine[]>> {
  const lines = new Map<string, Growing>();
  for (const { source, call, sink, effect } of flows) {
    const key = `${sinkKey(sink)}\u0000${effect}`;
    let line = lines.get(key);
    if (!line) {
      line = { sink, effect, sources: new Map(), calls: new Set() };
      lines.set(key, line);
    }
    line.sources.set(sourceKey(source), source);
    line.calls.add(call);
  }
  const groups: Record<FlowGroup, FlowLine[]> = { leaves: [], files: [], stays: [] };
  for (const { sink, effect, sources, calls } of lines.values())
    groups[groupOf(sink)].push({
      sink,
      effect,
      sources: [...sources.values()].sort((a, b) => NEARNESS[a.kind] - NEARNESS[b.kind]),
      calls: [...calls],
      asks: (sink.kind === 'host' && sink.host === null) || (sink.kind === 'file' && sink.name === null),
      undo: [...calls].every(canUndo),
    });
  for (const group of FLOW_GROUPS) groups[group].sort(byGravity);
  return groups;
}

interface Growing {
  readonly sink: Sink;
  readonly effect: Effect;
  readonly sources: Map<string, Source>;
  readonly calls: Set<string>;
}

const groupOf = ({ kind }: Sink): FlowGroup =>
  kind === 'device' ? 'stays' : kind === 'file' ? 'files' : 'leaves';

const NEARNESS: Readonly<Record<Source['kind'], number>> = {
  secret: 0,
  file: 1,
  input: 2,
  given: 3,
  result: 4,
  state: 5,
  literal: 6,
};
const GRAVITY: Readonly<Record<Effect, number>> = { irreversible: 0, write: 1, read: 2, none: 3 };

/** What can't be taken back first; what nobody knows yet before what is named. */
const byGravity = (a: FlowLine, b: FlowLine): number =>
  GRAVITY[a.effect] - GRAVITY[b.effect] ||
  Number(b.asks) - Number(a.asks) ||
  (sinkKey(a.sink) < sinkKey(b.sink) ? -1 : 1);

function undoable(plan: Plan, setting: FlowSetting, delegates: Delegates): (call: string) => boolean {
  const undo = new Set<string>();
  const look = (room: Plan, reference: string | undefined) => {
    const catalogue = catalogueOf(setting.catalogue.list(), room.tools);
    for (const call of room.calls)
      if (undoOf(call, catalogue, setting)) undo.add(callName(reference, call._id));
  };
  look(plan, undefined);
  for (const [reference, sub] of Object.entries(delegates)) look(sub, reference);
  return (call) => undo.has(call);
}
