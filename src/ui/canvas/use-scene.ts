/** The scene and the marks of what the canvas was given. */

import { useMemo, useState } from 'react';
import type { Call } from '../../plan/document.ts';
import { buildGraph, type Graph } from '../../plan/graph.ts';
import { parseCall } from '../../plan/parsed-call.ts';
import type { Catalogue } from '../../tools/catalogue.ts';
import type { CanvasDiff, CanvasProps } from './canvas-props.ts';
import { type CardModel, cardModel } from './card-model.ts';
import type { Bends } from './edge-bends.ts';
import { countProblems } from './problem-counts.ts';
import { isLatent, type Scene, sceneOf } from './scene.ts';
import type { DiffMark, Marks } from './to-flow.ts';

const NOTHING_REMOVED: readonly Call[] = [];
/** The same each time: thousands of cards are not painted again because nothing is selected once more. */
const NONE: ReadonlySet<string> = new Set();

/** Built again when calls change; a title, a policy or a place leaves it as it is. */
export function useScene({ plan, catalogue, diff, latentTools }: CanvasProps): Scene {
  const removed = diff?.removed ?? NOTHING_REMOVED;
  const { calls, data, tools } = plan;
  const graph = useMemo(() => {
    const shown = removed.length > 0 ? [...calls, ...removed] : calls;
    return buildGraph({
      format: 'obelus/plan',
      version: 1,
      id: '',
      calls: shown,
      data,
      tools,
    } as typeof plan);
  }, [calls, data, tools, removed]);
  const [sceneAfter] = useState(createScenes);
  return useMemo(
    () => sceneAfter(graph, { catalogue, latentTools }),
    [sceneAfter, graph, catalogue, latentTools],
  );
}

/** Remembers the last scene, so that the next one costs what the edit between them touched. One a canvas. */
function createScenes() {
  type Given = { readonly catalogue: Catalogue; readonly latentTools: ReadonlySet<string> | undefined };
  let last: (Given & { readonly scene: Scene }) | undefined;
  return (graph: Graph, { catalogue, latentTools }: Given): Scene => {
    const isAlike = last?.catalogue === catalogue && last.latentTools === latentTools;
    const scene = sceneOf(graph, catalogue, latentTools, isAlike ? last?.scene : undefined);
    last = { catalogue, latentTools, scene };
    return scene;
  };
}

export function useMarks(
  props: CanvasProps,
  selectedEdges: ReadonlySet<string>,
  active: string | undefined,
  bends: Bends,
): Marks {
  const { problems, selection, diff, catalogue, latentTools } = props;
  const counts = useMemo(() => countProblems(problems), [problems]);
  const selected = useMemo(() => (selection.length === 0 ? NONE : new Set(selection)), [selection]);
  const marks = useMemo(() => diffMarks(diff), [diff]);
  const before = useMemo(() => {
    const cards = (diff?.revised ?? []).map((call): [string, CardModel] => [
      call._id,
      cardModel(parseCall(call), catalogue, isLatent(call, latentTools)),
    ]);
    return new Map(cards);
  }, [diff, catalogue, latentTools]);
  return useMemo(
    () => ({ selected, selectedEdges, active, problems: counts, diff: marks, before, bends }),
    [selected, selectedEdges, active, counts, marks, before, bends],
  );
}

function diffMarks(diff: CanvasDiff | undefined): ReadonlyMap<string, DiffMark> {
  const marks = new Map<string, DiffMark>();
  for (const id of diff?.added ?? []) marks.set(id, 'added');
  for (const call of diff?.revised ?? []) marks.set(call._id, 'revised');
  for (const call of diff?.removed ?? []) marks.set(call._id, 'removed');
  return marks;
}
