/** The files a person dropped, held in memory by name, and what a planner is told of them. */

import type { InputFile } from '../planner/planner.ts';
import { MAX_FILE_BYTES } from '../tools/file-profile.ts';

/** Characters of a text file that a planner may see (planner.ts, InputFile). */
const HEAD_CHARACTERS = 2000;
const TEXT = /^text\/|json|csv|xml|html|markdown/;
const TEXT_NAMES = /\.(txt|md|csv|tsv|json|jsonl|html?|xml|ya?ml|log)$/i;

export interface FileShelf {
  /** Keeps the file and describes it. Rejects with a sentence where it is too large or unreadable. */
  add(file: File): Promise<InputFile>;
  get(name: string): File | undefined;
}

export function createFileShelf(): FileShelf {
  const files = new Map<string, File>();
  return {
    add: async (file) => {
      if (file.size > MAX_FILE_BYTES) {
        throw new Error(
          `${file.name} is larger than ${MAX_FILE_BYTES / 1e6} MB and was not added. Split it, or cut it to what is needed.`,
        );
      }
      const isText = TEXT.test(file.type) || TEXT_NAMES.test(file.name);
      // Four bytes a character at most; the rest of a large file is never read here.
      const head = isText
        ? (await file.slice(0, HEAD_CHARACTERS * 4).text()).slice(0, HEAD_CHARACTERS)
        : undefined;
      files.set(file.name, file);
      return { name: file.name, type: file.type, size: file.size, ...(head === undefined ? {} : { head }) };
    },
    get: (name) => files.get(name),
  };
}
