/** The action "auto-layout": every call where the layered layout puts it, as one edit. */

import { layoutGraph } from '../../layout/layout.ts';
import type { Plan } from '../../plan/document.ts';
import type { Edit } from '../../plan/edit.ts';
import { buildGraph } from '../../plan/graph.ts';
import { type Catalogue, catalogueOf } from '../../tools/catalogue.ts';
import { place } from './from-flow.ts';
import { LAYOUT_OPTIONS, layoutEdgesOf, layoutNodesOf } from './placement.ts';
import { sceneOf } from './scene.ts';

/** Nothing for a plan without calls. The catalogue decides the cards' heights: rows for what a contract still needs. */
export function autoLayoutEdits(plan: Plan, catalogue: Catalogue = catalogueOf(plan.tools)): readonly Edit[] {
  const scene = sceneOf(buildGraph(plan), catalogue);
  if (scene.nodeIds.length === 0) return [];
  const { positions } = layoutGraph(layoutNodesOf(scene), layoutEdgesOf(scene), LAYOUT_OPTIONS);
  return place(new Map(Object.entries(positions)), 'Auto-layout').edits;
}
