/** Where something came from, as the screen says it: "from a link, 3 Nov". Null for what was made here. */

import { cutMiddle } from '../lib/cut-text.ts';
import { visible } from '../lib/visible-text.ts';
import type { Origin } from '../plan/origin.ts';

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

const PLACES: Readonly<Record<Origin['kind'], string | null>> = {
  made: null,
  app: null,
  model: 'from a model',
  link: 'from a link',
  file: 'from a file',
  pasted: 'from pasted text',
};

/** @param characters at most so many of a name, cut in its middle; all of it where none is given */
export function whence(
  origin: Origin | null | undefined,
  characters = Number.POSITIVE_INFINITY,
): string | null {
  const place = origin ? PLACES[origin.kind] : null;
  if (!origin || place === null) return null;
  const own = origin.own ? ', your own' : '';
  // A file's name is a stranger's text too.
  const name = origin.name === undefined ? '' : ` (${cutMiddle(visible(origin.name), characters)})`;
  return `${origin.part ? 'in part ' : ''}${place}${name}, ${DAY.format(origin.at)}${own}`;
}
