/** Which panels stand open, how high the dock is and which theme it is: remembered from one visit to the next. */

import type { Memory } from './ports.ts';

/** In the order in which they stand. */
export const DOCK_TABS = ['problems', 'timeline', 'state', 'journal', 'checklist', 'result'] as const;
/** Names a tab of the dock. */
export type DockTab = (typeof DOCK_TABS)[number];

/** What a person chose over the system’s. */
export type Theme = 'light' | 'dark';

/** What of the window a person has arranged. */
export interface Panels {
  /** null: as the system says. */
  readonly theme: Theme | null;
  /** The list of plans, on the first screen. */
  readonly railOpen: boolean;
  /** The same list beside a plan: there it stands in the conversation's place, which is one line meanwhile. */
  readonly plansOpen: boolean;
  /** Whether the conversation is a panel; else it is one line below the canvas. */
  readonly talkOpen: boolean;
  /** The selection that a sentence is to be about, while it is that: on a phone its inspector would cover the box. */
  readonly talkedOf: readonly string[] | null;
  /** The plan itself stands in the inspector's place while no call is selected. */
  readonly planOpen: boolean;
  /** The plan as a list stands beside the drawing, or in its place where there is no room for both. */
  readonly outlineOpen: boolean;
  /** The selection that was made while it stands there: on a phone the inspector, which covers it, waits to be asked for. */
  readonly listed: readonly string[] | null;
  readonly dockOpen: boolean;
  /** Pixels. */
  readonly dockHeight: number;
  readonly dockTab: DockTab;
}

const MEMORY_NAME = 'obelus.session';
const MEMORY_VERSION = 1;

/** Pixels. */
export const DOCK_MIN = 96;
/** Pixels. */
export const DOCK_MAX = 640;

export const FIRST_PANELS: Panels = {
  theme: null,
  railOpen: true,
  plansOpen: false,
  talkOpen: true,
  talkedOf: null,
  planOpen: false,
  outlineOpen: false,
  listed: null,
  // An empty panel below the canvas says nothing: it opens when there is something to see.
  dockOpen: false,
  dockHeight: 240,
  dockTab: 'problems',
};

/** A height in pixels that the dock may have. */
export const clampDock = (height: number): number =>
  Math.round(Math.min(DOCK_MAX, Math.max(DOCK_MIN, height)));

/** What is remembered, read with suspicion: another version or a foreign hand may have written it. */
function recall(memory: Memory): Partial<Panels> {
  try {
    const kept = JSON.parse(memory.read(MEMORY_NAME) ?? 'null') as Record<string, unknown> | null;
    if (kept?.version !== MEMORY_VERSION) return {};
    return {
      theme: kept.theme === 'light' || kept.theme === 'dark' ? kept.theme : null,
      railOpen: kept.railOpen !== false,
      plansOpen: kept.plansOpen === true,
      talkOpen: kept.talkOpen !== false,
      planOpen: kept.planOpen === true,
      outlineOpen: kept.outlineOpen === true,
      dockOpen: kept.dockOpen === true,
      dockHeight: typeof kept.dockHeight === 'number' ? clampDock(kept.dockHeight) : FIRST_PANELS.dockHeight,
      dockTab: DOCK_TABS.find((tab) => tab === kept.dockTab) ?? FIRST_PANELS.dockTab,
    };
  } catch {
    return {};
  }
}

/** On a phone a panel would cover or squeeze what it is beside; where hardly a card has room, the plan opens as a list. */
export type Narrow = false | 'narrow' | 'narrowest';

/** As a page begins with them: as they were, and on a phone open only when asked for. */
export const panelsAt = (memory: Memory, narrow: Narrow): Partial<Panels> => ({
  ...recall(memory),
  ...(narrow
    ? {
        railOpen: false,
        plansOpen: false,
        talkOpen: false,
        planOpen: false,
        dockOpen: false,
        outlineOpen: narrow === 'narrowest',
      }
    : {}),
});

const KEPT = [
  'theme',
  'railOpen',
  'plansOpen',
  'talkOpen',
  'planOpen',
  'outlineOpen',
  'dockOpen',
  'dockHeight',
  'dockTab',
] as const;

/** Writes them down where one is another. */
export function keepPanels(memory: Memory, now: Panels, before: Panels): void {
  if (KEPT.every((key) => now[key] === before[key])) return;
  const entries = KEPT.map((key) => [key, now[key]] as const);
  memory.write(MEMORY_NAME, JSON.stringify({ version: MEMORY_VERSION, ...Object.fromEntries(entries) }));
}
