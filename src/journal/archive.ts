/**
 * Everything on this device as one JSON text, and back. What comes back is a stranger's: an approval in it signs
 * nothing here, and a run that had not ended does not go on.
 */

import { z } from 'zod';
import type { JsonObject } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { type Plan, planShape } from '../plan/document.ts';
import { type Database, StorageFault } from './database.ts';

const FORMAT = 'obelus/archive';
const VERSION = 1;

/** An event as far as the screen relies on it; an unknown type is kept and shown (§12). */
const eventSchema = z
  .looseObject({ type: z.string(), runId: z.string(), seq: z.int().positive(), time: z.number() })
  .refine((event) => event.type !== 'plan.commit' || planShape.safeParse(event.plan).success);

const archiveSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  plans: z.array(
    z.object({
      id: z.string().min(1),
      title: z.string(),
      calls: z.number(),
      savedAt: z.number(),
      revision: z.number(),
      plan: planShape,
      input: z.record(z.string(), z.json()),
    }),
  ),
  runs: z.array(
    z.looseObject({
      runId: z.string().min(1),
      planId: z.string(),
      title: z.string(),
      startedAt: z.number(),
      status: z.enum(['running', 'waiting', 'completed', 'completed_with_errors', 'failed', 'aborted']),
      reason: z.string().nullable(),
      lastSeq: z.int().nonnegative(),
      open: z.union([z.literal(0), z.literal(1)]),
    }),
  ),
  batches: z.array(z.object({ runId: z.string(), first: z.int().positive(), events: z.array(eventSchema) })),
  values: z.array(z.object({ runId: z.string(), seq: z.int().positive(), json: z.string() })),
  models: z.array(z.object({ runId: z.string(), hash: z.string(), response: z.json() })),
  files: z.array(
    z.object({
      owner: z.string(),
      name: z.string(),
      made: z.union([z.literal(0), z.literal(1)]),
      type: z.string(),
      base64: z.base64(),
    }),
  ),
});
type Archive = z.infer<typeof archiveSchema>;

export async function exportEverything(database: Database): Promise<string> {
  const { plans, runs, batches, values, models, files } = database;
  const tables = [plans, runs, batches, values, models, files];
  const rows = await database.transaction('r', tables, async () => ({
    plans: await plans.toArray(),
    runs: await runs.toArray(),
    batches: await batches.toArray(),
    values: await values.toArray(),
    models: await models.toArray(),
    files: await files.toArray(),
  }));
  return JSON.stringify({
    format: FORMAT,
    version: VERSION,
    ...rows,
    // A signature is this person's on this device; it does not travel.
    plans: rows.plans.map(({ approval: _, ...plan }) => plan),
    batches: rows.batches.map((batch) => ({ ...batch, events: JSON.parse(batch.events) as unknown })),
    files: await Promise.all(
      rows.files.map(async ({ blob, ...file }) => ({
        ...file,
        type: blob.type,
        base64: await base64Of(blob),
      })),
    ),
  });
}

export interface Imported {
  readonly plans: number;
  readonly runs: number;
}

/** What is on this device already stays as it is. All of the archive is taken, or, with a sentence, nothing. */
export async function importEverything(
  database: Database,
  text: string,
  now: number,
): Promise<Result<Imported, string>> {
  const read = readArchive(text);
  if (!read.ok) return read;
  const archive = read.value;
  const { plans, runs, batches, values, models, files } = database;
  try {
    return await database.transaction('rw', [plans, runs, batches, values, models, files], async () => {
      const hasPlan = new Set(await plans.toCollection().primaryKeys());
      const hasRun = new Set(await runs.toCollection().primaryKeys());
      const newPlans = archive.plans.filter(({ id, plan }) => id === plan.id && !hasPlan.has(id));
      const newRuns = archive.runs.filter(({ runId }) => !hasRun.has(runId));
      const owners = new Set([...newPlans.map(({ id }) => id), ...newRuns.map(({ runId }) => runId)]);
      const isNew = ({ runId }: { runId: string }) => owners.has(runId);
      await plans.bulkPut(
        newPlans.map((row) => ({
          ...row,
          plan: row.plan as Plan,
          input: row.input as JsonObject,
          approval: null,
        })),
      );
      await batches.bulkPut(
        archive.batches.filter(isNew).map((batch) => ({ ...batch, events: JSON.stringify(batch.events) })),
      );
      for (const run of newRuns) {
        if (run.open === 0) continue;
        const end = {
          type: 'plan_aborted',
          reason: 'discarded',
          runId: run.runId,
          seq: run.lastSeq + 1,
          time: now,
        };
        await batches.put({ runId: run.runId, first: end.seq, events: JSON.stringify([end]) });
      }
      await runs.bulkPut(
        newRuns.map((run) => (run.open === 0 ? run : { ...run, ...DISCARDED, lastSeq: run.lastSeq + 1 })),
      );
      await values.bulkPut(archive.values.filter(isNew));
      await models.bulkPut(archive.models.filter(isNew));
      await files.bulkPut(
        archive.files
          .filter(({ owner }) => owners.has(owner))
          .map(({ base64, type, ...file }) => ({ ...file, blob: blobOf(base64, type) })),
      );
      return ok({ plans: newPlans.length, runs: newRuns.length });
    });
  } catch (error) {
    return err(new StorageFault(error).message);
  }
}

const DISCARDED = { open: 0, status: 'aborted', reason: 'discarded' } as const;

function readArchive(text: string): Result<Archive, string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err(
      'This file is no export of Obelus, or it was cut short: it is not whole JSON. Nothing was changed.',
    );
  }
  const head = value as { format?: unknown; version?: unknown } | null;
  if (head?.format !== FORMAT) {
    return err(
      'This file is no export of everything. If it is a plan, open it with Import. Nothing was changed.',
    );
  }
  if (typeof head.version === 'number' && head.version > VERSION) {
    return err(
      'This file was written by a newer Obelus. Reload the page to get that version; nothing was changed.',
    );
  }
  const read = archiveSchema.safeParse(value);
  if (read.success) return ok(read.data);
  const where = read.error.issues[0]?.path.join('.') || 'its beginning';
  return err(`This export is damaged at ${where}, so none of it was taken. Nothing was changed.`);
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  // In pieces: String.fromCharCode on a large array overflows the stack.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

const blobOf = (base64: string, type: string): Blob =>
  new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], { type });
