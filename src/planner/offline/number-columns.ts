/** Columns of numbers that nobody adds up, told by their cells: what rows are called by, and years. Knows no word. */

interface Numbers {
  /** Some cells as they are written, each once, in the order of the file. */
  readonly cells: readonly string[];
  readonly least: string;
  readonly greatest: string;
  /** Different cells, and filled ones. */
  readonly distinct: number;
  readonly filled: number;
}

const FEW = 4;

/** What a column's numbers are besides numbers; of years the first and the last day as those of dates. */
export function kindOfNumbers(numbers: Numbers): { isSerial?: true; from?: string; to?: string } {
  const { cells, least, greatest, distinct, filled } = numbers;
  const whole = [least, greatest, ...cells].map((cell) =>
    /^\d{1,9}$/u.test(cell) ? Number(cell) : Number.NaN,
  );
  if (cells.length === 0 || whole.some(Number.isNaN)) return {};
  const [low = 0, high = 0, ...seen] = whole;
  // They go up by one from row to row, with none left out.
  const isSerial =
    seen.length >= FEW && high - low + 1 === distinct && seen.every((one, at) => one === low + at);
  if (isSerial) return { isSerial: true };
  const areYears = low >= 1900 && high < 2100 && distinct < filled && distinct > 1;
  return areYears ? { from: `${low}-01-01`, to: `${high}-12-31` } : {};
}
