/** What a person does with runs that are kept: read beside another, forked, exported, tidied. Says what fails. */

import type { IdSource } from '../lib/id.ts';
import { sentenceOf } from '../lib/sentence.ts';
import type { Language, RunsRepository } from '../stores/ports.ts';
import type { RunsStore } from '../stores/runs.ts';
import type { SessionStore } from '../stores/session.ts';
import type { SettingsStore } from '../stores/settings.ts';
import type { ShownRun } from '../stores/shown-run.ts';
import type { ToolContract } from '../tools/catalogue.ts';
import type { RunHistory } from '../ui/services.ts';
import { keptSince, letGo } from '../ui/settings/retention.ts';
import { counted } from '../ui/words.ts';
import { download } from './export-plan.ts';
import type { Running } from './running.ts';
import type { WorkerClient } from './worker-client.ts';

export interface History
  extends Pick<RunHistory, 'exportRun' | 'recordOf' | 'forkPreview' | 'forkRun' | 'tidyPreview' | 'tidyNow'> {
  /** At the start: what the retention no longer keeps is let go. Runs that go on are never touched. */
  tidyOnStart(): Promise<void>;
}

interface Parts {
  readonly session: SessionStore;
  readonly runs: RunsStore;
  readonly settings: SettingsStore;
  readonly running: Running;
  readonly worker: WorkerClient;
  readonly repository: () => Promise<RunsRepository>;
  readonly ids: IdSource;
  readonly language: Language;
  readonly builtIn: readonly ToolContract[];
  readonly now: () => number;
}

export function createHistory(parts: Parts): History {
  const { session, runs, settings, running, worker } = parts;
  const say = (error: unknown): void => session.actions.notify(sentenceOf(error), 'danger');

  const kept = async () => (await parts.repository()).list();

  /** Nothing is deleted before 1970: without a retention, journals are only packed. */
  const tidy = async (): Promise<number> => {
    const list = await kept();
    const { retention } = settings.getState();
    const now = parts.now();
    await worker.request({ kind: 'tidy', before: keptSince(retention, list, now) ?? 0 });
    await running.refreshList();
    const left = new Set(runs.getState().list.map((run) => run.runId));
    const gone = list.filter((run) => !left.has(run.runId));
    for (const { runId } of gone) running.forget(runId);
    return gone.length;
  };

  /** The results that a fork takes over are those of the plan as it is now: of an earlier one they would be somebody else's. */
  const revisedSince = (run: ShownRun): string | null => {
    const now = runs.getState().known.get(run.runId);
    return now && now.state.revision !== run.state.revision
      ? 'The plan of this run was changed after this moment, so it can’t be forked from here. Choose a later moment.'
      : null;
  };

  return {
    exportRun: (runId) =>
      void (async () => {
        const title = runs.getState().list.find((run) => run.runId === runId)?.title ?? 'run';
        download(`${title} – run ${runId}.json`, await (await parts.repository()).exportRun(runId));
      })().catch(say),
    recordOf: async (runId) => {
      try {
        await running.load(runId);
        const run = runs.getState().known.get(runId);
        // Two records are compared as they stood: one that goes on would be another by the end of the comparison.
        return run ? runs.actions.keep(run) : null;
      } catch (error) {
        say(error);
        return null;
      }
    },
    forkPreview: async (run, values) => {
      const preview = (await import('./fork-run.ts')).previewFork(run, values);
      return { ...preview, refusal: revisedSince(run) ?? preview.refusal };
    },
    forkRun: async (run, values) => {
      const revised = revisedSince(run);
      if (revised !== null) return revised;
      const { startOfFork } = await import('./fork-run.ts');
      const start = startOfFork(run, values, parts.ids.next(), parts);
      if (!start.ok) return start.error;
      if (!(await running.begin(start.value))) return 'The fork was not started.';
      session.actions.notify('A new run has begun with your value; the old one stays as it was.', 'success');
      return null;
    },
    tidyPreview: async () => {
      try {
        const gone = letGo(settings.getState().retention, await kept(), parts.now());
        const repository = await parts.repository();
        const sizes = await Promise.all(gone.map(({ runId }) => repository.bytesOf(runId)));
        return { runs: gone.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
      } catch (error) {
        say(error);
        return { runs: 0, bytes: 0 };
      }
    },
    tidyNow: async () => {
      try {
        const gone = await tidy();
        return gone === 0
          ? 'Journals were packed. No run was deleted.'
          : `${counted(gone, 'run')} deleted, the journals of the others packed.`;
      } catch (error) {
        return sentenceOf(error);
      }
    },
    tidyOnStart: async () => {
      if (settings.getState().retention.kind === 'for-ever') return;
      if (letGo(settings.getState().retention, await kept(), parts.now()).length > 0) await tidy();
    },
  };
}
