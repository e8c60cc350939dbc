/** What a person does with a value that they look at: asks the worker for its rows, takes it along as a file. Fetched with the first. */

import { printCsv } from '../activities/csv.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import { OUTPUT_PART } from '../plan/output-part.ts';
import type { FarAnswer, FollowRequest } from '../run/messages.ts';
import { unprovenIn } from '../run/view.ts';
import { planOf } from '../run/whole.ts';
import { writtenPaths } from '../run/written-paths.ts';
import { pinsOf } from '../stores/pins.ts';
import { shownRun } from '../stores/runs.ts';
import type { ViewedValue } from '../stores/session.ts';
import type { ShownRun } from '../stores/shown-run.ts';
import { loaded } from '../ui/parts/not-loaded.ts';
import type { ValueDoor } from '../ui/verbs.ts';
import { download } from './export-plan.ts';
import type { Ground } from './ground.ts';
import { pinnedValues } from './live.ts';
import type { PreviewGround } from './preview-ground.ts';

interface Asks extends Pick<Ground, 'document' | 'session' | 'runs' | 'worker' | 'storage'> {
  readonly previews: () => Promise<{ readonly ground: PreviewGround }>;
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function createValueDoor(asks: Asks): ValueDoor {
  const { worker, storage } = asks;
  return {
    ask: async (of, ask, signal) => {
      signal?.throwIfAborted();
      const answer: Json | undefined = await worker.request({ kind: 'look-at', of, ask }, signal);
      return answer as unknown as FarAnswer;
    },
    farOf: async ({ ref }) => {
      const json = await (await storage()).runs.large(ref);
      return json ? { kind: 'large', ref, json, at: [] } : null;
    },
    saveRows: async (name, as, columns, parts) => {
      if (as === 'csv')
        return download(`${name}.csv`, new Blob(await csvOf(columns, parts), { type: 'text/csv' }));
      const rows: JsonObject[] = [];
      for await (const part of parts) for (const row of part) rows.push(row);
      const { printWorkbook } = await loaded(import('../activities/workbook.ts'));
      const bytes = await printWorkbook(rows, columns);
      return download(`${name}.xlsx`, new Blob([bytes as Uint8Array<ArrayBuffer>], { type: XLSX }));
    },
    follow: async (of, row, way, signal) => {
      const request = { ...(await groundFor(asks, of)), row, way };
      const found: Json | undefined = await worker.request({ kind: 'follow-row', request }, signal);
      signal.throwIfAborted();
      return found as never;
    },
    saveFile: (name, content, type) =>
      download(name, typeof content === 'string' ? new Blob([content], { type }) : content),
  };
}

/** The plan whose row it is, with what it was, or would be, given. */
async function groundFor(
  { document, session, runs, previews }: Asks,
  of: ViewedValue,
): Promise<Omit<FollowRequest, 'row' | 'way'>> {
  const { isAllowed, groundOf } = (await previews()).ground;
  if (of.kind === 'live') {
    const state = document.getState();
    const given = pinnedValues(session.getState().pinned[of.planId]);
    const { allowed: _, ...ground } = groundOf(state.plan, state.delegates);
    // A row of the result: whose it is, is found by the row.
    const call = of.call === OUTPUT_PART ? null : of.call;
    return { ...ground, allowed: isAllowed(state), call, input: state.input, given, recorded: {} };
  }
  const run = shownRun(runs.getState(), of.runId);
  const plan = run && planOf(run.state);
  if (!run || !plan) throw new Error('This run is not on the screen any more.');
  const call = of.kind === 'call' ? of.call : of.kind === 'path' ? writerOf(run, of.path) : null;
  const { input, delegates } = run.state;
  // A run of another device is a plan from outside, whatever was approved there.
  const allowed = unprovenIn(run.state) === 0;
  const { allowed: _, ...ground } = groundOf(plan, delegates);
  return { ...ground, allowed, call, input, given: {}, recorded: pinsOf(run) };
}

/** null where several calls wrote it: whose row it is, is found by the row. */
function writerOf({ state }: ShownRun, path: string): string | null {
  const written = writtenPaths(state).find((one) => one.path === path);
  const [call, ...others] = written?.writtenBy ?? [];
  return others.length > 0 ? null : (call ?? null);
}

/** Part by part, so that keys and frames come in between; the names of the columns stand once. */
async function csvOf(
  columns: readonly string[],
  parts: AsyncIterable<readonly JsonObject[]>,
): Promise<string[]> {
  // A table without rows ends with an empty line.
  const head = printCsv([], columns).replace(/\n\n$/, '\n');
  const text = [head];
  for await (const rows of parts) {
    text.push(printCsv(rows, columns).slice(head.length));
    await new Promise((resolve) => setTimeout(resolve));
  }
  return text;
}
