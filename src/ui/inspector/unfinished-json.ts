/** What was typed as JSON and is no call yet, by plan and call: closing the inspector must not lose it. This tab only. */

const KEPT_AT_MOST = 50;
const kept = new Map<string, string>();

const keyOf = (plan: string, call: string): string => `${plan} ${call}`;

export const unfinishedJson = (plan: string, call: string): string | undefined => kept.get(keyOf(plan, call));

/** `text` undefined: it is finished, or given up. The oldest of very many are forgotten. */
export function keepUnfinished(plan: string, call: string, text: string | undefined): void {
  kept.delete(keyOf(plan, call));
  if (text === undefined) return;
  kept.set(keyOf(plan, call), text);
  if (kept.size > KEPT_AT_MOST) kept.delete(kept.keys().next().value!);
}
