/** The flows of a plan as a person reads them (L-73): one line for each place something goes to, what leaves first. */

import { cutMiddle } from '../lib/cut-text.ts';
import { isObject } from '../lib/json.ts';
import { visible } from '../lib/visible-text.ts';
import type { Effect, ToolContract } from '../plan/contract-shape.ts';
import { type Delegates, NO_DELEGATES, withOwnPlans } from '../plan/delegates.ts';
import type { Call, Plan } from '../plan/document.ts';
import { type Catalogue, catalogueOf } from '../tools/catalogue.ts';
import { overrideIn } from '../tools/method-override.ts';
import { askedPath, hostOf } from '../tools/reach.ts';
import { titleOf } from '../tools/titles.ts';
import {
  allowedAt,
  callName,
  type Flow,
  isReplan,
  mandateCall,
  REPLAN,
  type Sink,
  type Source,
  sinkKey,
  sourceKey,
  toolAllowed,
} from './flow.ts';
import { flowsOf, type Part } from './flows-of.ts';
import { type ContractCame, type ToolGroup, toolGroups } from './tools.ts';
import { type CallUse, callUse, type FlowSetting, placesOf, plainText, undoOf } from './use.ts';
import { quoted } from './words.ts';

/** All that goes to one place in one way. */
export interface FlowLine {
  readonly sink: Sink;
  readonly effect: Effect;
  /** Each once: what a person gave first, what stands in the plan last. */
  readonly sources: readonly Source[];
  /** As `callName` names them, each once. Those to which a secret goes stand in a line of their own; of a replan `†replan`. */
  readonly calls: readonly string[];
  /** Where it goes is known only at run time: the person is asked. */
  readonly asks: boolean;
  /** The contract of every one of its calls says how it is taken back (§2). */
  readonly undo: boolean;
}

export const FLOW_GROUPS = ['leaves', 'files', 'stays'] as const;
/** What leaves this device, what is written as files, what stays here. */
export type FlowGroup = (typeof FLOW_GROUPS)[number];

/** What an approval shows of a plan. */
export interface FlowTable {
  readonly flows: readonly Flow[];
  readonly groups: Readonly<Record<FlowGroup, readonly FlowLine[]>>;
  readonly tools: readonly ToolGroup[];
  /** What a call asks of a host (`requestWords`); null of one that asks none. @param call as `callName` names it */
  requestOf(call: string): string | null;
  /** Its addresses of which `requestOf` leaves something out – a query, the middle of a path –, whole. @param call as `callName` names it */
  addressesOf(call: string): readonly string[];
  /** Whether its address stands in the plan, in a way by which only the run can tell the host. @param call as `callName` names it */
  isOddlyWritten(call: string): boolean;
  /** The title of the tool that a line of a mandate allows; null of any other line. @param call as `callName` names it */
  toolTitleOf(call: string): string | null;
  /** Whether it stands in a loop, at whatever depth. @param call as `callName` names it */
  isLooped(call: string): boolean;
}

/** The flows of a plan, gathered by where they go. */
export function flowTable(
  plan: Plan,
  setting: FlowSetting,
  delegates: Delegates = NO_DELEGATES,
  part?: Part,
  came?: ContractCame,
): FlowTable {
  const all = withOwnPlans(plan, delegates);
  const flows = flowsOf(plan, setting, all, part);
  const facts = callFacts(plan, setting, all);
  const groups = grouped(flows, (call) => facts.get(call)?.canUndo() ?? false);
  const requestOf = (call: string) => facts.get(call)?.request() ?? null;
  const addressesOf = (call: string) => facts.get(call)?.addresses() ?? [];
  const isOddlyWritten = (call: string) => facts.get(call)?.isOddlyWritten() ?? false;
  const isLooped = (call: string) => facts.get(call)?.isLooped ?? false;
  const rooms = new Map<string | undefined, Catalogue>();
  const toolTitleOf = (call: string) => {
    const allowed = allowedAt(call);
    if (allowed === null) return null;
    const room = Object.keys(all).find((one) => call.startsWith(`${one}/`));
    const { tools } = (room === undefined ? undefined : all[room]) ?? plan;
    const catalogue = rooms.get(room) ?? catalogueOf(setting.catalogue.list(), tools);
    rooms.set(room, catalogue);
    return titleOf(catalogue.get(allowed.tool), allowed.tool);
  };
  const tools = toolGroups(plan, setting, all, came);
  return { flows, groups, tools, requestOf, addressesOf, isOddlyWritten, toolTitleOf, isLooped };
}

/** @param canUndo whether the contract of a call says how it is taken back */
export function grouped(
  flows: readonly Flow[],
  canUndo: (call: string) => boolean,
): Readonly<Record<FlowGroup, readonly FlowLine[]>> {
  const lines = new Map<string, Growing>();
  const secrets = secretsSent(flows);
  for (const { source, call, sink, effect } of flows) {
    const allowed = allowedAt(call);
    const taken = secrets.size === 0 ? '' : (secrets.get(`${call}\u0000${sinkKey(sink)}`) ?? '');
    const key = `${sinkKey(sink)}\u0000${effect}\u0000${isReplan(call) ? REPLAN : allowed === null ? taken : mandateCall(allowed.by)}`;
    let line = lines.get(key);
    if (!line) {
      line = { sink, effect, sources: new Map(), calls: new Set() };
      lines.set(key, line);
    }
    line.sources.set(sourceKey(source), source);
    line.calls.add(call);
  }
  const groups: Record<FlowGroup, FlowLine[]> = { leaves: [], files: [], stays: [] };
  for (const { sink, effect, sources, calls } of lines.values())
    groups[groupOf(sink)].push({
      sink,
      effect,
      sources: [...sources.values()].sort((a, b) => NEARNESS[a.kind] - NEARNESS[b.kind]),
      calls: [...calls],
      // A file that a mandate lets be written is named by nobody and asked about by nobody.
      asks:
        (sink.kind === 'host' && sink.host === null) ||
        (sink.kind === 'file' &&
          sink.name === null &&
          ![...calls].every((call) => toolAllowed(call) !== null)),
      undo: [...calls].every(canUndo),
    });
  for (const group of FLOW_GROUPS) groups[group].sort(byGravity);
  return groups;
}

/** By call and place, the secrets that go there, as one text: whoever reads the table sees which calls get them. */
function secretsSent(flows: readonly Flow[]): ReadonlyMap<string, string> {
  const sent = new Map<string, string>();
  for (const { source, call, sink } of flows) {
    if (source.kind !== 'secret' || sink.kind === 'device') continue;
    const key = `${call}\u0000${sinkKey(sink)}`;
    sent.set(key, `${sent.get(key) ?? ''}\u0000${source.name}`);
  }
  return sent;
}

interface Growing {
  readonly sink: Sink;
  readonly effect: Effect;
  readonly sources: Map<string, Source>;
  readonly calls: Set<string>;
}

const groupOf = ({ kind }: Sink): FlowGroup =>
  kind === 'device' ? 'stays' : kind === 'file' ? 'files' : 'leaves';

const NEARNESS: Readonly<Record<Source['kind'], number>> = {
  secret: 0,
  file: 1,
  input: 2,
  given: 3,
  result: 4,
  state: 5,
  literal: 6,
  any: 7,
  run: 8,
};
const GRAVITY: Readonly<Record<Effect, number>> = { irreversible: 0, write: 1, read: 2, none: 3 };

/** What can't be taken back first; what nobody knows yet before what is named. */
const byGravity = (a: FlowLine, b: FlowLine): number =>
  GRAVITY[a.effect] - GRAVITY[b.effect] ||
  Number(b.asks) - Number(a.asks) ||
  compared(sinkKey(a.sink), sinkKey(b.sink)) ||
  NEARNESS[a.sources[0]?.kind ?? 'literal'] - NEARNESS[b.sources[0]?.kind ?? 'literal'];

const compared = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

interface CallFacts {
  /** The contract that is believed says how it is taken back. */
  canUndo(): boolean;
  request(): string | null;
  addresses(): readonly string[];
  isOddlyWritten(): boolean;
  readonly isLooped: boolean;
}

/** By call, as `callName` names it. Worked out when it is asked for: of ten thousand calls few are. */
function callFacts(plan: Plan, setting: FlowSetting, delegates: Delegates): ReadonlyMap<string, CallFacts> {
  const facts = new Map<string, CallFacts>();
  const looped = loopedRooms(plan, delegates);
  const look = (room: Plan, reference: string | undefined) => {
    const catalogue = catalogueOf(setting.catalogue.list(), room.tools);
    for (const call of room.calls)
      facts.set(callName(reference, call._id), {
        canUndo: () => undoOf(call, catalogue, setting),
        request: () => requestWords(call, callUse(call, catalogue, setting)),
        addresses: () => longAddresses(call, callUse(call, catalogue, setting)),
        isOddlyWritten: () =>
          addressesIn(call, callUse(call, catalogue, setting)).some((text) => hostOf(text) === null),
        isLooped: reference !== undefined && looped.has(reference),
      });
  };
  look(plan, undefined);
  for (const [reference, sub] of Object.entries(delegates)) look(sub, reference);
  return facts;
}

/** The sub-plans that a loop reaches, by what `_delegate` calls them: each of their calls happens once an element (L-53). */
function loopedRooms(plan: Plan, delegates: Delegates): ReadonlySet<string> {
  const looped = new Set<string>();
  const seen = new Set<string>();
  const look = (room: Plan, isLooped: boolean): void => {
    for (const { _delegate, _forEach } of room.calls) {
      const sub = _delegate === undefined ? undefined : delegates[_delegate];
      if (_delegate === undefined || !sub) continue;
      const repeats = isLooped || _forEach !== undefined;
      const into = repeats ? looped : seen;
      if (into.has(_delegate)) continue;
      into.add(_delegate);
      look(sub, repeats);
    }
  };
  look(plan, false);
  return looped;
}

// What a call asks of a host, as a person knows it: `POST /repos/obelus/issues`. Words for a line; no part of what is signed.

/** Characters of a path: its end says as much as its beginning. */
const PATH = 60;

/** Null where it goes to no host by an address. */
function requestWords(call: Call, { sinks, contract }: CallUse): string | null {
  // Of code of the person's own nobody knows what it does with its parameters.
  if (!contract || !sinks.some(({ kind }) => kind === 'host')) return null;
  const keys = placesOf(contract).addresses.filter((key) => call[key] !== undefined);
  const method = methodOf(call, contract);
  return keys.map((key) => `${method}${pathOf(call[key])}`).join(' and ') + headerWords(call, contract);
}

/** So many headers are named; of more, how many. */
const HEADERS = 3;
/** Characters of a header with its value. */
const HEADER = 60;

/** Those that the plan fixes: a server may do another thing because of one. */
function headerWords({ headers }: Call, contract: ToolContract): string {
  if (headers === undefined || !hasHeaders(contract)) return '';
  if (!isObject(headers)) return ', with headers that only the run names';
  const named = Object.entries(headers).map(([name, value]) => {
    const text = plainText(value);
    return text === null
      ? `${quoted(cutMiddle(name, HEADER))} that only the run names`
      : quoted(cutMiddle(`${name}: ${text}`, HEADER));
  });
  if (named.length === 0) return '';
  const left = named.length - HEADERS;
  const more = left > 0 ? ` and ${left} more ${left === 1 ? 'header' : 'headers'}` : '';
  return `, with ${named.slice(0, HEADERS).join(', ')}${more}`;
}

const hasHeaders = ({ parameters }: ToolContract): boolean =>
  isObject(parameters) && isObject(parameters.properties) && parameters.properties.headers !== undefined;

/** As they stand in the plan: a secret comes in at run time, so none is among them. */
function longAddresses(call: Call, { contract }: CallUse): readonly string[] {
  return addressesIn(call, { contract }).flatMap((text) => {
    const asked = askedPath(text);
    const isLong = asked !== null && (asked.query || asked.path.length > PATH);
    return isLong ? [visible(text)] : [];
  });
}

const addressesIn = (call: Call, { contract }: Pick<CallUse, 'contract'>): readonly string[] =>
  (contract ? placesOf(contract).addresses : []).flatMap((key) => plainText(call[key]) ?? []);

/** The query is left out, for keys are often in it. What is asked for can hold no words of ours: it has no spaces. */
function pathOf(value: unknown): string {
  const text = plainText(value);
  const asked = text === null ? null : askedPath(text);
  if (text !== null && asked === null) return `at ${quoted(cutMiddle(text, PATH))}`;
  if (asked === null) return 'at an address that only the run names';
  return `${cutMiddle(asked.path, PATH)}${asked.query ? '?…' : ''}`;
}

/** Empty where the contract leaves no choice: its effect says it. What a header makes of it counts as that. */
function methodOf(call: Call, contract: ToolContract): string {
  const method = writtenMethod(call, contract);
  const override = hasHeaders(contract) && isObject(call.headers) && overrideIn(Object.entries(call.headers));
  if (override === undefined || override === false) return method;
  const text = plainText(override)?.trim().toUpperCase();
  const as = text !== undefined && /^[A-Z]{1,10}$/.test(text) ? text : 'a method that only the run names,';
  return `${method}as ${as} `;
}

function writtenMethod(call: Call, { parameters }: ToolContract): string {
  const properties = isObject(parameters) && isObject(parameters.properties) ? parameters.properties : {};
  const { method } = properties;
  if (!isObject(method)) return '';
  const said = call.method === undefined ? method.default : plainText(call.method);
  return typeof said === 'string' && /^[A-Z]{1,10}$/.test(said)
    ? `${said} `
    : 'by a method that only the run names, ';
}
