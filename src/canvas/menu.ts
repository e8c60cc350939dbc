/** The menus of the canvas: where one is open, and what the canvas itself offers in it. What the app offers comes from outside. */

import type { CanvasMode } from './given.ts';
import type { Intent } from './intents.ts';
import { CANVAS_ACTIONS, type CanvasAction } from './keys.ts';
import type { XY } from './plane.ts';

/** One entry of a menu. */
export interface CallOffer {
  readonly title: string;
  /** As `Mod+Shift+Z`; the key that does the same without the menu. */
  readonly keys?: string;
  /** Shown, but not to be chosen, where it is false. */
  readonly isEnabled?: boolean;
  readonly run: () => void;
}

/** What a menu is of: a call, an arrow as `edgeId` names it, the plane at a point of it. */
export type MenuOn =
  | { readonly kind: 'call'; readonly call: string }
  /** `atEnd`: of an arrow to an end of the plan, which can be taken away and nothing else. */
  | { readonly kind: 'edge'; readonly edge: string; readonly atEnd?: boolean }
  | { readonly kind: 'plane'; readonly at: XY };

export interface OpenMenu {
  readonly on: MenuOn;
  /** What a screen reader hears of it. */
  readonly name: string;
  /** It stays known when it is closed, until it has gone from the screen. */
  readonly open: boolean;
  /** In pixels of the window. */
  readonly at: XY;
}

interface Offered {
  readonly mode: CanvasMode;
  readonly on: MenuOn;
  /** How many calls are selected: those that it would be done with. */
  readonly count: number;
  /** All of them are switched off. */
  readonly areOff: boolean;
  readonly perform: (intent: Intent) => void;
  /** What the app offers for the call. */
  readonly ofApp: readonly CallOffer[];
}

const GROUPS = ['look', 'app', 'shape', 'copy', 'remove'] as const;

/** In groups: to look at it, to do with it beside the canvas, to bring in line, to take along, to take away. */
export function menuOffers(offered: Offered): readonly (readonly CallOffer[])[] {
  const { mode, on, perform, ofApp } = offered;
  const call = on.kind === 'call' ? on.call : undefined;
  const point = on.kind === 'plane' ? on.at : undefined;
  const actions = (Object.values(CANVAS_ACTIONS) as readonly CanvasAction[]).filter(
    ({ edits }) => mode === 'edit' || !edits,
  );
  return GROUPS.map((group) =>
    group === 'app'
      ? ofApp
      : actions.flatMap((action): CallOffer[] => {
          const title = titleIn(action, offered);
          if (title === undefined || (action.group ?? 'look') !== group) return [];
          if (on.kind === 'edge' && on.atEnd && group !== 'remove') return [];
          const { keys, does } = action;
          const run = (): void => {
            // Something else may be selected by now: Remove would take that away.
            if (on.kind === 'edge') perform({ kind: 'select-edges', edges: [on.edge] });
            perform(does(call, point));
          };
          return [{ title, ...(keys ? { keys } : {}), run }];
        }),
  ).filter((group) => group.length > 0);
}

/** As the menu says it; undefined where that menu has it not. */
function titleIn(
  { inMenu, ofMany, onEdge, onPlane }: CanvasAction,
  { on, count, areOff }: Offered,
): string | undefined {
  if (on.kind === 'edge') return onEdge;
  if (on.kind === 'plane') return onPlane;
  if (ofMany !== undefined) return count >= ofMany ? inMenu?.('', areOff) : undefined;
  return inMenu?.(count > 1 ? ` ${count} calls` : '', areOff);
}
