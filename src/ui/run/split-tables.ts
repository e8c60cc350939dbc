/** Takes the pipe tables out of a Markdown text: the renderer reads CommonMark, which has none. */

import { itemAt } from '../../lib/columns.ts';

type Block =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
      /** Which columns are set flush right. */
      readonly right: readonly boolean[];
    };

const RULE = /^\s*\|?\s*:?-{1,}:?\s*(\|\s*:?-{1,}:?\s*)*\|?\s*$/;

/** What a backslash takes its meaning from: without it, the reader would see `total parts\_cost`. */
export const ESCAPED = /\\([!-/:-@[-`{-~])/g;

/** Cells of a row; `\|` is a bar in the text. */
function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)((?:\\\\)*)\|$/, '$1');
  return inner.split(/(?<=(?<!\\)(?:\\\\)*)\|/).map((cell) =>
    cell
      .trim()
      .replaceAll(/<br\s*\/?>/g, ' ')
      .replaceAll(ESCAPED, '$1'),
  );
}

export function splitTables(markdown: string): readonly Block[] {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  let text: string[] = [];
  let fenced = false;
  const flush = () => {
    if (text.some((line) => line.trim() !== '')) blocks.push({ kind: 'text', text: text.join('\n') });
    text = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = itemAt(lines, at);
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    const rule = lines[at + 1];
    const isHead = !fenced && line.includes('|') && rule?.includes('|') && RULE.test(rule);
    if (!isHead) {
      text.push(line);
      continue;
    }
    flush();
    const head = cellsOf(line);
    const right = cellsOf(rule!).map((cell) => cell.endsWith(':') && !cell.startsWith(':'));
    const rows: string[][] = [];
    at += 2;
    for (; at < lines.length && itemAt(lines, at).includes('|'); at++) {
      const cells = cellsOf(itemAt(lines, at));
      rows.push(head.map((_, column) => cells[column] ?? ''));
    }
    at -= 1;
    blocks.push({ kind: 'table', head, rows, right });
  }
  flush();
  return blocks;
}
