/** Tests of a plan in the worker (L-84), fetched with the planners: one engine for all, and each file hashed once. */

import type { Pool } from '../activities/pool.ts';
import type { Result } from '../lib/result.ts';
import type { PlanTest, TestOutcome } from '../plan/plan-tests.ts';
import { createPlanTester, type HashedFile, hashOf, type PlanTester } from '../preview/plan-test.ts';
import type { KeepTest, TestGround } from '../run/messages.ts';

let tester: PlanTester | undefined;
const testerOn = (pool: Pool): PlanTester => {
  tester ??= createPlanTester({ pool, now: () => Date.now() });
  return tester;
};

/** Those of the last request, by the page's number: a file that comes again is the same object. */
let known = new Map<number, HashedFile>();

async function hashed(files: TestGround['files']): Promise<ReadonlyMap<string, HashedFile>> {
  const found = await Promise.all(
    files.map(async ({ name, id, content }) => {
      const file = known.get(id) ?? { content, sha256: await hashOf(content) };
      return { name, id, file };
    }),
  );
  known = new Map(found.map(({ id, file }) => [id, file]));
  return new Map(found.map(({ name, file }) => [name, file]));
}

/** None where it was stopped. */
export async function ranTests(
  { files, ...asked }: TestGround & { readonly tests: readonly PlanTest[] },
  pool: Pool,
  signal: AbortSignal,
): Promise<readonly TestOutcome[]> {
  try {
    return await testerOn(pool).run({ ...asked, files: await hashed(files), signal });
  } catch (error) {
    if (signal.aborted) return [];
    throw error;
  }
}

export const keptTest = async (
  { files, ...asked }: KeepTest,
  pool: Pool,
  signal: AbortSignal,
): Promise<Result<Omit<PlanTest, 'name'>, string>> =>
  testerOn(pool).keep({ ...asked, files: await hashed(files), signal });
