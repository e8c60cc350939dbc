/** What a person does with runs that are kept: read beside another, forked, exported, tidied, their values. Says what fails. */

import { messageOf } from '../../lib/thrown.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { loaded } from '../../ui/parts/not-loaded.ts';
import type { RunHistory } from '../../ui/verbs.ts';
import { counted } from '../../ui/words.ts';
import { download } from '../export-plan.ts';
import type { Ground } from '../ground.ts';
import { createLists } from '../lists.ts';
import { runFragment } from '../run-address.ts';
import type { RunningService } from './running.ts';

/** What is asked of it beside what the screen asks. */
export interface HistoryService extends RunHistory {
  /** At the start: what the retention no longer keeps is let go. Runs that go on are never touched. */
  tidyOnStart(): Promise<void>;
}

interface Asks extends Pick<Ground, 'session' | 'settings' | 'worker' | 'storage' | 'ids' | 'late' | 'now'> {
  readonly running: Pick<RunningService, 'runs' | 'keeper'>;
}

export function createHistory(asks: Asks): HistoryService {
  const { session, settings, worker, storage, ids, now, late } = asks;
  const { runs, keeper } = asks.running;
  const say = session.actions.tellFault;
  const values = async () => {
    const { createRunValues } = await loaded(import('../run-values.ts'));
    return createRunValues({ runs, storage, fileOf: keeper.fileOf });
  };

  const kept = async () => (await storage()).runs.list();
  /** Nobody tidies while a plan is opened. */
  const rules = () => loaded(import('../../ui/settings/retention.ts'));

  /** Nothing is deleted before 1970: without a retention, journals are only packed. */
  const tidy = async (): Promise<number> => {
    const list = await kept();
    const { retention } = settings.getState();
    const { keptSince } = await rules();
    await worker.request({ kind: 'tidy', before: keptSince(retention, list, now()) ?? 0 });
    await keeper.refreshList();
    const left = new Set(runs.getState().list.map((run) => run.runId));
    const gone = list.filter((run) => !left.has(run.runId));
    for (const { runId } of gone) keeper.forget(runId);
    return gone.length;
  };

  /** The results that a fork takes over are those of the plan as it is now: of an earlier one they would be somebody else's. */
  const revisedSince = (run: ShownRun): string | null => {
    const present = runs.getState().known.get(run.runId);
    return present && present.state.revision !== run.state.revision
      ? 'The plan of this run was changed after this moment, so it can’t be forked from here. Choose a later moment.'
      : null;
  };

  const lists = createLists({ worker, storage, ids, late, running: asks.running });

  return {
    ...lists,
    copyRunLink: async (runId) => {
      const link = `${location.origin}${location.pathname}${runFragment(runId)}`;
      try {
        await navigator.clipboard.writeText(link);
        session.actions.notify(
          'The link was copied. It leads back to this run in this browser only: the run’s record is not in it.',
          'success',
        );
      } catch {
        session.actions.notify(`The browser did not let the link be copied. It is: ${link}`, 'danger');
      }
    },
    saveFile: async (...all) => (await values()).saveFile(...all),
    saveFiles: async (...all) => (await values()).saveFiles(...all),
    saveLarge: async (...all) => (await values()).saveLarge(...all),
    exportRun: (runId) =>
      void (async () => {
        const title = runs.getState().list.find((run) => run.runId === runId)?.title ?? 'run';
        download(`${title} – run ${runId}.json`, await (await storage()).runs.exportRun(runId));
      })().catch(say),
    recordOf: async (runId) => {
      try {
        await keeper.load(runId);
        const run = runs.getState().known.get(runId);
        // Two records are compared as they stood: one that goes on would be another by the end of the comparison.
        return run ? runs.actions.keep(run) : null;
      } catch (error) {
        say(error);
        return null;
      }
    },
    plansOf: async (runId) => {
      const [{ runs: repository }, { runPlansOf }] = await Promise.all([
        storage(),
        loaded(import('../../run/run-plans.ts')),
      ]);
      return runPlansOf(await repository.events(runId));
    },
    happenedBelow: async (run) => {
      const [{ runs: repository }, { whatHappenedBelow }] = await Promise.all([
        storage(),
        loaded(import('../what-happened.ts')),
      ]);
      const kept = (await repository.subRuns(run.runId)).map(({ runId }) => runId);
      // Where nothing is stored, what this tab has seen of them is all there is.
      const below = [...new Set([...kept, ...run.state.subRuns.keys()])];
      const known = (runId: string) => runs.getState().known.get(runId)?.state;
      return whatHappenedBelow(run.state, below, known, repository.events);
    },
    forkPreview: async (run, values) => {
      const preview = (await import('../fork-run.ts')).previewFork(run, values);
      return { ...preview, refusal: revisedSince(run) ?? preview.refusal };
    },
    forkRun: async (run, values) => {
      const revised = revisedSince(run);
      if (revised !== null) return revised;
      const { startOfFork } = await import('../fork-run.ts');
      const start = startOfFork(run, values, ids.next(), late);
      if (!start.ok) return start.error;
      if (!(await keeper.begin(start.value))) return '';
      session.actions.notify('A new run has begun with your value; the old one stays as it was.', 'success');
      return null;
    },
    tidyPreview: async () => {
      try {
        const { runs: repository } = await storage();
        const { letGo } = await rules();
        const old = letGo(settings.getState().retention, await kept(), now());
        // A write in doubt of a sub-run keeps its whole family.
        const below = await Promise.all(old.map(({ runId }) => repository.subRuns(runId)));
        const gone = old.filter((_, at) => !below[at]?.some(({ doubts }) => doubts));
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
        return messageOf(error);
      }
    },
    tidyOnStart: async () => {
      const { letGo } = await rules();
      if (letGo(settings.getState().retention, await kept(), now()).length > 0) await tidy();
    },
  };
}
