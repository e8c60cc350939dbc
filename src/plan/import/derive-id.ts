/** Ids of calls that came without one, from their tools' names (§2): derived once, then never again. */

const MAX_LENGTH = 40;

/**
 * Gives `issueRefund`, then `issueRefund_2`, …, never one of `taken` nor one it gave before.
 * The names of tools are any text; what an id can't hold becomes `_`.
 */
export function idMaker(taken: Iterable<string>): (tool: string) => string {
  const used = new Set(taken);
  const counts = new Map<string, number>();
  return (tool) => {
    const base = slug(tool);
    // Counting on from the last of this name keeps ten thousand calls of one tool from taking a minute.
    let count = (counts.get(base) ?? 0) + 1;
    let id = numbered(base, count);
    while (used.has(id)) id = numbered(base, ++count);
    counts.set(base, count);
    used.add(id);
    return id;
  };
}

/** What a person is told about it. */
export const derivedNote = (count: number, what: string): string =>
  count === 1
    ? `Derived the id of 1 ${what} from its tool's name.`
    : `Derived the ids of ${count} ${what}s from their tools' names.`;

function numbered(base: string, count: number): string {
  if (count === 1) return base;
  const suffix = `_${count}`;
  return base.slice(0, MAX_LENGTH - suffix.length) + suffix;
}

function slug(tool: string): string {
  const plain = tool
    .slice(0, 400)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '');
  const words = plain.replace(/[^A-Za-z0-9_-]+/g, '_').replace(/^_+|_+$/g, '');
  return words.slice(0, MAX_LENGTH) || 'call';
}
