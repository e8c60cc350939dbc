/** Everything the canvas draws of a plan, by call index, before any of it is placed or shown. It knows no React Flow. */

import type { Call } from '../../plan/document.ts';
import { type Edge, edgesOf, type Graph } from '../../plan/graph.ts';
import type { ParsedCall } from '../../plan/parsed-call.ts';
import type { Catalogue, ToolContract } from '../../tools/catalogue.ts';
import { type CardModel, cardModel } from './card-model.ts';

export interface Scene {
  readonly graph: Graph;
  /** By call index: the call's id, made unique where a plan repeats one (`duplicate-id` is shown, not hidden). */
  readonly nodeIds: readonly string[];
  readonly indexOf: ReadonlyMap<string, number>;
  readonly cards: readonly CardModel[];
  readonly edges: readonly Edge[];
  /** By call index: places in `edges` of the arrows that arrive and that leave. */
  readonly arriving: readonly (readonly number[])[];
  readonly leaving: readonly (readonly number[])[];
}

interface CachedCard {
  readonly contract: ToolContract | undefined;
  readonly latent: boolean;
  readonly card: CardModel;
}

/** By the parsed call, which stays the same object until an edit touches that call. */
const cards = new WeakMap<ParsedCall, CachedCard>();

function cardOf(parsed: ParsedCall, catalogue: Catalogue, latent: boolean): CardModel {
  const contract = catalogue.get(parsed.call._tool);
  const cached = cards.get(parsed);
  if (cached && cached.contract === contract && cached.latent === latent) return cached.card;
  const card = cardModel(parsed, catalogue, latent);
  cards.set(parsed, { contract, latent, card });
  return card;
}

export const isLatent = (call: Call, latentTools: ReadonlySet<string> | undefined): boolean =>
  call._activity === undefined && call._delegate === undefined && latentTools?.has(call._tool) === true;

/** Builds the scene of a graph. Cards of calls that did not change are the same objects as before. */
export function sceneOf(graph: Graph, catalogue: Catalogue, latentTools?: ReadonlySet<string>): Scene {
  const nodeIds: string[] = [];
  const indexOf = new Map<string, number>();
  const models: CardModel[] = [];
  const arriving: number[][] = [];
  const leaving: number[][] = [];
  for (let i = 0; i < graph.calls.length; i++) {
    const parsed = graph.calls[i]!;
    const { call } = parsed;
    let id = call._id;
    for (let copy = 2; indexOf.has(id); copy++) id = `${call._id} (${copy})`;
    nodeIds.push(id);
    indexOf.set(id, i);
    models.push(cardOf(parsed, catalogue, isLatent(call, latentTools)));
    arriving.push([]);
    leaving.push([]);
  }
  const edges = edgesOf(graph);
  for (let e = 0; e < edges.length; e++) {
    arriving[edges[e]!.to]!.push(e);
    leaving[edges[e]!.from]!.push(e);
  }
  return { graph, nodeIds, indexOf, cards: models, edges, arriving, leaving };
}

/** The call itself and all that it waits for, directly or not: an arrow from it to one of them closes a cycle (L-28). */
export function waitedForBy(scene: Scene, call: number): ReadonlySet<number> {
  const seen = new Set([call]);
  const open = [call];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const e of scene.arriving[at]!) {
      const before = scene.edges[e]!.from;
      if (seen.has(before)) continue;
      seen.add(before);
      open.push(before);
    }
  }
  return seen;
}
