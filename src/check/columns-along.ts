/** The columns of each table along a plan, from the files a person gave. Judges nothing. */

import { itemAt } from '../lib/columns.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { JsonPath } from '../plan/edit.ts';
import { buildGraph, type Graph } from '../plan/graph.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import type { FileProfile } from '../tools/file-profile.ts';
import { READS_COLUMNS } from './columns-read.ts';
import type { PlanFacts } from './rule.ts';
import { type Columns, TABLES_MADE } from './table-columns.ts';

/** The columns of a plan, as far as the files tell. */
export interface ColumnsAlong {
  /** Of what stands at that place of a call, by call index; undefined where they are not known. */
  at(index: number, path: JsonPath): Columns;
  /** Of the table that the call makes. */
  madeBy(index: number): Columns;
}

/** @param isOurs whether the call's tool is the one that comes with the app: another of its name makes another table */
export function columnsAlong(
  graph: Graph,
  profiles: readonly FileProfile[],
  isOurs: (index: number) => boolean,
): ColumnsAlong {
  const files = new Map(profiles.map((profile) => [profile.name, profile]));
  const made = new Map<number, Columns>();
  const at: ColumnsAlong['at'] = (index, path) => tableAt(graph, made, index, path);
  for (const index of graph.order) {
    const { call } = itemAt(graph.calls, index);
    const make = TABLES_MADE.get(call._tool);
    if (make && givesItsTable(call) && isOurs(index))
      made.set(
        index,
        make(call, (path) => at(index, path), files),
      );
  }
  return { at, madeBy: (index) => made.get(index) };
}

/** The same of a plan that is checked, from the files that were judged; undefined where none was. */
export function columnsIn({ graph, profiles, findings, builtIns }: PlanFacts): ColumnsAlong | undefined {
  if (profiles === undefined || profiles.length === 0) return undefined;
  return columnsAlong(graph, profiles, (index) => isBuiltIn({ findings, builtIns }, index));
}

/** A plan's own tool of a built-in's name is another tool. */
export const isBuiltIn = (
  { findings, builtIns }: Pick<PlanFacts, 'findings' | 'builtIns'>,
  index: number,
): boolean => {
  const contract = itemAt(findings, index).contract?.contract;
  return contract !== undefined && hasColumns(contract.name) && builtIns.get(contract.name) === contract;
};

/** The same of a whole plan, for who has no graph of it at hand. @param contracts in force in the plan */
export function columnsOfPlan(
  plan: Plan,
  contracts: Catalogue,
  builtIns: Catalogue,
  profiles: readonly FileProfile[],
): ColumnsAlong & { readonly graph: Graph } {
  const graph = buildGraph(plan);
  const isOurs = (index: number): boolean => {
    const { _tool } = itemAt(graph.calls, index).call;
    return contracts.get(_tool) === builtIns.get(_tool);
  };
  return { ...columnsAlong(graph, profiles, isOurs), graph };
}

/** Whether the tool's columns are known or looked at at all. */
export const hasColumns = (tool: string): boolean => TABLES_MADE.has(tool) || READS_COLUMNS.has(tool);

/** What it writes is its table, whole and alone. */
const givesItsTable = ({ _outputMethod, _forEach, _delegate, _off, _activity }: Call): boolean =>
  (_outputMethod === undefined || _outputMethod === 'set') &&
  _forEach === undefined &&
  _delegate === undefined &&
  _activity === undefined &&
  _off !== true;

/** The columns of what stands at `path`, where it is one reference to what one call writes. */
function tableAt(graph: Graph, made: ReadonlyMap<number, Columns>, index: number, path: JsonPath): Columns {
  const place = itemAt(graph.calls, index).places.find(
    (one) =>
      one.role === 'parameter' &&
      one.path.length === path.length &&
      one.path.every((key, at) => key === path[at]),
  );
  const [ref] = place?.refs ?? [];
  if (place?.expr.type !== 'ref' || ref === undefined) return undefined;
  const writer = graph.onlyWriterAt(ref);
  return writer < 0 ? undefined : made.get(writer);
}
