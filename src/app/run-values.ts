/** What a run made, handed to the person: its files, its large values, the link that leads back to it. */

import type { Json } from '../lib/json.ts';
import type { SessionStore } from '../stores/session.ts';
import { loaded } from '../ui/parts/not-loaded.ts';
import type { RunHistory } from '../ui/services.ts';
import { download } from './export-plan.ts';
import { runFragment } from './run-address.ts';
import type { Storage } from './storage.ts';

/** UTF-16 units of a large value that are shown when more of it is asked for. */
const SHOWN_UNITS = 200_000;

interface Parts {
  readonly session: SessionStore;
  readonly storage: () => Promise<Storage>;
  /** A file that this tab's worker has just made. */
  readonly fileOf: (runId: string, name: string) => Blob | undefined;
}

export const createRunValues = ({
  session,
  storage,
  fileOf,
}: Parts): Pick<RunHistory, 'copyRunLink' | 'saveFile' | 'moreOf' | 'saveLarge'> => ({
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
  saveFile: async (runId, name) => {
    const file = fileOf(runId, name) ?? (await (await storage()).file(runId, name));
    if (file) download(name, file);
    return file !== undefined;
  },
  moreOf: async ({ ref }) => {
    const json = await (await storage()).runs.large(ref);
    if (json === undefined) return null;
    const { headOf } = await loaded(import('../run/large-value.ts'));
    return headOf(JSON.parse(await json.text()) as Json, SHOWN_UNITS);
  },
  saveLarge: async ({ ref }) => {
    const json = await (await storage()).runs.large(ref);
    if (json) download(`value ${ref.replaceAll('/', ' ')}.json`, json);
    return json !== undefined;
  },
});
