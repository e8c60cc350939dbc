/** `--library FOLDER`: the plans that a plan may delegate to (L-52), one JSON file each, found by the id inside. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlanLibrary } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import { Fault } from './command.ts';
import { openPlan } from './open-plan.ts';
import { wordsOf } from './read-file.ts';

/** A file named `<anything>@<revision>.json` is that revision; any other stands for whichever is asked for. */
const REVISION = /@([^@]+)\.json$/;

interface Kept {
  readonly plan: Plan;
  readonly revision: string | undefined;
}

/** Rejects with a sentence where the folder can't be read or a file in it is no plan. */
export async function readLibrary(folder: string): Promise<PlanLibrary> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw new Fault(`The library ${folder} can't be read: ${wordsOf(error)}.`);
  });
  const kept: Kept[] = [];
  for (const name of names.filter((file) => file.endsWith('.json')).sort()) {
    const opened = await openPlan(join(folder, name));
    if (!opened.ok) {
      throw new Fault(`${join(folder, name)} is no plan: ${opened.problems[0]?.message ?? 'it is empty.'}`);
    }
    kept.push({ plan: opened.value.plan, revision: REVISION.exec(name)?.[1] });
  }
  return (id, revision) =>
    kept.find(
      (one) =>
        one.plan.id === id &&
        (revision === undefined || one.revision === undefined || one.revision === revision),
    )?.plan;
}
