/** The shared conformance cases of one kind; none where ../shared is absent. */

import { existsSync, readFileSync } from 'node:fs';

const folder = new URL('../../../shared/conformance/', import.meta.url);

export const hasConformance = existsSync(folder);

export function conformanceCases<T>(file: string): readonly (T & { name: string })[] {
  return hasConformance ? JSON.parse(readFileSync(new URL(file, folder), 'utf8')) : [];
}
