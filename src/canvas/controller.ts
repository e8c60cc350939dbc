/**
 * The canvas as a controller: it is given a plan, takes gestures, keys and intents, and says what to draw. It knows no
 * React and no page; what it needs of the surface it is drawn on is a `Stage`.
 */

import { assertNever } from '../lib/assert.ts';
import { itemAt } from '../lib/columns.ts';
import { Camera, FAR_ZOOM } from './camera.ts';
import { named } from './changes.ts';
import { beginConnecting, chosen, isConnection } from './choices.ts';
import { connectionBetween } from './gestures/connect-ports.ts';
import { type Going, type Grip, NO_PREVIEW, type Pointer, type Preview } from './gestures/gesture.ts';
import { GESTURES } from './gestures/gestures.ts';
import type { Given } from './given.ts';
import { changeOf, type EditIntent, type Intent, type ScreenIntent, textOf } from './intents.ts';
import { intentOf, type KeyPress } from './keys.ts';
import { rectAt } from './places.ts';
import { type Rect, type Size, type Viewport, visibleArea, type XY } from './plane.ts';
import { type Direction, extended, lastSelected, neighbour } from './selection.ts';
import { type CanvasSession, Snapshots } from './snapshots.ts';
import { type Window, windowAt } from './window.ts';

/** What the controller asks of the surface it is drawn on. Nothing of it is asked before `attach`. */
export interface Stage {
  /** Brings the view there, in its own time; every step of the way is told by `stand`. */
  readonly move: (to: Viewport) => void;
  /** Gives the keyboard to a card, as soon as it is drawn. */
  readonly focusCard: (id: string) => void;
  /** Gives the keyboard to the card that Tab reaches, or to the canvas where there is none. */
  readonly focusCanvas: () => void;
  /** Where a card is, in pixels of the window; undefined where it is not drawn. */
  readonly boxOf: (id: string) => Rect | undefined;
  /** false where the browser keeps the clipboard to itself. */
  readonly copy: (text: string) => Promise<boolean>;
}

/** One canvas of one plan, for as long as it is on the table. */
export class CanvasController {
  /** What to draw; read it whenever `subscribe` tells of a change. */
  readonly shows: Snapshots;
  readonly #camera: Camera;
  readonly #listeners = new Set<() => void>();
  #stage: Stage | null = null;
  #going: Going | null = null;

  /** @param size pixels of the surface, to open the plan where it stays instead of jumping there */
  constructor(given: Given, size: Size) {
    this.#camera = new Camera(size, (to) => this.#stage?.move(to));
    this.shows = new Snapshots(given, this.#camera, (intent) => void this.perform(intent));
    const { scene, places, index, first } = this.shows;
    if (index.bounds && first !== undefined) {
      this.#camera.open(index.bounds, rectAt(scene, places, first));
    }
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
    this.#look();
    return () => {
      if (this.#stage === stage) this.#stage = null;
    };
  }

  /** Another plan, selection or mode, all of it. */
  give(given: Given): void {
    if (given === this.shows.given) return;
    const before = this.shows.scene.nodeIds;
    this.shows.given = given;
    this.#look();
    // Connecting names calls by their place in the plan: after an edit from elsewhere that may be another call's.
    this.#set(this.shows.scene.nodeIds === before ? {} : { connecting: null });
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
    this.#camera.stand(viewport, size, left);
    if (viewport.zoom === before.zoom || window === 'all') this.rest();
    else if (!isHeld) this.#set({ isHeld: true, window: window === 'overview' ? window : area });
  }

  /** The view moves no more, or is only panned: what is shown is what belongs here. */
  rest(): void {
    const { window, isFar, isHeld } = this.shows.session;
    if (isHeld || this.#window() !== window || this.#isFar() !== isFar) this.#set({ isHeld: false });
  }

  /** @returns whether the key meant something here, so that the page must not act on it as well */
  key(press: KeyPress): boolean {
    // What is typed is the list's that is open, or about to be.
    if (press.key !== 'Escape' && (this.shows.tools ?? this.shows.connectStep)) return false;
    const intent = intentOf(press);
    return intent !== null && this.perform(intent);
  }

  /** The pointer goes down: the first gesture that wants it has it until `release`. */
  press(pointer: Pointer): void {
    const { view } = this.shows;
    this.#going = null;
    for (const begin of GESTURES) this.#going ??= begin(pointer, view);
    this.#preview(NO_PREVIEW);
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
    return connectionBetween(this.shows.scene, from, to) !== null;
  }

  /** The selected calls as text, for the clipboard; null where nothing is selected. */
  copied(): string | null {
    const { selection } = this.shows.given;
    if (selection.length === 0) return null;
    this.#say(`Copied ${named(selection)}.`);
    return this.#copyOf(selection);
  }

  /** Gives the keyboard back to the card whose menu was open. */
  leaveMenu(): void {
    const call = this.shows.menu?.call;
    if (call !== undefined && this.#stage?.boxOf(call)) this.#stage.focusCard(call);
    else this.#stage?.focusCanvas();
  }

  // ---- Intents ----

  /** Does what the person meant. @returns false where there was nothing to do it with: no card has the keys, say */
  perform(intent: Intent): boolean {
    switch (intent.kind) {
      case 'connect':
      case 'move':
      case 'duplicate':
      case 'paste':
      case 'add':
      case 'remove':
      case 'switch':
      case 'auto-layout':
        this.#edit(intent);
        return true;
      case 'zoom-by':
        this.#camera.zoomBy(intent.factor);
        return true;
      case 'zoom-to':
        this.#camera.zoomTo(intent.zoom);
        return true;
      case 'fit':
        this.#camera.fit(this.shows.index.bounds);
        return true;
      default:
        return this.#onScreen(intent);
    }
  }

  /** The one way to the plan: refusals are said, changes are handed out. */
  #edit(intent: EditIntent): void {
    const { mode, onEdits, onSelect, onOpenInspector, onAdding } = this.shows.given;
    if (intent.kind === 'add') onAdding?.(false);
    // A dry run shows the plan that is on the table: its cards may be put elsewhere.
    if (mode !== 'edit' && !(mode === 'dry-run' && intent.kind === 'move')) return;
    const outcome = changeOf(intent, this.shows.view);
    if (!outcome.ok) {
      this.#say(outcome.error);
      return;
    }
    const { edits, title, select, open, copies } = outcome.value;
    if (edits.length === 0) return;
    this.#say('');
    onEdits(edits, title, copies);
    if (select) onSelect(select);
    if (open !== undefined) onOpenInspector(open);
  }

  #onScreen(intent: ScreenIntent): boolean {
    const { plan, selection, onSelect, onAdding } = this.shows.given;
    switch (intent.kind) {
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
        onSelect([intent.call]);
        this.#goTo(intent.call);
        return true;
      case 'go':
        this.#go(intent.direction, intent.extend);
        return true;
      case 'open':
        return this.#open(intent.call);
      case 'menu':
        return this.#openMenu(intent.call ?? this.shows.activeId, intent.at);
      case 'close-menu':
        this.#set({ menu: this.shows.menu && { ...this.shows.menu, open: false } });
        return true;
      case 'begin-connecting':
        return this.#beginConnecting(intent.call ?? this.shows.activeId);
      case 'choose':
        this.#choose(intent.id);
        return true;
      case 'cancel-connecting':
        this.#endConnecting();
        return true;
      case 'begin-adding':
        onAdding?.(true);
        return true;
      case 'cancel-adding':
        onAdding?.(false);
        if (!intent.leave) this.#stage?.focusCanvas();
        return true;
      case 'copy':
        void this.#copy();
        return true;
      case 'let-go':
        this.#say('');
        if (selection.length > 0) onSelect([]);
        return true;
      case 'escape':
        this.#escape();
        return true;
      default:
        return assertNever(intent);
    }
  }

  #open(meant: string | undefined): boolean {
    const { selection, onSelect, onOpenInspector } = this.shows.given;
    const call = meant ?? this.shows.activeId;
    if (call === undefined) return false;
    if (meant === undefined && selection.length === 0) onSelect([call]);
    onOpenInspector(call);
    return true;
  }

  #go(direction: Direction, extend: boolean): void {
    const { scene, places, first } = this.shows;
    const { selection, onSelect } = this.shows.given;
    const call = lastSelected(scene, selection);
    const next = call === undefined ? first : neighbour(scene, places, call, direction);
    if (next === null || next === undefined) return;
    const id = itemAt(scene.ids, next);
    onSelect(extend ? extended(selection, id) : [id]);
    this.#goTo(itemAt(scene.nodeIds, next));
  }

  /** Brings a card into view and gives it the keyboard. */
  #goTo(id: string): void {
    const { scene, places } = this.shows;
    const call = scene.indexOf.get(id);
    if (call === undefined) return;
    this.#camera.show(rectAt(scene, places, call));
    this.#stage?.focusCard(id);
  }

  #escape(): void {
    this.#say('');
    const wasUnderWay = this.#going !== null;
    this.#going = null;
    this.#preview(NO_PREVIEW);
    if (!wasUnderWay) this.shows.given.onSelect([]);
  }

  #openMenu(call: string | undefined, at: XY | undefined): boolean {
    if (call === undefined || !this.shows.scene.indexOf.has(call)) return false;
    const box = at ? undefined : this.#stage?.boxOf(call);
    const place = at ?? (box && { x: box.x + 12, y: box.y + Math.min(36, box.height) });
    if (!place) return false;
    const { selection, onSelect } = this.shows.given;
    // What is done with a call of several that are selected is done with all of them.
    if (!selection.includes(call)) onSelect([call]);
    this.#set({ menu: { call, open: true, at: place } });
    return true;
  }

  #beginConnecting(id: string | undefined): boolean {
    const { scene, mode } = this.shows;
    const writer = id === undefined ? undefined : scene.indexOf.get(id);
    if (writer === undefined) return false;
    if (mode === 'edit') this.#set({ connecting: beginConnecting(scene, writer) });
    return true;
  }

  #choose(id: string): void {
    const { connecting } = this.shows.session;
    if (!connecting) return;
    const next = chosen(connecting, id);
    if (isConnection(next)) {
      this.#endConnecting();
      this.#edit({ kind: 'connect', connection: next });
    } else this.#set({ connecting: next });
  }

  /** The keyboard goes back to the call that was being connected. */
  #endConnecting(): void {
    const { connecting } = this.shows.session;
    if (!connecting) return;
    this.#set({ connecting: null });
    const id = this.shows.scene.nodeIds[connecting.writer];
    if (id !== undefined) this.#goTo(id);
  }

  #copyOf(calls: readonly string[]): string {
    const text = textOf(this.shows.view, calls);
    this.shows.given.onCopied?.(text);
    return text;
  }

  async #copy(): Promise<void> {
    const { selection } = this.shows.given;
    if (selection.length === 0 || !this.#stage) return;
    const done = await this.#stage.copy(this.#copyOf(selection));
    this.#say(done ? `Copied ${named(selection)}.` : NOT_COPIED);
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
    this.shows.session = session.isHeld
      ? session
      : { ...session, window: this.#window(), isFar: this.#isFar() };
    for (const listener of this.#listeners) listener();
  }

  /** The part of the plan that is in view: the same value until the view has left it. */
  #window(): Window {
    const { count, index, session } = this.shows;
    return windowAt(count, index, this.#camera.viewport, this.#camera.size, session.window);
  }

  #isFar(): boolean {
    return this.#camera.viewport.zoom < FAR_ZOOM;
  }

  /** Shows the camera what there is; where that leads it somewhere, the view goes along. */
  #look(): void {
    if (!this.#stage) return;
    const { scene, places, index, first } = this.shows;
    const { selection, diff, streaming, mode } = this.shows.given;
    const rect = (call: number | undefined) =>
      call === undefined || !places[call] ? undefined : rectAt(scene, places, call);
    this.#camera.look({
      only: selection.length === 1 ? selection[0] : undefined,
      reviewed: diff && [...diff.added, ...[...diff.revised, ...diff.removed].map(({ _id }) => _id)],
      isAsked: mode !== 'proposed',
      streaming: streaming === true,
      index,
      rectOf: (id) => rect(scene.indexOf.get(id)),
      first: rect(first),
      newest: rect(places.length - 1),
    });
  }
}

const NOT_COPIED = 'Nothing was copied: the browser keeps the clipboard to itself. Use the keys for copying.';
