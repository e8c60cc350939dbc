/** How numbers are written in a goal, and which of them could be two. Knows no column. */

import type { Language } from './lexicon/lexicon.ts';

const NUMBER =
  /(?:(?<![\p{L}\p{N}.,])|(?<=(?<!\p{L})top))-?\d+(?:[.,' ]\d{3})*(?:[.,]\d+)?(?:\s?(?:k|mio|million|tausend|thousand)\b)?/giu;

/** A number with its place. Offsets are UTF-16. */
export interface SaidNumber {
  readonly start: number;
  readonly end: number;
  /** As the language writes it. */
  readonly number: number;
  /** Where it may as well be another: both, as they are answered. */
  readonly either?: readonly string[];
}

/**
 * @param grouped the signs by which the files part their thousands
 * @param isCell whether rows are told apart by a word: "EUR" is then no mere part of "EUR 50"
 */
export const numbersIn = (
  text: string,
  language: Language | undefined,
  grouped: readonly string[],
  isCell: (word: string) => boolean,
): readonly SaidNumber[] =>
  [...text.matchAll(NUMBER)].flatMap(({ index, 0: written }): SaidNumber[] => {
    const number = numberOf(written, language);
    if (number === undefined) return [];
    const end = index + written.trimEnd().length;
    const either = eitherOf(text, index, end, language, grouped);
    const [lead = '', code = ''] = CODE.exec(text.slice(0, index)) ?? [];
    const start = index - (isCell(code) ? 0 : lead.length);
    return [{ start, end, number, ...(either === undefined ? {} : { either }) }];
  });

/** 1,249.50 and 1.249,50; "1.000" is a thousand where the language groups with a dot, and "1.000.000" a million in any. */
function numberOf(text: string, language: Language | undefined): number | undefined {
  const times = /\s?(?:k|tausend|thousand)$/iu.test(text)
    ? 1000
    : /\s?(?:mio|million)$/iu.test(text)
      ? 1e6
      : 1;
  let digits = text.replace(/\s?(?:k|mio|million|tausend|thousand)$/iu, '').replace(/[' ]/gu, '');
  const comma = digits.lastIndexOf(',');
  const dot = digits.lastIndexOf('.');
  const grouped = groupSignOf(language);
  const decimal =
    comma >= 0 && dot >= 0
      ? comma > dot
        ? ','
        : '.'
      : comma >= 0
        ? isGrouped(digits, ',', grouped)
          ? ''
          : ','
        : isGrouped(digits, '.', grouped)
          ? ''
          : '.';
  digits =
    decimal === ','
      ? digits.replace(/\./gu, '').replace(',', '.')
      : decimal === ''
        ? digits.replace(/[.,]/gu, '')
        : digits.replace(/,/gu, '');
  const number = Number(digits);
  return Number.isFinite(number) ? Math.round(number * times * 1e9) / 1e9 : undefined;
}

const groupSignOf = (language: Language | undefined): '.' | ',' =>
  language === undefined || language.code === 'en' ? ',' : '.';

/** A number has one decimal sign: where it stands twice it parts thousands. */
const isGrouped = (digits: string, sign: '.' | ',', grouped: '.' | ','): boolean =>
  sign === grouped ? digits.at(-4) === sign : digits.split(sign).length > 2;

/** As they are written before a number. */
const CODE = /(?<![\p{L}\p{N}])(EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|JPY|CAD|AUD)\s?$/u;
const CURRENCY = String.raw`(?:\p{Sc}|EUR|USD|GBP|CHF|euros?|dollars?|pounds?|franken|francs?)`;
const BEFORE = new RegExp(`(?<![\\p{L}])${CURRENCY}\\s?$`, 'iu');
const BEHIND = new RegExp(`^\\s?${CURRENCY}(?![\\p{L}])`, 'iu');
const EITHER = /^-?[1-9]\d{0,2}([.,])\d{3}$/u;

/**
 * "1.234 €" in English, "1,234 €" in German: by the language a little more than one, by what stands around it a thousand,
 * for money has no thousandths. A file that parts its thousands so says the same.
 */
function eitherOf(
  text: string,
  start: number,
  end: number,
  language: Language | undefined,
  grouped: readonly string[],
): readonly string[] | undefined {
  const written = text.slice(start, end);
  const sign = EITHER.exec(written)?.[1];
  if (sign === undefined || sign === groupSignOf(language)) return undefined;
  const isMoney = BEFORE.test(text.slice(0, start)) || BEHIND.test(text.slice(end));
  return isMoney || grouped.includes(sign) ? [written.replace(sign, ''), written] : undefined;
}
