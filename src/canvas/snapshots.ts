/**
 * What the canvas shows, part by part. Each getter is a snapshot: the same value until something that it shows is
 * another, so that a component that reads it is drawn again for nothing else. It changes nothing.
 */

import type { Call } from '../plan/document.ts';
import type { Camera } from './camera.ts';
import { allOff } from './changes.ts';
import { type Choice, type Connecting, type ConnectStep, connectStep, toolChoices } from './choices.ts';
import { createDrawing, type Drawing, type Drawn, sameFields } from './drawing.ts';
import { NO_PREVIEW, type Preview } from './gestures/gesture.ts';
import type { CanvasMode, Given } from './given.ts';
import type { Intent, View } from './intents.ts';
import { cardsBefore, countProblems, createFailing, diffMarks, type Marks } from './marks.ts';
import { type CallOffer, callOffers, type OpenMenu } from './menu.ts';
import { createBends, createPlacement, indexPlaces } from './places.ts';
import type { Rect, SpatialIndex, XY } from './plane.ts';
import { createScenes, type Scene } from './scene.ts';
import { firstCall, lastSelected } from './selection.ts';
import { shownIn, type Window } from './window.ts';

/** What goes on at a canvas and ends with it: never saved, never undone. */
export interface CanvasSession {
  readonly selectedEdges: ReadonlySet<string>;
  /** How far connecting by keyboard has come; null while nobody connects. */
  readonly connecting: Connecting | null;
  readonly notice: string;
  readonly menu: OpenMenu | null;
  readonly preview: Preview;
  readonly window: Window;
  /** Zoomed out so far that only names can be read. */
  readonly isFar: boolean;
  /** A large plan is being zoomed: what is shown as cards stays as it is until the view rests. */
  readonly isHeld: boolean;
}

/** What the picture of a large plan shows: the same while a value is typed, so that thousands of cards stay painted. */
export interface Picture extends Pick<Scene, 'ids' | 'nodeIds' | 'heights' | 'edges'> {
  readonly places: readonly XY[];
  readonly index: SpatialIndex;
  readonly selected: ReadonlySet<string>;
  readonly failing: ReadonlySet<string>;
}

const NOTHING_REMOVED: readonly Call[] = [];
/** The same each time: cards are not drawn again because nothing is selected once more. */
const NONE: ReadonlySet<string> = new Set();
const NO_OUTLINES: readonly Rect[] = [];
const NO_OFFERS: readonly (readonly CallOffer[])[] = [];

const NOTHING_GOES_ON: CanvasSession = {
  selectedEdges: NONE,
  connecting: null,
  notice: '',
  menu: null,
  preview: NO_PREVIEW,
  window: 'all',
  isFar: false,
  isHeld: false,
};

/** Of one canvas. Whoever owns it puts what was given and what goes on into its fields. */
export class Snapshots {
  given: Given;
  session: CanvasSession = NOTHING_GOES_ON;
  readonly #camera: Camera;
  readonly #perform: (intent: Intent) => void;

  /** @param perform what an entry of the menu does when it is chosen */
  constructor(given: Given, camera: Camera, perform: (intent: Intent) => void) {
    this.given = given;
    this.#camera = camera;
    this.#perform = perform;
  }

  get mode(): CanvasMode {
    return this.given.mode;
  }

  get scene(): Scene {
    const { plan, diff, catalogue, latentTools, withValues = false } = this.given;
    const { calls, data, tools } = plan;
    const removed = diff?.removed ?? NOTHING_REMOVED;
    return this.#sceneOf({ calls, data, tools, removed, catalogue, latentTools, withValues });
  }
  readonly #sceneOf = createScenes();

  /** By call index: where the cards stand when nothing is dragged. */
  get places(): readonly XY[] {
    return this.#settled(this.scene, this.given.plan.layout);
  }
  readonly #settled = kept(createPlacement());

  /** What stands where. */
  get index(): SpatialIndex {
    return this.#indexed(this.scene.heights, this.places);
  }
  readonly #indexed = kept(indexPlaces);

  /** The cards and arrows in view. */
  get drawing(): Drawing {
    const { scene, places, index } = this;
    const drawn = this.#drawn({
      scene,
      places: this.#dragged(scene, places, this.session.preview.moved),
      shown: this.#shown(this.session.window, scene, index, this.given.selection),
      marks: this.#marks,
      bends: this.#bends(scene, places),
    });
    return this.#draw(drawn);
  }
  readonly #drawn = steady<Drawn>();
  readonly #draw = kept(createDrawing());
  readonly #shown = kept(shownIn);
  readonly #bends = kept(createBends());
  readonly #dragged = kept(displaced);

  /** What the picture of all cards shows. */
  get picture(): Picture {
    const { ids, nodeIds, heights, edges } = this.scene;
    const { selected, problems } = this.#marks;
    const failing = this.#failingOf(problems);
    return this.#pictured({
      ids,
      nodeIds,
      heights,
      edges,
      places: this.places,
      index: this.index,
      selected,
      failing,
    });
  }
  readonly #failingOf = kept(createFailing());
  readonly #pictured = steady<Picture>();

  /** So many cards are in view that one picture stands for them. */
  get isOverview(): boolean {
    return this.session.window === 'overview';
  }

  /** The picture is shown: instead of cards, or around those there are while the view is zoomed. */
  get isPictured(): boolean {
    return this.isOverview || this.session.isHeld;
  }

  /** Zoomed out so far that only names can be read. */
  get isFar(): boolean {
    return this.session.isFar;
  }

  /** How many cards there are, shown or not. */
  get count(): number {
    return this.scene.ids.length;
  }

  /** An empty plan that nothing is arriving in. */
  get isEmpty(): boolean {
    return this.count === 0 && this.mode === 'edit' && this.given.streaming !== true;
  }

  /** Frames for cards that a gesture would make. */
  get outlines(): readonly Rect[] {
    return this.session.preview.outlines ?? NO_OUTLINES;
  }

  /** What is to be chosen next to connect two calls; null while nobody connects. */
  get connectStep(): ConnectStep | null {
    return this.session.connecting && this.#stepped(this.scene, this.session.connecting);
  }
  readonly #stepped = kept(connectStep);

  /** The tools to add a call of; null while nobody adds one. */
  get tools(): readonly Choice[] | null {
    return this.given.adding === true && this.mode === 'edit' ? this.#listed(this.given.catalogue) : null;
  }
  readonly #listed = kept(toolChoices);

  /** The menu that is open, or was last; null before the first. */
  get menu(): OpenMenu | null {
    return this.session.menu;
  }

  /** What that menu offers, in groups. */
  get offers(): readonly (readonly CallOffer[])[] {
    const { plan, mode, selection, offersOf } = this.given;
    return this.menu ? this.#offered(this.menu, mode, plan.calls, selection, offersOf) : NO_OFFERS;
  }
  readonly #offered = kept(
    (
      menu: OpenMenu,
      mode: CanvasMode,
      calls: Given['plan']['calls'],
      selection: readonly string[],
      offersOf: Given['offersOf'],
    ) =>
      callOffers({
        mode,
        call: menu.call,
        count: selection.length,
        areOff: allOff(calls, selection),
        perform: (intent) => this.#perform(intent),
        ofApp: offersOf?.(menu.call) ?? [],
      }),
  );

  /** The last thing to say to the person; also read out. */
  get notice(): string {
    return this.session.notice;
  }

  /** Id of the call that keys are about and Tab reaches: the selected one, or the first where none is. */
  get activeId(): string | undefined {
    const { scene } = this;
    const call = lastSelected(scene, this.given.selection) ?? this.first;
    return call === undefined ? undefined : scene.nodeIds[call];
  }

  /** Where to begin: the leftmost call, the topmost of several; undefined for none. */
  get first(): number | undefined {
    return this.#first(this.places) ?? undefined;
  }
  readonly #first = kept(firstCall);

  get #marks(): Marks {
    const { problems, selection, diff, catalogue, latentTools, strangers } = this.given;
    return this.#marked({
      selected: this.#selected(selection),
      selectedEdges: this.session.selectedEdges,
      active: this.activeId,
      problems: this.#counted(problems),
      diff: this.#diffed(diff),
      strangers,
      before: this.#before(diff, catalogue, latentTools),
    });
  }
  readonly #marked = steady<Marks>();
  readonly #selected = kept((ids: readonly string[]) => (ids.length === 0 ? NONE : new Set(ids)));
  readonly #counted = kept(countProblems);
  readonly #diffed = kept(diffMarks);
  readonly #before = kept(cardsBefore);

  /** What intents and gestures look at. */
  get view(): View {
    const { plan, catalogue, withValues = false, selection, mode } = this.given;
    return {
      plan,
      catalogue,
      withValues,
      scene: this.scene,
      places: this.places,
      index: this.index,
      selection,
      selectedEdges: this.session.selectedEdges,
      middle: this.#camera.middle,
      mode,
      isOverview: this.isOverview,
    };
  }
}

/** The places with some cards moved: what a drag shows before the plan hears of it. */
function displaced(scene: Scene, places: readonly XY[], moved: Preview['moved']): readonly XY[] {
  if (!moved) return places;
  const next = places.slice();
  for (const id of moved.calls) {
    const call = scene.indexOf.get(id);
    const at = call === undefined ? undefined : places[call];
    if (call !== undefined && at) next[call] = { x: at.x + moved.by.x, y: at.y + moved.by.y };
  }
  return next;
}

/** Makes it anew only where something it is made of is another thing than the last time. */
function kept<A extends readonly unknown[], R>(make: (...from: A) => R): (...from: A) => R {
  let last: { readonly from: A; readonly made: R } | null = null;
  return (...from) => {
    if (!last || from.some((one, i) => one !== last?.from[i])) last = { from, made: make(...from) };
    return last.made;
  };
}

/** The object of the last time where every field of it is the same thing. */
function steady<T extends object>(): (now: T) => T {
  let last: T | null = null;
  return (now) => {
    if (!last || !sameFields(last, now)) last = now;
    return last;
  };
}
