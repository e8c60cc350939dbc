/** What the first bytes of a file that is not text say it is. Knows no name and reads no content. */

import type { FileKind } from '../../tools/file-profile.ts';

interface Signature {
  readonly kind: FileKind;
  /** What a person calls it: "a PNG image". */
  readonly called: string;
}

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

const image = (called: string): Signature => ({ kind: 'image', called });
const archive = (called: string): Signature => ({ kind: 'archive', called });
const unknown = (called: string): Signature => ({ kind: 'unknown', called });

/** Where a signature stands, what it is, and what it tells. */
const SIGNATURES: readonly (readonly [number, string, Signature])[] = [
  [0, '\x89PNG', image('a PNG image')],
  [0, '\xff\xd8\xff', image('a JPEG image')],
  [0, 'GIF8', image('a GIF image')],
  [8, 'WEBP', image('a WebP image')],
  [0, 'II*\0', image('a TIFF image')],
  [0, 'MM\0*', image('a TIFF image')],
  [0, '\0\0\x01\0', image('an icon')],
  [4, 'ftypheic', image('a HEIC image')],
  [4, 'ftypavif', image('an AVIF image')],
  [4, 'ftyp', unknown('a film or a recording')],
  [0, '\x1f\x8b', archive('a gzip archive')],
  [0, '7z\xbc\xaf', archive('a 7-Zip archive')],
  [0, 'Rar!', archive('a RAR archive')],
  [0, 'BZh', archive('a bzip2 archive')],
  [0, '\xfd7zXZ', archive('an xz archive')],
  [0, '\x28\xb5\x2f\xfd', archive('a Zstandard archive')],
  [257, 'ustar', archive('a tar archive')],
  [
    0,
    '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    unknown('an old Office file (.xls, .doc or .ppt), or a protected one'),
  ],
  [0, 'SQLite format 3\0', unknown('an SQLite database')],
  [0, 'PAR1', unknown('a Parquet table')],
  [0, '\x7fELF', unknown('a program')],
  [0, 'MZ\x90\0', unknown('a program')],
  [0, 'ID3', unknown('a recording')],
  [0, 'OggS', unknown('a recording')],
  [0, 'RIFF', unknown('a film or a recording')],
];

/** null where the first bytes say nothing: it may be text. */
export function signatureOf(bytes: Uint8Array): Signature | null {
  // Some writers put a line before it.
  if (ascii(bytes, 0, 1024).includes('%PDF-')) return { kind: 'pdf', called: 'a PDF' };
  const head = ascii(bytes, 0, 4);
  if (head === 'PK\x03\x04' || head === 'PK\x05\x06') return zipped(bytes);
  if (head.startsWith('BM') && bytes[6] === 0 && bytes[7] === 0) return image('a bitmap image');
  return SIGNATURES.find(([at, mark]) => ascii(bytes, at, at + mark.length) === mark)?.[2] ?? null;
}

/** Office files are ZIP archives of known parts; their names stand at the end, in the list of what is in it. */
function zipped(bytes: Uint8Array): Signature {
  const listed = ascii(bytes, Math.max(0, bytes.length - 60_000), bytes.length) + ascii(bytes, 0, 4096);
  if (listed.includes('xl/workbook.xml')) return { kind: 'xlsx', called: 'a workbook' };
  if (listed.includes('xl/workbook.bin')) return unknown('a binary workbook (.xlsb)');
  if (listed.includes('word/document.xml')) return unknown('a Word document');
  if (listed.includes('ppt/presentation.xml')) return unknown('a presentation');
  if (listed.includes('opendocument.spreadsheet')) return unknown('an OpenDocument table');
  if (listed.includes('opendocument')) return unknown('an OpenDocument file');
  if (listed.includes('application/epub')) return unknown('an e-book');
  return archive('a ZIP archive');
}

/** What to do about a file that nothing here reads, by what it is. */
export function wayOn({ kind, called }: Signature): string {
  if (kind === 'image') return 'Images are not read here. Drop the table or the text that it shows.';
  if (kind === 'archive') return 'Unpack it and drop the files that are in it.';
  if (/\.xls|workbook|OpenDocument table/.test(called))
    return 'Save it as .xlsx without a password, or as CSV, and drop that.';
  if (/document|presentation|Word|book/i.test(called)) return 'Save it as PDF or plain text and drop that.';
  if (/database|Parquet/.test(called)) return 'Export the table you need as CSV and drop that.';
  return 'Tables are read from CSV, Excel (.xlsx) and JSON, text from plain text, Markdown, HTML and PDF.';
}
