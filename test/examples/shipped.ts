/** The examples that ship, and their sample files, as the page reads them. */

import { readFileSync } from 'node:fs';
import type { Json } from '../../src/lib/json.ts';
import { type Imported, importPlan } from '../../src/plan/import.ts';
import type { InputFile } from '../../src/planner/planner.ts';
import type { Example } from '../../src/stores/library.ts';

const shipped = (path: string): string =>
  readFileSync(new URL(`../../public/${path}`, import.meta.url), 'utf8');

export const examples: readonly Example[] = JSON.parse(shipped('examples/index.json'));

export const example = (id: string): Example => {
  const found = examples.find((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no example "${id}".`);
  return found;
};

const nameOf = (path: string): string => path.split('/').at(-1)!;

/** The text of an example's sample files, by the name they are dropped under. */
export const filesOf = ({ files }: Example): Map<string, string> =>
  new Map(files.map((path) => [nameOf(path), shipped(path)]));

/** What a planner is told of those files. */
export const droppedFilesOf = (one: Example): InputFile[] =>
  [...filesOf(one)].map(([name, text]) => ({ name, type: '', size: text.length, head: text.slice(0, 2000) }));

/** Reads the example's plan as the page does: like a stranger's. */
export function opened(one: Example): Imported {
  const imported = importPlan(one.plan, { planId: () => 'plan_none' });
  if (!imported.ok) throw new Error(JSON.stringify(imported.error));
  return imported.value;
}

/** The rows of a Markdown table, cells trimmed. */
export const markdownRows = (markdown: Json | undefined): string[][] =>
  String(markdown)
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .map((line) => line.slice(2, -2).split(' | '));
