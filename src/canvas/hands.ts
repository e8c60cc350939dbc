/**
 * Part of the workbench: what a person means beyond looking: edits, menus, what is asked, the clipboard, where a key goes.
 * Each is carried out by a part of its own.
 */

import { itemAt } from '../lib/columns.ts';
import { Asks } from './asks.ts';
import { named } from './changes.ts';
import { textOf } from './edits.ts';
import type { BenchIntent, Direction, EditIntent } from './intents.ts';
import { Menus } from './menus.ts';
import { neighbour } from './neighbour.ts';
import { noteAt, withinFrame } from './note-edits.ts';
import { edited } from './plan-edits.ts';
import type { XY } from './plane.ts';
import { goAlong, goReference, reached } from './reference-walk.ts';
import { extended, lastSelected } from './selection.ts';
import type { Host } from './stage.ts';

const NOT_COPIED = 'Nothing was copied: the browser keeps the clipboard to itself. Use the keys for copying.';
const NOT_PASTED = 'Nothing was pasted: the browser keeps the clipboard to itself. Use the keys for pasting.';

/** Of one canvas. */
export class Hands {
  readonly #host: Host;
  readonly #asks: Asks;
  readonly menus: Menus;

  constructor(host: Host) {
    this.#host = host;
    this.#asks = new Asks(host);
    this.menus = new Menus(host);
  }

  /** @returns false where there was nothing to do it with */
  perform(intent: BenchIntent | EditIntent): boolean {
    switch (intent.kind) {
      case 'go':
        return this.#go(intent.direction, intent.extend);
      case 'open':
        return this.#open(intent.call);
      case 'menu':
        return this.menus.open(intent.on, intent.call, intent.at);
      case 'close-menu':
        return this.menus.close();
      case 'begin-connecting':
        return this.#asks.connect(intent.call);
      case 'begin-pulling':
        return this.#asks.pullOut(intent.call, intent.port, intent.at);
      case 'begin-inserting':
        return this.#asks.insert(intent.edge, intent.at);
      case 'begin-replacing':
        return this.#asks.replace(intent.call);
      case 'begin-renaming':
        return this.#asks.rename(intent.call);
      case 'begin-finding':
        return this.#asks.find();
      case 'begin-commenting':
        return this.#asks.comment(intent.call, intent.note);
      case 'begin-colouring':
        return this.#asks.colour(intent.note, intent.call, intent.at);
      case 'at-note':
        this.#host.set({ note: intent.note });
        return true;
      case 'end-arrow':
        return this.#asks.endArrow(intent.from, intent.on, intent.at, intent.moved);
      case 'consider':
        return this.#asks.consider(intent.id);
      case 'choose':
        return this.#asks.choose(intent.id);
      case 'cancel-asking':
        return this.#asks.end();
      case 'go-reference':
        return goReference(this.#host, intent.step);
      case 'copy':
        void this.#copy();
        return true;
      case 'paste-here':
        void this.#paste(intent.at);
        return true;
      default:
        return edited(this.#host, intent);
    }
  }

  // ---- Where a key goes ----

  #go(direction: Direction, extend: boolean): boolean {
    if (goAlong(this.#host, direction)) return true;
    const { scene, places, first, given } = this.#host.shows;
    const call = lastSelected(scene, given.selection);
    const next = call === undefined ? first : neighbour(scene, places, call, direction);
    if (next === null || next === undefined) return true;
    const id = itemAt(scene.ids, next);
    given.onSelect(extend ? extended(given.selection, id) : [id]);
    this.#host.goTo(itemAt(scene.nodeIds, next));
    return true;
  }

  #open(meant: string | undefined): boolean {
    const { shows } = this.#host;
    const { selection, onSelect, onOpenInspector } = shows.given;
    const call = meant ?? reached(shows)?.to ?? shows.activeId;
    if (call === undefined) return false;
    if (meant === undefined && selection.length === 0) onSelect([call]);
    onOpenInspector(call);
    return true;
  }

  // ---- The clipboard ----

  /** The selected calls as text; null where nothing is selected. */
  copied(): string | null {
    const copied = this.#toCopy();
    if (!copied) return null;
    this.#host.say(copied.words);
    return copied.text;
  }

  /** What has the keyboard: a note, a frame with what stands in it; else the selected calls. */
  #toCopy(): { readonly text: string; readonly words: string } | null {
    const { view, session, given } = this.#host.shows;
    const held = session.note;
    const own = held && noteAt(view, held.at);
    const { calls, notes } = own ? withinFrame(view, own) : { calls: given.selection, notes: [] };
    if (calls.length + notes.length === 0) return null;
    const text = textOf(
      view,
      calls,
      notes.map(({ at }) => at),
    );
    given.onCopied?.(text);
    return { text, words: `Copied ${own ? `the ${own.note.kind}` : named(calls)}.` };
  }

  async #copy(): Promise<void> {
    const stage = this.#host.stage();
    const copied = stage && this.#toCopy();
    if (!copied) return;
    const done = await stage.copy(copied.text);
    this.#host.say(done ? copied.words : NOT_COPIED);
  }

  async #paste(at: XY | undefined): Promise<void> {
    const text = await this.#host.stage()?.paste();
    if (text === undefined || text === null) this.#host.say(NOT_PASTED);
    else this.#host.perform({ kind: 'paste', text, ...(at ? { at } : {}) });
  }
}
