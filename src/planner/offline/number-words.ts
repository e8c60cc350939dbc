/** Numbers people write as words. Knows no tool. */

/** From one to twelve; the place is the number less one. */
export const NUMBER_WORDS: readonly string[] =
  'one two three four five six seven eight nine ten eleven twelve'.split(' ');
