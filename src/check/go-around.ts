/** The way around a call that is switched off (L-37): its readers read what it would have read, where that is of the same kind. */

import { itemAt } from '../lib/columns.ts';
import type { Edit } from '../plan/edit.ts';
import type { Ref } from '../plan/expression.ts';
import { isOff } from '../plan/open-step.ts';
import { kindsOf, type ParsedCall } from '../plan/parsed-call.ts';
import { turnRefs } from '../plan/rename-path.ts';
import { ANY_TYPE } from '../tools/schema-types.ts';
import type { ColumnsAlong } from './columns-along.ts';
import type { ContractView } from './contract-view.ts';
import type { PlanFacts } from './rule.ts';
import { TABLES_MADE } from './table-columns.ts';

/** What takes the place of a call that is switched off. */
export interface WayAround {
  /** What its readers read instead. */
  readonly reads: Ref;
  readonly edits: readonly Edit[];
}

type Known = Pick<PlanFacts, 'plan' | 'graph' | 'findings'>;

/**
 * @param index of a call that is switched off
 * @param columns of the plan's tables; undefined where no files are known
 * @returns undefined where nothing it reads is what it writes: its readers would be given something else
 */
export function wayAround(facts: Known, index: number, columns?: ColumnsAlong): WayAround | undefined {
  const writes = onlyTarget(itemAt(facts.graph.calls, index));
  const reads = standsFor(facts, index, columns, new Set());
  if (!writes || !reads) return undefined;
  const depth = writes.path.length;
  const isBelow = ({ kind, path }: Ref): boolean =>
    kind === writes.kind && path.length >= depth && writes.path.every((key, at) => key === path[at]);
  const edits = turnRefs(
    facts.plan,
    kindsOf(facts.plan),
    (ref) => (isBelow(ref) ? { ...reads, path: [...reads.path, ...ref.path.slice(depth)] } : ref),
    // What it writes stays its own: switched on again it writes there.
    (call, key) => call._id !== itemAt(facts.graph.calls, index).call._id && key !== '_outputPath',
  );
  return edits.length === 0 ? undefined : { reads, edits };
}

/** What the call reads and hands on in the same shape; what stands for that in turn, where it is switched off too. */
function standsFor(
  facts: Known,
  index: number,
  columns: ColumnsAlong | undefined,
  seen: Set<number>,
): Ref | undefined {
  if (seen.has(index)) return undefined;
  seen.add(index);
  const { call, places } = itemAt(facts.graph.calls, index);
  const contract = itemAt(facts.findings, index).contract;
  if (!contract || call._forEach !== undefined || call._delegate !== undefined) return undefined;
  if (call._outputMethod !== undefined && call._outputMethod !== 'set') return undefined;
  for (const { role, expr, path } of places) {
    if (role !== 'parameter' || path.length !== 1 || expr.type !== 'ref') continue;
    if (!isSameKind(contract, String(path[0]))) continue;
    if (columns && losesColumns(facts, index, path, columns)) continue;
    const writer = facts.graph.onlyWriterAt(expr);
    if (writer < 0 || !isOff(itemAt(facts.graph.calls, writer).call)) return expr;
    const further = standsFor(facts, writer, columns, seen);
    if (further) return further;
  }
  return undefined;
}

/** A list of rows for a list of rows, a text for a text. */
function isSameKind({ output, parameters }: ContractView, name: string): boolean {
  const types = parameters.get(name)?.types ?? ANY_TYPE;
  return output !== ANY_TYPE && (types & output) === output;
}

/** Whether the call makes columns that are not in what it reads: whoever asks for those would find none. */
function losesColumns(
  { graph }: Known,
  index: number,
  path: readonly (string | number)[],
  columns: ColumnsAlong,
): boolean {
  const { call } = itemAt(graph.calls, index);
  const has = columns.at(index, path);
  const makes = TABLES_MADE.get(call._tool)?.(call, (at) => columns.at(index, at), new Map());
  if (has === undefined || makes === undefined) return false;
  const names = new Set(has.map(({ name }) => name));
  return makes.some(({ name }) => !names.has(name));
}

/** Where it writes, where that is one place whatever happens. */
function onlyTarget({ targets }: ParsedCall): Ref | undefined {
  const [refs, ...others] = targets?.alternatives ?? [];
  return others.length === 0 && refs?.length === 1 ? refs[0] : undefined;
}
