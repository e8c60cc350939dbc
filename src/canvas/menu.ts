/** A call's menu: where it is open, and what the canvas itself offers in it. What the app offers comes from outside. */

import type { CanvasMode } from './given.ts';
import type { Intent } from './intents.ts';
import { CANVAS_ACTIONS, type CanvasAction } from './keys.ts';
import type { XY } from './plane.ts';

/** One entry of a call's menu. */
export interface CallOffer {
  readonly title: string;
  /** As `Mod+Shift+Z`; the key that does the same without the menu. */
  readonly keys?: string;
  /** Shown, but not to be chosen, where it is false. */
  readonly isEnabled?: boolean;
  readonly run: () => void;
}

export interface OpenMenu {
  readonly call: string;
  /** It stays known when it is closed, until it has gone from the screen. */
  readonly open: boolean;
  /** In pixels of the window. */
  readonly at: XY;
}

interface Offered {
  readonly mode: CanvasMode;
  readonly call: string;
  /** How many calls are selected: those that it would be done with. */
  readonly count: number;
  /** All of them are switched off. */
  readonly areOff: boolean;
  readonly perform: (intent: Intent) => void;
  /** What the app offers for the call. */
  readonly ofApp: readonly CallOffer[];
}

const GROUPS = ['look', 'app', 'copy', 'remove'] as const;

/** In groups: to look at it, to do with it beside the canvas, to take along, to take away. */
export function callOffers({
  mode,
  call,
  count,
  areOff,
  perform,
  ofApp,
}: Offered): readonly (readonly CallOffer[])[] {
  const them = count > 1 ? ` ${count} calls` : '';
  const ofCanvas = (Object.values(CANVAS_ACTIONS) as readonly CanvasAction[]).filter(
    ({ edits }) => mode === 'edit' || !edits,
  );
  return GROUPS.map((group) =>
    group === 'app'
      ? ofApp
      : ofCanvas.flatMap(({ inMenu, keys, does, group: own }): CallOffer[] =>
          inMenu && own === group
            ? [{ title: inMenu(them, areOff), ...(keys ? { keys } : {}), run: () => perform(does(call)) }]
            : [],
        ),
  ).filter((group) => group.length > 0);
}
