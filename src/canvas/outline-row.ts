/** A row of the list of the calls: what it shows of its call, whom that reads from, and who reads it. It draws nothing. */

import { intAt, itemAt } from '../lib/columns.ts';
import { printRef } from '../plan/expression.ts';
import type { Edge } from '../plan/graph.ts';
import { parameterLabel } from '../tools/titles.ts';
import { outputPort } from './card.ts';
import { type Hue, hueOf, pillOf } from './card-value.ts';
import { edgeId } from './drawing.ts';
import type { Outline } from './outline.ts';
import type { Scene } from './scene.ts';

/** One end of an arrow, as the call at its other end has it. */
export interface OutlineReference {
  /** Names the arrow, as on the drawing. */
  readonly edge: string;
  /** Id of the card at the other end. */
  readonly other: string;
  /** Row of that call, from 1, as people count. */
  readonly row: number;
  readonly title: string;
  /** The path as it is read. */
  readonly path: string;
  readonly hue: Hue;
  /** Where the reader has it: a parameter as forms name it, or what it waits for. */
  readonly as: string;
  /** The alternative of the writer's result that it hangs on, where there are several. */
  readonly branch: string | undefined;
}

/** What a call reads, each once an arrow, in the order of its writers' rows. */
export const readsOf = (outline: Outline, call: number): readonly OutlineReference[] =>
  itemAt(outline.scene.arriving, call)
    .map((e) => reference(outline, itemAt(outline.scene.edges, e), 'from'))
    .sort(byRow);

/** Who reads it. */
export const readersOf = (outline: Outline, call: number): readonly OutlineReference[] =>
  itemAt(outline.scene.leaving, call)
    .map((e) => reference(outline, itemAt(outline.scene.edges, e), 'to'))
    .sort(byRow);

const byRow = (a: OutlineReference, b: OutlineReference): number => a.row - b.row;

/** The calls that one reads from, each once, as far as a line has room for them. */
export function sourcesOf(
  { scene, rowOf }: Outline,
  call: number,
): readonly { row: number; title: string }[] {
  const writers = new Set(itemAt(scene.arriving, call).map((e) => itemAt(scene.edges, e).from));
  return [...writers]
    .map((writer) => ({ row: intAt(rowOf, writer) + 1, title: scene.titleOf(writer) }))
    .sort((a, b) => a.row - b.row);
}

function reference({ scene, rowOf }: Outline, edge: Edge, end: 'from' | 'to'): OutlineReference {
  const other = edge[end];
  const writer = scene.cardOf(edge.from);
  const branch = writer.outputs.find(({ port }) => port === outputPort(edge.write.alternative));
  return {
    edge: edgeId(scene, edge),
    other: itemAt(scene.nodeIds, other),
    row: intAt(rowOf, other) + 1,
    title: scene.titleOf(other),
    path: printRef(edge.ref),
    hue: hueOf(edge.ref.path.length > 0 ? edge.ref : edge.write.ref),
    as: roleWords(scene, edge),
    branch:
      writer.outputs.length < 2
        ? undefined
        : branch?.isError
          ? 'when it fails'
          : `if ${pillOf(edge.write.ref).text}`,
  };
}

function roleWords(scene: Scene, { role, path, to }: Edge): string {
  switch (role) {
    case 'after':
      return 'run after';
    case 'forEach':
      return 'for each';
    case 'scope':
      return 'what it sees';
    case 'parameter':
      return parameterLabel(scene.cardOf(to).contract, String(path[0]));
  }
}
