/** The head of a file (L-83): its first 1,000 rows or 256 kB, so that what it reads like is known at once. Knows no tool. */

import { isObject, type Json, type JsonObject, setOwn } from '../lib/json.ts';

export interface Head {
  readonly blob: Blob;
  /** It is all there is. */
  readonly isWhole: boolean;
}

/** A file that can't be cut, and is too large to be read whole before a run. */
export class NoHead extends Error {}

export const HEAD_BYTES = 256_000;
export const HEAD_ROWS = 1_000;
/** JSON has no lines to be cut at, and workbooks have none at all: such files are read whole, up to here. */
const WHOLE_BYTES = 8_000_000;
/** Lists further down are left as they are. */
const CUT_DEPTH = 8;

const LF = 10;
const QUOTE = 34;

/** @throws NoHead where only the whole file could be read, and that is too much */
export async function headOf(file: Blob, name: string): Promise<Head> {
  if (file.size <= HEAD_BYTES) return { blob: file, isWhole: true };
  const start = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const utf16 = utf16Of(start);
  if (utf16 === null && start.subarray(0, 4096).includes(0)) return wholeOf(file);
  if (isJson(name, start)) return jsonHead(file);
  if (/^%PDF|^PK/.test(String.fromCharCode(...start.subarray(0, 4)))) return wholeOf(file);
  const isTable = /\.(csv|tsv|tab)$/i.test(name);
  if (utf16 === null) return { blob: new Blob([cut(start, isTable)], { type: file.type }), isWhole: false };
  const text = new TextEncoder().encode(new TextDecoder(utf16).decode(start));
  return { blob: new Blob([cut(text, isTable)], { type: file.type }), isWhole: false };
}

function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

const isJson = (name: string, start: Uint8Array): boolean =>
  /\.json$/i.test(name) && /^[\s\u00ef\u00bb\u00bf]*[[{]/.test(String.fromCharCode(...start.subarray(0, 64)));

function wholeOf(file: Blob): Head {
  if (file.size <= WHOLE_BYTES) return { blob: file, isWhole: true };
  throw new NoHead('The file is too large to be looked into before the run: it can only be read whole.');
}

/** Whole lines: a cell in quotation marks may hold line ends, and a cut within one would be a broken table. */
function cut(bytes: Uint8Array, isTable: boolean): Uint8Array<ArrayBuffer> {
  let isQuoted = false;
  let lines = 0;
  let end = 0;
  for (let at = 0; at < bytes.length && !(isTable && lines > HEAD_ROWS); at++) {
    if (bytes[at] === QUOTE) isQuoted = !isQuoted;
    else if (bytes[at] === LF && !(isTable && isQuoted)) {
      lines += 1;
      end = at + 1;
    }
  }
  if (end === 0) end = wholeCharacters(bytes);
  return new Uint8Array(bytes.subarray(0, end));
}

/** One line that goes on: without the part of a character (UTF-8) that it ends with. */
function wholeCharacters(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 0 && bytes.length - end < 4 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return end > 0 && (bytes[end - 1] ?? 0) >= 0xc0 ? end - 1 : bytes.length;
}

/** All members with the first items of every list: what a plan reads below is there, whatever stands behind a long list. */
async function jsonHead(file: Blob): Promise<Head> {
  const { blob } = wholeOf(file);
  let value: Json;
  try {
    value = JSON.parse((await blob.text()).replace(/^\uFEFF/, '')) as Json;
  } catch {
    // Whoever reads it says what is wrong with it.
    return { blob, isWhole: true };
  }
  const shortened = shortLists(value, 0);
  if (shortened === value) return { blob, isWhole: true };
  return { blob: new Blob([JSON.stringify(shortened)], { type: file.type }), isWhole: false };
}

/** The same object where no list in it is long. */
function shortLists(value: Json, depth: number): Json {
  if (depth > CUT_DEPTH || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const first = value.length > HEAD_ROWS ? value.slice(0, HEAD_ROWS) : value;
    const items = first.map((item) => shortLists(item, depth + 1));
    return first === value && items.every((item, at) => item === value[at]) ? value : items;
  }
  let copy: JsonObject | null = null;
  for (const [key, item] of Object.entries(value)) {
    const short = shortLists(item, depth + 1);
    if (short === item) continue;
    copy ??= { ...value };
    setOwn(copy, key, short);
  }
  return isObject(copy) ? copy : value;
}
