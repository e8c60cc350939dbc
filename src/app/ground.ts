/** What the parts of the app stand on. Each says by `Pick` which of it it asks for; `compose.ts` hands it over. */

import type { IdSource } from '../lib/id.ts';
import type { DocumentStore } from '../stores/document.ts';
import type { LibraryStore } from '../stores/library.ts';
import type { Language, Memory } from '../stores/ports.ts';
import type { RevisingStore } from '../stores/revising.ts';
import type { RunsStore } from '../stores/runs.ts';
import type { SessionStore } from '../stores/session.ts';
import type { SettingsStore } from '../stores/settings.ts';
import type { ToApproveStore } from '../stores/to-approve.ts';
import type { ToolContract } from '../tools/catalogue.ts';
import type { FileShelf } from './file-shelf.ts';
import type { LateLanguage } from './late-language.ts';
import type { PlanFiles } from './plan-files.ts';
import type { Storage } from './storage.ts';
import type { WorkerClient } from './worker-client.ts';

export interface Ground {
  readonly document: DocumentStore;
  readonly session: SessionStore;
  readonly settings: SettingsStore;
  readonly library: LibraryStore;
  readonly runs: RunsStore;
  readonly revising: RevisingStore;
  readonly toApprove: ToApproveStore;
  readonly worker: WorkerClient;
  /** Opened with the first call. */
  readonly storage: () => Promise<Storage>;
  readonly memory: Memory;
  readonly late: LateLanguage;
  readonly language: Language;
  readonly builtIn: readonly ToolContract[];
  readonly shelf: FileShelf;
  readonly files: PlanFiles;
  readonly ids: IdSource;
  readonly now: () => number;
  /** Names this tab among those that save the plan. */
  readonly tab: string;
}
