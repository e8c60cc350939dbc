/** Words that put rows in an order: which way they point, and which column they speak of. Language, not tools. */

export interface Superlative {
  readonly descending: boolean;
  /** Words of a column's name that it speaks of; none where it fits any measure. */
  readonly about: readonly string[];
  /** It speaks of days: "oldest" wants a date, unless there is an age. */
  readonly dated: boolean;
}

const PRICE = ['price', 'cost', 'fee', 'amount', 'total', 'value', 'preis', 'prix', 'montant'];
const AGE = ['age', 'alter', 'âge'];
const TIME = ['duration', 'time', 'minutes', 'seconds', 'hours', 'length', 'days'];
const SCORE = ['rating', 'score', 'rank', 'grade', 'points', 'stars'];

/** Largest first; each with what it speaks of. */
const DOWN: Readonly<Record<string, readonly string[]>> = {
  'most expensive|priciest|costliest|dearest': PRICE,
  'highest|largest|biggest|greatest|most|top': [],
  'longest|slowest': TIME,
  heaviest: ['weight', 'mass', 'kg'],
  tallest: ['height'],
  fastest: ['speed', 'pace'],
  'best|best rated|highest rated|most popular': SCORE,
  'richest|best paid|highest paid': ['salary', 'income', 'wage', 'pay', 'earnings', 'gehalt'],
};
const UP: Readonly<Record<string, readonly string[]>> = {
  'cheapest|least expensive|most affordable': PRICE,
  'lowest|smallest|least|fewest|bottom': [],
  'shortest|quickest': TIME,
  lightest: ['weight', 'mass', 'kg'],
  'worst|worst rated|lowest rated|least popular': SCORE,
  'poorest|worst paid|lowest paid': ['salary', 'income', 'wage', 'pay', 'earnings', 'gehalt'],
};

const known = new Map<string, Superlative>();
for (const [table, descending] of [
  [DOWN, true],
  [UP, false],
] as const) {
  for (const [words, about] of Object.entries(table)) {
    for (const word of words.split('|')) known.set(word, { descending, about, dated: false });
  }
}
for (const word of ['newest', 'latest', 'most recent', 'youngest', 'last'])
  known.set(word, { descending: true, about: word === 'youngest' ? AGE : [], dated: true });
for (const word of ['oldest', 'earliest', 'least recent'])
  known.set(word, { descending: false, about: word === 'oldest' ? AGE : [], dated: true });

/** Any of them, longest first, without a group of its own: "most expensive" must not be read as "most". */
export const SUPERLATIVE = `(?:${[...known.keys()]
  .sort((a, b) => b.length - a.length)
  .map((word) => word.replace(/ /gu, '\\s+'))
  .join('|')})`;

export const superlativeOf = (said: string): Superlative | undefined =>
  known.get(said.toLowerCase().replace(/\s+/gu, ' '));

/** Verbs that name what is compared with "the most": "who earns the most". */
const VERBS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\b(?:earn|earns|earned|makes)\s*$/iu, ['salary', 'income', 'wage', 'pay', 'earnings', 'gehalt']],
  [/\b(?:cost|costs)\s*$/iu, PRICE],
  [/\b(?:spend|spends|spent|pays|paid|order|ordered|bought)\s*$/iu, PRICE],
  [/\b(?:weigh|weighs)\s*$/iu, ['weight', 'mass', 'kg']],
  [/\b(?:sell|sells|sold)\s*$/iu, ['sold', 'quantity', 'units', 'amount', 'sales']],
];

/** What a verb before "the most" says is compared. */
export const aboutVerb = (before: string): readonly string[] =>
  VERBS.find(([pattern]) => pattern.test(before))?.[1] ?? [];
