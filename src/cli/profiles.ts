/** The files that a plan's readers name, judged where they lie: what the checks of a terminal know of columns and cells. */

import { profileOf } from '../activities/profile/profile.ts';
import type { Problem } from '../check/problem.ts';
import { isObject } from '../lib/json.ts';
import type { Plan } from '../plan/document.ts';
import { isExpression } from '../plan/expression.ts';
import { builtInTools } from '../tools/built-in.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import type { FileProfile } from '../tools/file-profile.ts';
import { runFiles } from './run/run-files.ts';

const builtIns = catalogueOf(builtInTools);

/** Of those that are there; what is missing, the run itself says before its first call. */
export async function profilesIn(folder: string, plans: readonly Plan[]): Promise<readonly FileProfile[]> {
  const files = runFiles(folder, '.');
  const profiles: FileProfile[] = [];
  for (const name of filesRead(plans)) {
    if ((await files.lacks(name)) !== null) continue;
    const file = await files.read(name).catch(() => undefined);
    if (file !== undefined) profiles.push(await profileOf(new Uint8Array(await file.arrayBuffer()), name));
  }
  return profiles;
}

function filesRead(plans: readonly Plan[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const call of plans.flatMap(({ calls }) => calls)) {
    const parameters = builtIns.get(call._tool)?.parameters;
    if (!isObject(parameters) || !isObject(parameters.properties)) continue;
    for (const [key, property] of Object.entries(parameters.properties)) {
      const value = call[key];
      if (!isObject(property) || property['x-kind'] !== 'file') continue;
      if (typeof value === 'string' && !isExpression(value)) names.add(value);
    }
  }
  return names;
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
