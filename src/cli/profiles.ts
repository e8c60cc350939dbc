/** The files that a plan's readers name, judged where they lie: what the checks of a terminal know of columns and cells. */

import { profileOf } from '../activities/profile/profile.ts';
import type { Problem } from '../check/problem.ts';
import type { Plan } from '../plan/document.ts';
import { builtInTools } from '../tools/built-in.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import type { FileProfile } from '../tools/file-profile.ts';
import { filesNamed } from '../tools/files-named.ts';
import { runFiles } from './run/run-files.ts';

const builtIns = catalogueOf(builtInTools);

/** Of those that are there; what is missing, the run itself says before its first call. */
export async function profilesIn(folder: string, plans: readonly Plan[]): Promise<readonly FileProfile[]> {
  const files = runFiles(folder, '.');
  const profiles: FileProfile[] = [];
  for (const name of filesNamed(plans, builtIns.get)) {
    if ((await files.lacks(name)) !== null) continue;
    const file = await files.read(name).catch(() => undefined);
    if (file !== undefined) profiles.push(await profileOf(new Uint8Array(await file.arrayBuffer()), name));
  }
  return profiles;
}

const OF_FILES: ReadonlySet<string> = new Set([
  'unknown-column',
  'never-true',
  'unit-mismatch',
  'wrong-file-kind',
  'missing-file',
]);

/** Warnings that only the files could tell: a run that goes ahead says them all the same. */
export const ofFiles = (problems: readonly Problem[]): readonly Problem[] =>
  problems.filter(({ code }) => OF_FILES.has(code));
