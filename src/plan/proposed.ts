/**
 * What a planner proposes for a plan there is, and what of it a person takes: part by part, and so that nothing comes to
 * read what nobody writes. Pure; knows no planner and no screen.
 */

import { hasOwn, type Json, jsonEquals, setOwn } from '../lib/json.ts';
import { diffCalls } from './diff.ts';
import type { Call, Plan } from './document.ts';
import { pathsMeet, type Ref } from './expression.ts';
import type { Graph } from './graph.ts';
import { woven } from './merge.ts';
import { OPEN_TOOL } from './open-step.ts';
import { OUTPUT_PART } from './output-part.ts';
import { graphWithOutput, outputReader, readersByCall } from './readers.ts';

/** A part of a change that is taken or refused as a whole: a call by its id, or `OUTPUT_PART`. */
export interface ProposedPart {
  readonly part: string;
  readonly kind: 'added' | 'removed' | 'revised';
}

/** What stands once a person has taken some of the parts. */
export interface TakenChange {
  readonly plan: Plan;
  /** New calls that were refused and are read all the same: each stands as an open step. */
  readonly open: readonly string[];
  /** Calls that were to go and stay: what stands reads them. */
  readonly kept: readonly string[];
}

/** What differs: new and revised calls in the order of the new plan, then those that go, then what the plan returns. */
export function proposedParts(before: Plan, after: Plan): readonly ProposedPart[] {
  const { added, removed, revised } = diffCalls(before.calls, after.calls);
  const [news, changed] = [new Set(added), new Set(revised)];
  const parts = after.calls.flatMap(({ _id }): readonly ProposedPart[] =>
    news.has(_id) ? [{ part: _id, kind: 'added' }] : changed.has(_id) ? [{ part: _id, kind: 'revised' }] : [],
  );
  const gone = removed.map((part): ProposedPart => ({ part, kind: 'removed' }));
  const output = !jsonEquals(before.output ?? null, after.output ?? null);
  return [...parts, ...gone, ...(output ? [{ part: OUTPUT_PART, kind: 'revised' } as const] : [])];
}

/**
 * The plan with all parts but the refused ones. A call that would read what a refused one was to write reads what it
 * read before; where there is no before, an open step stands in the refused one's place. What was to go and is still
 * read stays. Words of calls that do the same, the title and the declared input go along with whatever is taken.
 *
 * @param before a plan in which no two calls share an id
 */
export function takenOf(before: Plan, after: Plan, refused: ReadonlySet<string>): TakenChange {
  const choice = new Choice(before, after, refused);
  // Each round refuses, restores, opens or keeps one part more: there are only so many.
  while (choice.mend());
  const { plan, open, kept } = choice;
  return { plan, open: [...open], kept: [...kept] };
}

/** A part and those that are taken with it: writers that it newly reads, and whoever still reads what it takes away. */
export function takenAlong(before: Plan, after: Plan, part: string): ReadonlySet<string> {
  const kinds = kindsOf(before, after);
  const [was, becomes] = [graphWithOutput(before), graphWithOutput(after)];
  const readers = readersByCall(was);
  const along = new Set<string>();
  const take = (id: string): void => {
    const kind = kinds.get(id);
    if (kind === undefined || along.has(id)) return;
    along.add(id);
    if (kind === 'removed') for (const reader of readers.get(id) ?? []) take(reader);
    else
      for (const { ref, writes } of becomes.readsBy(indexOf(becomes, id)))
        for (const write of writes) {
          const writer = idAt(becomes, write.call);
          if (kinds.get(writer) === 'added' || !was.isWritten(ref)) take(writer);
        }
  };
  take(part);
  return along;
}

const kindsOf = (before: Plan, after: Plan): ReadonlyMap<string, ProposedPart['kind']> =>
  new Map(proposedParts(before, after).map(({ part, kind }) => [part, kind]));

const idAt = (graph: Graph, index: number): string => graph.calls[index]?.call._id ?? '';
const indexOf = (graph: Graph, id: string): number => graph.index.get(id) ?? -1;

/** The calls that write at, above or below a path. */
const writersOf = (graph: Graph, { kind, path }: Ref): readonly string[] =>
  graph.writes
    .filter(({ ref }) => ref.kind === kind && pathsMeet(ref.path, path))
    .map(({ call }) => idAt(graph, call));

/** What stands under a choice, and what has to be made good so that it holds together. */
class Choice {
  readonly open = new Set<string>();
  readonly kept = new Set<string>();
  readonly #refused: Set<string>;
  /** By call, the parameters that have their value of before. */
  readonly #restored = new Map<string, Set<string>>();
  readonly #kinds: ReadonlyMap<string, ProposedPart['kind']>;
  readonly #was: Graph;
  readonly #becomes: Graph;

  constructor(
    readonly before: Plan,
    readonly after: Plan,
    refused: ReadonlySet<string>,
  ) {
    this.#refused = new Set(refused);
    this.#kinds = kindsOf(before, after);
    this.#was = graphWithOutput(before);
    this.#becomes = graphWithOutput(after);
  }

  /** The plan as it stands now. */
  get plan(): Plan {
    const { before, after } = this;
    if (![...this.#kinds.keys()].some((part) => this.#isTaken(part))) return before;
    const seats = woven(
      seatsOf(after.calls.flatMap((call) => this.#standing(call) ?? [])),
      seatsOf(before.calls.filter(({ _id }) => this.#kinds.get(_id) !== 'removed' || !this.#isTaken(_id))),
    );
    const { output: _, ...rest } = after;
    const output = (this.#standing(outputReader(after)) as { output?: Json } | undefined)?.output;
    const calls = seats.map(({ call }) => call);
    return { ...rest, calls, ...(output === undefined ? {} : { output }) };
  }

  /** Makes one thing good that is read and that nobody writes; false where there is none. */
  mend(): boolean {
    const graph = graphWithOutput(this.plan);
    return graph.calls.some(({ call, places }) =>
      places.some(({ path, refs }) =>
        refs.some((ref) => !graph.isWritten(ref) && this.#makeGood(call._id, String(path[0]), ref)),
      ),
    );
  }

  #isTaken(part: string): boolean {
    return this.#kinds.has(part) && !this.#refused.has(part) && !this.kept.has(part);
  }

  /** A call of the new plan as it stands; undefined where it does not. */
  #standing(call: Call): Call | undefined {
    const id = call._id;
    const old = callOf(this.#was, id);
    if (!this.#kinds.has(id)) return call;
    if (this.open.has(id)) return openFor(call);
    if (!this.#isTaken(id)) return old;
    const restored = this.#restored.get(id);
    if (old === undefined || restored === undefined) return call;
    const made: Record<string, Json> = {};
    for (const [key, value] of Object.entries(call as unknown as Record<string, Json>))
      if (!restored.has(key)) setOwn(made, key, value);
    for (const key of restored) setOwn(made, key, valueIn(old, key));
    return made as unknown as Call;
  }

  #makeGood(reader: string, key: string, ref: Ref): boolean {
    // What the version that stands there has read in vain all along is the checks' to tell.
    const isOld = this.#kinds.has(reader) && (!this.#isTaken(reader) || this.#restored.get(reader)?.has(key));
    if (!(isOld ? this.#was : this.#becomes).isWritten(ref)) return false;
    const gone = writersOf(this.#was, ref).find((id) => this.#isTaken(id) && this.#kinds.get(id) !== 'added');
    if (gone !== undefined) {
      if (this.#kinds.get(gone) === 'removed') this.kept.add(gone);
      // One that writes elsewhere now goes on writing here.
      else if (!this.#restore(gone, '_outputPath')) this.#refused.add(gone);
      return true;
    }
    const refused = writersOf(this.#becomes, ref).filter(
      (id) => !this.#isTaken(id) || this.#restored.get(id)?.has('_outputPath'),
    );
    if (refused.length === 0) return false;
    if (this.#restore(reader, key)) return true;
    const open = refused.find((id) => this.#kinds.get(id) === 'added' && !this.open.has(id));
    // A writer that only moved can't stand open as well as it was: who is new and reads it is refused with it.
    if (open !== undefined) this.open.add(open);
    else if (this.#isTaken(reader)) this.#refused.add(reader);
    else return false;
    return true;
  }

  /** Gives a call the value of before, where it had another there. */
  #restore(id: string, key: string): boolean {
    const [old, call] = [callOf(this.#was, id), callOf(this.#becomes, id)];
    const restored = this.#restored.get(id) ?? new Set();
    if (old === undefined || call === undefined || !this.#isTaken(id) || restored.has(key)) return false;
    if (!hasOwn(old, key) || jsonEquals(valueIn(old, key), valueIn(call, key))) return false;
    this.#restored.set(id, restored.add(key));
    return true;
  }
}

const callOf = (graph: Graph, id: string): Call | undefined => graph.calls[indexOf(graph, id)]?.call;
const valueIn = (call: Call, key: string): Json => (call as unknown as Record<string, Json>)[key] ?? null;
const seatsOf = (calls: readonly Call[]) => calls.map((call) => ({ key: call._id, call }));

/** What is to be decided where a call was refused that others read. */
const openFor = ({ _id, _tool, _description, _outputPath }: Call): Call =>
  ({
    _id,
    _tool: OPEN_TOOL,
    _description: _description ?? _tool,
    ...(_outputPath === undefined ? {} : { _outputPath }),
  }) as Call;
