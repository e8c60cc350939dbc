/** The text of a dropped file, within bounds and in a known encoding. Knows no format. */

import { MAX_FILE_BYTES } from '../tools/file-profile.ts';
import type { ComputingContext } from './activity.ts';
import { decodeText, isNoise } from './decode-text.ts';
import { quote, tooLarge } from './describe.ts';
import { badArguments } from './parameters.ts';

/** @throws ActivityError `invalid-arguments` for a file that is not there or too large */
export async function bytesOf(name: string, context: ComputingContext): Promise<Uint8Array> {
  const blob = await context.readFile(name);
  if (blob.size > MAX_FILE_BYTES) throw badArguments(tooLarge({ name, size: blob.size }));
  return new Uint8Array(await blob.arrayBuffer());
}

/**
 * Reads the file `name` as text, in the encoding that its bytes say (decode-text.ts).
 * @throws ActivityError `invalid-arguments` for a file that is not there, too large or not text
 */
export async function readTextOf(name: string, context: ComputingContext): Promise<string> {
  const { text } = decodeText(await bytesOf(name, context));
  if (isNoise(text)) {
    throw badArguments(
      `The file ${quote(name)} is not text (it may be an image, a PDF or a workbook). Read it by its kind, or save it as text or CSV first.`,
    );
  }
  return text;
}
