/** A value in one line, wherever one stands beside its name. */

import { visible } from '../lib/visible-text.ts';
import { LargeValue, sizeInWords } from '../run/large-value.ts';

const PREVIEW_CHARACTERS = 80;

/** A value in one line: text as it is, anything else as JSON, cut with an ellipsis. */
export function previewOf(value: unknown, characters = PREVIEW_CHARACTERS): string {
  if (value instanceof LargeValue) {
    const size = `${sizeInWords(value)}: `;
    return `${size}${previewOf(value.head, Math.max(1, characters - size.length))}`;
  }
  // A large array is not printed whole only to be cut.
  const text =
    typeof value === 'string'
      ? value.slice(0, characters * 4)
      : Array.isArray(value) && value.length > 20
        ? `${value.length.toLocaleString('en')} items: ${JSON.stringify(value.slice(0, 3))}`
        : (JSON.stringify(value) ?? '');
  const line = visible(text).trim();
  const points = [...line];
  return points.length > characters ? `${points.slice(0, characters - 1).join('')}…` : line;
}
