/** What a value is, and what it rests on, in the few words that a card has room for. */

import { bytesInWords } from '../../run/large-value.ts';
import type { LiveCall, ValueHead } from '../../run/value-head.ts';
import { counted } from '../words.ts';

const whole = (count: number): string => count.toLocaleString('en');

/** `48 rows × 7 columns`; where one table was read and another number of rows came out, `1,204 → 1,187 rows × 7 columns`. */
export function headWords(head: ValueHead, rowsIn?: number): string {
  switch (head.as) {
    case 'rows': {
      const came = rowsIn !== undefined && rowsIn !== head.rows ? `${whole(rowsIn)} → ` : '';
      return `${came}${whole(head.rows)} ${head.rows === 1 ? 'row' : 'rows'} × ${counted(head.columns, 'column')}`;
    }
    case 'list':
      if (head.items > 0) return `${whole(head.items)} ${head.items === 1 ? 'item' : 'items'}`;
      return rowsIn ? `${whole(rowsIn)} → no rows` : 'Nothing in it';
    case 'fields':
      return head.count === 0 ? 'Nothing in it' : counted(head.count, 'field');
    case 'chart':
      return `${firstOf(head)}${head.title}`;
    case 'text':
      return head.text === ''
        ? 'An empty text'
        : `${whole(head.characters)} ${head.characters === 1 ? 'character' : 'characters'}`;
    case 'picture':
      return `A picture of ${bytesInWords(head.bytes)}`;
    case 'one':
      return head.text === '' ? 'Nothing' : head.text;
  }
}

/** What of a chart is drawn there, where it is not all. */
function firstOf({ lines, of, ofLines }: Extract<ValueHead, { as: 'chart' }>): string {
  const shown = lines[0]?.length ?? 0;
  const part = [
    ofLines > lines.length ? `${lines.length} of ${counted(ofLines, 'line')}` : '',
    of > shown ? `first ${shown} of ${whole(of)}` : '',
  ].filter(Boolean);
  const words = part.join(', ');
  return words && `${words.charAt(0).toUpperCase()}${words.slice(1)}: `;
}

const GIVEN: Readonly<Record<'pinned' | 'recorded' | 'sampled', string>> = {
  pinned: 'from a pinned value',
  recorded: 'from a value of the last run',
  sampled: 'from a made-up value',
};

/** Empty where it was computed here from all there is. */
export function restWords(call: Pick<LiveCall, 'words' | 'ofHead' | 'headRows'>): string {
  const ofHead = firstRows(call);
  const words = (call.words ?? []).map((word) => GIVEN[word]);
  return [...words, ofHead && `of ${ofHead}`].filter(Boolean).join(', ');
}

/** What of a file something was made of, or came about by; empty where it is all there is. */
export function firstRows({ ofHead, headRows }: Pick<LiveCall, 'ofHead' | 'headRows'>): string {
  if (!ofHead) return '';
  return headRows === undefined ? 'the first rows' : `the first ${counted(headRows, 'row')}`;
}
