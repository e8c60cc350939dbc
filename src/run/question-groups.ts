/** Questions about one call over several instances, as one with a list (L-55). Changes nothing. */

import { itemAt } from '../lib/columns.ts';
import type { RunState } from './state.ts';
import type { OpenQuestion } from './view.ts';

/**
 * The questions in their order, those that ask the same of one call in several instances together, under the first of
 * them. What asks in no instance, or alone, is a group of one.
 */
export function questionGroups(
  { program }: RunState,
  questions: readonly OpenQuestion[],
): readonly (readonly OpenQuestion[])[] {
  const groups = new Map<string, OpenQuestion[]>();
  questions.forEach((question, at) => {
    const key = keyOf(question, program) ?? String(at);
    const known = groups.get(key);
    if (known) known.push(question);
    else groups.set(key, [question]);
  });
  return [...groups.values()];
}

/** Alike for what one answer may settle; null for what stands alone. */
function keyOf(question: OpenQuestion, { steps, index }: RunState['program']): string | null {
  if (!('call' in question)) return null;
  const at = index.get(question.call);
  const step = at === undefined ? undefined : itemAt(steps, at);
  if (step === undefined || step.instance === null) return null;
  const { call: _, ...asked } = question;
  // Which write of which run it would repeat is each one's own.
  if ('repeats' in asked) return null;
  return JSON.stringify([step.call._id, asked]);
}
