/** What a person does to a run as a whole, by button or by typed command: list, discard, run it again from a call. */

import { isForeign } from '../plan/origin.ts';
import type { ClearOrder } from '../run/events.ts';
import { type OpenWrite, openWrites } from '../run/open-writes.ts';
import { goesOn, planOf } from '../run/whole.ts';
import type { RunSummary, RunsRepository } from '../stores/ports.ts';
import type { RunFromPreview } from '../stores/run-from-preview.ts';
import type { ShownRun } from '../stores/shown-run.ts';
import { counted } from '../ui/words.ts';
import { forkStart } from './fork-start.ts';
import type { Ground } from './ground.ts';
import { noSuchRun } from './run-address.ts';
import type { Running } from './running.ts';

export interface Steering {
  /**
   * Ends the run where it goes on and deletes its records; false where that was refused, which is said then.
   * @param forget writes in doubt that the person has seen named, as `writeKey` has it
   */
  discard(runId: string, forget?: readonly string[]): Promise<boolean>;
  /** The writes of a run and those below it that nobody knows the end of; none of a stranger's record. */
  openWrites(runId: string): Promise<readonly OpenWrite[]>;
  preview(runId: string, call: string, order: ClearOrder): Promise<RunFromPreview>;
  /** Runs it again from a call: the same run while it goes on, another one after it has ended. */
  runFrom(runId: string, call: string, order: ClearOrder): Promise<boolean>;
  /** A run of older rules: what was done is taken over, what is in doubt is asked (L-95). */
  goOnAsNew(runId: string): Promise<void>;
}

interface Parts extends Pick<Ground, 'session' | 'runs' | 'ids' | 'language' | 'builtIn'> {
  readonly running: Running;
  readonly previewOf: (run: ShownRun, call: string, order: ClearOrder) => Promise<RunFromPreview>;
  /** The sub-runs of a run, at any depth. */
  readonly below: (runId: string) => Promise<readonly Pick<RunSummary, 'runId'>[]>;
}

const NO_RUN: RunFromPreview = {
  refusal: 'This run is not on this device.',
  cleared: [],
  kept: 0,
  inFlight: 0,
  anew: false,
};

export function createSteering(parts: Parts): Steering {
  const { session, runs, running } = parts;
  const titleOf = (runId: string): string =>
    runs.getState().list.find((run) => run.runId === runId)?.title ?? runId;

  const runOf = async (runId: string): Promise<ShownRun | undefined> => {
    await running.load(runId);
    return runs.getState().known.get(runId);
  };

  const preview = async (runId: string, call: string, order: ClearOrder): Promise<RunFromPreview> => {
    const run = await runOf(runId);
    return run && planOf(run.state) ? parts.previewOf(run, call, order) : NO_RUN;
  };

  const startFork = async (run: ShownRun, call: string, cleared: readonly string[]): Promise<boolean> => {
    const start = forkStart(
      run,
      { runId: run.runId, call, cleared, values: {} },
      parts.ids.next(),
      parts.language,
    );
    if (start.ok) return running.begin(start.value);
    session.actions.notify(start.error, 'danger');
    return false;
  };

  return {
    goOnAsNew: async (runId) => {
      const run = await runOf(runId);
      if (!run) return session.actions.notify(noSuchRun(runId), 'danger');
      const start = forkStart(run, { runId, cleared: [], values: {} }, parts.ids.next(), parts.language);
      if (!start.ok) return session.actions.notify(start.error, 'danger');
      if (await running.begin(start.value))
        session.actions.notify(
          'It goes on as a new run, with what was done; the old one stays as it was.',
          'success',
        );
    },
    openWrites: async (runId) => {
      const { list } = runs.getState();
      const origin = list.find((run) => run.runId === runId)?.origin;
      if (isForeign(origin) && origin.own !== true) return [];
      const below = await parts.below(runId);
      const family = await Promise.all([runId, ...below.map((row) => row.runId)].map(runOf));
      return family.flatMap((run) => (run ? openWrites(run.state) : []));
    },
    discard: async (runId, forget) => {
      const title = titleOf(runId);
      const named = forget && forget.length > 0 ? { forget } : {};
      if (!(await running.send({ kind: 'discard-run', runId, ...named }))) return false;
      running.forget(runId);
      session.actions.notify(`The run of “${title}” was discarded and its records deleted.`, 'success');
      return true;
    },
    preview,
    runFrom: async (runId, call, order) => {
      const seen = await preview(runId, call, order);
      if (seen.refusal !== null) {
        session.actions.notify(seen.refusal, 'danger');
        return false;
      }
      const run = runs.getState().known.get(runId);
      if (!run) return false;
      if (goesOn(run.state)) return running.send({ kind: 'resume-from', runId, call, order });
      const cleared = seen.cleared.map((one) => one.call);
      if (!(await startFork(run, call, cleared))) return false;
      const kept = seen.kept > 0 ? ` ${counted(seen.kept, 'result')} taken over from it.` : '';
      session.actions.notify(`A new run has begun; the old one stays as it was.${kept}`, 'success');
      return true;
    },
  };
}

/** The same, as it is fetched: what it previews is fetched when that is asked for. @param parts with what is stored of runs, or null where nothing is */
export const steeringLate = ({
  repository,
  ...parts
}: Omit<Parts, 'previewOf' | 'below'> & {
  readonly repository: () => Promise<Pick<RunsRepository, 'subRuns'> | null>;
}): Steering =>
  createSteering({
    ...parts,
    previewOf: async (run, call, order) => (await import('./run-previews.ts')).previewFrom(run, call, order),
    below: async (runId) => (await (await repository())?.subRuns(runId)) ?? [],
  });
