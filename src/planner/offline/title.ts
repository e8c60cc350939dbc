/** Short texts for people out of the words of a goal. */

const LONGEST_TITLE = 60;
const ASKING =
  /^(?:(?:hi|hello|hey)\b[\s,!]*)?(?:please\s+|kindly\s+|(?:can|could|would)\s+you\s+(?:please\s+)?|i(?:'d|\s+would)\s+like\s+(?:you\s+)?to\s+|i\s+(?:want|need)\s+(?:you\s+)?to\s+|i\s+(?:want|need)\s+)/iu;
/** A title that ends in one of these was cut in the middle of a thought. */
const DANGLING =
  /[\s,;:]+(?:and|or|the|a|an|of|in|to|by|as|it|with|for|from|then|sort|make|per|is|are|on|that)$/iu;

/** A plan's title, at most 60 characters: its goal, else `about`, else the goal's first words. */
export function titleOf(goal: string, about?: string): string {
  const line = (goal.trim().split('\n')[0] ?? '').replace(ASKING, '').replace(/[.!\s]+$/u, '');
  const text = line.charAt(0).toUpperCase() + line.slice(1);
  if (text.length <= LONGEST_TITLE) return text;
  if (about !== undefined && about.length <= LONGEST_TITLE) return about;
  let short = text.slice(0, LONGEST_TITLE - 1).replace(/\s+\S*$/u, '');
  while (DANGLING.test(short)) short = short.replace(DANGLING, '');
  return `${short.replace(/[\s,;:]+$/u, '')}…`;
}

/** A clause as one line on a card: capital first, no punctuation at its end, nobody addressed. */
export function sentence(text: string): string {
  const trimmed = text
    .replace(/^[\s,;:.?!–-]+|[\s,;:.?!]+$/gu, '')
    .replace(/[,\s]+(?:and|then)$/iu, '')
    .replace(ASKING, '')
    .trim();
  const short = trimmed.length <= 120 ? trimmed : `${trimmed.slice(0, 119)}…`;
  return short.charAt(0).toUpperCase() + short.slice(1);
}
