/** What a run made, handed to the person: its files and its large values. */

import { messageOf } from '../lib/thrown.ts';
import { rootOf } from '../stores/runs.ts';
import { loaded } from '../ui/parts/not-loaded.ts';
import type { RunHistory } from '../ui/verbs.ts';
import { download, savedAs } from './export-plan.ts';
import type { Ground } from './ground.ts';

interface Parts extends Pick<Ground, 'runs' | 'storage'> {
  /** A file that this tab's worker has just made. */
  readonly fileOf: (runId: string, name: string) => Blob | undefined;
}

export const createRunValues = ({
  runs,
  storage,
  fileOf,
}: Parts): Pick<RunHistory, 'saveFile' | 'saveFiles' | 'saveLarge'> => {
  const made = async (runId: string, name: string): Promise<Blob | undefined> => {
    const owner = rootOf(runs.getState(), runId);
    return fileOf(owner, name) ?? (await (await storage()).file(owner, name));
  };
  const large = () => loaded(import('./large-parts.ts'));
  return {
    saveFile: async (runId, name, isUnproven) => {
      const file = await made(runId, name);
      if (file) download(savedAs(name, isUnproven), file);
      return file !== undefined;
    },
    saveFiles: async (runId, names, isUnproven) => {
      try {
        const { saveZip } = await loaded(import('./files-zip.ts'));
        return await saveZip(names, (name) => made(runId, name), isUnproven);
      } catch (thrown) {
        return `The files were not saved: ${messageOf(thrown)}`;
      }
    },
    saveLarge: async ({ ref }, isUnproven) => (await large()).saveLarge(await storage(), ref, isUnproven),
  };
};
