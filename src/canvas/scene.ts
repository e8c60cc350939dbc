/** Everything the canvas draws of a plan, by call index, before any of it is placed or shown. */

import { itemAt, numberAt } from '../lib/columns.ts';
import { visible } from '../lib/visible-text.ts';
import type { Call, Plan } from '../plan/document.ts';
import { printRef } from '../plan/expression.ts';
import { buildGraph, type Edge, edgesOf, type Graph } from '../plan/graph.ts';
import type { ParsedCall } from '../plan/parsed-call.ts';
import type { Catalogue, ToolContract } from '../tools/catalogue.ts';
import { titleOf } from '../tools/titles.ts';
import { type CardModel, type CardPlanOf, cardHeight, cardModel } from './card.ts';

/** Which cards there are and what joins them: the same object after an edit that moves no wire. */
interface Wired {
  /** By call index: the call's id, made unique where a plan repeats one (`duplicate-id` is shown, not hidden). */
  readonly nodeIds: readonly string[];
  /** By call index, as the plan has them. */
  readonly ids: readonly string[];
  readonly indexOf: ReadonlyMap<string, number>;
  readonly edges: readonly Edge[];
  /** By call index: places in `edges` of the arrows that arrive and that leave. */
  readonly arriving: readonly (readonly number[])[];
  readonly leaving: readonly (readonly number[])[];
}

export interface Scene extends Wired {
  readonly graph: Graph;
  /** The card of a call, made when it is first looked at. The same object until an edit touches the call. */
  readonly cardOf: (call: number) => CardModel;
  /** What a person reads for a call's tool, without making its card. */
  readonly titleOf: (call: number) => string;
  /** By call index, the heights of the cards: the same list after an edit that changes none of them. */
  readonly heights: readonly number[];
}

interface CachedCard {
  readonly contract: ToolContract | undefined;
  readonly plan: Plan | undefined;
  readonly withValues: boolean;
  readonly card: CardModel;
}

/** By the parsed call, which stays the same object until an edit touches that call. */
const cards = new WeakMap<ParsedCall, CachedCard>();

function cardOf(
  parsed: ParsedCall,
  catalogue: Catalogue,
  withValues: boolean,
  planOf: CardPlanOf | undefined,
): CardModel {
  const contract = catalogue.get(parsed.call._tool);
  const plan = planOf?.(parsed.call)?.plan;
  const cached = cards.get(parsed);
  if (cached?.contract === contract && cached?.plan === plan && cached?.withValues === withValues)
    return cached.card;
  const card = cardModel(parsed, catalogue, withValues, planOf);
  cards.set(parsed, { contract, plan, withValues, card });
  return card;
}

/**
 * Builds the scene of a graph. Cards of calls that did not change are the same objects as before.
 * @param before the scene of the plan before an edit, with the same catalogue and room for values: what the edit did not touch
 *   is taken from it
 * @param withValues whether cards have room for what their calls come to
 */
export function sceneOf(
  graph: Graph,
  catalogue: Catalogue,
  before?: Scene,
  withValues = false,
  planOf?: CardPlanOf,
): Scene {
  const { calls } = graph;
  const counted = calls.map((parsed, i) =>
    before?.graph.calls[i] === parsed
      ? numberAt(before.heights, i)
      : cardHeight(parsed, catalogue, withValues, planOf),
  );
  const isAsHigh =
    before?.heights.length === counted.length && counted.every((height, i) => height === before.heights[i]);
  const heights = isAsHigh ? before.heights : counted;
  const cardAt = (call: number): CardModel => cardOf(itemAt(calls, call), catalogue, withValues, planOf);
  // Its reads are numbered alike: the check has kept the graph, because no wire was moved.
  const { ids, nodeIds, indexOf, edges, arriving, leaving } =
    before?.graph.numbered === graph.numbered ? before : wired(graph, before);
  const titleAt = (call: number): string => {
    const { call: own } = itemAt(calls, call);
    return planOf?.(own)?.title ?? titleOf(catalogue.get(own._tool), own._tool);
  };
  return {
    graph,
    ids,
    nodeIds,
    indexOf,
    cardOf: cardAt,
    titleOf: titleAt,
    heights,
    edges,
    arriving,
    leaving,
  };
}

function wired(graph: Graph, before: Scene | undefined): Wired {
  // Most edits of the wires leave the calls' names as they are.
  const names = before?.graph.ids === graph.ids ? before : named(graph);
  const { ids, nodeIds, indexOf } = names;
  const edges = edgesOf(graph, before);
  const arriving = ids.map((): number[] => []);
  const leaving = ids.map((): number[] => []);
  for (let e = 0; e < edges.length; e++) {
    itemAt(arriving, itemAt(edges, e).to).push(e);
    itemAt(leaving, itemAt(edges, e).from).push(e);
  }
  return { ids, nodeIds, indexOf, edges, arriving, leaving };
}

function named(graph: Graph): Pick<Wired, 'ids' | 'nodeIds' | 'indexOf'> {
  const nodeIds: string[] = [];
  const ids = graph.calls.map(({ call }) => call._id);
  const indexOf = new Map<string, number>();
  const copies = new Map<string, number>();
  for (const [i, own] of ids.entries()) {
    let id = own;
    // Counted on by id: ten thousand calls of one id would otherwise be compared with each other.
    let copy = copies.get(own) ?? 2;
    for (; indexOf.has(id); copy++) id = `${own} (${copy})`;
    copies.set(own, copy);
    nodeIds.push(id);
    indexOf.set(id, i);
  }
  return { ids, nodeIds, indexOf };
}

/** The call itself and all that it waits for, directly or not: an arrow from it to one of them closes a cycle (L-28). */
export function waitedForBy(scene: Scene, call: number): ReadonlySet<number> {
  const { arriving, edges } = scene;
  const last = lastWaiting.get(scene);
  if (last?.call === call) return last.found;
  const found = reached(call, arriving, (e) => itemAt(edges, e).from);
  lastWaiting.set(scene, { call, found });
  return found;
}

/** Of an arrow that is pulled, each card in view is asked about the call that it comes from. */
const lastWaiting = new WeakMap<Scene, { readonly call: number; readonly found: ReadonlySet<number> }>();

/** The call itself and all that wait for it: an arrow from one of them to it closes a cycle. */
export const waitingFor = ({ leaving, edges }: Scene, call: number): ReadonlySet<number> =>
  reached(call, leaving, (e) => itemAt(edges, e).to);

function reached(
  call: number,
  arrows: readonly (readonly number[])[],
  otherEnd: (edge: number) => number,
): ReadonlySet<number> {
  const seen = new Set([call]);
  const open = [call];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const other of itemAt(arrows, at).map(otherEnd)) {
      if (seen.has(other)) continue;
      seen.add(other);
      open.push(other);
    }
  }
  return seen;
}

/**
 * Remembers the last scene, so that the next one costs what the edit between them touched. One a canvas.
 * @returns the scene of `plan` with `removed` behind its own calls; a title, a policy or a place leaves it as it is
 */
export function createScenes() {
  type Given = Pick<Plan, 'calls' | 'data' | 'tools'> & {
    readonly removed: readonly Call[];
    readonly catalogue: Catalogue;
    readonly withValues: boolean;
    readonly planOf: CardPlanOf | undefined;
  };
  let last: (Given & { readonly graph: Graph; readonly scene: Scene }) | undefined;
  return (given: Given): Scene => {
    const { calls, data, tools, removed, catalogue, withValues, planOf } = given;
    const isAlike = last?.catalogue === catalogue && last.withValues === withValues && last.planOf === planOf;
    const isSameGraph =
      last?.calls === calls && last.data === data && last.tools === tools && last.removed === removed;
    if (last && isAlike && isSameGraph) return last.scene;
    const graph = isSameGraph && last ? last.graph : graphOf(given);
    const scene = sceneOf(graph, catalogue, isAlike ? last?.scene : undefined, withValues, planOf);
    last = { ...given, graph, scene };
    return scene;
  };
}

/** Of what draws a plan alone, so that the graph is kept when anything else of the plan changes. */
function graphOf(
  given: Pick<Plan, 'calls' | 'data' | 'tools'> & { readonly removed: readonly Call[] },
): Graph {
  const { calls, data, tools, removed } = given;
  const shown = removed.length > 0 ? [...calls, ...removed] : calls;
  return buildGraph({ format: 'obelus/plan', version: 1, id: '', calls: shown, data, tools } as Plan);
}

// ---- What a screen reader says for a call and for an arrow ----

/** The tool's title with the call's id, by which others say that they read it, and what it is for. */
export function spokenId(scene: Scene, index: number): string {
  const { title, call, plan } = scene.cardOf(index);
  const named = `${title} (${itemAt(scene.nodeIds, index)})${plan?.words ?? ''}`;
  return call._description ? `${named}, ${visible(call._description)}` : named;
}

/** "reads from history, lookup" or "reads from no other call". */
export function spokenSources(scene: Scene, index: number): string {
  const writers = new Set(
    itemAt(scene.arriving, index).map((e) => itemAt(scene.nodeIds, itemAt(scene.edges, e).from)),
  );
  return writers.size > 0 ? `reads from ${[...writers].join(', ')}` : 'reads from no other call';
}

export function spokenEdge(scene: Scene, edge: Edge): string {
  const what = `${scene.nodeIds[edge.to]} reads ${printRef(edge.ref)} from ${scene.nodeIds[edge.from]}`;
  return edge.role === 'after' ? `${scene.nodeIds[edge.to]} runs after ${scene.nodeIds[edge.from]}` : what;
}
