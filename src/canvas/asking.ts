/** What the canvas asks before it can do what was meant, step by step: which call, which parameter, how, which tool. */

import { itemAt } from '../lib/columns.ts';
import { visible } from '../lib/visible-text.ts';
import { printRef, type Ref } from '../plan/expression.ts';
import { OUTPUT_PART } from '../plan/output-part.ts';
import { AFTER_PORT, type ReaderPort, readerPortOf } from './card.ts';
import { type Choice, toolChoice, toolChoices } from './choices.ts';
import { type Connection, connect, edgeOf, isTaken, type Joining, joinings } from './connect.ts';
import { givenTo, giveQuestion, returning } from './end-asking.ts';
import { findable, foundCall } from './find.ts';
import { fitsOf, itemsWritten, toolsFor, typesWritten, whyNotCard, whyNotPort } from './fits.ts';
import { typesAlong } from './insert.ts';
import type { EditIntent, View } from './intents.ts';
import { type NoteAsking, noteAnswer, noteQuestion } from './note-asking.ts';
import { fitChoices, howChoices, labelOf } from './place-choices.ts';
import type { XY } from './plane.ts';
import { type Scene, waitedForBy, waitingFor } from './scene.ts';

/** How far a choice has come. `writer` and `reader` are call indexes, `moved` is an arrow as `edgeId` names it. */
export type Asking =
  | {
      readonly kind: 'connect';
      /** Where it began, while neither end is known. */
      readonly call?: number;
      readonly writer?: number;
      readonly alternative?: number;
      readonly reader?: number;
      readonly port?: ReaderPort;
      /** The arrow that goes there from where it is. */
      readonly moved?: string;
    }
  /** Pulled backwards: which result of the writer. */
  | { readonly kind: 'read'; readonly reader: number; readonly port: ReaderPort; readonly writer: number }
  /** An input of the plan, to which parameter, or how with what stands there. */
  | { readonly kind: 'give'; readonly input: string; readonly reader: number; readonly port?: ReaderPort }
  /** To read what a call writes; let go of at `at`. */
  | { readonly kind: 'tool-after'; readonly writer: number; readonly alternative: number; readonly at?: XY }
  | { readonly kind: 'tool-on-edge'; readonly edge: string }
  | { readonly kind: 'tool-instead'; readonly call: string }
  /** Another name for a path that a call writes. */
  | { readonly kind: 'rename'; readonly call: string; readonly ref?: Ref }
  /** Something of the plan, to go to it. */
  | { readonly kind: 'find' }
  | NoteAsking;

export interface Question {
  readonly title: string;
  readonly choices: readonly Choice[];
  /** What is typed is the answer. */
  readonly typed?: Typed;
}

/** `at` stands there at first; `does` begins what the answer does, `wants` is said while there is none. */
export interface Typed {
  readonly at: string;
  readonly does: string;
  readonly wants: string;
}

/** What an answer leads to: the next question, a change, a card to go to, a sentence. */
export type Answer =
  | { readonly ask: Asking }
  | { readonly edit: EditIntent }
  /** A card to go to, or `#<plan>/<call>`. */
  | { readonly pick: string }
  | { readonly say: string };

/** An arrow was pulled backwards, from a place that reads to the call that it shall read. */
export function fromCard({ scene }: View, reader: number, port: ReaderPort, writer: number): Answer {
  const { outputs } = scene.cardOf(writer);
  if (outputs.length > 1) return { ask: { kind: 'read', reader, port, writer } };
  return ontoPlace(scene, { writer, alternative: 0, reader, port });
}

/** An arrow is let go of on a card: done at once where one parameter fits, asked where several do, else refused. */
export function ontoCard(
  { scene }: View,
  { writer, alternative, reader, moved }: Moved & Omit<Connection, 'port'>,
): Answer {
  const whyNot = whyNotCard(scene, writer, alternative, reader);
  if (whyNot !== null) return { say: whyNot };
  const fits = fitsOf(scene, writer, alternative, reader);
  const [only, ...more] = fits;
  const from = { writer, alternative, reader, ...(moved === undefined ? {} : { moved }) };
  // A value that a person gave is not written over unasked.
  if (!only || more.length > 0 || only.has === 'value') return { ask: { kind: 'connect', ...from } };
  return ontoPlace(scene, { ...from, port: only.port });
}

interface Moved {
  readonly moved?: string | undefined;
}

/** An arrow is let go of at a place that reads: what stands there already is not written over unasked. */
export function ontoPlace(scene: Scene, { moved, ...connection }: Connection & Moved): Answer {
  const edge = moved === undefined ? undefined : edgeOf(scene, moved);
  const from = moved === undefined ? {} : { moved };
  // Back where it was.
  if (
    edge &&
    edge.to === connection.reader &&
    samePort(connection.port, edge.path) &&
    edge.from === connection.writer
  )
    return { say: '' };
  const whyNot = whyNotPort(scene, connection);
  if (whyNot !== null) return { say: whyNot };
  if (connection.how === undefined && isTaken(scene, connection))
    return { ask: { kind: 'connect', ...connection, ...from } };
  return {
    edit:
      moved === undefined ? { kind: 'connect', connection } : { kind: 'move-edge', edge: moved, connection },
  };
}

const samePort = (port: ReaderPort, path: readonly (string | number)[]): boolean =>
  path.length === 1 && path[0] === (port.kind === 'parameter' ? port.name : `_${port.kind}`);

/** The next thing to choose, as a list. */
export function questionOf(view: View, asking: Asking): Question {
  const { scene, catalogue } = view;
  switch (asking.kind) {
    case 'connect':
      return connectQuestion(view, asking);
    case 'read':
      return resultQuestion(scene, asking.writer);
    case 'give':
      return giveQuestion(view, asking);
    case 'tool-after': {
      const given = typesWritten(scene.cardOf(asking.writer), asking.alternative);
      const items = itemsWritten(scene.cardOf(asking.writer));
      const choices = toolsFor(catalogue.list(), given, undefined, items).map(({ contract }) =>
        toolChoice(contract, catalogue),
      );
      return { title: `Add which call after ${scene.nodeIds[asking.writer]}?`, choices };
    }
    case 'tool-on-edge': {
      const edge = edgeOf(scene, asking.edge);
      if (!edge) return { title: 'That reference is gone.', choices: [] };
      const { given, items, wanted } = typesAlong(scene, edge);
      const fitting = edge.role === 'after' ? null : toolsFor(catalogue.list(), given, wanted, items);
      return {
        title: `Insert which call between ${scene.nodeIds[edge.from]} and ${scene.nodeIds[edge.to]}?`,
        choices: fitting
          ? fitting.map(({ contract }) => toolChoice(contract, catalogue))
          : toolChoices(catalogue),
      };
    }
    case 'tool-instead':
      return {
        title: `Put which tool in the place of ${asking.call}?`,
        choices: insteadOf(view, asking.call),
      };
    case 'rename':
      return renameQuestion(scene, asking);
    case 'find':
      return { title: 'Find in the plan', choices: findable(view) };
    default:
      return noteQuestion(asking);
  }
}

function renameQuestion(scene: Scene, { call, ref }: Extract<Asking, { kind: 'rename' }>): Question {
  if (ref) {
    const typed = { at: String(ref.path[0]), does: 'Rename to', wants: 'Type a name.' };
    return { title: `Rename ${printRef(ref)}, for all who read it`, choices: [], typed };
  }
  const choices = pathsOf(scene, call).map((path, i) => ({ id: String(i), label: visible(printRef(path)) }));
  return { title: `Rename which path of ${call}?`, choices };
}

/** The paths that a call writes, each root once: that is what has a name. */
function pathsOf(scene: Scene, call: string): readonly Ref[] {
  const index = scene.indexOf.get(call);
  const targets = index === undefined ? null : itemAt(scene.graph.calls, index).targets;
  const roots = new Map<string, Ref>();
  for (const ref of targets?.alternatives.flat() ?? []) {
    const root: Ref = { type: 'ref', kind: ref.kind, path: ref.path.slice(0, 1) };
    if (root.path.length > 0) roots.set(printRef(root), root);
  }
  return [...roots.values()];
}

/** How renaming begins: with the path, where a call writes several. */
export function renaming(scene: Scene, call: string): Answer {
  const [only, ...more] = pathsOf(scene, call);
  if (!only) return { say: `${call} writes no path that could be renamed.` };
  return { ask: more.length > 0 ? { kind: 'rename', call } : { kind: 'rename', call, ref: only } };
}

function insteadOf({ scene, catalogue }: View, call: string): readonly Choice[] {
  const index = scene.indexOf.get(call);
  const now = index === undefined ? '' : itemAt(scene.graph.calls, index).call._tool;
  return toolChoices(catalogue).filter(({ id }) => id !== now);
}

function connectQuestion(
  { scene, ends: atEnd }: View,
  asking: Extract<Asking, { kind: 'connect' }>,
): Question {
  const { call, writer, alternative, reader, port } = asking;
  if (writer === undefined) {
    const at = call ?? 0;
    return { title: `Connect ${scene.nodeIds[at]} with which call?`, choices: otherEnds(scene, at, atEnd) };
  }
  const from = itemAt(scene.nodeIds, writer);
  if (alternative === undefined) return resultQuestion(scene, writer);
  if (reader === undefined) {
    const choices = [
      ...ends(scene, waitedForBy(scene, writer), (i) => String(i)),
      resultChoice('the result'),
    ];
    return { title: `Connect ${from} to which call?`, choices };
  }
  const to = scene.nodeIds[reader];
  if (port) {
    const connection = { writer, alternative, reader, port };
    const choices = howChoices(joinings(scene, connection, (how) => connect(scene, { ...connection, how })));
    const where =
      port.kind === 'parameter' ? `“${labelOf(scene, reader, port.name)}” of ${to}` : `The gate of ${to}`;
    return { title: `${where} reads already. Connect ${from} how?`, choices };
  }
  const fits = fitChoices(fitsOf(scene, writer, alternative, reader));
  return {
    title: `Connect ${from} to which parameter of ${to}?`,
    choices: [...fits, { id: AFTER_PORT, label: 'Run after', detail: 'waits, reads nothing' }],
  };
}

function resultQuestion(scene: Scene, writer: number): Question {
  const choices = scene.cardOf(writer).outputs.map((row) => ({
    id: String(row.alternative),
    label: row.pills.map((pill) => pill.full).join(' && '),
    ...(row.isError ? { detail: 'when it fails' } : {}),
  }));
  return { title: `Connect which result of ${scene.nodeIds[writer]}?`, choices };
}

const ends = (
  scene: Scene,
  not: ReadonlySet<number>,
  idOf: (call: number) => string,
  way = '',
): readonly Choice[] =>
  scene.nodeIds.flatMap((id, i) =>
    not.has(i) ? [] : [{ id: idOf(i), label: `${way}${id}`, detail: scene.titleOf(i) }],
  );

/**
 * What can read from it, the result of the plan too, and then what it can read from, inputs too: no call may close a
 * cycle.
 */
const otherEnds = (scene: Scene, call: number, atEnd: View['ends']): readonly Choice[] => [
  ...ends(scene, waitedForBy(scene, call), (i) => `to ${i}`, 'to '),
  resultChoice('to the result'),
  ...ends(scene, waitingFor(scene, call), (i) => `from ${i}`, 'from '),
  ...atEnd.flatMap(({ id, end }) =>
    end.kind === 'input'
      ? [{ id, label: `from input ${visible(end.input.name)}`, detail: visible(end.title) }]
      : [],
  ),
];

const resultChoice = (label: string): Choice => ({ id: OUTPUT_PART, label, detail: 'the plan returns it' });

/** @param id of the choice */
export function answerTo(view: View, asking: Asking, id: string): Answer {
  const { scene } = view;
  switch (asking.kind) {
    case 'connect': {
      const { call, writer, alternative, reader, port, moved } = asking;
      if (writer === undefined) {
        const own = call ?? 0;
        if (id === OUTPUT_PART) return returning(own);
        const input = view.ends.find((one) => one.id === id)?.end;
        if (input?.kind === 'input') return givenTo(view, { input: input.input.name, reader: own });
        const [way, at] = id.split(' ');
        const other = Number(at);
        const both = way === 'from' ? { writer: other, reader: own } : { writer: own, reader: other };
        const isOne = scene.cardOf(both.writer).outputs.length < 2;
        return { ask: { ...asking, ...both, ...(isOne ? { alternative: 0 } : {}) } };
      }
      const from = moved === undefined ? {} : { moved };
      if (alternative === undefined) return { ask: { ...asking, alternative: Number(id) } };
      if (reader === undefined && id === OUTPUT_PART) return returning(writer, alternative, moved);
      if (reader === undefined) return { ask: { ...asking, reader: Number(id) } };
      const connection = { writer, alternative, reader, ...from };
      if (port) return ontoPlace(scene, { ...connection, port, how: id as Joining });
      return ontoPlace(scene, { ...connection, port: readerPortOf(id) ?? { kind: 'after' } });
    }
    case 'read': {
      const { reader, port, writer } = asking;
      return ontoPlace(scene, { writer, alternative: Number(id), reader, port });
    }
    case 'give': {
      const { input, reader, port } = asking;
      if (port) return givenTo(view, { input, reader, port, how: id as Joining });
      return givenTo(view, { input, reader, port: readerPortOf(id) ?? { kind: 'after' } });
    }
    case 'tool-after': {
      const { writer, alternative, at } = asking;
      return { edit: { kind: 'pull-out', writer, alternative, at, tool: id } };
    }
    case 'tool-on-edge':
      return { edit: { kind: 'insert', edge: asking.edge, tool: id } };
    case 'tool-instead':
      return { edit: { kind: 'replace-tool', call: asking.call, tool: id } };
    case 'rename': {
      const { call, ref } = asking;
      if (ref) return { edit: { kind: 'rename-path', ref, to: id } };
      const path = pathsOf(scene, call)[Number(id)];
      return path ? { ask: { kind: 'rename', call, ref: path } } : { say: '' };
    }
    case 'find': {
      const call = foundCall(view, id);
      return call === undefined ? { say: 'That is gone from the plan.' } : { pick: call };
    }
    default:
      return { edit: noteAnswer(asking, id) };
  }
}
