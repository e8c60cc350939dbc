/** As what a value can be taken along, told by what a card knows of it. The first is what a press on Save means. */

import type { ValueHead } from '../../run/value-head.ts';

export type TakenAs = 'copy' | 'csv' | 'xlsx' | 'json' | 'text' | 'svg' | 'png' | 'page' | 'picture';

export const TAKEN_AS: Readonly<Record<TakenAs, string>> = {
  copy: 'Copy',
  csv: 'Save CSV',
  xlsx: 'Save XLSX',
  json: 'Save JSON',
  text: 'Save text',
  svg: 'Save SVG',
  png: 'Save PNG',
  page: 'Save page',
  picture: 'Save picture',
};

/** None of what holds nothing. */
export function waysOf(head: ValueHead): readonly TakenAs[] {
  switch (head.as) {
    case 'rows':
      return ['csv', 'copy', 'xlsx', 'json', 'page'];
    case 'list':
      return head.items === 0 ? [] : ['csv', 'copy', 'xlsx', 'json', 'page'];
    case 'chart':
      return ['png', 'copy', 'svg', 'csv', 'xlsx', 'page'];
    case 'fields':
      if (head.table !== undefined) return ['csv', 'copy', 'xlsx', 'json', 'page'];
      return head.count === 0 ? [] : ['json', 'copy', 'page'];
    case 'text':
      return head.text === '' ? [] : ['text', 'copy', 'page'];
    case 'picture':
      return ['picture'];
    case 'one':
      return head.text === '' ? [] : ['text', 'copy'];
  }
}
