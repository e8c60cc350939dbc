/** What can be chosen, step by step, to connect two calls by keyboard. */

import type { Choice } from './ChoiceList.tsx';
import type { Connection } from './from-flow.ts';
import { AFTER_PORT, parameterPort, readerPortOf } from './ports.ts';
import { type Scene, waitedForBy } from './scene.ts';

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
  const from = scene.nodeIds[writer]!;
  if (alternative === undefined) {
    const choices = scene.cards[writer]!.outputs.map((row) => ({
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
      return [{ id: String(i), label: id, detail: scene.cards[i]!.call._tool }];
    });
    return { title: `Connect ${from} to which call?`, choices };
  }
  const card = scene.cards[reader]!;
  const names = [...card.rows.filter((row) => !row.meta).map((row) => row.label), ...card.hidden];
  const schema =
    typeof card.contract?.parameters === 'object' ? card.contract.parameters.properties : undefined;
  const declared = typeof schema === 'object' && schema !== null ? Object.keys(schema) : [];
  const parameters = [...new Set([...names, ...declared])].map((name) => ({
    id: parameterPort(name),
    label: name,
  }));
  return {
    title: `Connect ${from} to which parameter of ${scene.nodeIds[reader]}?`,
    choices: [...parameters, { id: AFTER_PORT, label: 'Run after', detail: 'waits, reads nothing' }],
  };
}

export function beginConnecting(scene: Scene, writer: number): Connecting {
  return scene.cards[writer]!.outputs.length > 1 ? { writer } : { writer, alternative: 0 };
}

/** The choice with one more step taken: further choosing, or the connection when the last step was that. */
export function chosen(connecting: Connecting, id: string): Connecting | Connection {
  const { writer, alternative, reader } = connecting;
  if (alternative === undefined) return { writer, alternative: Number(id) };
  if (reader === undefined) return { writer, alternative, reader: Number(id) };
  return { writer, alternative, reader, port: readerPortOf(id) ?? { kind: 'after' } };
}

export const isConnection = (step: Connecting | Connection): step is Connection => 'port' in step;
