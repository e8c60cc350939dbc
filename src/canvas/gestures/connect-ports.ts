/** An arrow is pulled from an output to a place that can read it. What can't be connected is refused in words. */

import { alternativeOf, readerPortOf } from '../card.ts';
import type { Connection } from '../connect.ts';
import type { Scene } from '../scene.ts';
import { type Gesture, type Grip, NO_PREVIEW } from './gesture.ts';

export const connectPorts: Gesture = (press, { scene, mode }) => {
  if (press.on.kind !== 'port' || mode !== 'edit') return null;
  return {
    move: () => NO_PREVIEW,
    end: ({ on }) => {
      const connection = connectionBetween(scene, press.on, on);
      return connection ? [{ kind: 'connect', connection }] : [];
    },
  };
};

/** null for what is no connection at all: not from an output, not to a place that reads. */
export function connectionBetween(scene: Scene, from: Grip, to: Grip): Connection | null {
  if (from.kind !== 'port' || to.kind !== 'port') return null;
  const writer = scene.indexOf.get(from.call);
  const reader = scene.indexOf.get(to.call);
  const alternative = alternativeOf(from.port);
  const port = readerPortOf(to.port);
  if (writer === undefined || reader === undefined || alternative === null || port === null) return null;
  return { writer, alternative, reader, port };
}
