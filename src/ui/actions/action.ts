/** One thing that a person can do, as the table has it. */

import type { DialogName } from '../../stores/session.ts';
import { type At, always, type WhyNot } from './when.ts';

/** In the order in which palette and sheet have them. */
export const SECTIONS = ['Plan', 'Run', 'Edit', 'View', 'Open'] as const;

export interface Action {
  /** As the palette has it. */
  readonly title: string;
  /** As a button or a menu says it, where there is less room. */
  readonly short?: string;
  /** What else a person may call it: the palette finds it by that, and shows none of it. */
  readonly also?: readonly string[];
  /** In the menu of a call, of a run in the section `Run`, else of the plan; without it, or a word, no menu has it. */
  readonly inMenu?: (at: At) => string;
  readonly section: (typeof SECTIONS)[number];
  /** As `Mod+Shift+Z`; `Mod` is Ctrl, or Command on a Mac. */
  readonly keys?: string;
  /** Its shortcut works while a text field has the focus; there alone, where elsewhere it is another's. */
  readonly inText?: true | 'only';
  /** Its shortcut is the canvas's own, and works where that has the keyboard. */
  readonly onCanvas?: true;
  readonly whyNot: (at: At) => WhyNot;
  /** Done only where `whyNot` is null. */
  readonly run: (at: At) => void;
}

type Row = Omit<Action, 'section' | 'whyNot'> & Partial<Pick<Action, 'whyNot'>>;

/** The actions of one section; what says nothing of why not can always be done. */
export const inSection = <Id extends string>(section: Action['section'], rows: Readonly<Record<Id, Row>>) =>
  Object.fromEntries(
    Object.entries<Row>(rows).map(([id, row]) => [id, { section, whyNot: always, ...row }]),
  ) as Readonly<Record<Id, Action>>;

/** Opens a dialog. */
export const opens =
  (dialog: DialogName) =>
  ({ session }: At) =>
    session.actions.set({ dialog });
