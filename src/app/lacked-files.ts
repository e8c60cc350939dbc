/** Which files a plan that came in reads and are not here, with the columns that it names of them, in a sentence. */

import { filesRead } from '../check/files-read.ts';
import { visible } from '../lib/visible-text.ts';
import type { InputFile } from '../planner/planner.ts';
import type { DocumentState } from '../stores/document.ts';
import { catalogueOf, type ToolContract } from '../tools/catalogue.ts';

/** So many files, and columns of each, are named. */
const FILES = 5;
const COLUMNS = 12;

/** @returns null where none is lacking */
export function lackedFilesWords(
  { plan, catalogue }: Pick<DocumentState, 'plan' | 'catalogue'>,
  files: readonly InputFile[],
  builtIn: readonly ToolContract[],
): string | null {
  const here = new Set(files.map(({ name }) => name));
  const lacked = filesRead(plan, catalogue, catalogueOf(builtIn), []).filter(({ name }) => !here.has(name));
  if (lacked.length === 0) return null;
  const words = lacked.slice(0, FILES).map(({ name, columns }) => {
    const named = columns.slice(0, COLUMNS).map(visible).join(', ');
    const more = columns.length > COLUMNS ? ` and ${columns.length - COLUMNS} more` : '';
    return columns.length === 0
      ? visible(name)
      : `${visible(name)}, of which it names ${columns.length === 1 ? 'the column' : 'the columns'} ${named}${more}`;
  });
  const more = lacked.length > FILES ? ` and ${lacked.length - FILES} more` : '';
  return `It reads ${lacked.length === 1 ? 'a file that is' : 'files that are'} not here: ${words.join('; ')}${more}. Give ${lacked.length === 1 ? 'it' : 'them'} under Problems, or drop ${lacked.length === 1 ? 'it' : 'each'} on the call that reads it.`;
}
