/** A value as its card shows it, as text. Apart from what makes heads of values: the canvas asks it, and that is fetched late. */

import type { ValueHead } from './value-head.ts';

/** All that a card shows of it, as one text: what is read there is found by it. */
export function headText(head: ValueHead): string {
  switch (head.as) {
    case 'rows':
      return [head.names, ...head.cells].flat().join(' ');
    case 'list':
      return head.first.join(' ');
    case 'fields':
      return head.first.flat().join(' ');
    case 'chart':
      return head.title;
    case 'picture':
      return '';
    case 'text':
    case 'one':
      return head.text;
  }
}
