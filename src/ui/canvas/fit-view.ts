/** Which part of the plane to show. Pure arithmetic on rectangles and viewports. */

import type { Viewport } from './flow-window.ts';
import type { Rect } from './geometry.ts';

export const MIN_ZOOM = 0.005;
export const MAX_ZOOM = 2;
/** Below this, cards are blocks with a name. */
export const FAR_ZOOM = 0.4;

/** A plan that fits only below this zoom opens at its beginning instead, at a size that can be read. */
const READABLE_ZOOM = 0.55;
const OPENING_ZOOM = 0.8;

/** Free pixels around a fitted plan; the goal box floats over the bottom. */
const MARGIN = { top: 56, right: 32, bottom: 120, left: 32 } as const;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What floats over the bottom while a difference is reviewed: the question, a line of the thread, the goal box. */
export const REVIEW_BOTTOM = 216;

/** Everything in `bounds`, centred, never larger than life. @param bottom pixels that something floats over */
export function fitted(bounds: Rect, size: Size, bottom: number = MARGIN.bottom): Viewport {
  const width = Math.max(1, size.width - MARGIN.left - MARGIN.right);
  const height = Math.max(1, size.height - MARGIN.top - bottom);
  const zoom = clampZoom(Math.min(1, width / bounds.width, height / bounds.height));
  return {
    zoom,
    x: MARGIN.left + (width - bounds.width * zoom) / 2 - bounds.x * zoom,
    y: MARGIN.top + (height - bounds.height * zoom) / 2 - bounds.y * zoom,
  };
}

/** The smallest rectangle that holds them all; undefined for none. */
export function around(rects: readonly Rect[]): Rect | undefined {
  if (rects.length === 0) return undefined;
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  const right = Math.max(...rects.map((rect) => rect.x + rect.width));
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** Everything in `bounds`, centred in a small picture with `margin` pixels around it. */
export function fittedInto(bounds: Rect, size: Size, margin: number): Viewport {
  const [width, height] = [size.width - 2 * margin, size.height - 2 * margin];
  const zoom = Math.min(width / bounds.width, height / bounds.height);
  return {
    zoom,
    x: (size.width - bounds.width * zoom) / 2 - bounds.x * zoom,
    y: (size.height - bounds.height * zoom) / 2 - bounds.y * zoom,
  };
}

/** What a plan opens with: all of it where that can be read, else its first card at the left. */
export function opening(bounds: Rect, first: Rect, size: Size): Viewport {
  const all = fitted(bounds, size);
  if (all.zoom >= READABLE_ZOOM) return all;
  const zoom = OPENING_ZOOM;
  const centre = (size.height - MARGIN.bottom) / 2 - (first.y + first.height / 2) * zoom;
  // Not below the top edge: there is nothing above the plan to leave room for.
  const highest = MARGIN.top - bounds.y * zoom;
  const isTaller = bounds.height * zoom > size.height;
  return { zoom, x: MARGIN.left - first.x * zoom, y: isTaller ? Math.min(centre, highest) : centre };
}

/** While a plan streams in: all of it, as long as that can be read, then its newest card at the right. */
export function following(bounds: Rect, newest: Rect, size: Size): Viewport {
  const all = fitted(bounds, size);
  if (all.zoom >= READABLE_ZOOM) return all;
  const zoom = READABLE_ZOOM;
  return {
    zoom,
    x: size.width - MARGIN.right - (newest.x + newest.width) * zoom,
    y: (size.height - MARGIN.bottom) / 2 - (newest.y + newest.height / 2) * zoom,
  };
}

/** The viewport that has `rect` in its middle; `zoom` raised where the card could not be read. */
export function centred(rect: Rect, zoom: number, size: Size): Viewport {
  const readable = zoom < FAR_ZOOM ? OPENING_ZOOM : zoom;
  return {
    zoom: readable,
    x: size.width / 2 - (rect.x + rect.width / 2) * readable,
    y: size.height / 2 - (rect.y + rect.height / 2) * readable,
  };
}

export function clampZoom(zoom: number): number {
  return Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom));
}
