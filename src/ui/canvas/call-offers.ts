/** What the canvas itself offers for a call, in the words of its menu. What a run offers comes from outside. */

import type { CanvasMode } from './canvas-props.ts';
import type { Actions } from './use-actions.ts';

/** One entry of a call's menu. */
export interface CallOffer {
  readonly title: string;
  /** As `Mod+Shift+Z`; the key that does the same without the menu. */
  readonly keys?: string;
  /** Shown, but not to be chosen, where it is false. */
  readonly isEnabled?: boolean;
  readonly run: () => void;
}

interface Offered {
  readonly mode: CanvasMode;
  /** Place of the call in the scene. */
  readonly index: number;
  /** How many calls are selected: those that it would be done with. */
  readonly count: number;
  readonly actions: Actions;
  readonly inspect: () => void;
  /** What the run on the canvas offers for the call. */
  readonly ofRun: readonly CallOffer[];
}

/** In groups: to look at it, to do with the run, to take along, to take away. */
export function callOffers(offered: Offered): readonly (readonly CallOffer[])[] {
  const { mode, index, count, actions, inspect, ofRun } = offered;
  const them = count > 1 ? `${count} calls` : '';
  const look: CallOffer[] = [{ title: 'Open in the inspector', keys: 'Enter', run: inspect }];
  const copy: CallOffer = {
    title: them ? `Copy ${them} as JSON` : 'Copy as JSON',
    keys: 'Mod+C',
    run: actions.copy,
  };
  if (mode !== 'edit') return [look, ofRun, [copy]].filter((group) => group.length > 0);
  return [
    [...look, { title: 'Connect to another call…', keys: 'C', run: () => actions.beginConnecting(index) }],
    [{ title: them ? `Duplicate ${them}` : 'Duplicate', keys: 'D', run: actions.duplicate }, copy],
    [{ title: them ? `Remove ${them}` : 'Remove', keys: 'Delete', run: actions.remove }],
  ];
}
