/** Part of the workbench: the gestures of the canvas, in the order in which they are asked. A new one is a file and its line here. */

import { connectPorts } from './connect-ports.ts';
import { duplicateCards } from './duplicate-cards.ts';
import type { Gesture, Going } from './gesture.ts';
import { moveCards } from './move-cards.ts';
import { moveNotes } from './move-notes.ts';
import { pressPlane } from './press-plane.ts';

const GESTURES: readonly Gesture[] = [duplicateCards, moveCards, moveNotes, connectPorts, pressPlane];

/** The first gesture that wants the press has it until the release. */
export function begun(...press: Parameters<Gesture>): Going | null {
  for (const begin of GESTURES) {
    const going = begin(...press);
    if (going) return going;
  }
  return null;
}
