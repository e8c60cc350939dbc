/** What a person does with a value that they look at: asks the worker for its rows, takes it along as a file. Fetched with the first. */

import { printCsv } from '../activities/csv.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import type { FarAnswer } from '../run/messages.ts';
import { loaded } from '../ui/parts/not-loaded.ts';
import type { ValueDoor } from '../ui/services.ts';
import { download } from './export-plan.ts';
import type { Ground } from './ground.ts';

interface Asks extends Pick<Ground, 'worker' | 'storage'> {}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function createValueDoor({ worker, storage }: Asks): ValueDoor {
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
      download(`${name}.xlsx`, new Blob([bytes as Uint8Array<ArrayBuffer>], { type: XLSX }));
    },
    saveFile: (name, content, type) =>
      download(name, typeof content === 'string' ? new Blob([content], { type }) : content),
  };
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
