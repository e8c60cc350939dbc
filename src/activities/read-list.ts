/** The list that a run goes over (L-55), read from what a person gave: a table, a workbook, JSON, JSON lines. Knows no plan. */

import { type Json, type JsonObject, setOwn } from '../lib/json.ts';
import { readJson } from '../plan/read-json.ts';
import { rowsOf } from '../run/instances.ts';
import { parseCsvText } from './csv.ts';
import { decodeText } from './decode-text.ts';

/** What a person gave, and the name it has: a file's, or empty for what was pasted. */
export interface GivenList {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** The name under which a value that is no object becomes an input. */
  readonly onlyInput?: string | undefined;
}

/**
 * Its rows, or a sentence where it is no list. By its name where that says what it is, else by how it begins.
 * @throws ActivityError where a table or a workbook can't be read
 */
export async function readList({
  name,
  content,
  onlyInput,
}: GivenList): Promise<readonly JsonObject[] | string> {
  if (typeof content !== 'string' && isWorkbook(content)) {
    const { readWorkbook, rowsOfSheet } = await import('./workbook.ts');
    return rowsOf(rowsOfSheet(await readWorkbook(content), undefined, undefined) as Json, onlyInput);
  }
  const text = typeof content === 'string' ? content : decodeText(content).text;
  if (/\.(jsonl|ndjson)$/i.test(name)) return linesOf(text, onlyInput);
  if (/\.json$/i.test(name) || /^[\s\uFEFF]*[[{]/.test(text)) {
    const read = readJson(text);
    if (read.ok) return rowsOf(read.value as Json, onlyInput);
    const lines = linesOf(text, onlyInput);
    // What is neither is told of as the JSON that it looks like.
    return typeof lines === 'string' ? read.error.message : lines;
  }
  return rowsOf(tableOfText(text) as Json, onlyInput);
}

/** As a ZIP begins, which a workbook is: its name may be anything. */
const isWorkbook = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

/** One JSON value a line; empty lines count for nothing. */
function linesOf(text: string, onlyInput: string | undefined): readonly JsonObject[] | string {
  const values: Json[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const read = readJson(line);
    if (!read.ok) return `Line ${at + 1}: ${read.error.message}`;
    values.push(read.value as Json);
  }
  return rowsOf(values, onlyInput);
}

/**
 * The rows of a CSV text, a cell as it is written where its column is no plain numbers: 007 and 1.50 are what they look like.
 * @throws ActivityError as `parseCsvText`
 */
export function tableOfText(text: string): readonly JsonObject[] {
  const [written, typed] = (['text', 'auto'] as const).map((types) => parseCsvText(text, { types }));
  return written!.map((row, at) => {
    const own: JsonObject = {};
    for (const [name, cell] of Object.entries(row)) {
      const value = typed![at]![name]!;
      setOwn(own, name, typeof value === 'number' && String(value) !== cell ? cell : value);
    }
    return own as JsonObject;
  });
}
