/** Rows followed in the worker: the plan is run on whole files, as tests of it are, and once more without a row of it. */

import type { Pool } from '../activities/pool.ts';
import { followRow, originsOf } from '../preview/follow-row.ts';
import type { Given } from '../preview/outcomes.ts';
import { createPreviewEngine, type PreviewEngine } from '../preview/preview-plan.ts';
import type { FollowRequest } from '../run/messages.ts';
import type { FollowedRow, RowOrigins } from '../run/row-path.ts';

/** A person waits for it, and can stop it. ms. */
const LIMITS = { callMs: 20_000, wholeMs: 60_000 } as const;

/** What calls came to is kept for the next row. */
let engine: PreviewEngine | undefined;
/** Those of the last request, by the page's number: a file that comes again is the same object. */
let known = new Map<number, Blob>();

/** @returns rejects with the signal's reason when that falls */
export async function followed(
  { files, given, recorded, way, ...asked }: FollowRequest,
  pool: Pool,
  signal: AbortSignal,
): Promise<FollowedRow | RowOrigins> {
  engine ??= createPreviewEngine({ pool, now: () => Date.now(), wholeFiles: true, ...LIMITS });
  known = new Map(files.map(({ id, content }) => [id, known.get(id) ?? content]));
  const byName = new Map(files.map(({ name, id, content }) => [name, known.get(id) ?? content]));
  const own = { ...asked, files: byName, signal, given: new Map<string, Given>(Object.entries(given)) };
  // What comes by itself is computed; in the place of what does not stands what it came to in the run.
  if (Object.keys(recorded).length > 0)
    for (const [id, call] of (await engine.run(own)).calls) {
      const value = recorded[id];
      if (call.status === 'notRun' && value !== undefined) own.given.set(id, { value, word: 'recorded' });
    }
  return way === 'on' ? followRow(engine, own) : originsOf(engine, own);
}
