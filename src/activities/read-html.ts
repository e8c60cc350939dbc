/** Reads a dropped HTML page as plain text. */

import type { Computation } from './activity.ts';
import { readTextOf } from './file-text.ts';
import { textOfHtml } from './html-text.ts';
import { textParam } from './parameters.ts';

export const readHtml: Computation = async (params, context) =>
  textOfHtml(await readTextOf(textParam(params, 'file', 255), context));
