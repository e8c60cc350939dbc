/** A call with its expressions parsed, once for each call object: an edit leaves the others' identity, and so this, alone. */

import { type Call, META_KEYS, type Plan } from './document.ts';
import type { JsonPath } from './edit.ts';
import { BASE_KINDS, type Expr, type ExpressionError, type OutputTargets, type Ref } from './expression.ts';
import { callReader } from './read-call.ts';

export { refsOf } from './read-call.ts';

export type PlaceRole = 'parameter' | 'after' | 'forEach' | 'scope';

/** An expression and where it stands in its call. */
export interface Place {
  readonly role: PlaceRole;
  readonly path: JsonPath;
  readonly text: string;
  readonly expr: Expr;
  /** The references in it, left to right. */
  readonly refs: readonly Ref[];
}

export interface ParsedCall {
  readonly call: Call;
  readonly places: readonly Place[];
  /** null where there is no `_outputPath`, or one that does not parse. */
  readonly targets: OutputTargets | null;
  readonly errors: readonly { readonly path: JsonPath; readonly error: ExpressionError }[];
  /** Texts with a reference in their middle (L-2): probably meant to be one. */
  readonly embedded: readonly JsonPath[];
}

const META = new Set<string>(META_KEYS);
const NONE: ReadonlySet<string> = new Set();
const nothing = () => undefined;

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
 * Parses a call's expressions; the same call object and kinds give the same result object.
 * @param declared `_` keys that are parameters of its tool; what they hold is not kept
 */
export function parseCall(
  call: Call,
  kinds: ReadonlySet<string> = BASE_KINDS,
  declared: ReadonlySet<string> = NONE,
): ParsedCall {
  if (declared.size > 0) return callReader(kinds, nothing).read(call, declared);
  let cache = caches.get(kinds);
  if (!cache) {
    cache = new WeakMap();
    caches.set(kinds, cache);
  }
  let parsed = cache.get(call);
  if (!parsed) {
    parsed = callReader(kinds, nothing).read(call, declared);
    cache.set(call, parsed);
  }
  return parsed;
}
