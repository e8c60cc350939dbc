/** "Best" and "worst" in five languages, and the things of which more is better and of which less is. Data only. */

/** Words that ask for the good or the bad end of something, and not for its upper or lower one. */
export const GOOD_OR_BAD =
  /(?:^|\s)(?:best|worst|poorest|best(?:e[nrsm]?)|schlechtest\p{L}*|meilleure?s?|pires?|mejor(?:es)?|peor(?:es)?|miglior[ei]?|peggior[ei]?)(?:\s|$)/iu;

export const MORE_IS_BETTER =
  'amount profit income attendance score rating salary donation vote visitor click download speed harvest quantity calories_burned';
export const LESS_IS_BETTER =
  'duration debt expense defect complaint absence return consumption tax late error delay rank';
