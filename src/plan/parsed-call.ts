/** A call and what its texts say, read when somebody asks: of a plan of 10,000 calls most are never looked at. */

import { hasOwn, isObject } from '../lib/json.ts';
import type { ToolContract } from './contract-shape.ts';
import { type Call, META_KEYS, type Plan } from './document.ts';
import { BASE_KINDS } from './expression.ts';
import { type CallReader, type CallReading, callReader } from './read-call.ts';

export type { PlaceRole } from './read-call.ts';
export { type Place, refsOf } from './read-call.ts';

/** The same object as long as an edit leaves the call alone: whatever is kept of a call hangs on it. */
export interface ParsedCall extends CallReading {
  readonly call: Call;
}

/** Reads its call once, at the first question. What was read lies beside the call, so that one that nobody asks for is small. */
class CallToRead implements ParsedCall {
  private reading: CallReading | undefined;

  constructor(
    readonly call: Call,
    private readonly reader: CallReader,
    private readonly declared: ReadonlySet<string>,
  ) {}

  private read(): CallReading {
    this.reading ??= this.reader(this.call, this.declared);
    return this.reading;
  }

  get places() {
    return this.read().places;
  }

  get targets() {
    return this.read().targets;
  }

  get errors() {
    return this.read().errors;
  }

  get embedded() {
    return this.read().embedded;
  }
}

const META: ReadonlySet<string> = new Set(META_KEYS);
const NONE: ReadonlySet<string> = new Set();

const kindsOfData = new WeakMap<object, ReadonlySet<string>>();

/** The kinds an expression of this plan may start with (L-5a); the same set as long as `data` is the same. */
export function kindsOf({ data }: Plan): ReadonlySet<string> {
  if (!data) return BASE_KINDS;
  let kinds = kindsOfData.get(data);
  if (!kinds) {
    kinds = new Set([...BASE_KINDS, ...Object.keys(data)]);
    kindsOfData.set(data, kinds);
  }
  return kinds;
}

type Tools = NonNullable<Plan['tools']>;
const metaOfTools = new WeakMap<Tools, ReadonlyMap<string, ReadonlySet<string>>>();
const NO_TOOLS: Tools = [];

/** The `_` keys that contracts of the plan declare as parameters (§2), by tool; worked out once for each `tools`. */
export function declaredMeta({ tools = NO_TOOLS }: Plan): ReadonlyMap<string, ReadonlySet<string>> {
  let byTool = metaOfTools.get(tools);
  if (!byTool) {
    byTool = readDeclaredMeta(tools);
    metaOfTools.set(tools, byTool);
  }
  return byTool;
}

function readDeclaredMeta(tools: Tools): ReadonlyMap<string, ReadonlySet<string>> {
  const byTool = new Map<string, ReadonlySet<string>>();
  for (const tool of tools) {
    const properties = typeof tool.parameters === 'object' ? tool.parameters.properties : undefined;
    if (typeof properties !== 'object' || properties === null) continue;
    const declared = Object.keys(properties).filter((key) => key.startsWith('_') && !META.has(key));
    if (declared.length > 0) byTool.set(tool.name, new Set(declared));
  }
  return byTool;
}

const caches = new WeakMap<ReadonlySet<string>, WeakMap<Call, ParsedCall>>();

/**
 * A call of a plan of these kinds; the same call object and kinds give the same result object.
 * @param declared `_` keys that are parameters of its tool; what they hold is not kept
 */
export function parseCall(
  call: Call,
  kinds: ReadonlySet<string> = BASE_KINDS,
  declared: ReadonlySet<string> = NONE,
): ParsedCall {
  if (declared.size > 0) return new CallToRead(call, callReader(kinds), declared);
  let cache = caches.get(kinds);
  if (!cache) {
    cache = new WeakMap();
    caches.set(kinds, cache);
  }
  let parsed = cache.get(call);
  if (!parsed) {
    parsed = new CallToRead(call, callReader(kinds), declared);
    cache.set(call, parsed);
  }
  return parsed;
}

/** Makes the parsed calls of one plan, which share what they have in common. */
export function callParser(plan: Plan): (call: Call) => ParsedCall {
  const reader = callReader(kindsOf(plan));
  const declared = declaredMeta(plan);
  return (call) => new CallToRead(call, reader, declared.get(call._tool) ?? NONE);
}

// Which keys of a call are parameters and which are about the call (PLAN-LANGUAGE §2).

/**
 * True for a meta-property, known or not. A `_` key outside the known ones that the tool's contract declares
 * is a parameter: a public data set has a required `_from` (§2).
 */
export function isMeta(key: string, contract?: ToolContract): boolean {
  if (!key.startsWith('_')) return false;
  return META.has(key) || !declares(contract, key);
}

function declares(contract: ToolContract | undefined, key: string): boolean {
  const schema = contract?.parameters;
  return isObject(schema) && isObject(schema.properties) && hasOwn(schema.properties, key);
}
