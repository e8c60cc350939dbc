/** What a run cost, as a person reads it: a sum that leaves out answers nobody heard is a least. Pure, and of no state. */

/** `1 answer was lost; what it cost is not known`; empty where none was. */
export const lostWords = (lost: number): string =>
  lost === 0
    ? ''
    : `${lost} answer${lost === 1 ? ' was lost; what it' : 's were lost; what they'} cost is not known`;

/** `$0.03`, `at least $0.03`; empty where nothing is known. */
export const leastWords = (cost: number, lost: number, money: (dollars: number) => string): string =>
  cost === 0 ? '' : lost === 0 ? money(cost) : `at least ${money(cost)}`;

/** `$0.03`, `at least $0.03 (1 answer was lost; what it cost is not known)`; empty where nothing is known and nothing was lost. */
export function costWords(cost: number, lost: number, money: (dollars: number) => string): string {
  const [least, why] = [leastWords(cost, lost, money), lostWords(lost)];
  return least === '' || why === '' ? `${least}${why}` : `${least} (${why})`;
}
