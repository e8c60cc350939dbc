/** References by type (L-35): what is written there and what the parameter wants cannot meet. */

import { byteAt, intAt, itemAt } from '../../lib/columns.ts';
import { type Expr, isExpression, printExpression, type Ref } from '../../plan/expression.ts';
import type { Read } from '../../plan/graph.ts';
import { findRead } from '../../plan/read-call.ts';
import { ANY_TYPE, TYPES, type TypeSet, typeOfValue, typesAt, typeWords } from '../../tools/schema-types.ts';
import { error, type PlanFacts, type PlanRule, pathWords } from '../rule.ts';
import { viewAt } from '../sub-plan-input.ts';
import { handsOn, NOT_PLAIN, plainOutputs, typesWanted, writtenTypes } from '../written-types.ts';
import { askedBy } from './parameters.ts';

export const referenceTypes: PlanRule = (facts, problems) => {
  const { graph } = facts;
  const outputs = plainOutputs(facts);
  const typesOf = reader(facts, outputs);
  const suspects = suspectsOf(facts, outputs, typesOf);
  for (let i = 0; i < suspects.length; i++) {
    if (suspects[i] === 0) continue;
    const contract = viewAt(facts, i);
    for (const place of itemAt(graph.calls, i).places) {
      const types = typesWanted(place, contract);
      if (types === ANY_TYPE) continue;
      const { expr, path } = place;
      const given = typesOfExpr(facts, expr, i, typesOf);
      if (given === 0 || (given & types) !== 0) continue;
      const { call } = itemAt(graph.calls, i);
      const message = `Call "${call._id}", ${pathWords(path)}: ${printExpression(expr)} is ${typeWords(given)}, but ${typeWords(types)} is needed (${askedBy(call)}). Read another path, or convert the value with a call in between.`;
      problems.push(error('type-mismatch', message, { calls: [call._id], path }));
    }
  }
};

type TypesOf = (read: Read) => TypeSet;

/** What stands at a path that is read, each worked out once. */
function reader(facts: PlanFacts, outputs: Uint8Array): TypesOf {
  const known = new Map<Read, TypeSet>();
  const handedOn = (call: number): TypeSet => typesHandedOn(facts, call, typesOf);
  const typesOf: TypesOf = (read) => {
    const before = known.get(read);
    if (before !== undefined) return before;
    // A call that waits for itself hands on nothing that is known.
    known.set(read, ANY_TYPE);
    const types = writtenTypes(facts, read, outputs, handedOn);
    known.set(read, types);
    return types;
  };
  return typesOf;
}

/** Of a call that hands on what it was given, as *Decide* does to the way it takes. */
function typesHandedOn(facts: PlanFacts, index: number, typesOf: TypesOf): TypeSet {
  const { call, places } = itemAt(facts.graph.calls, index);
  let types: TypeSet = 0;
  for (const name of handsOn(facts, index)) {
    const value = call[name];
    if (value === undefined || value === null) continue;
    const place = places.find(
      ({ path, role }) => role === 'parameter' && path.length === 1 && path[0] === name,
    );
    const given = place ? typesOfExpr(facts, place.expr, index, typesOf) : typeOfWritten(value);
    // What may be null leaves the next one to be handed on.
    types |= given;
    if ((given & TYPES.null) === 0) return types;
  }
  return types || ANY_TYPE;
}

/** Of what is written out; of an expression that can't be read nothing is known. */
const typeOfWritten = (value: unknown): TypeSet =>
  typeof value === 'string' && isExpression(value) ? ANY_TYPE : typeOfValue(value);

/**
 * A 1 for each call that may read what does not fit: where a path it reads and the types it wants in all its
 * places have none in common. Path by path in the order they lie in memory, because call by call the writers
 * of a large plan are a cache miss each, which took most of the time of a check.
 */
function suspectsOf(facts: PlanFacts, outputs: Uint8Array, typesOf: TypesOf): Uint8Array {
  const { graph, findings } = facts;
  const suspects = new Uint8Array(findings.length);
  const wanted = new Uint8Array(findings.length);
  for (let i = 0; i < findings.length; i++) {
    const { wants, readsInput } = itemAt(findings, i);
    wanted[i] = wants;
    if (wants !== ANY_TYPE && readsInput) suspects[i] = 1;
  }
  const { count, readers } = graph.numbered;
  const { starts, items } = readers;
  for (let read = 0; read < count; read++) {
    // Of a path with many writers nothing is worked out that nobody asks for.
    if (
      intAt(graph.onlyWriter, read) < 0 &&
      graph.read(read).readers.every((one) => wanted[one] === ANY_TYPE)
    )
      continue;
    const given = typesAtRead(facts, read, outputs, typesOf);
    if (given === ANY_TYPE || given === 0) continue;
    for (let at = intAt(starts, read); at < intAt(starts, read + 1); at++)
      if ((byteAt(wanted, intAt(items, at)) & given) === 0) suspects[intAt(items, at)] = 1;
  }
  // What a sub-plan asks for stands in no contract of a tool.
  for (const i of facts.notable) if (itemAt(graph.calls, i).call._delegate !== undefined) suspects[i] = 1;
  return suspects;
}

/** Nearly every path has one writer, which the graph tells without a look at the writes. */
function typesAtRead(facts: PlanFacts, read: number, outputs: Uint8Array, typesOf: TypesOf): TypeSet {
  const only = intAt(facts.graph.onlyWriter, read);
  const plain = only < 0 ? NOT_PLAIN : byteAt(outputs, only);
  return plain === NOT_PLAIN ? typesOf(facts.graph.read(read)) : plain;
}

/** `||` gives any operand's value, `&&` the last one's (L-12, L-13). */
function typesOfExpr(facts: PlanFacts, expr: Expr, reader: number, typesOf: TypesOf): TypeSet {
  if (expr.type === 'ref') return typesOfRef(facts, expr, reader, typesOf);
  const { operands } = expr;
  if (expr.type === 'and') return typesOfExpr(facts, itemAt(operands, operands.length - 1), reader, typesOf);
  let types = 0;
  for (const operand of operands) types |= typesOfExpr(facts, operand, reader, typesOf);
  return types;
}

/** Where an initial value stands as well, nothing can be said. */
function typesOfRef(facts: PlanFacts, ref: Ref, reader: number, typesOf: TypesOf): TypeSet {
  if (ref.kind === 'input') return typesAt(facts.plan.input?.schema, ref.path);
  const read = findRead(facts.graph.readsBy(reader), ref);
  if (!read || read.writes.length === 0 || facts.initial.declares(ref)) return ANY_TYPE;
  return typesOf(read);
}
