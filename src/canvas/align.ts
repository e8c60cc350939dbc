/** Cards brought in line, or as far from each other as each other. */

import { itemAt, numberAt } from '../lib/columns.ts';
import { CARD_WIDTH } from './card.ts';
import { type Change, named, pinned, place } from './changes.ts';
import type { Along, View } from './intents.ts';
import { rectAt } from './places.ts';
import { around, type Rect, type XY } from './plane.ts';

const TITLES: Readonly<Record<Along, string>> = {
  left: 'Align left',
  right: 'Align right',
  top: 'Align top',
  bottom: 'Align bottom',
  across: 'Distribute across',
  down: 'Distribute down',
};

/** No edit for fewer than two, or three to distribute. */
export function aligned(view: View, along: Along): Change {
  const { scene, places, plan, selection } = view;
  const calls = selection.flatMap((id) => scene.indexOf.get(id) ?? []);
  const rects = calls.map((call) => rectAt(scene, places, call));
  const all = around(rects);
  const title = `${TITLES[along]}: ${named(selection)}`;
  const isGaps = along === 'across' || along === 'down';
  if (!all || calls.length < (isGaps ? 3 : 2)) return { edits: [], title };
  const next = isGaps ? spread(rects, along) : rects.map((rect) => inLine(rect, all, along));
  const positions = new Map([
    ...pinned(scene, places, plan.layout),
    ...calls.map((call, i) => [itemAt(scene.nodeIds, call), itemAt(next, i)] as const),
  ]);
  return place(positions, title);
}

function inLine({ x, y, height }: Rect, all: Rect, along: 'left' | 'right' | 'top' | 'bottom'): XY {
  switch (along) {
    case 'left':
      return { x: all.x, y };
    case 'right':
      return { x: all.x + all.width - CARD_WIDTH, y };
    case 'top':
      return { x, y: all.y };
    case 'bottom':
      return { x, y: all.y + all.height - height };
  }
}

/** The first and the last stay; where they overlap, the gaps are as negative as each other. */
function spread(rects: readonly Rect[], along: 'across' | 'down'): readonly XY[] {
  const [at, size] = along === 'across' ? (['x', 'width'] as const) : (['y', 'height'] as const);
  const order = rects.map((_, i) => i).sort((a, b) => itemAt(rects, a)[at] - itemAt(rects, b)[at]);
  const sizes = order.map((i) => itemAt(rects, i)[size]);
  const first = itemAt(rects, itemAt(order, 0))[at];
  const last = itemAt(rects, itemAt(order, order.length - 1));
  const free = last[at] + last[size] - first - sizes.reduce((sum, one) => sum + one, 0);
  const gap = free / (order.length - 1);
  const next: XY[] = rects.map(({ x, y }) => ({ x, y }));
  let now = first;
  order.forEach((i, turn) => {
    next[i] = { ...itemAt(next, i), [at]: now };
    now += numberAt(sizes, turn) + gap;
  });
  return next;
}
