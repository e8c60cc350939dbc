/** Whole numbers that a double can't hold, in JSON that comes from outside: kept as the text of their digits (L-8). */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** As many digits are always within 2^53. */
const SAFE_DIGITS = 15;

interface Kept {
  /** The JSON with those numbers in quotation marks; the same text where there are none. */
  readonly text: string;
  /** How many they are. */
  readonly count: number;
}

/** Whether a number so written is another one once it is read. */
const isRounded = (digits: string): boolean => !Number.isSafeInteger(Number(digits));

/** The text may be no JSON at all: whatever is wrong with it is wrong with what comes back. Linear in it. */
export function keepWholeDigits(text: string): Kept {
  if (!/\d{16}/.test(text)) return { text, count: 0 };
  const parts: string[] = [];
  let from = 0;
  let count = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (isDigit(code) || code === 0x2d) {
      const start = at;
      at++;
      while (isDigit(text.charCodeAt(at))) at++;
      const goesOn = /[.eE\w]/.test(text.charAt(at));
      // A fraction or an exponent says that it is no count of ones: its digits end where they end.
      while (/[\d.eE+-]/.test(text.charAt(at))) at++;
      const digits = text.slice(start, at);
      at--;
      if (goesOn || digits.length <= SAFE_DIGITS || !isRounded(digits)) continue;
      parts.push(text.slice(from, start), `"${digits}"`);
      from = at + 1;
      count++;
    }
  }
  return count === 0 ? { text, count } : { text: parts.join('') + text.slice(from), count };
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** What is said of it where a log can be written. */
export const digitsWords = (count: number): string =>
  `${count === 1 ? 'A whole number' : `${count} whole numbers`} of 2^53 or more can’t be kept as a number: the text of the digits stands there.`;
