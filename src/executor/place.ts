/** What a run needs of its worker, and what the worker may do with a run that goes on. Types only. */

import type { RunFiles } from '../journal/files.ts';
import type { RunModels } from '../journal/model-record.ts';
import type { RunJournal } from '../journal/run-journal.ts';
import type { Plan } from '../plan/document.ts';
import type { Spent } from '../run/budget.ts';
import type { ClearOrder, RunEvent } from '../run/events.ts';
import type { Connection } from '../run/messages.ts';
import type { ReplanRequest } from '../run/replan.ts';
import type { RunState } from '../run/state.ts';
import type { Decision } from './channel.ts';
import type { Outcome } from './refusal.ts';

export interface Place {
  readonly journal: RunJournal;
  readonly files: RunFiles;
  models(runId: string): RunModels;
  connection(): Connection | null;
  secrets(): ReadonlyMap<string, string>;
  /** The device's clock, ms since the epoch; a person may set it. */
  now(): number;
  /** Milliseconds that only ever grow. */
  elapsed(): number;
  /** Events that are durable now. */
  published(runId: string, events: readonly RunEvent[]): void;
  made(runId: string, call: string, name: string, blob: Blob): void;
  logged(runId: string, call: string, line: string): void;
  replan(request: ReplanRequest, signal: AbortSignal): Promise<readonly Plan['calls'][number][]>;
}

export type Answer = Extract<Decision, { kind: 'answer' }>;

export interface ActiveRun {
  readonly runId: string;
  /** Settles when the run has ended; rejects where it was let go of: with a storage fault, say. */
  readonly ended: Promise<RunState>;
  /** A person's answer; see `Questions.answer`. */
  answer(answer: Answer): Outcome;
  stop(reason: 'aborted' | 'discarded'): void;
  /** The call and those cleared with it run again. */
  resumeFrom(call: string, order: ClearOrder): Outcome;
  /** This run, or the sub-run of that id below it. */
  find(runId: string): ActiveRun | undefined;
  /** With what the runs below it spend. */
  spent(): Spent;
  /** Stops here, as a killed worker does: the journal goes on at the next resume. */
  letGo(reason: Error): void;
}
