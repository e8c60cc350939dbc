/** The notes of a plan (§2) as an edit of it. */

import type { Json } from '../lib/json.ts';
import type { Edit } from './edit.ts';

export const withNotes = (notes: readonly unknown[]): Edit => ({
  kind: 'set-field',
  field: 'notes',
  value: notes.length === 0 ? undefined : (notes as Json[]),
});
