/** The text of a dropped file, within bounds and in a known encoding. Knows no format. */

import type { ComputingContext } from './activity.ts';
import { bytesInWords, quote } from './describe.ts';
import { badArguments } from './parameters.ts';

/** Larger files are refused: a worker that holds the bytes, the text and the rows of 100 MB would be killed. */
const MAX_FILE_BYTES = 50_000_000;

/**
 * Reads the file `name` as text: UTF-8 with or without a byte order mark, UTF-16 with one, and
 * Windows-1252 where the bytes are not valid UTF-8 (what older spreadsheets export).
 * @throws ActivityError `invalid-arguments` for a file that is not there, too large or not text
 */
export async function readTextOf(name: string, context: ComputingContext): Promise<string> {
  const blob = await context.readFile(name);
  if (blob.size > MAX_FILE_BYTES) {
    throw badArguments(
      `The file ${quote(name)} has ${bytesInWords(blob.size)}; at most ${bytesInWords(MAX_FILE_BYTES)} can be read. ` +
        'Split it into smaller files, or keep only the rows and columns you need.',
    );
  }
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const text = decode(bytes);
  // A zero character in the beginning: an image, a PDF or a spreadsheet, which as text is only noise.
  if (text.slice(0, 4096).includes('\0')) {
    throw badArguments(
      `The file ${quote(name)} is not text (it may be an image, a PDF or a spreadsheet). Save it as text or CSV first.`,
    );
  }
  return text;
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes);
    // Node 20 decodes these as Latin-1, where they are control characters.
    return text.replace(/[\u0080-\u009f]/g, (c) => WINDOWS_1252[c.charCodeAt(0) - 0x80] ?? c);
  }
}

/** What Windows-1252 has at 0x80 to 0x9f; five places are empty. */
const WINDOWS_1252 = [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'];
