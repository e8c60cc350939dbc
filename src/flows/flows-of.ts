/** The flows of a revision with all it delegates to, computed from its graph (L-73). Each call is looked at once. */

import { intAt, itemAt } from '../lib/columns.ts';
import type { Json } from '../lib/json.ts';
import { type Delegates, NO_DELEGATES } from '../plan/delegates.ts';
import type { Call, Mandate, Plan } from '../plan/document.ts';
import { isExpression, printRef, type Ref } from '../plan/expression.ts';
import { goesOn } from '../plan/goes-on.ts';
import { buildGraph, type Graph, isApproval, type Write } from '../plan/graph.ts';
import { isOff } from '../plan/open-step.ts';
import { isMeta, type ParsedCall } from '../plan/parsed-call.ts';
import { isAgent, isRoomMaker } from '../tools/agent.ts';
import { mandateOf } from '../tools/agent-mandate.ts';
import { type Catalogue, catalogueOf } from '../tools/catalogue.ts';
import {
  callName,
  type Flow,
  mandateCall,
  REPLAN,
  type Sink,
  type Source,
  sinkKey,
  sourceKey,
  TURN,
} from './flow.ts';
import { allowedBy } from './mandate.ts';
import { type CallUse, callUse, type FlowSetting } from './use.ts';

/** A part of a plan (L-76): other calls are not started, and of some the person gave the result. */
export interface Part {
  readonly starts: ReadonlySet<string>;
  /** By call – its id, or `id@LABEL` – the result that a person pinned or edited. */
  readonly given: Readonly<Record<string, Json>>;
}

/** Of more sources than this a result is named as one: lists of all through thousands of calls would have no end. */
const MOST_SOURCES = 32;

/** Numbers of sources, each once. */
type Sources = readonly number[];
const NONE: Sources = [];

/**
 * The flows, sorted, each once.
 * @param delegates every plan that it delegates to, to any depth
 */
export function flowsOf(
  plan: Plan,
  setting: FlowSetting,
  delegates: Delegates = NO_DELEGATES,
  part?: Part,
): readonly Flow[] {
  const found: Found[] = [];
  const whole = { setting, table: new SourceTable(), handed: new Map<string, Handed>(), delegates, found };
  new Room(whole, plan, undefined, part).read();
  for (const reference of callersFirst(plan, delegates, part)) {
    const sub = delegates[reference];
    if (sub) new Room(whole, sub, reference, undefined).read();
  }
  found.sort((a, b) => (a.key < b.key ? -1 : 1));
  return found.map(({ flow }) => flow);
}

interface Found {
  /** What it is sorted by. */
  readonly key: string;
  readonly flow: Flow;
}

/** What all the plans of one revision have in common. */
interface Whole {
  readonly setting: FlowSetting;
  readonly table: SourceTable;
  /** By sub-plan what it is given. */
  readonly handed: Map<string, Handed>;
  readonly delegates: Delegates;
  readonly found: Found[];
}

/** What the calls that delegate to a plan give it, all together. */
interface Handed {
  /** By parameter, which is the first segment of a path below its `†input`. */
  readonly input: Map<string, Sources>;
  /** What `_scopes` lets it see. */
  readonly scoped: Sources;
}

/** The sources that were met, by number: of ten thousand calls most share theirs. */
class SourceTable {
  private readonly numbers = new Map<string, number>();
  private readonly met: { readonly source: Source; readonly key: string }[] = [];
  readonly literal = this.number({ kind: 'literal' });

  number(source: Source): number {
    const key = sourceKey(source);
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.met.length;
      this.numbers.set(key, number);
      this.met.push({ source, key });
    }
    return number;
  }

  at(number: number): { readonly source: Source; readonly key: string } {
    return itemAt(this.met, number);
  }
}

/** Keys under which what is no parameter reaches a call. */
const SCOPES = '_scopes';
const ITEM = 'item';

/** One plan, and what the result of each of its calls is made of. */
class Room {
  private readonly graph: Graph;
  private readonly catalogue: Catalogue;
  /** By call; undefined until it was looked at, as calls in cycles are last. */
  private readonly origins: (Sources | undefined)[];
  /** Reads that see the same writes share one list of them. */
  private readonly ofWrites = new Map<readonly Write[], Sources>();
  private readonly handed: Handed | undefined;

  constructor(
    private readonly whole: Whole,
    private readonly plan: Plan,
    private readonly reference: string | undefined,
    private readonly part: Part | undefined,
  ) {
    this.graph = buildGraph(plan);
    this.catalogue = catalogueOf(whole.setting.catalogue.list(), plan.tools);
    this.origins = new Array(plan.calls.length);
    this.handed = reference === undefined ? undefined : whole.handed.get(reference);
  }

  read(): void {
    const { calls, order, rank } = this.graph;
    for (const at of order) this.readCall(at);
    for (let at = 0; at < calls.length; at++) if (intAt(rank, at) < 0) this.readCall(at);
    this.tellReplans();
    if (this.plan.mandate) this.tellMandate(this.plan.mandate, this.reference);
  }

  /** A line for each tool and host that calls may use which nobody knows yet (L-64). */
  private tellMandate(mandate: Mandate, room: string | undefined): void {
    const { found, setting } = this.whole;
    for (const { tool, sink, effect } of allowedBy(mandate, this.catalogue, setting)) {
      const call = callName(room, mandateCall(tool));
      const flow: Flow = { source: { kind: 'any' }, call, sink, effect };
      found.push({ key: `${call}\u0000${sinkKey(sink)}`, flow });
    }
  }

  /** Where a call fails and a model plans the rest without a question, that model is told what was done. */
  private tellReplans(): void {
    const { found, setting } = this.whole;
    const { modelServer: server = null } = setting;
    const isGrowing = goesOn(this.plan);
    if ((this.plan.policy?.onFailure !== 'replan' && !isGrowing) || server === null) return;
    const call = callName(this.reference, isGrowing ? TURN : REPLAN);
    found.push({
      key: `${call}\u0000${server}`,
      flow: { source: { kind: 'run' }, call, sink: { kind: 'model', server }, effect: 'none' },
    });
  }

  /** What a call does whose plan is made while it runs (L-56): its mandate, and its model, which is told of it. */
  private tellRoom(call: Call, contract: CallUse['contract']): void {
    const { found, setting } = this.whole;
    const room = callName(this.reference, call._id);
    const mandate = isAgent(call, contract) ? mandateOf(call) : null;
    if (mandate) this.tellMandate(mandate, room);
    const { modelServer: server = null } = setting;
    if (server === null) return;
    const name = callName(room, TURN);
    const flow: Flow = {
      source: { kind: 'any' },
      call: name,
      sink: { kind: 'model', server },
      effect: 'none',
    };
    found.push({ key: `${name}\u0000${server}`, flow });
  }

  private readCall(at: number): void {
    const { table, setting } = this.whole;
    const parsed = itemAt(this.graph.calls, at);
    const { call } = parsed;
    const use = callUse(call, this.catalogue, setting);
    // It never starts, and what it writes is dead (L-37): nothing comes from it.
    if (isOff(call)) {
      this.origins[at] = NONE;
      return;
    }
    const given = this.givenTo(at, parsed);
    const reached = joined([
      ...given.values(),
      use.reads.map((name) => table.number({ kind: 'file', name })),
    ]);
    const sources = reached.length > 0 ? reached : [table.literal];
    this.origins[at] = this.originsOf(call, use, sources);
    if (this.part && !this.part.starts.has(call._id)) return;
    if (isRoomMaker(call, use.contract)) this.tellRoom(call, use.contract);
    this.handOn(call, given);
    for (const sink of use.sinks) this.tell(call, use, sink, sources);
  }

  private tell(call: Call, use: CallUse, sink: Sink, reached: Sources): void {
    const { table, found } = this.whole;
    const name = callName(this.reference, call._id);
    // What stays here needs no mention of the plan's own words beside what they are applied to.
    const says = sink.kind !== 'device' && hasContent(call, use);
    const sources = says ? joined([reached, [table.literal]]) : reached;
    const sinkText = sinkKey(sink);
    for (const number of sources) {
      const { source, key } = table.at(number);
      found.push({
        key: `${name}\u0000${sinkText}\u0000${key}`,
        flow: { source, call: name, sink, effect: use.effect },
      });
    }
  }

  private originsOf(call: Call, use: CallUse, sources: Sources): Sources {
    const { given = {} } = this.part ?? {};
    const inOne = `${call._id}@`;
    const ofAll = Object.hasOwn(given, call._id);
    if (!ofAll && !Object.keys(given).some((id) => id.startsWith(inOne)))
      return this.madeOf(call, use, sources);
    const value = this.whole.table.number({ kind: 'given', call: callName(this.reference, call._id) });
    // Given in one instance, it is what it was in the others.
    return ofAll ? [value] : [value, ...this.madeOf(call, use, sources)];
  }

  private madeOf(call: Call, { reads, passes }: CallUse, sources: Sources): Sources {
    const { table } = this.whole;
    const name = callName(this.reference, call._id);
    if (reads.length > 0) return reads.map((file) => table.number({ kind: 'file', name: file }));
    return passes && sources.length <= MOST_SOURCES
      ? sources
      : [table.number({ kind: 'result', call: name })];
  }

  /** What reaches a call through its references, by the parameter they stand in. */
  private givenTo(at: number, { places }: ParsedCall): Map<string, Sources> {
    const { numbered, wiring } = this.graph;
    const lists = new Map<string, Sources[]>();
    let read = intAt(wiring.reads.starts, at);
    const end = intAt(wiring.reads.starts, at + 1);
    for (const { role, path, refs } of places) {
      for (const ref of refs) {
        const number = read < end ? intAt(wiring.reads.items, read++) : -1;
        // What a call only waits for gives it nothing.
        if (role === 'after' || isApproval(ref)) continue;
        const key = role === 'parameter' ? String(path[0]) : role === 'scope' ? SCOPES : ITEM;
        const found =
          number < 0 ? this.ofRoot(ref) : this.ofRead(ref, numbered.find(number, itemAt(wiring.scopes, at)));
        const list = lists.get(key);
        if (list) list.push(found);
        else lists.set(key, [found]);
      }
    }
    return new Map([...lists].map(([key, list]) => [key, joined(list)]));
  }

  /** Of what no call writes. */
  private ofRoot(ref: Ref): Sources {
    const { table } = this.whole;
    const [first] = ref.path;
    if (ref.kind === 'secret') return [table.number({ kind: 'secret', name: String(first ?? '') })];
    if (ref.kind !== 'input') return NONE;
    if (!this.handed) return [table.number({ kind: 'input', path: pathOf(ref) })];
    const all = first === undefined ? joined([...this.handed.input.values()]) : undefined;
    return this.bounded(ref, all ?? this.handed.input.get(String(first)) ?? this.handed.scoped);
  }

  private bounded(ref: Ref, sources: Sources): Sources {
    if (sources.length <= MOST_SOURCES) return sources;
    return [this.whole.table.number({ kind: 'state', path: callName(this.reference, printRef(ref)) })];
  }

  private ofRead(ref: Ref, number: number): Sources {
    const { writes } = this.graph.read(number);
    if (writes.length === 0) return this.bounded(ref, this.handed?.scoped ?? NONE);
    let found = this.ofWrites.get(writes);
    if (!found) {
      found = this.ofWriters(ref, writes);
      this.ofWrites.set(writes, found);
    }
    return found;
  }

  private ofWriters(ref: Ref, writes: readonly Write[]): Sources {
    const found = new Set<number>();
    for (const { call } of writes) {
      for (const source of this.origins[call] ?? [this.resultOf(call)]) found.add(source);
      if (found.size > MOST_SOURCES) break;
    }
    return this.bounded(ref, [...found]);
  }

  private resultOf(call: number): number {
    const { _id } = itemAt(this.graph.calls, call).call;
    return this.whole.table.number({ kind: 'result', call: callName(this.reference, _id) });
  }

  /** Gives a sub-plan what a call hands to it; what several calls do is one. */
  private handOn({ _delegate }: Call, given: ReadonlyMap<string, Sources>): void {
    const { handed, delegates } = this.whole;
    if (_delegate === undefined || !Object.hasOwn(delegates, _delegate)) return;
    const before = handed.get(_delegate);
    const input = new Map(before?.input);
    for (const [key, sources] of given) {
      if (key !== SCOPES) input.set(key, joined([input.get(key) ?? NONE, sources]));
    }
    const scoped = joined([before?.scoped ?? NONE, given.get(SCOPES) ?? NONE]);
    handed.set(_delegate, { input, scoped });
  }
}

const pathOf = (ref: Ref): string => printRef(ref).slice('†input'.length).replace(/^\./, '');

function joined(lists: readonly Sources[]): Sources {
  const some = lists.filter((list) => list.length > 0);
  if (some.length === 0) return NONE;
  return some.length === 1 ? (some[0] ?? NONE) : [...new Set(some.flat())];
}

/** Whether a parameter that is more than a name or an address holds something the plan itself says. */
function hasContent(call: Call, { places, contract }: CallUse): boolean {
  for (const key in call) {
    if (places.has(key) || (key.startsWith('_') && isMeta(key, contract))) continue;
    if (holdsLiteral(call[key] as Json)) return true;
  }
  return false;
}

function holdsLiteral(root: Json | undefined): boolean {
  const stack: (Json | undefined)[] = [root];
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value === 'string') {
      if (!isExpression(value)) return true;
    } else if (Array.isArray(value)) stack.push(...value);
    else if (typeof value === 'object' && value !== null) stack.push(...Object.values(value));
    else if (value !== undefined) return true;
  }
  return false;
}

/** The sub-plans, each after all that delegate to it: what they give it is known by then. Circles end where they began. */
function callersFirst(plan: Plan, delegates: Delegates, part?: Part): readonly string[] {
  const done: string[] = [];
  const seen = new Set<string>();
  const visit = (within: Plan): void => {
    for (const call of within.calls) {
      const { _id, _delegate } = call;
      if (isOff(call) || (within === plan && part && !part.starts.has(_id))) continue;
      if (_delegate === undefined || seen.has(_delegate) || !Object.hasOwn(delegates, _delegate)) continue;
      seen.add(_delegate);
      const sub = delegates[_delegate];
      if (sub) visit(sub);
      done.push(_delegate);
    }
  };
  visit(plan);
  return done.reverse();
}
