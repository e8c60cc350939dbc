/**
 * Part of the workbench: the canvas asks what a key, a menu or an arrow that was let go of needs to be told before it can be
 * done. Which question comes next, and what an answer does, `asking.ts` knows; here it is asked, and its answer followed.
 */

import type { NoteAt } from '../plan/canvas-notes.ts';
import { type Answer, type Asking, answerTo, fromCard, ontoCard, ontoPlace, renaming } from './asking.ts';
import { alternativeOf, readerPortOf } from './card.ts';
import { edgeOf } from './connect.ts';
import { atEnds } from './end-asking.ts';
import { foundCall } from './find.ts';
import type { ArrowFrom, ArrowOn } from './intents.ts';
import type { XY } from './plane.ts';
import type { Snapshots } from './snapshots.ts';
import type { Host } from './stage.ts';

const NO_EDGE = 'No reference is selected. Press E at a card to go to its references.';

const NOT_BETWEEN = 'A step goes between two calls. Choose a reference that leads from one to another.';

/** Of one canvas. */
export class Asks {
  readonly #shows: Snapshots;
  readonly #host: Host;

  constructor(host: Host) {
    this.#shows = host.shows;
    this.#host = host;
  }

  /** A tool to put on an arrow: on this one, or on the one that is selected. */
  insert(meant: string | undefined, at?: XY): boolean {
    this.#host.set({ askAt: at });
    const [edge] = meant === undefined ? this.#shows.session.selectedEdges : [meant];
    if (edge === undefined) this.#host.say(NO_EDGE);
    else if (!edgeOf(this.#shows.scene, edge)) this.#host.say(NOT_BETWEEN);
    else this.#ask({ kind: 'tool-on-edge', edge });
    return true;
  }

  /** A tool whose call reads what comes out of a port. @returns false where nothing does */
  pullOut(id: string, port: string, at: XY): boolean {
    const writer = this.#shows.scene.indexOf.get(id);
    const alternative = alternativeOf(port);
    if (writer === undefined || alternative === null || this.#shows.mode !== 'edit') return false;
    this.#host.set({ askAt: at });
    return this.#ask({ kind: 'tool-after', writer, alternative });
  }

  /** Another name for what a call writes. */
  rename(meant: string | undefined): boolean {
    const call = meant ?? this.#shows.activeId;
    if (call === undefined) return false;
    return this.#follow(renaming(this.#shows.scene, call));
  }

  find(): boolean {
    return this.#ask({ kind: 'find' });
  }

  /** What is found is shown before it is gone to. */
  consider(id: string): boolean {
    const { asking } = this.#shows.session;
    const call = asking?.kind === 'find' ? foundCall(this.#shows.view, id) : undefined;
    if (call !== undefined) this.#host.look([call]);
    return true;
  }

  /** A tool to put in the place of a call's. */
  replace(meant: string | undefined): boolean {
    const call = meant ?? this.#shows.activeId;
    if (call === undefined) return false;
    return this.#ask({ kind: 'tool-instead', call });
  }

  /** A call with another; where nothing in particular was meant and an arrow is selected, that one with another place. */
  connect(meant: string | undefined): boolean {
    const { scene, session, activeId } = this.#shows;
    const [moved] = meant === undefined ? session.selectedEdges : [];
    const edge = moved === undefined ? undefined : edgeOf(scene, moved);
    if (edge && moved !== undefined) {
      return this.#ask({ kind: 'connect', writer: edge.from, alternative: edge.write.alternative, moved });
    }
    const id = meant ?? activeId;
    const call = id === undefined ? undefined : scene.indexOf.get(id);
    if (call === undefined) return false;
    return this.#ask({ kind: 'connect', call });
  }

  /** An arrow that was pulled has been let go of. */
  endArrow(from: ArrowFrom, on: ArrowOn, at: XY, moved: string | undefined): boolean {
    this.#host.set({ askAt: at });
    const { view, mode } = this.#shows;
    if (mode !== 'edit') return false;
    if ('row' in from || 'input' in from || (on !== 'plane' && 'end' in on))
      return this.#follow(atEnds(view, from, on, moved));
    if (on === 'plane') {
      // Pulled off, and put nowhere: it is gone. What was not there before asks for something to end at.
      if (moved !== undefined) {
        this.#host.set({ selectedEdges: new Set([moved]) });
        return this.#host.perform({ kind: 'remove' });
      }
      return 'writer' in from && this.#ask({ kind: 'tool-after', ...from, at });
    }
    if ('reader' in from) {
      const alternative = alternativeOf(on.port);
      return this.#follow(
        alternative === null
          ? fromCard(view, from.reader, from.port, on.call)
          : ontoPlace(view.scene, { ...from, writer: on.call, alternative }),
      );
    }
    const port = readerPortOf(on.port);
    const to = { ...from, reader: on.call, moved };
    return this.#follow(port ? ontoPlace(view.scene, { ...to, port }) : ontoCard(view, to));
  }

  /** What there is to say of a call; of a comment that is there, in its place. */
  comment(meant: string | undefined, note: NoteAt | undefined): boolean {
    const call = meant ?? this.#shows.activeId;
    if (call === undefined) return false;
    return this.#ask({ kind: 'comment', call, ...(note === undefined ? {} : { note }) });
  }

  /** A colour for a note, or for the selected calls. */
  colour(note: NoteAt | undefined, meant: string | undefined, at: XY | undefined): boolean {
    const { selection } = this.#shows.given;
    const calls = selection.length > 0 || meant === undefined ? selection : [meant];
    if (note === undefined && calls.length === 0) return false;
    this.#host.set({ askAt: at });
    return this.#ask({ kind: 'colour', of: note === undefined ? { calls } : { note } });
  }

  #ask(asking: Asking): boolean {
    // Looking for something changes nothing: that is done in a run as well.
    if (this.#shows.mode === 'edit' || asking.kind === 'find') this.#host.set({ asking, notice: '' });
    return true;
  }

  choose(id: string): boolean {
    const { asking } = this.#shows.session;
    return asking !== null && this.#follow(answerTo(this.#shows.view, asking, id));
  }

  /** Goes where an answer leads. */
  #follow(answer: Answer): boolean {
    if ('ask' in answer) return this.#ask(answer.ask);
    this.end();
    if ('edit' in answer) return this.#host.perform(answer.edit);
    // One in a plan within this one: that is opened.
    if ('pick' in answer)
      return this.#host.perform({
        kind: answer.pick.startsWith('#') ? 'open-plan' : 'pick',
        call: answer.pick,
      });
    this.#host.say(answer.say);
    return true;
  }

  /** The keyboard goes back to the call that the question was about. */
  end(): boolean {
    const { asking } = this.#shows.session;
    if (!asking) return true;
    this.#host.set({ asking: null, askAt: undefined });
    const at = startOf(asking);
    const id = typeof at === 'number' ? this.#shows.scene.nodeIds[at] : at;
    if (id === undefined) this.#host.stage()?.focusCanvas();
    else this.#host.goTo(id);
    return true;
  }
}

/** The call that a question began at: its id, or its index; undefined where it began at none. */
function startOf(asking: Asking): string | number | undefined {
  switch (asking.kind) {
    case 'connect':
      return asking.call ?? asking.writer;
    case 'read':
    case 'give':
      return asking.reader;
    case 'tool-after':
      return asking.writer;
    case 'tool-instead':
    case 'rename':
    case 'comment':
      return asking.call;
    case 'colour':
      return 'calls' in asking.of ? asking.of.calls.at(-1) : undefined;
    case 'tool-on-edge':
    case 'find':
      return undefined;
  }
}
