/** Draws the cards and arrows of a large plan as one picture. It is given a surface and colours and knows no React. */

import { curve, type Ends } from '../../canvas/bezier.ts';
import { CARD_WIDTH } from '../../canvas/card.ts';
import { hueOf } from '../../canvas/card-value.ts';
import { type Rect, type Size, type Viewport, visibleArea } from '../../canvas/plane.ts';
import type { Picture } from '../../canvas/snapshots.ts';
import { itemAt, numberAt } from '../../lib/columns.ts';

interface OverviewColours {
  readonly card: string;
  readonly border: string;
  readonly error: string;
  readonly selected: string;
  /** By hue, from 1. */
  readonly paths: readonly string[];
}

/** Arrows drawn before the browser is given a turn: a picture of 20,000 would otherwise stop a frame. */
const ARROWS_A_SLICE = 600;

/** Draws the cards at once and the arrows in slices; `next` runs each slice later and may never run it. */
export function paintOverview(
  context: CanvasRenderingContext2D,
  picture: Picture,
  viewport: Viewport,
  size: Size,
  colours: OverviewColours,
  next: (slice: () => void) => void,
): void {
  context.resetTransform();
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  const scale = context.canvas.width / size.width;
  context.setTransform(
    viewport.zoom * scale,
    0,
    0,
    viewport.zoom * scale,
    viewport.x * scale,
    viewport.y * scale,
  );
  const area = visibleArea(viewport, size);
  paintCards(context, picture, area, viewport.zoom, colours);
  paintArrows(context, picture, area, viewport.zoom, colours, next);
}

function paintCards(
  context: CanvasRenderingContext2D,
  { ids, nodeIds, heights, places, index, selected, failing }: Picture,
  area: Rect,
  zoom: number,
  colours: OverviewColours,
): void {
  context.globalCompositeOperation = 'source-over';
  context.globalAlpha = 1;
  context.lineWidth = 1 / zoom;
  // A card of a few pixels would be all outline.
  const outlined = CARD_WIDTH * zoom > 16;
  for (const i of index.within(area)) {
    const { x, y } = itemAt(places, i);
    const height = numberAt(heights, i);
    const isSelected = selected.has(itemAt(nodeIds, i));
    const plain = outlined ? colours.card : isSelected ? colours.selected : colours.border;
    context.fillStyle = failing.has(itemAt(ids, i)) ? colours.error : plain;
    context.fillRect(x, y, CARD_WIDTH, height);
    if (!outlined) continue;
    context.strokeStyle = isSelected ? colours.selected : colours.border;
    context.strokeRect(x, y, CARD_WIDTH, height);
  }
}

function paintArrows(
  context: CanvasRenderingContext2D,
  { heights, edges, places }: Picture,
  area: Rect,
  zoom: number,
  colours: OverviewColours,
  next: (slice: () => void) => void,
): void {
  const slice = (from: number): void => {
    // Behind what is there already: the cards were drawn first, to be seen first.
    context.globalCompositeOperation = 'destination-over';
    context.globalAlpha = 0.5;
    context.lineWidth = 1 / zoom;
    let drawn = 0;
    let e = from;
    for (; e < edges.length && drawn < ARROWS_A_SLICE; e++) {
      const edge = itemAt(edges, e);
      const ends: Ends = {
        sourceX: itemAt(places, edge.from).x + CARD_WIDTH,
        sourceY: itemAt(places, edge.from).y + numberAt(heights, edge.from) / 2,
        targetX: itemAt(places, edge.to).x,
        targetY: itemAt(places, edge.to).y + numberAt(heights, edge.to) / 2,
      };
      if (!crosses(ends, area)) continue;
      drawn += 1;
      context.strokeStyle = colours.paths[hueOf(edge.write.ref) - 1] ?? colours.border;
      context.stroke(new Path2D(curve(ends)));
    }
    if (e < edges.length) next(() => slice(e));
  };
  next(() => slice(0));
}

const crosses = ({ sourceX, sourceY, targetX, targetY }: Ends, area: Rect): boolean =>
  Math.min(sourceX, targetX) < area.x + area.width &&
  Math.max(sourceX, targetX) > area.x &&
  Math.min(sourceY, targetY) < area.y + area.height &&
  Math.max(sourceY, targetY) > area.y;

/** Read from the tokens at every painting, so that a change of theme is seen at the next one. */
export function coloursOf(element: Element): OverviewColours {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    card: token('--surface-raised'),
    border: token('--border-strong'),
    error: token('--danger'),
    selected: token('--accent'),
    paths: [1, 2, 3, 4, 5, 6, 7, 8].map((hue) => token(`--path-${hue}`)),
  };
}
