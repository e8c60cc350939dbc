/** Short texts for people out of the words of a goal. */

const LONGEST_TITLE = 60;

/** A plan's title: the first line of its goal, cut at a word. */
export function titleOf(goal: string): string {
  const line = goal.trim().split('\n')[0] ?? '';
  if (line.length <= LONGEST_TITLE) return line.replace(/[.!]+$/u, '');
  return `${line.slice(0, LONGEST_TITLE).replace(/\s+\S*$/u, '')}…`;
}

/** A clause as one line on a card: capital first, no punctuation at its end. */
export function sentence(text: string): string {
  const trimmed = text
    .replace(/^\W+|[\s,;:.?!]+$/gu, '')
    .replace(/[,\s]+(?:and|then)$/iu, '')
    .trim();
  const short = trimmed.length <= 120 ? trimmed : `${trimmed.slice(0, 119)}…`;
  return short.charAt(0).toUpperCase() + short.slice(1);
}
