/** The way to what helps where a planner made nothing, as the words of a button. */

import type { WayOn } from '../../plan/talk.ts';
import type { PlannerTold } from '../../run/planner-said.ts';
import type { Services } from '../services.ts';

export const WAYS: Readonly<Record<WayOn, string>> = {
  again: 'Try again',
  offline: 'Plan it offline',
  planner: 'Choose the planner…',
  key: 'Enter the key…',
  connection: 'Check the connection…',
  'fewer-tools': 'Try with fewer tools',
  'most-calls': 'Allow more calls…',
  say: 'Say it again',
};

export type DialogWay = (typeof IN_DIALOG)[number];
const IN_DIALOG = ['key', 'connection', 'most-calls', 'planner'] as const;

/** What the planner's dialog can mend, the likeliest; null where it can mend nothing, or a stranger's record names what is none. */
export const dialogWay = (told: Pick<PlannerTold, 'remedies'> | null): DialogWay | null =>
  IN_DIALOG.find((one) => one === told?.remedies.find((way) => IN_DIALOG.some((known) => known === way))) ??
  null;

/** Opens the dialog at what is to be typed there. */
export const openPlanner = ({ session }: Pick<Services, 'session'>, plannerField: DialogWay): void =>
  session.actions.set({ dialog: 'planner', plannerField });
