/** A plan as a file. */

import type { Plan } from '../plan/document.ts';
import { PLAN_SCHEMA_FILE } from '../plan/vocabulary.ts';

/**
 * JSON as a person would read it, with a line break at the end. It names the JSON Schema beside the app, by which an
 * editor checks the file; that is no part of the plan (§2).
 * @param page the app's own address
 */
export function exportText({ $schema: _, ...plan }: Plan, page: string): string {
  const { href } = new URL(PLAN_SCHEMA_FILE, page);
  return `${JSON.stringify({ $schema: href, ...plan }, null, 2)}\n`;
}

/** A name every file system takes. */
const fileName = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N}._ -]/gu, '')
    .trim()
    .slice(0, 80) || 'plan.json';

/** The name under which what a run made is saved: in front, where no file system and no list of files cuts it off. */
export const savedAs = (name: string, isUnproven: boolean): string =>
  isUnproven ? `unproven ${name}` : name;

export function download(name: string, content: string | Blob): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'application/json' }) : content;
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName(name);
  link.click();
  // The browser has taken its own reference by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
