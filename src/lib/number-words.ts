/** A number as it is read in a table: for the eye alone, what is copied out of State or exported is the whole of it. */

/** Decimals that a person may have written; more come out of a division. */
const WRITTEN = 4;

/** @returns at most four decimals as they stand; of more, two of a number over 1, and four digits of a smaller one */
export function numberWords(value: number): string {
  const words = String(value);
  const decimals = words.split('.')[1]?.length ?? 0;
  if (decimals <= WRITTEN || words.includes('e')) return words;
  return String(Math.abs(value) >= 1 ? Number(value.toFixed(2)) : Number(value.toPrecision(WRITTEN)));
}
