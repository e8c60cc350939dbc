/** A controller with a document behind it and no browser, spoken to as a person would: keys, presses, drags. */

import { language } from '../../src/app/language.ts';
import { CanvasController } from '../../src/canvas/controller.ts';
import type { DrawnArrow, DrawnCard } from '../../src/canvas/drawing.ts';
import type { Grip, Pointer } from '../../src/canvas/gestures/gesture.ts';
import type { Copies, Given } from '../../src/canvas/given.ts';
import type { Intent } from '../../src/canvas/intents.ts';
import type { KeyPress } from '../../src/canvas/keys.ts';
import type { Size, Viewport, XY } from '../../src/canvas/plane.ts';
import { WORKBENCH } from '../../src/canvas/workbench.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { createDocumentStore, type DocumentStore } from '../../src/stores/document.ts';

type Extra = Partial<Given> & {
  readonly size?: Size;
  /** The workbench has not come yet. */
  readonly isBare?: boolean;
};

/** Whatever the canvas says is done at once: the plan is edited, the selection selected, the view moved. */
export class Desk {
  readonly document: DocumentStore;
  readonly controller: CanvasController;
  readonly gestures: string[] = [];
  readonly opened: string[] = [];
  /** Ids of cards that were given the keyboard; `null` is the canvas itself. */
  readonly focused: (string | null)[] = [];
  readonly moves: Viewport[] = [];
  copied: string | null = null;
  /** As the app keeps them beside the clipboard, and of the last edit. */
  readonly told: string[] = [];
  copies: Copies | undefined;
  selection: readonly string[];
  adding = false;
  tells = 0;
  #extra: Extra;
  #size: Size;

  constructor(plan: Plan, extra: Extra = {}) {
    this.#extra = extra;
    this.#size = extra.size ?? { width: 1200, height: 800 };
    this.selection = extra.selection ?? [];
    this.document = createDocumentStore(language, [], plan);
    this.controller = new CanvasController(this.#given(), this.#size);
    if (!extra.isBare) this.controller.equip(WORKBENCH);
    this.controller.attach({
      move: (to) => {
        this.moves.push(to);
        this.controller.stand(to, this.#size);
        this.controller.rest();
      },
      focusCard: (id) => {
        this.focused.push(id);
        this.controller.focused(id);
      },
      focusEdge: (id) => {
        this.focused.push(id);
        this.controller.focused(this.controller.shows.session.ring, id);
      },
      focusCanvas: () => {
        this.focused.push(null);
        this.controller.focused(undefined);
      },
      boxOf: (id) => (this.card(id) ? { x: 10, y: 20, width: 100, height: 60 } : undefined),
      onPage: (at) => at,
      paste: async () => this.copied,
      copy: async (text) => {
        this.copied = text;
        return true;
      },
    });
    this.controller.subscribe(() => {
      this.tells += 1;
    });
  }

  /** The surface becomes larger or smaller, and the view stays where it is. */
  resize(size: Size): void {
    this.#size = size;
    this.controller.stand(this.controller.viewport, size);
  }

  #given(): Given {
    const { plan, catalogue, problems } = this.document.getState();
    return {
      mode: 'edit',
      plan,
      catalogue,
      problems,
      onOpenInspector: (id) => this.opened.push(id),
      onAdding: (open) => {
        this.adding = open;
        this.give();
      },
      onCopied: (text) => this.told.push(text),
      onEdits: (edits, label, copies) => {
        this.copies = copies;
        const done = this.document.actions.edit(edits, { label });
        if (!done.ok) throw new Error(done.error);
        this.gestures.push(label);
        this.give();
      },
      onSelect: (ids) => {
        this.selection = ids;
        this.give();
      },
      ...this.#extra,
      adding: this.adding,
      selection: this.selection,
    };
  }

  /** Gives the canvas what there is now, with what else is given from here on. */
  give(extra: Extra = {}): void {
    this.#extra = { ...this.#extra, ...extra };
    this.controller.give(this.#given());
  }

  undo(): void {
    this.document.actions.undo();
    this.give();
  }

  perform(intent: Intent): boolean {
    return this.controller.perform(intent);
  }

  /** `c`, `Shift+F10`, `Mod+a`. @returns whether the key meant something */
  press(keys: string, more: Partial<KeyPress> = {}): boolean {
    const parts = keys.split('+');
    const key = keys.endsWith('+') ? '+' : parts[parts.length - 1]!;
    const held = (name: string): boolean => key !== '+' && parts.slice(0, -1).includes(name);
    const [shift, command, alt] = [held('Shift'), held('Mod'), held('Alt')];
    return this.controller.key({ key, shift, command, alt, isOnButton: false, ...more });
  }

  /** Drags a card by so many pixels of the plane, in steps as a hand does. */
  drag(id: string, by: XY, held: { readonly alt?: boolean; readonly steps?: number } = {}): void {
    const from = this.at(id);
    const pointer = (share: number): Pointer => ({
      at: { x: from.x + by.x * share, y: from.y + by.y * share },
      on: { kind: 'card', call: id },
      alt: held.alt ?? false,
    });
    const steps = held.steps ?? 4;
    this.controller.press(pointer(0));
    for (let i = 1; i <= steps; i++) this.controller.drag(pointer(i / steps));
    this.controller.release(pointer(1));
  }

  /** Pulls an arrow from one port to another; to the same, where it is let go of where it began. A press alone nobody tells. */
  pull(
    from: readonly [string, string],
    to: readonly [string, string],
    { alt = false }: { readonly alt?: boolean } = {},
  ): void {
    this.pullOn(from, { kind: 'port', call: to[0], port: to[1] }, { alt });
  }

  /** Pulls an arrow from a port to whatever is there: a card, the plane at a point of it. */
  pullOn(
    [call, port]: readonly [string, string],
    on: Grip,
    { alt = false, at = { x: 0, y: 0 } }: { readonly alt?: boolean; readonly at?: XY } = {},
  ): void {
    this.controller.press({ at: { x: 0, y: 0 }, on: { kind: 'port', call, port }, alt });
    this.controller.drag({ at, on, alt });
    this.controller.release({ at, on, alt });
  }

  /** Takes an entry of the list that is open, by its words. */
  choose(label: string): void {
    const found = this.question?.choices.find((choice) => choice.label === label);
    if (!found)
      throw new Error(`“${label}” is not offered: ${this.question?.choices.map((c) => c.label).join(', ')}`);
    this.perform({ kind: 'choose', id: found.id });
  }

  get question() {
    return this.controller.shows.question;
  }

  /** Presses the plane at a point of it. */
  pressPlane(at: XY): void {
    const pointer: Pointer = { at, on: { kind: 'plane' }, alt: false };
    this.controller.press(pointer);
    this.controller.release(pointer);
  }

  get plan(): Plan {
    return this.document.getState().plan;
  }

  get notice(): string {
    return this.controller.shows.notice;
  }

  call(id: string): Call {
    const found = this.plan.calls.find((call) => call._id === id);
    if (!found) throw new Error(`The plan has no call ${id}.`);
    return found;
  }

  get cards(): readonly DrawnCard[] {
    return this.controller.shows.drawing.cards;
  }

  get arrows(): readonly DrawnArrow[] {
    return this.controller.shows.drawing.arrows;
  }

  card(id: string): DrawnCard | undefined {
    return this.cards.find((card) => card.id === id);
  }

  /** Where a card is drawn. */
  at(id: string): XY {
    const card = this.card(id) ?? this.controller.shows.ends.cards.find((one) => one.id === id);
    if (!card) throw new Error(`No card of ${id} is drawn.`);
    return card.at;
  }
}
