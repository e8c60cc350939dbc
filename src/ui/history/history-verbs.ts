/** What a person can do with runs that are kept, beyond looking. Composed in `app/history.ts`; none of it throws. */

import type { Json } from '../../lib/json.ts';
import type { StoredBytes } from '../../stores/ports.ts';
import type { RunFromPreview } from '../../stores/run-from-preview.ts';
import type { ShownRun } from '../../stores/shown-run.ts';

/** By call: a value that the person puts in the place of the recorded one. */
export type ChangedValues = Readonly<Record<string, Json>>;

/** What a tidying would free. */
export interface Tidying {
  readonly runs: number;
  readonly bytes: number;
}

export interface HistoryVerbs {
  /** Saves one run with its plan, sub-runs, values and files as a file. */
  exportRun(runId: string): void;
  /** Reads a run's whole record, to be looked at beside another: it stands still; null, with a sentence said, where it can't be. */
  recordOf(runId: string): Promise<ShownRun | null>;
  /**
   * What a new run with changed values would enter, and what it takes over.
   * @param run as it stands, or stood at the moment that is looked at: what had no result then is entered
   */
  forkPreview(run: ShownRun, values: ChangedValues): Promise<RunFromPreview>;
  /** Starts it and shows it; a sentence where it was refused. */
  forkRun(run: ShownRun, values: ChangedValues): Promise<string | null>;
  /** Bytes on this device by kind; null where the browser stores nothing. */
  storedBytes(): Promise<StoredBytes | null>;
  /** What tidying would delete under the retention that is set. */
  tidyPreview(): Promise<Tidying>;
  /** Deletes what the retention no longer keeps and packs the rest; resolves to a sentence. */
  tidyNow(): Promise<string>;
  /** Asks the browser not to clear this device's storage by itself; whether it agreed. */
  askToPersist(): Promise<boolean>;
}
