/** Which built-in tools read which kinds of dropped files, and which calls of a plan read a file by its name. Judges nothing. */

import type { Call } from '../plan/document.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import type { FileKind } from '../tools/file-profile.ts';
import { literal } from './table-columns.ts';

/** The kinds a reader takes; the first reader of a kind is the one that fits it best. */
const READERS: ReadonlyMap<string, readonly FileKind[]> = new Map([
  ['readCsv', ['csv']],
  ['readXlsx', ['xlsx']],
  ['readJson', ['json']],
  ['readPdf', ['pdf']],
  ['readHtml', ['html']],
  ['readText', ['markdown', 'text', 'csv', 'json', 'html']],
]);

/** Undefined of a tool that reads no dropped file. */
export const kindsRead = (tool: string): readonly FileKind[] | undefined => READERS.get(tool);

/** Whether a tool that is built in reads files, and not those of this kind. */
export const isOtherReader = (tool: string, kind: FileKind): boolean => {
  const kinds = READERS.get(tool);
  return kinds !== undefined && !takes(kinds, kind);
};

/** The reader that fits a kind best. */
export const readerOf = (kind: FileKind): string | undefined =>
  [...READERS].find(([, kinds]) => kinds[0] === kind)?.[0];

/** What is only "text" may be meant as a table of any delimiter; what is unknown is said at the door. */
const takes = (kinds: readonly FileKind[], kind: FileKind): boolean =>
  kinds.includes(kind) || kind === 'unknown' || (kind === 'text' && kinds.includes('csv'));

/** A plan's own tool of a built-in's name is another tool. */
export const isBuiltIn = (tool: string, contracts: Catalogue, builtIns: Catalogue): boolean => {
  const contract = contracts.get(tool);
  return contract !== undefined && contract === builtIns.get(tool);
};

/** The name of the file that the call reads, where the call itself says it. */
export const fileReadBy = (call: Call, contracts: Catalogue, builtIns: Catalogue): string | undefined =>
  READERS.has(call._tool) && isBuiltIn(call._tool, contracts, builtIns) ? literal(call.file) : undefined;

/** The name under which the call saves a file: it is there when the plan reads it. */
export const fileSavedBy = (call: Call, contracts: Catalogue, builtIns: Catalogue): string | undefined =>
  call._tool === 'saveFile' && isBuiltIn(call._tool, contracts, builtIns) ? literal(call.name) : undefined;
