/** What fits where: which parameters of a call can take what another writes, likeliest first, and why the others can't. */

import { declaredParameter, viewOf } from '../check/contract-view.ts';
import { itemAt } from '../lib/columns.ts';
import { isObject } from '../lib/json.ts';
import { visible } from '../lib/visible-text.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import { printExpression, printRef, type Ref } from '../plan/expression.ts';
import type { PlanInput } from '../plan/input-schema.ts';
import { resolveSchema } from '../tools/schema-reference.ts';
import { ANY_TYPE, TYPES, type TypeSet, typesOf, typeWords } from '../tools/schema-types.ts';
import { parameterLabel } from '../tools/titles.ts';
import { type CardModel, outputPort, portOf, type ReaderPort } from './card.ts';
import { type Connection, connect, readAt, refusalOf, writtenPath } from './connect.ts';
import type { Scene } from './scene.ts';

/** A parameter as a place for a reference. */
export interface Fit {
  readonly port: ReaderPort & { readonly kind: 'parameter' };
  readonly label: string;
  /** What stands there: nothing that is needed, nothing, a value, references. */
  readonly has: 'needed' | 'nothing' | 'value' | 'references';
  /** The references, as they are written. */
  readonly reads?: string;
  /** Less is likelier. */
  readonly rank: number;
}

/** What is in a list that a contract's schema describes; ANY_TYPE where it does not say. */
const itemsIn = (schema: unknown): TypeSet =>
  isObject(schema) && isObject(schema.items) ? typesOf(schema.items) : ANY_TYPE;

/** What is in the list that a call writes; ANY_TYPE where it writes none, or its contract does not say. */
export const itemsWritten = ({ call, contract }: CardModel): TypeSet =>
  call._outputMethod === 'push' || call._forEach !== undefined ? ANY_TYPE : itemsIn(contract?._output);

/** The types of what a call writes at one of its alternatives; ANY_TYPE where its contract does not say. */
export function typesWritten(card: CardModel, alternative: number): TypeSet {
  const { call, contract } = card;
  if (call._outputMethod === 'push' || call._forEach !== undefined) return TYPES.array;
  const row = card.outputs.find(({ port }) => port === outputPort(alternative));
  // A model's answer is held against `_output` as well (L-62). What a throw leaves is an object, and the activity may have routed a value of its own here.
  if (call._delegate !== undefined || !contract || row?.isError) return ANY_TYPE;
  return viewOf(contract).output;
}

/** The types that a parameter takes. */
export function typesTaken(contract: ToolContract | undefined, name: string): TypeSet {
  const view = contract && declaredParameter(viewOf(contract), name);
  return view && !view.trivial ? view.types : ANY_TYPE;
}

const isChoice = (contract: ToolContract | undefined, name: string): boolean => {
  const view = contract && declaredParameter(viewOf(contract), name);
  const schema = view && resolveSchema(view.schema, contract?.parameters);
  return isObject(schema) && (Array.isArray(schema.enum) || schema.type === 'boolean');
};

/** Every parameter that a call has, or may be given, in the order of its card. */
export function parametersOf(card: CardModel): readonly string[] {
  const shown = [...card.rows.filter((row) => !row.meta), ...card.hidden].map(({ name }) => name);
  return [...new Set([...shown, ...(card.contract ? viewOf(card.contract).parameters.keys() : [])])];
}

const RANKS = { needed: 0, nothing: 3, value: 5, references: 5 } as const;
/** One of a few words is seldom what another call comes to. */
const CHOSEN = 3;
/** A list, but of other things: rows where texts are taken. */
const OTHER_ITEMS = 4;
/** It takes other things as well; nothing is known of one of the two. */
const WIDE = 1;
const UNSAID = 2;
/** Of what may be anything, a record or a list is likelier meant than a text that a person writes: a template, a formula. */
const WRITTEN = 1;

/** How likely a parameter is meant for a value of these types, whatever stands there; null where it can't take one. */
export function likelihood(
  contract: ToolContract | undefined,
  name: string,
  given: TypeSet,
  items: TypeSet = ANY_TYPE,
): { readonly rank: number } | null {
  const taken = typesTaken(contract, name);
  if ((taken & given) === 0) return null;
  const isSaid = taken !== ANY_TYPE && given !== ANY_TYPE;
  const wide = (taken & ~given) === 0 ? 0 : WIDE;
  const view = contract && declaredParameter(viewOf(contract), name);
  const other = (itemsIn(view?.schema) & items) === 0 ? OTHER_ITEMS : 0;
  const written = given === ANY_TYPE && (taken & (TYPES.object | TYPES.array)) === 0 ? WRITTEN : 0;
  return { rank: (isSaid ? wide : UNSAID) + (isChoice(contract, name) ? CHOSEN : 0) + other + written };
}

/** The parameters of `reader` that can take what `writer` writes there, likeliest first. */
export const fitsOf = (scene: Scene, writer: number, alternative: number, reader: number): readonly Fit[] =>
  fitting(
    scene,
    reader,
    { types: typesWritten(scene.cardOf(writer), alternative), items: itemsWritten(scene.cardOf(writer)) },
    (port) => branchesApart(scene, { writer, alternative, reader, port }) === null,
  );

/** And those that can take an input of the plan. */
export const fitsOfInput = (scene: Scene, { schema }: PlanInput, reader: number): readonly Fit[] =>
  fitting(scene, reader, { types: typesOf(schema), items: itemsIn(schema) }, () => true);

export const inputRef = (name: string): Ref => ({ type: 'ref', kind: 'input', path: [name] });

function fitting(
  scene: Scene,
  reader: number,
  given: { readonly types: TypeSet; readonly items: TypeSet },
  allows: (port: Fit['port']) => boolean,
): readonly Fit[] {
  const card = scene.cardOf(reader);
  const { places, call } = itemAt(scene.graph.calls, reader);
  const required = new Set(card.contract ? viewOf(card.contract).required : []);
  const fits = parametersOf(card).flatMap((name): Fit[] => {
    const likely = likelihood(card.contract, name, given.types, given.items);
    const port = { kind: 'parameter', name } as const;
    if (!likely || !allows(port)) return [];
    const inside = places.filter(({ path }) => path[0] === name);
    const has =
      inside.length > 0
        ? 'references'
        : call[name] !== undefined
          ? 'value'
          : required.has(name)
            ? 'needed'
            : 'nothing';
    const reads = inside.map(({ expr }) => printExpression(expr)).join(', ');
    return [
      {
        port,
        label: parameterLabel(card.contract, name),
        has,
        ...(inside.length > 0 ? { reads } : {}),
        rank: RANKS[has] + likely.rank,
      },
    ];
  });
  return fits.toSorted((a, b) => a.rank - b.rank);
}

/** Why no arrow from there can end anywhere at this card; null where one can. */
export function whyNotCard(scene: Scene, writer: number, alternative: number, reader: number): string | null {
  const refused = refusalOf(scene, writer, reader);
  if (refused !== null) return refused;
  const written = writtenPath(scene, { writer, alternative });
  if (!written.ok) return written.error;
  const [first, ...more] = parametersOf(scene.cardOf(reader));
  if (first === undefined)
    return `${scene.nodeIds[reader]} has no parameter. Its gate, at its head, can wait for a result.`;
  if (fitsOf(scene, writer, alternative, reader).length > 0) return null;
  const reasons = [first, ...more].map((name) =>
    whyNotPort(scene, { writer, alternative, reader, port: { kind: 'parameter', name } }),
  );
  const types = new Set(reasons);
  if (types.size === 1) return reasons[0] ?? null;
  const given = typesWritten(scene.cardOf(writer), alternative);
  return `${scene.titleOf(reader)} has no parameter that takes ${typeWords(given)}.`;
}

/** Why an arrow can't end at this place; null where it can. */
export function whyNotPort(scene: Scene, connection: Connection): string | null {
  const { writer, alternative, reader, port } = connection;
  const done = connect(scene, { ...connection, how: 'instead' });
  if (!done.ok) return done.error;
  const apart = branchesApart(scene, connection);
  if (apart !== null) return apart;
  const given = typesWritten(scene.cardOf(writer), alternative);
  return whyNotTypes(scene, given, itemAt(scene.nodeIds, writer), reader, port);
}

/** Why an input of the plan can't be given to a call, or to that place of it; null where it can. */
export function whyNotInput(
  scene: Scene,
  input: PlanInput,
  reader: number,
  port: ReaderPort | undefined,
): string | null {
  const given = typesOf(input.schema);
  if (port) {
    const read = readAt(scene, { reader, port, how: 'instead' }, inputRef(input.name));
    return read.ok ? whyNotTypes(scene, given, visible(input.name), reader, port) : read.error;
  }
  if (parametersOf(scene.cardOf(reader)).length === 0) return `${scene.nodeIds[reader]} has no parameter.`;
  return fitsOfInput(scene, input, reader).length > 0
    ? null
    : `${scene.titleOf(reader)} has no parameter that takes ${typeWords(given)}.`;
}

/** Why nothing of these types can be read at this place; null where something can. */
function whyNotTypes(
  scene: Scene,
  given: TypeSet,
  giver: string,
  reader: number,
  port: ReaderPort,
): string | null {
  if (port.kind === 'after') return null;
  const { contract } = scene.cardOf(reader);
  const taken = port.kind === 'forEach' ? TYPES.array : typesTaken(contract, port.name);
  if ((given & taken) !== 0) return null;
  const place = port.kind === 'forEach' ? '“For each”' : `“${parameterLabel(contract, port.name)}”`;
  return `${place} of ${scene.nodeIds[reader]} takes ${typeWords(taken)}; ${giver} gives ${typeWords(given)}.`;
}

/**
 * Of a decision's ways out one is taken: a call that needs two of them never runs. Where it reads one *or* another, in
 * one place, it can.
 */
function branchesApart(scene: Scene, { writer, alternative, reader, port }: Connection): string | null {
  for (const e of itemAt(scene.arriving, reader)) {
    const edge = itemAt(scene.edges, e);
    if (edge.from !== writer || edge.write.alternative === alternative) continue;
    if (portOf(edge.role, edge.path) === portOf(port.kind, port.kind === 'parameter' ? [port.name] : []))
      continue;
    const place = itemAt(scene.graph.calls, reader).places.find(
      ({ role, path }) => role === edge.role && JSON.stringify(path) === JSON.stringify(edge.path),
    );
    if (place?.expr.type === 'or') continue;
    return `${scene.nodeIds[reader]} needs ${printRef(edge.ref)} of ${scene.nodeIds[writer]} already, which never comes together with this way out.`;
  }
  return null;
}

/** A tool that can take a value of these types, and give one of those. */
export interface ToolFit {
  readonly contract: ToolContract;
  /** The parameter that it would be read by. */
  readonly name: string;
  readonly rank: number;
}

/** The tools whose likeliest parameter takes `given` and whose result is something that `wanted` takes, likeliest first. */
export function toolsFor(
  contracts: readonly ToolContract[],
  given: TypeSet,
  wanted: TypeSet = ANY_TYPE,
  items: TypeSet = ANY_TYPE,
): readonly ToolFit[] {
  return contracts
    .flatMap((contract): ToolFit[] => {
      const { required, parameters, output } = viewOf(contract);
      if ((output & wanted) === 0) return [];
      const [best] = [...parameters.keys()]
        .flatMap((name) => {
          const likely = likelihood(contract, name, given, items);
          return likely ? [{ name, rank: likely.rank + (required.includes(name) ? 0 : RANKS.nothing) }] : [];
        })
        .toSorted((a, b) => a.rank - b.rank);
      if (!best) return [];
      const unsaid = wanted !== ANY_TYPE && output === ANY_TYPE ? UNSAID : 0;
      return [{ contract, name: best.name, rank: best.rank + unsaid }];
    })
    .toSorted((a, b) => a.rank - b.rank);
}
