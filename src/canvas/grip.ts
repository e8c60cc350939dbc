/** What of the drawing is under a point of the plane: by the places of ports and cards, and of few of them. */

import { itemAt } from '../lib/columns.ts';
import { CARD_WIDTH, cardRect, MORE_PORT, PORT_REACH, portPlaces } from './card.ts';
import { endRect } from './end-places.ts';
import { endPorts, rowOfPort } from './ends.ts';
import type { Grip } from './gestures/gesture.ts';
import type { View } from './intents.ts';
import type { Rect, XY } from './plane.ts';

/**
 * Calls by the spatial index, and the cards at the ends of the plan, which are few. Those have ports at one side only, and
 * a row of the result is no place to let go on: the card is.
 * @param side of the calls' ports that are looked for; a card is found whichever it is
 */
export function gripAt(
  { scene, places, index, ends }: Pick<View, 'scene' | 'places' | 'index' | 'ends'>,
  at: XY,
  side: 'left' | 'right',
): Grip {
  const near = index.within({
    x: at.x - PORT_REACH,
    y: at.y - PORT_REACH,
    width: 2 * PORT_REACH,
    height: 2 * PORT_REACH,
  });
  let best: Grip = { kind: 'plane' };
  let least = PORT_REACH;
  const look = (call: string, port: string, x: number, y: number): void => {
    const distance = Math.hypot(at.x - x, at.y - y);
    if (distance > least) return;
    least = distance;
    best = { kind: 'port', call, port };
  };
  for (const call of near) {
    const { x, y } = itemAt(places, call);
    const edge = side === 'left' ? x : x + CARD_WIDTH;
    if (Math.abs(at.x - edge) > least) continue;
    for (const port of portPlaces(scene.cardOf(call))) {
      if (port.side !== side || port.port === MORE_PORT) continue;
      look(itemAt(scene.nodeIds, call), port.port, edge, y + port.y);
    }
  }
  // A call of such a name is the one that is drawn.
  const drawn = ends.filter(({ id }) => !scene.indexOf.has(id));
  for (const { id, at: own, end } of drawn)
    for (const { port, side: where, y } of endPorts(end))
      if (rowOfPort(port) === null) look(id, port, own.x + (where === 'left' ? 0 : CARD_WIDTH), own.y + y);
  if ((best as Grip).kind === 'port') return best;
  const card = near.findLast((call) => isIn(cardRect(itemAt(places, call), scene.heights[call] ?? 0), at));
  if (card !== undefined) return { kind: 'card', call: itemAt(scene.nodeIds, card) };
  const end = drawn.find((one) => isIn(endRect(one), at));
  return end ? { kind: 'card', call: end.id } : best;
}

const isIn = ({ x, y, width, height }: Rect, at: XY): boolean =>
  at.x >= x && at.y >= y && at.x <= x + width && at.y <= y + height;
