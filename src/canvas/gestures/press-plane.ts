/** The plane is pressed: in the picture of a large plan that picks the call there, elsewhere it lets go of all. */

import { itemAt } from '../../lib/columns.ts';
import { type Gesture, NO_PREVIEW } from './gesture.ts';

export const pressPlane: Gesture = (press, { scene, index, isOverview }) => {
  if (press.on.kind !== 'plane') return null;
  return {
    move: () => NO_PREVIEW,
    end: ({ at }) => {
      const [call] = isOverview ? index.within({ ...at, width: 1, height: 1 }) : [];
      return call === undefined ? [{ kind: 'let-go' }] : [{ kind: 'pick', call: itemAt(scene.ids, call) }];
    },
  };
};
