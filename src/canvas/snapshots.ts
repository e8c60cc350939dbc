/**
 * What the canvas shows, part by part. Each getter is a snapshot: the same value until something that it shows is
 * another, so that a component that reads it is drawn again for nothing else. It changes nothing.
 */

import type { Delegates } from '../plan/delegates.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { Asking, Question } from './asking.ts';
import type { Camera } from './camera.ts';
import type { Choice } from './choices.ts';
import { createDrawing, type Drawing, type Drawn, sameFields } from './drawing.ts';
import { type DrawnEnd, endPlaces, endRect } from './end-places.ts';
import { endsOf } from './ends.ts';
import type { DrawnEnds } from './ends-drawing.ts';
import type { Preview, Pull } from './gestures/gesture.ts';
import type { CanvasMode, Given } from './given.ts';
import type { Intent, View } from './intents.ts';
import { cardsBefore, countProblems, createFailing, diffMarks, type Marks } from './marks.ts';
import type { CallOffer, OpenMenu } from './menu.ts';
import type { DrawnNotes } from './notes-drawing.ts';
import { type Outline, orderOf, rowsOf } from './outline.ts';
import { type Bends, createBends, createPlacement, indexPlaces, rectAt } from './places.ts';
import { around, type Rect, type SpatialIndex, visibleArea, type XY } from './plane.ts';
import { createScenes, type Scene } from './scene.ts';
import { firstCall, lastSelected } from './selection.ts';
import { type CanvasSession, NONE, NOTHING_GOES_ON } from './session.ts';
import { type Shown, shownIn } from './window.ts';
import type { Workbench } from './workbench.ts';

/** What the picture of a large plan shows: the same while a value is typed, so that thousands of cards stay painted. */
export interface Picture extends Pick<Scene, 'ids' | 'nodeIds' | 'heights' | 'edges'> {
  readonly places: readonly XY[];
  readonly index: SpatialIndex;
  readonly selected: ReadonlySet<string>;
  readonly failing: ReadonlySet<string>;
}

const NOTHING_REMOVED: readonly Call[] = [];
const NONE_SAID: Marks['said'] = new Map();
const NO_ENDS: DrawnEnds = { cards: [], arrows: [] };
const NO_OUTLINES: readonly Rect[] = [];
const NO_OFFERS: readonly (readonly CallOffer[])[] = [];

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
    const { plan, diff, catalogue, withValues = false, delegates } = this.given;
    const { calls, data, tools, plans } = plan;
    const removed = diff?.removed ?? NOTHING_REMOVED;
    const planOf = this.#planned(this.session.bench, plans, delegates);
    return this.#sceneOf({ calls, data, tools, removed, catalogue, withValues, planOf });
  }
  /** Known once the workbench has come. */
  readonly #planned = kept(
    (bench: Workbench | null, plans: Plan['plans'], delegates: Delegates | undefined) =>
      bench?.cardPlans(plans, delegates),
  );
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

  /** The cards at the ends of the plan, where they stand when nothing is dragged. */
  get placedEnds(): readonly DrawnEnd[] {
    const { plan, withValues = false } = this.given;
    const { calls, input, output, data, layout } = plan;
    const ends = this.#ended(calls.length === 0, input, output, data, withValues);
    return this.#endPlaces(ends, this.scene, this.places, this.index.bounds, layout);
  }
  readonly #ended = kept(endsOf);
  readonly #endPlaces = kept(endPlaces);

  /** Those in view, with their arrows; none before the workbench has come. */
  get ends(): DrawnEnds {
    const drawEnds = this.#endsDrawing(this.session.bench);
    if (this.isOverview || !drawEnds) return NO_ENDS;
    const { scene, places, shown, placedEnds: ends } = this;
    const { moved: all } = this.session.preview;
    // They stay where they are while a call is dragged, with their arrows.
    const moved = ends.some(({ id }) => all?.calls.includes(id)) ? all : undefined;
    return drawEnds(this.#endsToDraw({ scene, ends, places, shown, moved, marks: this.#marks }));
  }
  readonly #endsToDraw = steady<Parameters<ReturnType<Workbench['createEndsDrawing']>>[0]>();
  readonly #endsDrawing = kept((bench: Workbench | null) => bench && kept(bench.createEndsDrawing()));

  /** What stands on the canvas beside the calls; null where there is nothing, or the workbench has not come. */
  get notes(): DrawnNotes | null {
    const { notes } = this.given.plan;
    const { bench, preview } = this.session;
    return bench && notes
      ? this.#noted(
          bench,
          notes,
          this.drawing.cards,
          preview.notes,
          this.session.window,
          this.session.note?.at,
        )
      : null;
  }
  readonly #noted = kept((bench: Workbench, ...drawn: Parameters<Workbench['notesDrawn']>) =>
    bench.notesDrawn(...drawn),
  );

  /** Around all that there is, the ends and notes too; null of an empty plan. */
  get bounds(): Rect | null {
    return this.#around(this.index.bounds, this.placedEnds, this.session.bench, this.given.plan.notes);
  }
  readonly #around = kept(
    (bounds: Rect | null, ends: readonly DrawnEnd[], bench: Workbench | null, notes: Plan['notes']) =>
      bounds && (around([bounds, ...ends.map(endRect), ...(bench?.planeNotes(notes) ?? [])]) ?? bounds),
  );

  /** What of the calls is in view. */
  get shown(): Shown {
    return this.#shown(this.session.window, this.scene, this.index, this.given.selection);
  }

  /** The cards and arrows in view. */
  get drawing(): Drawing {
    const { scene, places } = this;
    const drawn = this.#drawn({
      scene,
      places: this.#dragged(scene, places, this.session.preview.moved),
      shown: this.shown,
      marks: this.#marks,
      bends: this.#routes,
    });
    return this.#draw(drawn);
  }
  readonly #drawn = steady<Drawn>();
  readonly #draw = kept(createDrawing());
  readonly #shown = kept(shownIn);

  /** Where arrows bend: as the layout says, and around what stands in their way once the workbench has come. */
  get #routes(): Bends {
    const { scene, places } = this;
    const bends = this.#bends(scene, places);
    return this.#routing(this.session.bench)?.(scene, places, bends) ?? bends;
  }
  readonly #bends = kept(createBends());
  readonly #routing = kept((bench: Workbench | null) => bench?.createRoutes());
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

  /** What the list of the calls shows. */
  get outline(): Outline {
    const { scene } = this;
    const order = this.#ordered(scene.graph);
    return this.#outlined({ scene, marks: this.#marks, order, rowOf: this.#rowed(order) });
  }
  readonly #ordered = kept(orderOf);
  readonly #rowed = kept(rowsOf);
  readonly #outlined = steady<Outline>();

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
    return this.session.farStep > 0;
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

  /** Lines by which what is dragged stands as other cards do. */
  get guides(): readonly Rect[] {
    return this.session.preview.guides ?? NO_OUTLINES;
  }

  /** The arrow that is being pulled. */
  get pull(): Pull | null {
    return this.session.preview.pull ?? null;
  }

  /** What is to be chosen next; null while nothing is. */
  get question(): Question | null {
    const { asking, bench } = this.session;
    return asking && bench && this.#questioned(bench, this.scene, this.given.catalogue, asking);
  }
  readonly #questioned = kept(
    (bench: Workbench, _scene: Scene, _catalogue: Given['catalogue'], asking: Asking) =>
      bench.questionOf(this.view, asking),
  );

  /** The tools to add a call of; null while nobody adds one. */
  get tools(): readonly Choice[] | null {
    const { bench } = this.session;
    return bench && this.isAdding ? this.#listed(bench, this.given.catalogue) : null;
  }
  readonly #listed = kept((bench: Workbench, catalogue: Given['catalogue']) => bench.toolChoices(catalogue));

  /** What is typed is a list's that is open, or about to be. */
  get isAdding(): boolean {
    return this.given.adding === true && this.mode === 'edit';
  }

  /** The menu that is open, or was last; null before the first. */
  get menu(): OpenMenu | null {
    return this.session.menu;
  }

  /** What that menu offers, in groups. */
  get offers(): readonly (readonly CallOffer[])[] {
    const { plan, mode, selection, offersOf } = this.given;
    const { bench } = this.session;
    return this.menu && bench
      ? this.#offered(bench, this.menu, mode, plan.calls, selection, offersOf)
      : NO_OFFERS;
  }
  readonly #offered = kept(
    (
      bench: Workbench,
      { on }: OpenMenu,
      mode: CanvasMode,
      calls: Given['plan']['calls'],
      selection: readonly string[],
      offersOf: Given['offersOf'],
    ) =>
      bench.menuOffers({
        mode,
        on,
        count: selection.length,
        areOff: bench.allOff(calls, selection),
        perform: (intent) => this.#perform(intent),
        ofApp: on.kind === 'call' ? (offersOf?.(on.call) ?? []) : [],
      }),
  );

  /** The last thing to say to the person; also read out. */
  get notice(): string {
    return this.session.notice;
  }

  /** Id of the call that keys are about and Tab reaches: the selected one, else the one with the keyboard, else the first. */
  get activeId(): string | undefined {
    const { scene } = this;
    const call = lastSelected(scene, this.given.selection) ?? this.ringed ?? this.first;
    return call === undefined ? undefined : scene.nodeIds[call];
  }

  /** The call whose card has the ring of the keyboard, by its index. */
  get ringed(): number | undefined {
    const { ring } = this.session;
    return ring === undefined ? undefined : this.scene.indexOf.get(ring);
  }

  /** Where to begin: the leftmost call, the topmost of several; undefined for none. */
  get first(): number | undefined {
    return this.#first(this.places) ?? undefined;
  }
  readonly #first = kept(firstCall);

  /** Where a plan that is too large to be read as a whole opens: at its first call, with what the plan asks for before it. */
  get firstRect(): Rect | undefined {
    return this.#firstRect(this.scene, this.places, this.first, this.placedEnds);
  }
  readonly #firstRect = kept(
    (scene: Scene, places: readonly XY[], first: number | undefined, ends: readonly DrawnEnd[]) => {
      if (first === undefined || !places[first]) return undefined;
      const rect = rectAt(scene, places, first);
      const left = Math.min(rect.x, ...ends.map(({ at }) => at.x));
      return { ...rect, x: left, width: rect.x + rect.width - left };
    },
  );

  get #marks(): Marks {
    const { plan, problems, selection, diff, catalogue, strangers } = this.given;
    return this.#marked({
      selected: this.#selected(selection),
      selectedEdges: this.session.selectedEdges,
      active: this.activeId,
      problems: this.#counted(problems),
      diff: this.#diffed(diff),
      strangers,
      said: this.#said(this.session.bench, plan.notes),
      before: this.#before(diff, catalogue),
    });
  }
  readonly #marked = steady<Marks>();
  readonly #selected = kept((ids: readonly string[]) => (ids.length === 0 ? NONE : new Set(ids)));
  readonly #counted = kept(countProblems);
  readonly #diffed = kept(diffMarks);
  readonly #said = kept(
    (bench: Workbench | null, notes: Plan['notes']) => (notes && bench?.commentsOn(notes)) ?? NONE_SAID,
  );
  readonly #before = kept(cardsBefore);

  /** What intents and gestures look at. */
  get view(): View {
    const { plan, catalogue, problems, withValues = false, shownOf, selection, mode, delegates } = this.given;
    return {
      plan,
      catalogue,
      problems,
      withValues,
      shownOf,
      planOf: this.#planned(this.session.bench, plan.plans, delegates),
      scene: this.scene,
      places: this.places,
      index: this.index,
      ends: this.placedEnds,
      shown: this.shown,
      selection,
      selectedEdges: this.session.selectedEdges,
      area: visibleArea(this.#camera.viewport, this.#camera.size),
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
