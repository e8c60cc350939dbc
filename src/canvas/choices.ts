/** What can be chosen from a list: the tools to add a call of; step by step, how to connect two calls by keyboard. */

import { itemAt } from '../lib/columns.ts';
import type { Effect } from '../plan/contract-shape.ts';
import { builtInTools } from '../tools/built-in.ts';
import { type Catalogue, catalogueOf } from '../tools/catalogue.ts';
import { effectOfCall } from '../tools/reach.ts';
import { parameterLabel, titleOf } from '../tools/titles.ts';
import { AFTER_PORT, parameterPort, readerPortOf } from './card.ts';
import type { Connection } from './connect.ts';
import { type Scene, waitedForBy } from './scene.ts';

/** One entry of a list that a person chooses from. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
  /** A second line: what it is. */
  readonly about?: string;
  readonly effect?: Effect;
}

/** Those that hold every word, in any order; those whose name begins with the text come first. */
export function matching(choices: readonly Choice[], text: string): readonly Choice[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const found = choices.filter(({ label, detail = '', about = '' }) => {
    const all = `${label} ${detail} ${about}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const rank = ({ label, detail = '' }: Choice): number => {
    const name = `${label} ${detail}`.toLowerCase();
    if (name.startsWith(wanted) || detail.toLowerCase().startsWith(wanted)) return 0;
    return words.every((word) => name.includes(word)) ? 1 : 2;
  };
  return wanted === '' ? choices : found.toSorted((a, b) => rank(a) - rank(b));
}

const BUILT_IN = catalogueOf(builtInTools);

/** The tools a call can be added of. In the catalogue's order; a plan's own tools come last there and first here: they are what the plan is about. */
export function toolChoices(catalogue: Catalogue): readonly Choice[] {
  const own = catalogue.list().filter((contract) => BUILT_IN.get(contract.name) !== contract);
  const rest = catalogue.list().filter((contract) => !own.includes(contract));
  return [...own, ...rest].map((contract) => ({
    id: contract.name,
    label: titleOf(contract, contract.name),
    effect: effectOfCall({ _id: '', _tool: contract.name }, catalogue, BUILT_IN),
    ...(contract.title === contract.name ? {} : { detail: contract.name }),
    ...(contract.description === undefined ? {} : { about: contract.description }),
  }));
}

// ---- Connecting by keyboard ----

/** How far the choice has come; `writer` and `reader` are call indexes. */
export interface Connecting {
  readonly writer: number;
  readonly alternative?: number;
  readonly reader?: number;
}

export interface ConnectStep {
  readonly title: string;
  readonly choices: readonly Choice[];
}

/** The next thing to choose: which alternative (where there are several), which call, which parameter of it. */
export function connectStep(scene: Scene, connecting: Connecting): ConnectStep {
  const { writer, alternative, reader } = connecting;
  const from = itemAt(scene.nodeIds, writer);
  if (alternative === undefined) {
    const choices = scene.cardOf(writer).outputs.map((row) => ({
      id: String(row.alternative),
      label: row.pills.map((pill) => pill.full).join(' && '),
      ...(row.isError ? { detail: 'when it fails' } : {}),
    }));
    return { title: `Connect which result of ${from}?`, choices };
  }
  if (reader === undefined) {
    const before = waitedForBy(scene, writer);
    const choices = scene.nodeIds.flatMap((id, i) => {
      if (before.has(i)) return [];
      return [{ id: String(i), label: id, detail: scene.titleOf(i) }];
    });
    return { title: `Connect ${from} to which call?`, choices };
  }
  const card = scene.cardOf(reader);
  const names = [...card.rows.filter((row) => !row.meta), ...card.hidden].map(({ name }) => name);
  const schema =
    typeof card.contract?.parameters === 'object' ? card.contract.parameters.properties : undefined;
  const declared = typeof schema === 'object' && schema !== null ? Object.keys(schema) : [];
  const parameters = [...new Set([...names, ...declared])].map((name) => ({
    id: parameterPort(name),
    label: parameterLabel(card.contract, name),
  }));
  return {
    title: `Connect ${from} to which parameter of ${scene.nodeIds[reader]}?`,
    choices: [...parameters, { id: AFTER_PORT, label: 'Run after', detail: 'waits, reads nothing' }],
  };
}

export function beginConnecting(scene: Scene, writer: number): Connecting {
  return scene.cardOf(writer).outputs.length > 1 ? { writer } : { writer, alternative: 0 };
}

/** The choice with one more step taken: further choosing, or the connection when the last step was that. */
export function chosen(connecting: Connecting, id: string): Connecting | Connection {
  const { writer, alternative, reader } = connecting;
  if (alternative === undefined) return { writer, alternative: Number(id) };
  if (reader === undefined) return { writer, alternative, reader: Number(id) };
  return { writer, alternative, reader, port: readerPortOf(id) ?? { kind: 'after' } };
}

export const isConnection = (step: Connecting | Connection): step is Connection => 'port' in step;
