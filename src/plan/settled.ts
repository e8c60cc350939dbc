/** What a person said that words of a goal mean, and the goal as it then reads. Knows no planner and no screen. */

/** Plain words, or a column – with `value`, what stands in it – that is meant whatever else its name may say. */
export type SettledPart =
  | string
  | { readonly column: string; readonly file?: string; readonly value?: string };

/** Words of a goal and what they stand for: nothing at all where there are no parts. */
export interface Settled {
  readonly words: string;
  readonly as: readonly SettledPart[];
}

/** More are an interrogation: a plan that is not clear by then stands as far as it came. */
export const MOST_QUESTIONS = 3;

/** A stretch of a goal that is a column or a value, and nothing else. Offsets are UTF-16. */
export interface Held {
  readonly start: number;
  readonly end: number;
  readonly part: Exclude<SettledPart, string>;
}

/** The goal with what was settled in the place of its words, in the order of settling. */
export function settledGoal(
  goal: string,
  settled: readonly Settled[],
): { readonly text: string; readonly held: readonly Held[] } {
  let text = goal;
  let held: readonly Held[] = [];
  for (const one of settled) {
    let from = 0;
    for (let at = placeOf(text, one.words, from); at >= 0; at = placeOf(text, one.words, from)) {
      const to = at + one.words.length;
      const { words, parts } = writtenOut(one.as, at);
      const by = words.length - one.words.length;
      held = [
        ...held.flatMap((its) =>
          its.end <= at
            ? [its]
            : its.start >= to
              ? [{ ...its, start: its.start + by, end: its.end + by }]
              : [],
        ),
        ...parts,
      ];
      text = text.slice(0, at) + words + text.slice(to);
      // What was put in may say the same words again: it is not read a second time.
      from = at + words.length;
    }
  }
  return { text, held };
}

/** What words are taken for, as they would be said. */
export const settledWords = (as: readonly SettledPart[]): string => writtenOut(as, 0).words;

function writtenOut(as: readonly SettledPart[], from: number): { words: string; parts: Held[] } {
  let words = '';
  const parts: Held[] = [];
  for (const part of as) {
    const text = typeof part === 'string' ? part : (part.value ?? part.column);
    if (typeof part !== 'string')
      parts.push({ start: from + words.length, end: from + words.length + text.length, part });
    words += text;
  }
  return { words, parts };
}

const LETTER = /[\p{L}\p{M}\p{N}]/u;

/** Where the words stand as words of their own; -1 where they do not. */
function placeOf(text: string, words: string, from: number): number {
  if (words === '') return -1;
  const joins = (inner: string | undefined, outer: string | undefined) =>
    inner !== undefined && outer !== undefined && LETTER.test(inner) && LETTER.test(outer);
  for (let at = text.indexOf(words, from); at >= 0; at = text.indexOf(words, at + 1))
    if (!joins(words[0], text[at - 1]) && !joins(words.at(-1), text[at + words.length])) return at;
  return -1;
}
