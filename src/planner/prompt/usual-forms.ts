/**
 * The forms in which models write calls and references, read as ours. Only what is certain is read: whatever could be
 * meant otherwise stays as it is written, for the checks to say. Knows the contracts, and what the answer wrote so far.
 */

import { hasOwn, isObject, type Json, type JsonObject, setOwn } from '../../lib/json.ts';
import { BASE_KINDS, parseExpression } from '../../plan/expression.ts';
import type { Catalogue } from '../../tools/catalogue.ts';
import { parseSpan } from './json-value-scanner.ts';

/** What names the tool, the surest first. */
const TOOL_KEYS = ['_tool', 'tool', 'tool_name', 'toolName', 'function', 'name', 'action'];

/** What holds all parameters at once, where the tool has no parameter of that name. */
const ARGUMENT_KEYS = ['arguments', 'args', 'parameters', 'params', 'input', 'inputs', 'tool_input'];

/** Ours, and what models write for it. */
const META: Readonly<Record<string, string>> = {
  ...{ id: '_id', call_id: '_id', step_id: '_id', step: '_id' },
  ...{ description: '_description', purpose: '_description', thought: '_description', expected: '_expected' },
  ...{ outputPath: '_outputPath', output_path: '_outputPath', output: '_outputPath', save_as: '_outputPath' },
  ...{ after: '_after', depends_on: '_after', dependsOn: '_after', dependencies: '_after' },
};

/** Of the wire, not of the plan. */
const NOISE: ReadonlySet<string> = new Set(['type', 'index']);

/** Under which models say "what it returned" where ours reads the result itself. */
const WHOLE = /^(output|result)$/;

const NAME = '[A-Za-z_][\\w-]*';
const PATH = new RegExp(`^${NAME}(?:\\.[\\w-]+|\\[\\d+\\]|\\["[^"]+"\\]|\\['[^']+'\\])*$`);

export interface UsualForms {
  /** What the plan's input holds: a text that names it is a reference without its sign. */
  declare(inputSchema: unknown): void;
  /** A call as ours; what is none, or is ours already, as it was. */
  call(value: Json): Json;
  /** Every text in the value that is a reference in another form, as ours. */
  references(value: Json): Json;
  /** Texts that were taken for plain ones, and name what was only written or declared after them. */
  missed(): readonly string[];
}

/** Whether an object is a call in one of these forms: in a list of anything else nothing may be taken for one. */
export function looksLikeCall(value: Json): boolean {
  if (!isObject(value)) return false;
  if (hasOwn(value, '_tool') || hasOwn(value, 'tool') || hasOwn(value, 'tool_name')) return true;
  return ['name', 'action', 'function', 'toolName'].some((key) => hasOwn(value, key)) && hasArguments(value);
}

const hasArguments = (value: object): boolean =>
  ARGUMENT_KEYS.some((key) => hasOwn(value, key)) || isObject((value as JsonObject).function);

/** For one answer: what a call wrote is known to the calls after it. */
export function usualForms(catalogue: Catalogue): UsualForms {
  /** Where the call of an id, as the model wrote it, leaves its result. */
  const results = new Map<string, { readonly path: string; readonly tool: string }>();
  /** The keys right below the state that some call writes, and those of the input. */
  const written = new Set<string>();
  const declared = new Set<string>();
  /** Root, key and text of what could be a path without its sign, had anything been there yet. */
  const plain: (readonly [string, string, string])[] = [];

  const has = (tool: string, of: 'parameters' | '_output', key: string): boolean => {
    const schema = catalogue.get(tool)?.[of];
    return isObject(schema) && isObject(schema.properties) && hasOwn(schema.properties, key);
  };

  /** One path in any form; undefined where it is none, or might be plain text. */
  const path = (text: string): string | undefined => {
    const own = text.startsWith('†') ? text.slice(1) : text;
    const inner = /^(?:\$?\{\{\s*([^{}]+?)\s*\}\}|\$\{\s*([^{}]+?)\s*\}|\$\.?(.+))$/.exec(own);
    const bare = inner === null && own === text;
    const name = (inner?.[1] ?? inner?.[2] ?? inner?.[3] ?? own).trim();
    if (!PATH.test(name)) return undefined;
    const parts = segments(name);
    const [first = '', second] = parts;
    if (first === 'input' || first === 'state') {
      if (second === undefined) return undefined;
      if (!bare || (first === 'input' ? declared : written).has(second)) return rooted(parts);
      plain.push([first, second, text]);
      return undefined;
    }
    if (bare) return undefined;
    const result = results.get(first);
    if (result) {
      const rest = second !== undefined && WHOLE.test(second) && !has(result.tool, '_output', second) ? 2 : 1;
      return result.path + tail(parts.slice(rest));
    }
    return written.has(first) || own !== text ? rooted(['state', ...parts]) : undefined;
  };

  /** Alternatives and conditions are read where each of them is a path. */
  const reference = (text: string): string => {
    if (text.startsWith('††') || isOurs(text)) return text;
    const pieces = text.split(/(\s*(?:\|\||&&)\s*)/);
    const read = pieces.map((piece, at) => (at % 2 === 1 ? ` ${piece.trim()} ` : path(piece.trim())));
    return read.includes(undefined) ? text : read.join('');
  };

  const references = (value: Json): Json => {
    if (typeof value === 'string') return reference(value);
    if (Array.isArray(value)) return value.map(references);
    if (!isObject(value)) return value;
    const read: JsonObject = {};
    for (const [key, inner] of Object.entries(value as JsonObject)) setOwn(read, key, references(inner));
    return read;
  };

  const meta = (key: string, value: Json): Json => {
    if (key === '_id') return typeof value === 'string' ? value.replace(/[^\w-]+/g, '_') : value;
    if (key === '_outputPath') return typeof value === 'string' ? outputPath(value) : value;
    if (key !== '_after') return value;
    const all = (Array.isArray(value) ? value : [value]).filter((one) => one !== null);
    if (all.length === 0) return null;
    return all.map((one) => results.get(String(one))?.path ?? references(one)).join(' && ');
  };

  /** Where it writes can only be a path of the state. */
  const outputPath = (text: string): string =>
    isOurs(text)
      ? text
      : text
          .split('||')
          .map((one) => {
            const name = one.trim();
            const read = path(name.startsWith('†') ? name : `†${name}`);
            return read ?? name;
          })
          .join(' || ');

  const remember = (id: Json | undefined, call: JsonObject): void => {
    const { _outputPath: path, _tool: tool } = call;
    if (typeof path !== 'string') return;
    for (const [, key] of path.matchAll(/†state\.([\w-]+)/g)) if (key !== undefined) written.add(key);
    if (path.includes('||')) return;
    for (const name of [id, call._id])
      if (name !== undefined) results.set(String(name), { path, tool: String(tool) });
  };

  return {
    missed: () =>
      plain.flatMap(([root, key, text]) => ((root === 'input' ? declared : written).has(key) ? [text] : [])),
    declare: (schema) => {
      if (!isObject(schema) || !isObject(schema.properties)) return;
      for (const key of Object.keys(schema.properties)) declared.add(key);
    },
    references,
    call: (value) => {
      if (!isObject(value)) return value;
      const { function: native, ...rest } = value as JsonObject;
      const given = isObject(native) ? { ...rest, ...(native as JsonObject) } : (value as JsonObject);
      const toolKey = toolKeyOf(given, catalogue);
      if (toolKey === undefined) return value;
      const tool = String(given[toolKey]);
      const isHouse = toolKey === '_tool';
      const isParameter = (key: string) => has(tool, 'parameters', key) || (isHouse && !catalogue.get(tool));
      const call: JsonObject = { _tool: tool };
      let id: Json | undefined;
      for (const [key, inner] of Object.entries(given)) {
        if (key === toolKey) continue;
        const isOwn = isParameter(key);
        const all = !isOwn && ARGUMENT_KEYS.includes(key) ? argumentsIn(inner) : undefined;
        const ours = key.startsWith('_') ? key : isOwn || !hasOwn(META, key) ? undefined : META[key];
        if (all) for (const [name, one] of Object.entries(all)) setOwn(call, name, references(one));
        else if (ours !== undefined) {
          if (ours === '_id') id = inner;
          if (ours === key || !hasOwn(given, ours)) setOwn(call, ours, meta(ours, inner));
        } else if (isOwn || isHouse || !NOISE.has(key)) setOwn(call, key, references(inner));
      }
      // In another form nobody says where a result goes: it is read by the call's id.
      if (!isHouse && call._outputPath === undefined && typeof call._id !== 'undefined')
        call._outputPath = `†state.${String(call._id)}`;
      remember(id, call);
      return call;
    },
  };
}

/** A reference as the language has it is never read anew. */
const isOurs = (text: string): boolean => text.startsWith('†') && parseExpression(text, BASE_KINDS).ok;

function toolKeyOf(call: JsonObject, { get }: Catalogue): string | undefined {
  const named = TOOL_KEYS.filter((key) => typeof call[key] === 'string');
  if (named[0] === '_tool') return '_tool';
  return named.find((key) => get(String(call[key]))) ?? named[0];
}

/** Parameters as an object, or as the text of one, as servers send them. */
function argumentsIn(value: Json): JsonObject | undefined {
  if (isObject(value)) return value as JsonObject;
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return undefined;
  const parsed = parseSpan(value);
  return parsed.ok && isObject(parsed.value) ? (parsed.value as JsonObject) : undefined;
}

/** `a[0]["odd key"].b` → a, 0, odd key, b. */
const segments = (path: string): readonly string[] =>
  Array.from(
    path.matchAll(/\["([^"]+)"\]|\['([^']+)'\]|\[(\d+)\]|([\w-]+)/g),
    ([, a, b, c, d]) => a ?? b ?? c ?? d ?? '',
  );

const tail = (parts: readonly string[]): string =>
  parts.map((part) => (/^[\w-]+$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`)).join('');

const rooted = ([root = '', ...rest]: readonly string[]): string => `†${root}${tail(rest)}`;
