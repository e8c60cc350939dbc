/** A plan as a file. */

import type { Plan } from '../plan/document.ts';

/** JSON as a person would read it, with a line break at the end. */
export const exportText = (plan: Plan): string => `${JSON.stringify(plan, null, 2)}\n`;

/** A name every file system takes. */
export const fileName = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N}._ -]/gu, '')
    .trim()
    .slice(0, 80) || 'plan.json';

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
