/** A contract as the rules read it: its parameters by name, worked out once for each contract object. */

import { isObject } from '../lib/json.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import { type JsonSchema, META_KEYS } from '../plan/document.ts';
import { matchesPattern } from '../tools/foreign-pattern.ts';
import { isTrivialSchema, schemaCheck } from '../tools/json-schema.ts';
import type { SchemaCheck } from '../tools/schema-group.ts';
import { resolveSchema } from '../tools/schema-reference.ts';
import { ANY_TYPE, type TypeSet, typesAt, typesOf } from '../tools/schema-types.ts';

export interface ParameterView {
  readonly schema: JsonSchema;
  readonly types: TypeSet;
  readonly check: SchemaCheck;
  /** Nothing about a value of it can be wrong. */
  readonly trivial: boolean;
}

export interface ContractView {
  readonly contract: ToolContract;
  /** The document the parameters' `$ref`s point into. */
  readonly root: JsonSchema | undefined;
  readonly required: readonly string[];
  readonly parameters: ReadonlyMap<string, ParameterView>;
  /** `additionalProperties: false`: what is not declared is an error. */
  readonly closed: boolean;
  /** The contract names parameters, so that one it does not name may be a slip. */
  readonly names: boolean;
  /** The schema of what is not named, where the contract has one: a declaration of any name. */
  readonly rest: ParameterView | undefined;
  readonly patterns: readonly (readonly [pattern: string, view: ParameterView])[];
  /** Checks of the whole parameter object that no single parameter carries (`anyOf`, `minProperties`, …). */
  readonly whole: SchemaCheck | undefined;
  /** It sets values against one another: the rule of conditions reads calls of such tools only. */
  readonly compares: boolean;
  /** The types of its result; ANY_TYPE where `_output` does not say. */
  readonly output: TypeSet;
}

const COMPARING: ReadonlySet<string> = new Set([
  'filterRows',
  'decide',
  'joinRows',
  'compareTables',
  'compareTexts',
]);

const views = new WeakMap<ToolContract, ContractView>();

export function viewOf(contract: ToolContract): ContractView {
  let view = views.get(contract);
  if (!view) {
    view = read(contract);
    views.set(contract, view);
  }
  return view;
}

/** Keywords of the whole object that the fields of ContractView stand for. */
const COVERED: ReadonlySet<string> = new Set(['type', 'properties', 'required', 'additionalProperties']);

function read(contract: ToolContract): ContractView {
  const root = contract.parameters;
  const own = resolveSchema(root, root);
  const parameters = new Map<string, ParameterView>();
  const required = new Set<string>();
  const patterns: [string, ParameterView][] = [];
  const view = (schema: unknown) => parameterView(schema as JsonSchema, root);

  for (const part of conjunctionOf(own, root)) {
    if (isObject(part.properties))
      for (const [name, schema] of Object.entries(part.properties)) parameters.set(name, view(schema));
    if (isObject(part.patternProperties))
      for (const [name, schema] of Object.entries(part.patternProperties))
        patterns.push([name, view(schema)]);
    if (Array.isArray(part.required))
      for (const name of part.required) if (typeof name === 'string') required.add(name);
  }
  for (const name of optionalNames(own, root)) if (!parameters.has(name)) parameters.set(name, view(true));

  const shape = isObject(own) ? own : {};
  return {
    contract,
    root,
    required: [...required],
    parameters,
    closed: shape.additionalProperties === false,
    names: parameters.size > 0 || patterns.length > 0 || isObject(shape.properties),
    rest: isObject(shape.additionalProperties) ? view(shape.additionalProperties) : undefined,
    patterns,
    compares: COMPARING.has(contract.name),
    output: typesAt(contract._output, []),
    whole:
      Object.keys(shape).every((keyword) => COVERED.has(keyword)) || isTrivialSchema(withoutCovered(shape))
        ? undefined
        : schemaCheck(root),
  };
}

const withoutCovered = (shape: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(shape).filter(([keyword]) => !COVERED.has(keyword)));

/** The schema and the parts of its `allOf`. */
function conjunctionOf(own: unknown, root: unknown): Readonly<Record<string, unknown>>[] {
  if (!isObject(own)) return [];
  const parts = Array.isArray(own.allOf) ? own.allOf.map((part) => resolveSchema(part, root)) : [];
  return [own, ...parts].filter(isObject);
}

/** Names that only an alternative declares. */
function optionalNames(own: unknown, root: unknown): string[] {
  if (!isObject(own)) return [];
  const options = [own.anyOf, own.oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return [...options, own.then, own.else]
    .map((option) => resolveSchema(option, root))
    .flatMap((option) =>
      isObject(option) && isObject(option.properties) ? Object.keys(option.properties) : [],
    );
}

function parameterView(schema: JsonSchema, root: JsonSchema | undefined): ParameterView {
  const trivial = isTrivialSchema(schema);
  return {
    schema,
    types: trivial ? ANY_TYPE : typesOf(schema, root),
    check: schemaCheck(schema, root),
    trivial,
  };
}

/** The view a parameter's name has, or undefined where the contract does not declare it. */
export function declaredParameter(view: ContractView, name: string): ParameterView | undefined {
  const own = view.parameters.get(name);
  if (own) return own;
  for (const [pattern, patterned] of view.patterns)
    if (matchesPattern(pattern, name) !== false) return patterned;
  return view.rest;
}

const META: ReadonlySet<string> = new Set<string>([...META_KEYS, '_output']);
const UNDERSCORE = 95;

/** A `_` key of a call is a parameter only where its contract declares it (§2). */
export const isParameter = (key: string, contract: ContractView | undefined): boolean =>
  key.charCodeAt(0) !== UNDERSCORE || (!META.has(key) && contract?.parameters.has(key) === true);

/** Whether it is a `_` key that is neither a meta-property nor a parameter. */
export const isUnknownMeta = (key: string, contract: ContractView | undefined): boolean =>
  !META.has(key) && !isParameter(key, contract);
