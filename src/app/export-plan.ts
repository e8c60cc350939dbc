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

/** UTF-16 units. */
const LONGEST_NAME = 80;

/** A name every file system takes; where it is too long, its ending stays. */
export function fileName(name: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{N}._ -]/gu, '').trim();
  const [ending = ''] = /\.[a-z\d]{1,8}$/iu.exec(plain) ?? [];
  return (
    plain.slice(0, plain.length - ending.length).slice(0, LONGEST_NAME - ending.length) + ending ||
    'plan.json'
  );
}

/** The name under which what a run made is saved: in front, where no file system and no list of files cuts it off. */
export const savedAs = (name: string, isUnproven: boolean): string =>
  isUnproven ? `unproven ${name}` : name;

export function download(name: string, content: string | Blob): string {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'application/json' }) : content;
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  const own = fileName(name);
  link.download = own;
  link.click();
  // The browser has taken its own reference by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 0);
  return own;
}
