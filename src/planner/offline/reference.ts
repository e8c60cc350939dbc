/** Writes references to a call's result. Reading and checking them is the language's business (plan/expression). */

import type { Call } from '../../plan/document.ts';
import { printRef } from '../../plan/expression.ts';

/** `†state.<id>` – where a call of this id writes unless it says otherwise. */
export const statePath = (id: string): string => printRef({ type: 'ref', kind: 'state', path: [id] });

/** `†input.<name>` */
export const inputPath = (name: string): string => printRef({ type: 'ref', kind: 'input', path: [name] });

/** `base` is what a call writes to; `path` are keys inside its result. */
export const below = (base: string, path: readonly string[]): string =>
  base + printRef({ type: 'ref', kind: 'state', path }).slice('†state'.length);

/** A call can be read when it writes to one plain path: what a branch or a fan-out writes has no single name. */
export const readablePath = (call: Call): string | undefined => {
  if (call._outputPath === undefined) return statePath(call._id);
  return /[|&()]/u.test(call._outputPath) ? undefined : call._outputPath.trim();
};

// Text of the goal as a parameter's value.
export { literalText } from '../../plan/expression.ts';
