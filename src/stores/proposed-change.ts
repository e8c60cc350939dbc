/** A change that a planner, a run or an earlier version proposes, as the screen shows it: nothing of it stands before it is taken. */

import type { ShownDiff } from '../plan/diff.ts';
import type { Plan } from '../plan/document.ts';
import type { ProposedPart } from '../plan/proposed.ts';
import type { SessionState } from './session.ts';

export interface ShownPart extends ProposedPart {
  readonly isTaken: boolean;
  /** Not taken, though nobody refused it: what it needs was. */
  readonly fell?: true;
  /** What is not taken and would be with it. */
  readonly brings?: readonly string[];
}

/** A change that a planner proposes for the plan on the table, as it would stand with what the person takes of it. */
export interface ProposedChange {
  readonly planId: string;
  /** What the person said. */
  readonly sentence: string;
  /** A run brought it; where nobody said so, the sentence is a name of ours. */
  readonly ofRun?: { readonly isSaid: boolean; readonly isVersion?: true };
  readonly parts: readonly ShownPart[];
  /** New calls that were refused and are read all the same: open steps. */
  readonly open: readonly string[];
  /** Calls that were to go and stay, for they are read. */
  readonly kept: readonly string[];
  /** Whether the person goes through its parts. */
  readonly choosing: boolean;
  /** The plan with all of it. */
  readonly after: Plan;
  readonly diff: ShownDiff;
  /** What the checks find wrong with it that is not wrong without it: in sentences, the first of them. */
  readonly faults: readonly string[];
  /** What the person changed meanwhile in the same place, which stands: in words. */
  readonly overruled: readonly string[];
}

/** A change of the plan of a run, proposed beside it: taken, a new run begins with it and with what is done. */
export interface BesideChange extends ProposedChange {
  readonly runId: string;
  /** The run's plan as it ran. */
  readonly before: Plan;
  /** Its calls that are done and stay as they are: of no other is what the run has what the new one would. */
  readonly taken: ReadonlySet<string>;
}

/** A change that is to be made again with an answer in it. Over once the plan on the table is another than `table`. */
export interface ChangeAsked {
  readonly sentence: string;
  /** With what it went on from. */
  readonly title: string;
  readonly selected: readonly string[];
  readonly table: Plan;
  /** What the sentence was said of: the table, or as a change that was proposed already would have it. */
  readonly before: Plan;
  /** What it came to; `before` itself where nothing of it was understood, and nothing of it is proposed. */
  readonly after: Plan;
}

/** The change that is proposed for what the canvas shows: of the plan on the table, or beside a run. */
export const proposedHere = ({
  view,
  proposed,
  beside,
}: SessionState): ProposedChange | BesideChange | null =>
  view.kind === 'plan' ? proposed : view.kind === 'run' && beside?.runId === view.runId ? beside : null;
