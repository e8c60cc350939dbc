/** Which part of the plane is shown, and where the view goes by itself. It moves no card, and asks its stage to move it. */

import {
  around,
  type Rect,
  type Size,
  type SpatialIndex,
  type Viewport,
  visibleArea,
  type XY,
} from './plane.ts';

/** How far one can zoom out. */
export const MIN_ZOOM = 0.005;
/** How far one can zoom in. */
export const MAX_ZOOM = 2;
/** Below this, cards are blocks with a name. */
export const FAR_ZOOM = 0.4;

/**
 * Below each, a card says less in larger letters, none of them below 9 pixels on the screen (`call-card.module.css`): what it
 * does and comes to, its name alone, that larger still, nothing. In steps: a zoom draws no card anew at every frame.
 */
const FAR_ZOOMS = [FAR_ZOOM, 0.34, 0.26, 0.2];

/** How many of these steps one is away; 0 where cards can be read. */
export const farStep = (zoom: number): number => FAR_ZOOMS.filter((step) => zoom < step).length;

/**
 * Here the words of a card are 12 pixels high, and its values, in their narrow face, 11. A plan that fits only below it is
 * not shrunk to be seen whole: it opens at its beginning.
 */
const READING_ZOOM = 11 / 12;

/** Free pixels around a fitted plan: above it stands the button that adds a call; at the right the controls. */
const MARGIN = { top: 56, right: 52, bottom: 40, left: 32 } as const;

// A view stands on whole pixels: between them its text is blurred, and a pan mixes every pixel of it with the next.

/** Everything in `bounds`, centred, never larger than life. */
export function fitted(bounds: Rect, size: Size): Viewport {
  const width = Math.max(1, size.width - MARGIN.left - MARGIN.right);
  const height = Math.max(1, size.height - MARGIN.top - MARGIN.bottom);
  const zoom = clampZoom(Math.min(1, width / bounds.width, height / bounds.height));
  return {
    zoom,
    x: Math.round(MARGIN.left + (width - bounds.width * zoom) / 2 - bounds.x * zoom),
    y: Math.round(MARGIN.top + (height - bounds.height * zoom) / 2 - bounds.y * zoom),
  };
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

/**
 * What a plan opens with: all of it where that can be read, else all of its calls, else its beginning at the left.
 * @param calls around the calls alone, without what stands at the ends of the plan
 */
export function opening(bounds: Rect, first: Rect, size: Size, calls: Rect = bounds): Viewport {
  for (const whole of [fitted(bounds, size), fitted(calls, size)])
    if (whole.zoom >= READING_ZOOM) return whole;
  return beginning(bounds, first, size);
}

/** What a change is about: all of it, where cards can still be told apart; else where it begins. */
function changed(area: Rect, first: Rect, size: Size): Viewport {
  const all = fitted(area, size);
  return all.zoom >= FAR_ZOOM ? all : beginning(area, first, size);
}

function beginning(bounds: Rect, first: Rect, size: Size): Viewport {
  const zoom = READING_ZOOM;
  const centre = (size.height - MARGIN.bottom) / 2 - (first.y + first.height / 2) * zoom;
  // Not below the top edge: there is nothing above the plan to leave room for.
  const highest = MARGIN.top - bounds.y * zoom;
  const isTaller = bounds.height * zoom > size.height;
  const y = isTaller ? Math.min(centre, highest) : centre;
  return { zoom, x: Math.round(MARGIN.left - first.x * zoom), y: Math.round(y) };
}

/** While a plan streams in: all of it, as long as that can be read, then its newest card at the right. */
function following(bounds: Rect, newest: Rect, size: Size): Viewport {
  const all = fitted(bounds, size);
  if (all.zoom >= READING_ZOOM) return all;
  const zoom = READING_ZOOM;
  return {
    zoom,
    x: size.width - MARGIN.right - (newest.x + newest.width) * zoom,
    y: (size.height - MARGIN.bottom) / 2 - (newest.y + newest.height / 2) * zoom,
  };
}

/** The viewport that has `rect` in its middle; `zoom` raised where the card could not be read. */
function centred(rect: Rect, zoom: number, size: Size): Viewport {
  const readable = zoom < FAR_ZOOM ? READING_ZOOM : zoom;
  return {
    zoom: readable,
    x: Math.round(size.width / 2 - (rect.x + rect.width / 2) * readable),
    y: Math.round(size.height / 2 - (rect.y + rect.height / 2) * readable),
  };
}

/**
 * The viewport nearest to this one in which `rect` is, or its head; its beginning, where there is no room for all of it.
 * @param deep how much of its height is wanted, in pixels of the plane
 */
function nearest(rect: Rect, { x, y, zoom }: Viewport, { width, height }: Size, deep: number): Viewport {
  const head = Math.min(rect.height, deep);
  const [right, below] = [width - MARGIN.right, height - MARGIN.bottom];
  const at = (now: number, least: number, most: number) => Math.round(Math.max(least, Math.min(now, most)));
  return {
    zoom,
    x: at(x, MARGIN.left - rect.x * zoom, right - (rect.x + rect.width) * zoom),
    y: at(y, MARGIN.top - rect.y * zoom, below - (rect.y + head) * zoom),
  };
}

function clampZoom(zoom: number): number {
  return Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom));
}

/** The viewport at `zoom` that keeps the middle of the screen where it is. */
export function zoomed({ x, y, zoom }: Viewport, wanted: number, size: Size): Viewport {
  const next = clampZoom(wanted);
  const about = (length: number, at: number) => length / 2 - ((length / 2 - at) / zoom) * next;
  return { x: about(size.width, x), y: about(size.height, y), zoom: next };
}

/** A part of the way between two viewports, `share` from 0 to 1: each step of zoom takes as long, about one fixed point. */
export function between(from: Viewport, to: Viewport, share: number): Viewport {
  const zoom = from.zoom * (to.zoom / from.zoom) ** share;
  const way = to.zoom === from.zoom ? share : (zoom - from.zoom) / (to.zoom - from.zoom);
  return { zoom, x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way };
}

/** Pixels of a card that must be in view for it to count as shown. */
const HEAD = 80;

/** Whether a card can be seen: all of its width, and its head, or as much of its height as is asked for. */
export function isInView(card: Rect, viewport: Viewport, size: Size, deep = HEAD): boolean {
  const area = visibleArea(viewport, size);
  return (
    card.x >= area.x &&
    card.y >= area.y &&
    card.x + card.width <= area.x + area.width &&
    card.y + Math.min(card.height, deep) <= area.y + area.height
  );
}

// ---- Where the view goes by itself ----

/** What the camera looks at, as far as it decides where the view goes. */
export interface Sight {
  /** The one selected call; undefined for none and for several. */
  readonly only: string | undefined;
  /** Ids of the calls that a difference is about; undefined while there is none. */
  readonly reviewed: readonly string[] | undefined;
  /** Calls are still arriving. */
  readonly streaming: boolean;
  readonly index: SpatialIndex;
  /** Around all that there is, what stands at the ends of the plan too. */
  readonly bounds: Rect | null;
  readonly rectOf: (id: string) => Rect | undefined;
  /** The leftmost card, and the one that came last. */
  readonly first: Rect | undefined;
  readonly newest: Rect | undefined;
}

interface Destination {
  readonly to: Viewport;
  /** How it came about, where it shows the whole plan. */
  readonly whole?: typeof opening;
}

/**
 * Where to go when `before` has become `now`; null to stay. A selection made elsewhere (a problem, the palette) is
 * brought into view; what a draft changes is shown as a whole, and again where it stands elsewhere once it is decided on; a
 * plan that streams in is followed until the person moves the view (`released`).
 * @param before null at the first look
 */
function destination(
  before: Sight | null,
  now: Sight,
  view: { readonly viewport: Viewport; readonly size: Size; readonly released: boolean },
): Destination | null {
  const { viewport, size } = view;
  const streamed = view.released ? null : alongTheStream(before, now, size);
  if (streamed) return streamed;
  if (!now.reviewed !== !before?.reviewed) {
    const cards = (now.reviewed ?? before?.reviewed ?? []).flatMap((id) => now.rectOf(id) ?? []);
    const [first] = cards.toSorted((a, b) => a.x - b.x);
    const area = around(cards);
    const isSeen = !now.reviewed && cards.every((card) => isInView(card, viewport, size));
    if (area && first && !isSeen) {
      // The bar above it comes a moment later, and what asks about it too; both take of the room.
      return { to: changed(area, first, size), whole: (_all, _first, room) => changed(area, first, room) };
    }
  }
  if (!before || now.only === before.only || now.only === undefined) return null;
  const card = now.rectOf(now.only);
  if (!card) return null;
  if (!isInView(card, viewport, size)) return { to: centred(card, viewport.zoom, size) };
  // What has just come is worked on next, down to the paths at its foot.
  const isNew = before.rectOf(now.only) === undefined;
  return isNew && !isInView(card, viewport, size, card.height)
    ? { to: nearest(card, viewport, size, card.height) }
    : null;
}

/** Too large a plan to be read as a whole is followed to its newest card, and shown from its beginning at the end. */
function alongTheStream(before: Sight | null, now: Sight, size: Size): Destination | null {
  const { bounds } = now;
  const isNews = before?.index !== now.index || before.streaming !== now.streaming;
  if (!bounds || !isNews) return null;
  if (now.streaming) return now.newest ? { to: following(bounds, now.newest, size) } : null;
  const begins = before !== null && (before.streaming || before.bounds === null);
  return begins && now.first
    ? { to: opening(bounds, now.first, size, now.index.bounds ?? bounds), whole: opening }
    : null;
}

// ---- The camera ----

/** Less than this, in pixels, is rounding. */
const isNear = (a: Viewport, b: Viewport): boolean =>
  Math.abs(a.x - b.x) + Math.abs(a.y - b.y) < 1 && Math.abs(a.zoom / b.zoom - 1) < 0.001;

/** Holds what is shown and says where to go. `move` is asked to bring the view there, in its own time. */
export class Camera {
  #viewport: Viewport = { x: 0, y: 0, zoom: 1 };
  #size: Size;
  /** Where the surface begins on the page; undefined while that is not told. */
  #left: number | undefined;
  #sight: Sight | null = null;
  #released = false;
  /** How it showed the whole plan last, where it still does: again so when the surface has another height. */
  #whole: typeof opening | null = null;
  /** The call that something beside the surface is about: a question, say. It stays in view as a selected one does. */
  #at: string | undefined;
  /** Where the view is on its way to; null at rest. */
  #bound: Viewport | null = null;
  readonly #stage: (to: Viewport) => void;

  constructor(size: Size, move: (to: Viewport) => void) {
    this.#size = size;
    this.#stage = move;
  }

  #move(to: Viewport, whole: typeof opening | null = null): void {
    this.#whole = whole;
    this.#bound = to;
    this.#stage(to);
  }

  get viewport(): Viewport {
    return this.#viewport;
  }

  get size(): Size {
    return this.#size;
  }

  /** The middle of what is in view, in the plane's coordinates. */
  get middle(): XY {
    const { x, y, width, height } = visibleArea(this.#viewport, this.#size);
    return { x: x + width / 2, y: y + height / 2 };
  }

  /** The plan stands as it opens, before there is a stage to move. */
  open(bounds: Rect, first: Rect, calls: Rect): void {
    this.#viewport = opening(bounds, first, this.#size, calls);
    this.#whole = opening;
  }

  /** It stands as it did when one went away. */
  openAt(viewport: Viewport): void {
    this.#viewport = viewport;
  }

  /**
   * The view stands here now, whoever moved it. Where a panel around the surface has opened or folded, a plan that was
   * shown as a whole is so again, and of any other view the card that one works on stays in it. The panel at the right
   * opens at a press on a card: what was pressed goes away under the pointer only where it would be covered else.
   * @param left where the surface begins on the page
   * @param isHeld a gesture is under way: what is dragged stays under the pointer
   */
  stand(viewport: Viewport, size: Size, left = this.#left, isHeld = false): void {
    const isSized = size.height !== this.#size.height || (this.#left !== undefined && left !== this.#left);
    const isWider = size.width !== this.#size.width;
    const at = this.#at ?? this.#sight?.only;
    const card = at === undefined ? undefined : this.#sight?.rectOf(at);
    // A card that was seen to its foot is so again, one of which the head was seen by its head.
    const seen = (deep: number) => card !== undefined && isInView(card, this.#viewport, this.#size, deep);
    const deep = [card?.height ?? HEAD, HEAD].find(seen);
    this.#viewport = viewport;
    this.#size = size;
    this.#left = left;
    if (this.#bound && isNear(viewport, this.#bound)) this.#bound = null;
    if (isHeld || (!isSized && !isWider)) return;
    const { bounds, first, index } = this.#sight ?? {};
    if (isSized && this.#whole && bounds && first)
      this.#move(this.#whole(bounds, first, size, index?.bounds ?? bounds), this.#whole);
    else if (card && deep !== undefined && !isInView(card, viewport, size, deep)) {
      const whole = this.#whole;
      this.#move(nearest(card, viewport, size, deep), whole);
    }
  }

  /** The person moved the view: from now on it follows no stream, and stays where it is. */
  release(): void {
    this.#released = true;
    this.#whole = null;
    this.#bound = null;
  }

  /** Looks at what there is now, and goes where that leads. */
  look(now: Sight): void {
    const next = destination(this.#sight, now, {
      viewport: this.#viewport,
      size: this.#size,
      released: this.#released,
    });
    if (!now.streaming) this.#released = false;
    this.#sight = now;
    if (next) this.#move(next.to, next.whole);
  }

  fit(bounds: Rect | null): void {
    if (bounds) this.#move(fitted(bounds, this.#size), (all, _, size) => fitted(all, size));
  }

  zoomTo(zoom: number): void {
    this.#move(zoomed(this.#viewport, zoom, this.#size));
  }

  zoomBy(factor: number): void {
    this.zoomTo(this.#viewport.zoom * factor);
  }

  /** Brings the first of some cards into view where none of them is. */
  showOneOf(cards: readonly Rect[]): void {
    const [first] = cards;
    if (first && !cards.some((card) => isInView(card, this.#viewport, this.#size))) this.show(first);
  }

  /** Something beside the surface is about that call now: it is in view, and stays so. undefined: about none any more. */
  attend(id: string | undefined): void {
    this.#at = id;
    const card = id === undefined ? undefined : this.#sight?.rectOf(id);
    if (card) this.show(card);
  }

  /** Brings a card into view where it is not, or is not about to be: half-way there it would be gone to at half the zoom. */
  show(card: Rect): void {
    if (!isInView(card, this.#bound ?? this.#viewport, this.#size)) {
      this.#move(centred(card, this.#viewport.zoom, this.#size));
    }
  }
}
