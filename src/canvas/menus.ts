/** Part of the workbench: the menus of the canvas are opened and left. What stands in one, `menu.ts` says. */

import { edgeOf } from './connect.ts';
import type { MenuOn } from './menu.ts';
import { rectAt } from './places.ts';
import type { XY } from './plane.ts';
import { spokenEdge } from './scene.ts';
import type { Snapshots } from './snapshots.ts';
import type { Host } from './stage.ts';

/** Of one canvas. */
export class Menus {
  readonly #shows: Snapshots;
  readonly #host: Host;

  constructor(host: Host) {
    this.#shows = host.shows;
    this.#host = host;
  }

  /**
   * @param meant what it is of; else the call, else what keys are about
   * @param at in pixels of the window; else where that is drawn
   */
  open(meant: MenuOn | undefined, call: string | undefined, at: XY | undefined): boolean {
    const { scene } = this.#shows;
    const what = meant ?? this.#on(call);
    if (!what || (what.kind === 'call' && !scene.indexOf.has(what.call))) return false;
    const on = what.kind === 'edge' && !edgeOf(scene, what.edge) ? { ...what, atEnd: true } : what;
    const place = at ?? this.#placeOf(on);
    if (!place) return false;
    const { selection, onSelect } = this.#shows.given;
    // What is done with a call of several that are selected is done with all of them.
    if (on.kind === 'call' && !selection.includes(on.call)) onSelect([on.call]);
    if (on.kind === 'edge') this.#host.set({ selectedEdges: new Set([on.edge]) });
    this.#host.set({ menu: { on, name: this.#nameOf(on), open: true, at: place } });
    // An empty one would be a frame around nothing.
    if (this.#shows.offers.length === 0) this.#host.set({ menu: null });
    return this.#shows.menu !== null;
  }

  close(): boolean {
    const { menu } = this.#shows;
    this.#host.set({ menu: menu && { ...menu, open: false } });
    return true;
  }

  /** Gives the keyboard back to the card or arrow whose menu was open. */
  leave(): void {
    const stage = this.#host.stage();
    const on = this.#shows.menu?.on;
    // A card that had it instead would let go of the arrow: what is chosen is done after this.
    if (on?.kind === 'edge') stage?.focusEdge(on.edge);
    else if (on?.kind === 'call' && stage?.boxOf(on.call)) stage.focusCard(on.call);
    else stage?.focusCanvas();
  }

  /** What a menu that is opened by a key is of: the selected arrow, else the card that keys are about. */
  #on(call: string | undefined): MenuOn | undefined {
    const [edge] = this.#shows.session.selectedEdges;
    if (call === undefined && edge !== undefined) return { kind: 'edge', edge };
    const meant = call ?? this.#shows.activeId;
    return meant === undefined ? undefined : { kind: 'call', call: meant };
  }

  #nameOf(on: MenuOn): string {
    if (on.kind === 'call') return on.call;
    if (on.kind === 'plane') return 'the plan';
    const edge = edgeOf(this.#shows.scene, on.edge);
    return edge ? `the reference: ${spokenEdge(this.#shows.scene, edge)}` : 'the reference';
  }

  /** Where the menu of it opens, in pixels of the window; undefined where it is not drawn. */
  #placeOf(on: MenuOn): XY | undefined {
    const stage = this.#host.stage();
    if (!stage) return undefined;
    if (on.kind === 'plane') return stage.onPage(on.at);
    if (on.kind === 'call') {
      const box = stage.boxOf(on.call);
      return box && { x: box.x + 12, y: box.y + Math.min(36, box.height) };
    }
    const at = this.#middleOf(on.edge);
    return at && stage.onPage(at);
  }

  /** The middle between the two ends of an arrow, on the plane. */
  #middleOf(name: string): XY | undefined {
    const { scene, places } = this.#shows;
    const edge = edgeOf(scene, name);
    if (!edge) return undefined;
    const [from, to] = [rectAt(scene, places, edge.from), rectAt(scene, places, edge.to)];
    return { x: (from.x + from.width + to.x) / 2, y: (from.y + from.height + to.y) / 2 };
  }
}
