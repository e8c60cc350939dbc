/** The gestures of the canvas, in the order in which they are asked. A new one is a file and its line here. */

import { connectPorts } from './connect-ports.ts';
import { duplicateCards } from './duplicate-cards.ts';
import type { Gesture } from './gesture.ts';
import { moveCards } from './move-cards.ts';
import { pressPlane } from './press-plane.ts';

export const GESTURES: readonly Gesture[] = [duplicateCards, moveCards, connectPorts, pressPlane];
