/** What could stand in the place of an open step: a call with its parameters, and what it gave when it was tried. */

import type { Call } from './document.ts';
import type { Edit } from './edit.ts';

/** One call that could do what an open step says. */
export interface Proposal {
  /** What a person calls the tool. */
  readonly title: string;
  readonly call: Call;
  /** Puts the call in the step's place, and its result into the plan's where nobody else reads it. */
  readonly edits: readonly Edit[];
  /** Required parameters, as their labels, that the person has to fill in first. */
  readonly lacking: readonly string[];
  /** What it gave on the files there are, in a few words; absent where it was not tried, or can't be said in a line. */
  readonly result?: string;
}
