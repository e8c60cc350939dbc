/** A large value of a run as a file. Loaded with the first. */

import { download, savedAs } from './export-plan.ts';
import type { Storage } from './storage.ts';

/** False where it is gone. */
export async function saveLarge({ runs }: Storage, ref: string, isUnproven: boolean): Promise<boolean> {
  const json = await runs.large(ref);
  if (json) download(savedAs(`value ${ref.replaceAll('/', ' ')}.json`, isUnproven), json);
  return json !== undefined;
}
