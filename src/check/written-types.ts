/** The types a read path can have, from what its writers' contracts say (L-35). */

import { byteAt, itemAt } from '../lib/columns.ts';
import { isObject } from '../lib/json.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import type { JsonPath } from '../plan/edit.ts';
import type { Ref } from '../plan/expression.ts';
import type { Read, Write } from '../plan/graph.ts';
import type { ParsedCall, Place } from '../plan/parsed-call.ts';
import { TRAITS } from '../plan/text-paths.ts';
import { resolveSchema } from '../tools/schema-reference.ts';
import { ANY_TYPE, childSchema, TYPES, type TypeSet, typesAt, typesOf } from '../tools/schema-types.ts';
import { type ContractView, declaredParameter } from './contract-view.ts';
import type { CallFacts, PlanFacts } from './rule.ts';

/** No set of types: how a call writes must be looked at. */
export const NOT_PLAIN = 255;

/** What each call writes, by call index: what its findings say of it, side by side. One that is switched off writes nothing. */
export function plainOutputs({ graph, findings, off }: PlanFacts): Uint8Array {
  const outputs = new Uint8Array(findings.length);
  for (let i = 0; i < outputs.length; i++)
    outputs[i] = off.size > 0 && off.has(itemAt(graph.calls, i).call._id) ? 0 : itemAt(findings, i).writes;
  return outputs;
}

/**
 * Any of the writers may be the one that wrote, so their types are joined.
 * @param handedOn the types of what a call was given and hands on, which no contract says; ANY_TYPE of every other call
 */
export function writtenTypes(
  { graph, findings, off }: PlanFacts,
  read: Read,
  outputs: Uint8Array,
  handedOn: (call: number) => TypeSet,
): TypeSet {
  let types = 0;
  for (const write of read.writes) {
    // It writes nothing (L-37).
    if (off.size > 0 && off.has(itemAt(graph.calls, write.call).call._id)) continue;
    const output = byteAt(outputs, write.call);
    types |=
      output !== NOT_PLAIN && write.ref.path.length === read.ref.path.length
        ? output
        : typesOfWrite(
            itemAt(graph.calls, write.call),
            itemAt(findings, write.call).contract,
            write,
            read.ref,
            handedOn,
          );
    if (types === ANY_TYPE) return types;
  }
  return types;
}

function typesOfWrite(
  { call, targets }: ParsedCall,
  contract: ContractView | undefined,
  write: Write,
  ref: Ref,
  handedOn: (call: number) => TypeSet,
): TypeSet {
  const depth = write.ref.path.length;
  if (depth > ref.path.length) return TYPES.object;
  const atTarget = depth === ref.path.length;
  if (isErrorAlternative(contract?.contract, write, targets!.alternatives)) {
    // What a throw leaves is {code, message}; the activity may also have routed a value of its own here.
    if (!atTarget) return ANY_TYPE;
    return TYPES.object | (contract?.output ?? ANY_TYPE);
  }
  const isList = call._outputMethod === 'push' || call._forEach !== undefined;
  if (isList && atTarget) return TYPES.array;
  if (call._delegate !== undefined || !contract) return ANY_TYPE;
  if (contract.output === ANY_TYPE) return atTarget ? handedOn(write.call) : ANY_TYPE;
  if (atTarget) return contract.output;
  // Of a pushed value the first segment is the element's index.
  return typesAt(contract.contract._output, ref.path, isList ? depth + 1 : depth);
}

/** L-24: the one the contract names, else the last where its final segment says so. */
function isErrorAlternative(
  contract: ToolContract | undefined,
  write: Write,
  alternatives: readonly (readonly Ref[])[],
): boolean {
  if (alternatives.length < 2) return false;
  const last = String(write.ref.path[write.ref.path.length - 1]);
  if (contract?.errorBranch !== undefined)
    return contract.errorBranch === last || contract.errorBranch.endsWith(`.${last}`);
  return write.alternative === alternatives.length - 1 && /^(error|failed|failure)$/.test(last);
}

/** Tools whose result is what they were given: of these parameters the first that holds something. */
const HAND_ON: ReadonlyMap<string, readonly string[]> = new Map([['decide', ['pass', 'value']]]);

/** The parameters of which a call hands one on whole, the likeliest first; none of a call that makes something itself. */
export function handsOn({ graph, findings, builtIns }: PlanFacts, index: number): readonly string[] {
  const { _tool, _activity } = itemAt(graph.calls, index).call;
  const isOurs = itemAt(findings, index).contract?.contract === builtIns.get(_tool);
  return (isOurs && _activity === undefined && HAND_ON.get(_tool)) || NONE;
}

const NONE: readonly string[] = [];

// Which expressions of a call stand where its contract wants certain types (L-35, L-53).

/** The types an expression may have where it stands: ANY_TYPE where nothing is asked of it. */
export function typesWanted({ role, path }: Place, contract: ContractView | undefined): TypeSet {
  return role === 'forEach' ? TYPES.array : role === 'parameter' ? wanted(contract, path) : ANY_TYPE;
}

/** What all expressions of a call are asked for in common. A value of such a type fits in every place. */
export function commonlyWanted({ parsed, traits, contract, keys }: CallFacts): TypeSet {
  // Every expression is a parameter by itself, and the call need not be read to find them.
  if ((traits & TRAITS.elsewhere) === 0) return keys.wants;
  let common = ANY_TYPE;
  for (const place of parsed.places) common &= typesWanted(place, contract);
  return common;
}

function wanted(contract: ContractView | undefined, path: JsonPath): TypeSet {
  const view = contract && declaredParameter(contract, path[0] as string);
  if (!view || view.trivial) return ANY_TYPE;
  if (path.length === 1) return view.types;
  let schema: unknown = resolveSchema(view.schema, contract.root);
  for (let i = 1; i < path.length; i++) {
    if (!isObject(schema)) return ANY_TYPE;
    schema = resolveSchema(childSchema(schema, itemAt(path, i)), contract.root);
  }
  return schema === undefined ? ANY_TYPE : typesOf(schema, contract.root);
}
