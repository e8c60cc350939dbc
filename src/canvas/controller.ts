/**
 * The canvas as a controller: it is given a plan, takes gestures, keys and intents, and says what to draw. It knows no
 * React and no page; what it needs of the surface it is drawn on is a `Stage`.
 */

import type { Plan } from '../plan/document.ts';
import { Camera } from './camera.ts';
import { type Going, type Grip, NO_PREVIEW, type Pointer, type Preview } from './gestures/gesture.ts';
import type { Given } from './given.ts';
import type { Hands } from './hands.ts';
import { type BenchIntent, type EditIntent, type Intent, isBackwards } from './intents.ts';
import { intentOf, type KeyPress } from './keys.ts';
import { type Size, type Viewport, visibleArea, type XY } from './plane.ts';
import { extended } from './selection.ts';
import type { CanvasSession } from './session.ts';
import { inView, rectsOf, sightOf } from './sight.ts';
import { Snapshots } from './snapshots.ts';
import type { Host, Stage } from './stage.ts';
import type { Workbench } from './workbench.ts';

/** One canvas of one plan, for as long as it is on the table. */
export class CanvasController {
  /** What to draw; read it whenever `subscribe` tells of a change. */
  readonly shows: Snapshots;
  readonly #camera: Camera;
  readonly #listeners = new Set<() => void>();
  readonly #host: Host;
  /** null until the workbench has come. */
  #hands: Hands | null = null;
  /** What was meant before it had come, and of what. */
  #meant: { readonly intent: EditIntent | BenchIntent; readonly plan: Plan; readonly of: string } | null =
    null;
  /** Said of what needs the workbench, while it is not here. */
  #notYet = 'What this needs is still on its way.';
  #stage: Stage | null = null;
  #going: Going | null = null;
  /** What the next plan changes is shown. */
  #follows = false;

  /** @param size pixels of the surface, to open the plan where it stays instead of jumping there */
  constructor(given: Given, size: Size) {
    this.#camera = new Camera(size, (to) => this.#stage?.move(to));
    this.shows = new Snapshots(given, this.#camera, (intent) => void this.perform(intent));
    this.#host = {
      shows: this.shows,
      stage: () => this.#stage,
      set: (changed) => this.#set(changed),
      say: (notice) => this.#say(notice),
      perform: (intent) => this.perform(intent),
      goTo: (call) => this.#goTo(call),
      look: (calls) => this.#camera.showOneOf(rectsOf(this.shows, calls)),
    };
    const { bounds, firstRect } = this.shows;
    if (given.opensAt) this.#camera.openAt(given.opensAt);
    else if (bounds && firstRect) this.#camera.open(bounds, firstRect, this.shows.index.bounds ?? bounds);
    this.#set({});
  }

  /** What the screen shows now, and at first. */
  get viewport(): Viewport {
    return this.#camera.viewport;
  }

  /** The person moves the view: from now on it follows no stream. */
  releaseView(): void {
    this.#camera.release();
  }

  // ---- What comes in ----

  /** Hears of every change of a snapshot; returns the way to stop. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** It is on the screen from here on; the returned function takes it off again. */
  attach(stage: Stage): () => void {
    this.#stage = stage;
    this.#camera.look(sightOf(this.shows));
    return () => {
      if (this.#stage === stage) this.#stage = null;
    };
  }

  /** Another plan, selection or mode, all of it. */
  give(given: Given): void {
    if (given === this.shows.given) return;
    const before = this.shows.scene.nodeIds;
    const { plan } = this.shows.given;
    this.shows.given = given;
    // Who selected it may have undone it since: what is not there is neither copied nor counted.
    const here = given.selection.filter((id) => this.shows.scene.indexOf.has(id));
    if (here.length < given.selection.length) this.shows.given = { ...given, selection: here };
    // Where what there is leads it somewhere, the view goes along.
    if (this.#stage) this.#camera.look(sightOf(this.shows));
    if (this.#follows && given.plan !== plan) {
      this.#follows = false;
      this.#host.look(this.shows.session.bench?.touched(plan, given.plan) ?? []);
      // What came back is what the next key is for, where a card had the keyboard.
      const was = new Set(before);
      const back = this.shows.scene.nodeIds.find((id) => !was.has(id));
      if (back !== undefined && this.shows.session.ring !== undefined) this.#stage?.focusCard(back);
    }
    // What is asked names calls by their place in the plan: after an edit from elsewhere that may be another call's.
    this.#set(this.shows.scene.nodeIds === before ? {} : { asking: null });
  }

  /**
   * The view stands here now, of a surface of this size. Called at every frame of a pan. While a large plan is zoomed
   * its cards are those that were in view: hundreds that come and go would stop every frame.
   * @param left where the surface begins on the page, where that may be another place than before
   */
  stand(viewport: Viewport, size: Size, left?: number): void {
    const before = this.#camera.viewport;
    const area = visibleArea(before, this.#camera.size);
    const { window, isHeld } = this.shows.session;
    this.#camera.stand(viewport, size, left, this.#going !== null);
    if (viewport.zoom === before.zoom || window === 'all') this.rest();
    else if (!isHeld) this.#set({ isHeld: true, window: window === 'overview' ? window : area });
  }

  /** The view moves no more, or is only panned: what is shown is what belongs here. */
  rest(): void {
    const { window, farStep, isHeld } = this.shows.session;
    const now = inView(this.shows, this.#camera);
    if (isHeld || now.window !== window || now.farStep !== farStep) this.#set({ isHeld: false });
  }

  /** @returns whether the key meant something here, so that the page must not act on it as well */
  key(press: KeyPress): boolean {
    // What is typed is the list's that is open, or about to be.
    if (press.key !== 'Escape' && (this.shows.isAdding || this.shows.session.asking)) return false;
    const intent = intentOf(press);
    if (intent === null) return false;
    if (isOfCalls(intent)) this.#takeRing();
    return this.perform(intent);
  }

  /**
   * The keyboard is on this card now, or on its row of the list; undefined where it is elsewhere on the canvas.
   * @param edge the arrow that has it, reached from that card
   */
  focused(call: string | undefined, edge?: string): void {
    const { ring, ringEdge, selectedEdges } = this.shows.session;
    if (call === ring && edge === ringEdge) return;
    // An arrow that was reached by its key is let go of with it: Delete on a card means the card.
    const lets = ringEdge !== undefined && edge === undefined && selectedEdges.has(ringEdge);
    this.#set({ ring: call, ringEdge: edge, ...(lets ? { selectedEdges: NO_EDGES } : {}) });
  }

  /** A card that was given the keyboard by a key is one that a person looks for. */
  reveal(id: string): void {
    const [card] = rectsOf(this.shows, [id]);
    if (card) this.#camera.show(card);
  }

  /** What a key acts on is what has the ring: where that is not selected, nothing else is meant. */
  #takeRing(): void {
    const { ringed, scene, given } = this.shows;
    const { selectedEdges } = this.shows.session;
    const id = ringed === undefined ? undefined : scene.ids[ringed];
    if (id === undefined || given.selection.includes(id) || selectedEdges.size > 0) return;
    // Whoever selects it answers later, and what the key means is done now.
    this.shows.given = { ...given, selection: [id] };
    given.onSelect([id]);
  }

  /** The pointer goes down: the first gesture that wants it has it until `release`. */
  press(pointer: Pointer): void {
    const { view, session } = this.shows;
    this.#going = session.bench?.begun(pointer, view) ?? null;
    this.#preview(NO_PREVIEW);
    if (!session.bench && pointer.on.kind !== 'plane') this.#say(this.#notYet);
  }

  drag(pointer: Pointer): void {
    if (this.#going) this.#preview(this.#going.move(pointer));
  }

  release(pointer: Pointer): void {
    const intents = this.#going?.end(pointer) ?? [];
    this.#going = null;
    for (const intent of intents) this.perform(intent);
    this.#preview(NO_PREVIEW);
  }

  /** Whether an arrow can be pulled there at all. One that the plan refuses is refused in words, at its end. */
  canConnect(from: Grip, to: Grip): boolean {
    return this.shows.session.bench?.joins(this.shows.placedEnds, from, to) === true;
  }

  /** What an arrow that is pulled would be let go of on at a point of the plane. */
  gripAt(at: XY): Grip {
    const { pull, view, session } = this.shows;
    const side = pull && isBackwards(pull.from) ? 'right' : 'left';
    return session.bench?.gripAt(view, at, side) ?? { kind: 'plane' };
  }

  /** The workbench has come. */
  equip(bench: Workbench): void {
    this.#hands = new bench.Hands(this.#host);
    this.#set({ bench });
    const meant = this.#meant;
    this.#meant = null;
    if (!meant) return;
    this.#say('');
    // What is selected or stands there by now was not meant: Delete must not take another call than it was pressed for. A new
    // call is about none, and the keyboard goes back to the canvas as the list of tools closes.
    const { plan } = this.shows.given;
    const isStillMeant =
      meant.intent.kind === 'add'
        ? meant.plan.id === plan.id
        : meant.plan === plan && meant.of === this.#picked();
    if (isStillMeant) this.perform(meant.intent);
  }

  /** The workbench can't be had: that is what is said of all that needs it. */
  lacks(sentence: string): void {
    this.#notYet = sentence;
    if (this.#meant) this.#say(sentence);
    this.#meant = null;
  }

  /** The selected calls as text, for the clipboard; null where nothing is selected. */
  copied(): string | null {
    // A card that has the keyboard is meant, as by every other key.
    this.#takeRing();
    return this.#hands?.copied() ?? null;
  }

  /** Something beside the canvas asks about that call: it is brought into view and kept there. undefined: no more. */
  attend(call: string | undefined): void {
    this.#camera.attend(call);
  }

  /** Gives the keyboard back to the card or arrow whose menu was open. */
  leaveMenu(): void {
    this.#hands?.menus.leave();
  }

  // ---- Intents ----

  /** Does what the person meant. @returns false where there was nothing to do it with: no card has the keys, say */
  perform(intent: Intent): boolean {
    const { plan, selection, onSelect, onAdding } = this.shows.given;
    switch (intent.kind) {
      case 'zoom-by':
        this.#camera.zoomBy(intent.factor);
        return true;
      case 'zoom-to':
        this.#camera.zoomTo(intent.zoom);
        return true;
      case 'fit':
        this.#camera.fit(this.shows.bounds);
        return true;
      case 'select':
        onSelect(intent.calls);
        return true;
      case 'select-edges':
        this.#set({ selectedEdges: new Set(intent.edges) });
        return true;
      case 'select-all':
        onSelect(plan.calls.map((call) => call._id));
        return true;
      case 'pick':
        onSelect(intent.extend ? extended(selection, intent.call) : [intent.call]);
        this.#goTo(intent.call);
        return true;
      case 'follow':
        this.#follows = true;
        return true;
      case 'open-plan':
        this.shows.given.onOpenPlan?.(intent.call);
        return true;
      case 'begin-adding':
        this.#set({ addAt: intent.at });
        onAdding?.(true);
        return true;
      case 'cancel-adding':
        this.#endAdding();
        if (!intent.leave) this.#stage?.focusCanvas();
        return true;
      case 'let-go':
        this.#say('');
        if (selection.length > 0) onSelect([]);
        return true;
      case 'escape':
        this.#escape();
        return true;
      default:
        return this.#hands?.perform(intent) ?? this.#later(intent);
    }
  }

  /** The last of what is meant meanwhile, once: who presses a key again because nothing happens means one thing. */
  #later(intent: EditIntent | BenchIntent): true {
    this.#meant = { intent, plan: this.shows.given.plan, of: this.#picked() };
    this.#say(this.#notYet);
    return true;
  }

  /** What a key would act on, as one text. */
  #picked(): string {
    const { given, session } = this.shows;
    return JSON.stringify([given.selection, [...session.selectedEdges], session.ring]);
  }

  /** Brings a card into view and gives it the keyboard. */
  #goTo(id: string): void {
    if (rectsOf(this.shows, [id]).length === 0) return;
    this.reveal(id);
    this.#stage?.focusCard(id);
  }

  #escape(): void {
    this.#say('');
    const wasUnderWay = this.#going !== null;
    this.#going = null;
    this.#preview(NO_PREVIEW);
    const { ring, ringEdge } = this.shows.session;
    if (wasUnderWay) return;
    // From an arrow back to the card that it was reached from; from there it is let go of.
    const { selection, onSelect, onOpenPlan } = this.shows.given;
    if (ringEdge !== undefined && ring !== undefined) this.#stage?.focusCard(ring);
    else if (selection.length + this.shows.session.selectedEdges.size > 0 || !onOpenPlan) onSelect([]);
    else onOpenPlan();
  }

  #endAdding(): void {
    this.#set({ addAt: undefined });
    this.shows.given.onAdding?.(false);
  }

  // ---- What changes ----

  #say(notice: string): void {
    if (notice !== this.shows.notice) this.#set({ notice });
  }

  #preview(preview: Preview): void {
    if (preview !== this.shows.session.preview) this.#set({ preview });
  }

  /** The one way in which what goes on changes. */
  #set(changed: Partial<CanvasSession>): void {
    const session = { ...this.shows.session, ...changed };
    this.shows.session = session.isHeld ? session : { ...session, ...inView(this.shows, this.#camera) };
    for (const listener of this.#listeners) listener();
  }
}

/** Whether it is done with calls: with those that are selected, or with the one that the keys are about. */
const isOfCalls = ({ kind }: Intent): boolean =>
  [
    'go',
    'open',
    'menu',
    'begin-connecting',
    'begin-replacing',
    'begin-renaming',
    'begin-commenting',
    'begin-colouring',
    'switch',
    'duplicate',
    'remove',
  ].includes(kind);

const NO_EDGES: ReadonlySet<string> = new Set();
