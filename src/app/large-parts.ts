/** Large values of a run: more of one to read, or the whole as a file. Loaded with the first. */

import type { Json } from '../lib/json.ts';
import { headOf } from '../run/large-value.ts';
import { download, savedAs } from './export-plan.ts';
import type { Storage } from './storage.ts';

/** UTF-16 units of a large value that are shown when more of it is asked for. */
const SHOWN_UNITS = 200_000;

/** null where it is gone. */
export async function moreOf({ runs }: Storage, ref: string) {
  const json = await runs.large(ref);
  return json === undefined ? null : headOf(JSON.parse(await json.text()) as Json, SHOWN_UNITS);
}

/** False where it is gone. */
export async function saveLarge({ runs }: Storage, ref: string, isUnproven: boolean): Promise<boolean> {
  const json = await runs.large(ref);
  if (json) download(savedAs(`value ${ref.replaceAll('/', ' ')}.json`, isUnproven), json);
  return json !== undefined;
}
