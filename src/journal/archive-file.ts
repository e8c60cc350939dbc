/**
 * The file that carries plans and runs from one device to another: its shape, and how a stranger's is read. All of it
 * is as it must be, or a sentence says where not. Knows no database.
 */

import { z } from 'zod';
import { err, ok, type Result } from '../lib/result.ts';
import { planShape } from '../plan/document.ts';
import { partsOfRef } from '../run/large-ref.ts';
import { faultOfJournal } from './archive-journal.ts';
import { count, EVERYWHERE, isOfItsType, runStatus } from './event-shapes.ts';

export const ARCHIVE_FORMAT = 'obelus/archive';
/** Version 2 brings large values; what has none is written as version 1, which is the same without them. */
export const ARCHIVE_VERSION = 2;

/** Milliseconds since the epoch that a date can be made of. */
const moment = z.number().min(0).max(8.64e15);
/** What a run is called: a key in tables, and what its lock is named by. */
const runName = z.string().min(1).max(2_000);
/** A bare name: packed into an archive, or saved, one with a path would leave its folder. */
const fileName = z.string().refine((name) => !/[/\\\0]/.test(name) && !/^\.{0,2}$/.test(name));

const eventSchema = z
  .looseObject({
    type: z.string(),
    runId: runName,
    seq: z.int().positive(),
    time: moment,
    ...EVERYWHERE,
  })
  .refine(isOfItsType);

const runSchema = z.object({
  runId: runName,
  planId: z.string(),
  title: z.string(),
  startedAt: moment,
  status: runStatus,
  reason: z.string().nullable(),
  lastSeq: z.int().nonnegative(),
  open: z.union([z.literal(0), z.literal(1)]),
  parent: z
    .object({ runId: z.string(), call: z.string(), index: z.int().nonnegative().optional() })
    .optional(),
  spent: z.object({ steps: count, cost: z.number().nonnegative(), lost: count.optional() }).optional(),
  cost: z.number().nonnegative().optional(),
  lost: z.int().positive().optional(),
  doubts: z.int().positive().optional(),
});

const archiveSchema = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.union([z.literal(1), z.literal(ARCHIVE_VERSION)]),
  plans: z.array(
    z.object({
      id: z.string().min(1),
      title: z.string(),
      calls: count,
      savedAt: moment,
      revision: z.int().positive(),
      plan: planShape,
      input: z.record(z.string(), z.json()),
    }),
  ),
  /** Those that a person named. An Obelus of before takes a file that has them without them. */
  versions: z
    .array(
      z.object({
        planId: z.string().min(1),
        id: z.string().min(1),
        at: moment,
        name: z.string().optional(),
        revision: z.int().positive(),
        plan: planShape,
      }),
    )
    .optional(),
  runs: z.array(runSchema),
  batches: z.array(z.object({ runId: z.string(), first: z.int().positive(), events: z.array(eventSchema) })),
  values: z.array(z.object({ runId: z.string(), seq: z.int().positive(), json: z.string().refine(isJson) })),
  large: z
    .array(z.object({ runId: z.string(), key: z.string(), json: z.string().refine(isJson) }))
    .optional(),
  files: z.array(
    z.object({
      owner: z.string(),
      name: fileName,
      made: z.union([z.literal(0), z.literal(1)]),
      type: z.string(),
      base64: z.base64(),
    }),
  ),
});
export type Archive = z.infer<typeof archiveSchema>;
export type ArchivedRun = Archive['runs'][number];
export type ArchivedEvent = Archive['batches'][number]['events'][number];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const UNCHANGED = 'Nothing was changed.';

export function readArchive(text: string): Result<Archive, string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err(`This file is no export of Obelus, or it was cut short: it is not whole JSON. ${UNCHANGED}`);
  }
  const head = value as { format?: unknown; version?: unknown } | null;
  if (head?.format !== ARCHIVE_FORMAT) {
    return err(
      `This file is no export of runs or of everything. If it is a plan, open it with Import. ${UNCHANGED}`,
    );
  }
  if (typeof head.version === 'number' && head.version > ARCHIVE_VERSION) {
    return err(
      'This file was written by a newer Obelus. Reload the page to get that version; nothing was changed.',
    );
  }
  const read = archiveSchema.safeParse(value);
  const where = read.success
    ? (brokenPlan(read.data) ?? brokenRun(read.data) ?? twice(read.data))
    : read.error.issues[0]?.path.join('.') || 'its beginning';
  if (read.success && where === null) return ok(read.data);
  return err(`This export is damaged at ${where}, so none of it was taken. ${UNCHANGED}`);
}

function brokenPlan({ plans }: Archive): string | null {
  const at = plans.findIndex(({ id, plan }) => id !== plan.id);
  return at === -1 ? null : `plans.${at}.id`;
}

/** The second of what may be there once: whichever is put last would stand for both. */
function twice({ plans, versions = [], values, large = [], files }: Archive): string | null {
  const lists: Readonly<Record<string, readonly string[]>> = {
    plans: plans.map(({ id }) => id),
    versions: versions.map(({ planId, id }) => JSON.stringify([planId, id])),
    values: values.map(({ runId, seq }) => JSON.stringify([runId, seq])),
    large: large.map(({ runId, key }) => JSON.stringify([runId, key])),
    files: files.map(({ owner, name }) => JSON.stringify([owner, name])),
  };
  for (const [list, keys] of Object.entries(lists)) {
    const seen = new Set<string>();
    const at = keys.findIndex((key) => seen.size === seen.add(key).size);
    if (at !== -1) return `${list}.${at}, which is there twice`;
  }
  return null;
}

/** Each journal begins with its plan and has no gap, and each sub-run has its parent: what is read later relies on it. */
function brokenRun(archive: Archive): string | null {
  const events = eventsByRun(archive);
  const ids = new Set<string>();
  for (const [at, { runId, parent }] of archive.runs.entries()) {
    if (ids.has(runId)) return `runs.${at}.runId`;
    ids.add(runId);
    const journal = events.get(runId) ?? [];
    const isWhole = journal.every((event, i) => event.seq === i + 1 && event.runId === runId);
    if (!isWhole || journal[0]?.type !== 'plan.commit') return `the events of runs.${at}`;
    const fault = faultOfJournal(journal);
    if (fault !== undefined) return `the events of runs.${at}: ${fault}`;
    if (parent && !runId.startsWith(`${parent.runId}.`)) return `runs.${at}.parent`;
  }
  for (const [at, { runId }] of archive.runs.entries()) {
    // One that led to another run would show, and hand on, what that run has on this device.
    const leadsOut = (events.get(runId) ?? []).some(({ large }) =>
      large?.some(({ ref }) => !ids.has(partsOfRef(ref).runId)),
    );
    if (leadsOut) return `the large values of runs.${at}`;
  }
  const orphan = archive.runs.findIndex(({ parent }) => parent && !ids.has(parent.runId));
  return orphan === -1 ? null : `runs.${orphan}.parent`;
}

/** Events by run in order of their batches, long values still apart. */
export function eventsByRun({ batches }: Archive): Map<string, ArchivedEvent[]> {
  const byRun = new Map<string, ArchivedEvent[]>();
  for (const { runId, events } of [...batches].sort((a, b) => a.first - b.first)) {
    const before = byRun.get(runId);
    if (before) for (const event of events) before.push(event);
    else byRun.set(runId, [...events]);
  }
  return byRun;
}
