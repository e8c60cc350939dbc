/**
 * What is done with a drawing beyond looking at it: gestures, edits, menus, what is asked, what stands at the ends of the
 * plan. One piece that is fetched once the plan is drawn, so that a plan opens without waiting for it; the canvas knows it by
 * its type alone.
 */

import { commentsOn, planeNotes } from '../plan/canvas-notes.ts';
import { questionOf } from './asking.ts';
import { cardPlans } from './card-plan.ts';
import { allOff, touched } from './changes.ts';
import { toolChoices } from './choices.ts';
import { whyNotEnd } from './end-asking.ts';
import { joins } from './end-connection.ts';
import { createEndsDrawing } from './ends-drawing.ts';
import { fitsOf, fitsOfInput, whyNotCard, whyNotPort } from './fits.ts';
import { begun } from './gestures/gestures.ts';
import { gripAt } from './grip.ts';
import { Hands } from './hands.ts';
import { menuOffers } from './menu.ts';
import { withinFrame } from './note-edits.ts';
import { notesDrawn } from './notes-drawing.ts';
import { createRoutes } from './routes.ts';

export const WORKBENCH = {
  Hands,
  touched,
  begun,
  gripAt,
  joins,
  createEndsDrawing,
  createRoutes,
  notesDrawn,
  commentsOn,
  planeNotes,
  withinFrame,
  toolChoices,
  questionOf,
  menuOffers,
  allOff,
  cardPlans,
  whyNotEnd,
  fitsOf,
  fitsOfInput,
  whyNotCard,
  whyNotPort,
};

export type Workbench = typeof WORKBENCH;
