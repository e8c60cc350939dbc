/** Runs as journal tests need them: rows, events and batches cut anywhere, without an engine. */

import type { RunRow } from '../../src/host/port.ts';
import type { Database } from '../../src/journal/database.ts';
import { runFiles } from '../../src/journal/files.ts';
import { runModels } from '../../src/journal/model-record.ts';
import { runJournal } from '../../src/journal/run-journal.ts';
import type { Plan } from '../../src/plan/document.ts';
import type { RunEvent, RunEventBody } from '../../src/run/events.ts';

export const rowOf = (runId: string, more: Partial<RunRow> = {}): RunRow => ({
  runId,
  planId: 'p',
  title: 'A run',
  startedAt: 1,
  status: 'completed',
  reason: 'goal_met',
  lastSeq: 1,
  open: 0,
  ...more,
});

export const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls: ['a', 'b', 'c'].map((id) => ({
    _id: id,
    _tool: 'calculate',
    expression: '1',
    _outputPath: `†state.${id}`,
  })),
};

export const eventsOf = (runId: string, bodies: readonly RunEventBody[]): RunEvent[] =>
  bodies.map((body, at) => ({ ...body, runId, seq: at + 1, time: 100 + at }));

const commit: RunEventBody = { type: 'plan.commit', revision: 1, plan: PLAN };
export const completed = (call: string, value: string): RunEventBody => ({
  type: 'plan_step_completed',
  call,
  attempt: 1,
  value,
});

export const ENDED: RunEventBody = {
  type: 'plan_completed',
  status: 'completed',
  reason: 'goal_met',
  output: null,
};

/** Keeps a journal that begins with the plan, in batches of the given sizes (the last takes the rest). */
export async function keepRun(
  database: Database,
  row: RunRow,
  bodies: readonly RunEventBody[],
  sizes: readonly number[] = [],
): Promise<RunEvent[]> {
  const events = eventsOf(row.runId, [commit, ...bodies]);
  let at = 0;
  for (const size of [...sizes, events.length]) {
    const batch = events.slice(at, at + size);
    if (batch.length === 0) break;
    at += batch.length;
    const isLast = at === events.length;
    const now = isLast ? row : { ...row, open: 1 as const, status: 'running', reason: null };
    await runJournal(database).append({ ...now, lastSeq: at }, batch, false);
  }
  await runModels(database, row.runId).put('hash', { text: 'answer' });
  await runFiles(database).put(row.runId, 'in.csv', new Blob(['a']), false);
  return events;
}
