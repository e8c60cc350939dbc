/** Values in words, short enough for an error message. Knows no tool. */

import { cut } from '../lib/cut-text.ts';
import { visible } from '../lib/visible-text.ts';
import { MAX_FILE_BYTES } from '../tools/file-profile.ts';

const SHOWN = 41;

/** "the text "abc"", "a list of 3 items", "missing": what stands in "…, but it is ___". */
export function nameOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (typeof value === 'string') return value === '' ? 'an empty text' : `the text ${quote(value)}`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value))
    return value.length === 0 ? 'an empty list' : `a list of ${count(value.length, 'item')}`;
  return 'an object';
}

/** Quoted and cut, so that a message stays a sentence, whoever wrote what stands in it. */
export const quote = (text: string): string => `"${visible(cut(text, SHOWN))}"`;

/** "1 row", "1,200 rows". */
export const count = (n: number, noun: string): string =>
  `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;

/** At most twelve names, quoted, with how many more there are. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 12).map(quote).join(', ');
  return names.length > 12 ? `${shown} and ${names.length - 12} more` : shown;
}

/** Bytes as a person reads them: "52.4 MB". */
export function bytesInWords(bytes: number): string {
  if (bytes < 1000) return count(bytes, 'byte');
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Said of a file before any of it is read, at the door and at the run. */
export const tooLarge = ({ name, size }: { readonly name: string; readonly size: number }): string =>
  `The file ${quote(name)} has ${bytesInWords(size)}; at most ${bytesInWords(MAX_FILE_BYTES)} can be read. ` +
  'Split it into smaller files, or keep only the rows and columns you need.';
