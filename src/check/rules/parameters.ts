/** A call's parameters against its tool's contract (L-35): names, and every value that is written out. */

import { isObject, setOwn } from '../../lib/json.ts';
import { nearest } from '../../lib/nearest.ts';
import type { Call, JsonSchema } from '../../plan/document.ts';
import { isExpression, literalOf } from '../../plan/expression.ts';
import { builtInTools } from '../../tools/built-in.ts';
import { schemaCheck } from '../../tools/json-schema.ts';
import { isWebScheme, schemeOf } from '../../tools/reach.ts';
import { type SchemaFault, shown } from '../../tools/schema-group.ts';
import { resolveSchema } from '../../tools/schema-reference.ts';
import { childSchema, typeOfValue, typesOf, typeWords } from '../../tools/schema-types.ts';
import { requiredAlone } from '../../tools/schema-ways.ts';
import { type ContractView, declaredParameter, isParameter, type ParameterView } from '../contract-view.ts';
import type { Problem } from '../problem.ts';
import { type CallRule, error, fix, pathWords, warning } from '../rule.ts';

export const parameters: CallRule = ({ call, parsed, contract, keys }, problems) => {
  if (!contract) return;
  missing(call, contract, problems);
  const lacks = lacksEither(call, contract, problems);
  if (!keys.holdsLiterals && !contract.whole) return;
  const before = problems.length;
  let literal = true;
  for (const key in call) {
    if (!isParameter(key, contract)) continue;
    const value = call[key];
    if (value === undefined) continue;
    const view = declaredParameter(contract, key);
    if (!view) unknown(call, contract, key, problems);
    else if (!view.trivial) literal = checkValue(call, contract, key, view, problems) && literal;
  }
  if (contract.whole && !lacks && literal && problems.length === before && parsed.places.length === 0)
    checkWhole(call, contract, problems);
};

/** Whose parameters they are: of a call that delegates its sub-plan's (L-52). */
export const askedBy = ({ _tool, _delegate }: Call): string =>
  _delegate === undefined ? `tool "${_tool}"` : `sub-plan "${_delegate}"`;

function missing(call: Call, contract: ContractView, problems: Problem[]): void {
  for (const name of contract.required) {
    if (Object.hasOwn(call, name) && call[name] !== undefined) continue;
    const message = `Call "${call._id}" lacks the parameter "${name}", which the ${askedBy(call)} requires. Give it a value or a reference.`;
    problems.push(error('missing-parameter', message, { calls: [call._id], path: [name] }));
  }
}

/**
 * None of the names of which the tool requires one or another. Said by itself: a call with a reference in it is not looked at as
 * a whole before the run, and would fail there.
 */
function lacksEither(call: Call, contract: ContractView, problems: Problem[]): boolean {
  const { parameters } = contract.contract;
  const ways: unknown = isObject(parameters) ? parameters.anyOf : undefined;
  if (!Array.isArray(ways)) return false;
  const lists = ways.map(requiredAlone);
  const has = (name: string) => Object.hasOwn(call, name) && call[name] !== undefined;
  if (lists.some((names) => names === undefined || names.every(has))) return false;
  const words = lists.map((names) => (names ?? []).map((name) => `"${name}"`).join(' and ')).join(' or ');
  const message = `Call "${call._id}" lacks ${words}: the ${askedBy(call)} requires one of them. Give it a value or a reference.`;
  const [first] = lists[0] ?? [];
  const path = first === undefined ? [] : [first];
  problems.push(error('missing-parameter', message, { calls: [call._id], path }));
  return true;
}

function unknown(call: Call, contract: ContractView, key: string, problems: Problem[]): void {
  if (!contract.closed && !contract.names) return;
  const free = [...contract.parameters.keys()].filter((name) => !Object.hasOwn(call, name));
  const near = nearest(key, free);
  const better = near === undefined ? '' : ` Did you mean "${near}"?`;
  const message = `Call "${call._id}": the ${askedBy(call)} has no parameter "${key}".${better || ' Remove or rename it.'}`;
  const remove = { kind: 'set-in-call', id: call._id, path: [key], value: undefined } as const;
  const fixes = [fix(`Remove "${key}"`, remove)];
  if (near !== undefined) {
    const rename = { kind: 'set-in-call', id: call._id, path: [near], value: call[key] as never } as const;
    fixes.unshift(fix(`Rename to "${near}"`, remove, rename));
  }
  const make = contract.closed ? error : warning;
  problems.push(make('unknown-parameter', message, { calls: [call._id], path: [key], fixes }));
}

/** True where nothing in the value was wrong. */
function checkValue(
  call: Call,
  contract: ContractView,
  key: string,
  view: ParameterView,
  problems: Problem[],
): boolean {
  const value = call[key];
  if (typeof value === 'string') {
    // An expression, be it one that does not parse, which is an error of its own, is no literal.
    if (isExpression(value)) return true;
    const fault = view.check(literalOf(value)) ?? addressFault(contract, view, literalOf(value));
    if (!fault) return true;
    mismatch(call, [key, ...fault.path], fault.message, problems);
    return false;
  }
  const fault =
    typeof value === 'object' && value !== null
      ? mixedFault(view.schema, contract.root, value)
      : view.check(value);
  if (!fault) return true;
  mismatch(call, [key, ...fault.path], fault.message, problems);
  return false;
}

/** What the app's code sends to a web address has a host there, which is signed and asked about. */
function addressFault(
  { contract }: ContractView,
  { schema }: ParameterView,
  text: string,
): SchemaFault | null {
  if (!isObject(schema) || schema.format !== 'uri' || !builtInTools.some((tool) => tool === contract))
    return null;
  const scheme = schemeOf(text);
  if (scheme === null || isWebScheme(scheme)) return null;
  return {
    path: [],
    message: `must be an address that begins with https:// or http://, not with ${shown(scheme)}`,
  };
}

function mismatch(call: Call, path: readonly (string | number)[], why: string, problems: Problem[]): void {
  const message = `Call "${call._id}", parameter ${pathWords(path)}: the value ${why} (${askedBy(call)}).`;
  problems.push(error('type-mismatch', message, { calls: [call._id], path }));
}

function checkWhole(call: Call, contract: ContractView, problems: Problem[]): void {
  const given: Record<string, unknown> = {};
  for (const key in call) if (isParameter(key, contract) && call[key] !== undefined) given[key] = call[key];
  // What is required is reported by name.
  if (contract.required.some((name) => !Object.hasOwn(given, name))) return;
  const fault = contract.whole?.(given);
  if (!fault) return;
  const message = `Call "${call._id}": its parameters do not fit the ${askedBy(call)}: ${pathWords(fault.path)} ${fault.message}.`;
  problems.push(
    error('type-mismatch', message.replace(':  ', ': '), { calls: [call._id], path: fault.path }),
  );
}

/** Values that mix literals and expressions, against a schema: the literal parts by value, expressions not at all. */
const DAGGER = '†';
/** Nesting that is looked into: deeper than any schema a person reads, and no stack overflows. */
const DEPTH = 128;

/** Why the literal parts of `value` do not fit, or undefined where they do (L-35). */
function mixedFault(
  schema: JsonSchema,
  root: JsonSchema | undefined,
  value: unknown,
  depth = DEPTH,
): SchemaFault | undefined {
  if (typeof value === 'string' && isExpression(value)) return undefined;
  const text = holdsDagger(value, depth);
  if (text === 'too deep') return undefined;
  if (text === 'none') return schemaCheck(schema, root)(value);
  if (text === 'escaped') return schemaCheck(schema, root)(unescaped(value));

  const types = typesOf(schema, root);
  if ((typeOfValue(value) & types) === 0)
    return { path: [], message: `must be ${typeWords(types)}, not ${shown(value)}` };
  const own = resolveSchema(schema, root);
  if (!isObject(own)) return undefined;
  return Array.isArray(value)
    ? listFault(own, root, value, depth)
    : objectFault(own, root, value as Record<string, unknown>, depth);
}

function listFault(
  own: Readonly<Record<string, unknown>>,
  root: JsonSchema | undefined,
  value: readonly unknown[],
  depth: number,
): SchemaFault | undefined {
  if (typeof own.minItems === 'number' && value.length < own.minItems)
    return { path: [], message: `must have ${own.minItems} elements or more, not ${value.length}` };
  if (typeof own.maxItems === 'number' && value.length > own.maxItems)
    return { path: [], message: `must have ${own.maxItems} elements or fewer, not ${value.length}` };
  for (let i = 0; i < value.length; i++) {
    const fault = childFault(own, root, i, value[i], depth);
    if (fault) return fault;
  }
  return undefined;
}

function objectFault(
  own: Readonly<Record<string, unknown>>,
  root: JsonSchema | undefined,
  value: Readonly<Record<string, unknown>>,
  depth: number,
): SchemaFault | undefined {
  if (Array.isArray(own.required))
    for (const key of own.required)
      if (typeof key === 'string' && !Object.hasOwn(value, key))
        return { path: [], message: `must have the property ${shown(key)}` };
  const closed =
    own.additionalProperties === false && own.patternProperties === undefined && isObject(own.properties);
  for (const key of Object.keys(value)) {
    if (closed && !Object.hasOwn(own.properties as object, key))
      return { path: [key], message: 'is not a property that is known here' };
    const fault = childFault(own, root, key, value[key], depth);
    if (fault) return fault;
  }
  return undefined;
}

function childFault(
  own: Readonly<Record<string, unknown>>,
  root: JsonSchema | undefined,
  key: string | number,
  value: unknown,
  depth: number,
): SchemaFault | undefined {
  const child = childSchema(own, key);
  if (child === undefined) return undefined;
  const fault = mixedFault(child as JsonSchema, root, value, depth - 1);
  return fault && { path: [key, ...fault.path], message: fault.message };
}

/** `expression`: somewhere inside stands one. `escaped`: only `††` texts, which are literals in disguise. */
function holdsDagger(value: unknown, depth: number): 'none' | 'escaped' | 'expression' | 'too deep' {
  if (typeof value === 'string') {
    if (!value.includes(DAGGER)) return 'none';
    return isExpression(value) ? 'expression' : literalOf(value) === value ? 'none' : 'escaped';
  }
  if (typeof value !== 'object' || value === null) return 'none';
  if (depth === 0) return 'too deep';
  let found: 'none' | 'escaped' = 'none';
  for (const child of Array.isArray(value) ? value : Object.values(value)) {
    const inside = holdsDagger(child, depth - 1);
    if (inside === 'expression' || inside === 'too deep') return inside;
    if (inside === 'escaped') found = inside;
  }
  return found;
}

function unescaped(value: unknown): unknown {
  if (typeof value === 'string') return literalOf(value);
  if (Array.isArray(value)) return value.map(unescaped);
  if (!isObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(value)) setOwn(copy, key, unescaped(child));
  return copy;
}
