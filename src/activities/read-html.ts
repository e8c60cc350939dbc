/** Reads a dropped HTML page as plain text. */

import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import type { Computation } from './activity.ts';
import { readTextOf } from './file-text.ts';
import { param } from './parameters.ts';

export const readHtml: Computation = async (params, context) =>
  textOfHtml(await readTextOf(param.text(params, 'file', 255), context));

// The readable text of an HTML page. parse5 reads it as a browser would; nothing in it is ever run or fetched.

type Node = DefaultTreeAdapterTypes.Node;

/** Never read aloud by a browser: code, styles, and what only shows when something else fails. */
const UNREAD = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'head',
  'svg',
  'iframe',
  'object',
  'select',
]);
const BLOCK = new Set(
  (
    'address article aside blockquote body br dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header hr li main nav ol p pre section summary table tbody thead tr ul'
  ).split(' '),
);
const CELL = new Set(['td', 'th']);

/** One line a block, cells of a table row parted by tabs, white space folded. */
function textOfHtml(html: string): string {
  const parts: string[] = [];
  // A stack of its own: pages nested ten thousand deep would overflow a recursive walk.
  const work: (Node | string)[] = [parse(html)];
  while (work.length > 0) {
    const next = work.pop();
    if (next === undefined) break;
    if (typeof next === 'string') {
      parts.push(next);
      continue;
    }
    if (next.nodeName === '#text' && 'value' in next) {
      parts.push(next.value.replace(/\s+/g, ' '));
      continue;
    }
    if (!('childNodes' in next) || UNREAD.has(next.nodeName)) continue;
    const edge = BLOCK.has(next.nodeName) ? '\n' : CELL.has(next.nodeName) ? '\t' : '';
    if (edge !== '') work.push(edge);
    for (let at = next.childNodes.length - 1; at >= 0; at -= 1) {
      const child = next.childNodes[at];
      if (child !== undefined) work.push(child);
    }
    if (edge === '\n') work.push(edge);
  }
  const lines = parts.join('').split('\n');
  return lines
    .map((line) =>
      line
        .replace(/ *\t */g, '\t')
        .replace(/ {2,}/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '')
    .join('\n');
}
