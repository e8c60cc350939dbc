/** Sums in a goal: "(12.5 + 7) * 3", "15% of 80", "add 19% tax to 250". Knows no tool. */

interface FormulaMention {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const ARITHMETIC = /(?<![\w.])[-(]*\d[\d.,]*\)*(?:\s*[-+*/^×÷]\s*[-(]*\d[\d.,]*\)*)+/gu;
const N = /(?<![\d.,])\d+(?:,\d{3})*(?:\.\d+)?/u.source;
const PERCENT = `(${N})\\s*(?:%|percent)`;
const THING = '(?:\\s+\\p{L}+)?';
const MONEY = '[$€£]?';

/** Percentages as people say them; `a` is the percentage and `b` what it is of. */
const SAID: readonly (readonly [RegExp, (a: string, b: string) => string])[] = [
  [new RegExp(`${PERCENT}\\s+of\\s+${MONEY}(${N})`, 'giu'), (a, b) => `${b} * ${a} / 100`],
  [
    new RegExp(`\\b(?:add|adding|plus)\\s+${PERCENT}${THING}\\s+(?:to|on)\\s+${MONEY}(${N})`, 'giu'),
    (a, b) => `${b} * (1 + ${a} / 100)`,
  ],
  [
    new RegExp(
      `\\b(?:take|subtract|deduct|remove)\\s+${PERCENT}${THING}\\s+(?:off|from)\\s+${MONEY}(${N})`,
      'giu',
    ),
    (a, b) => `${b} * (1 - ${a} / 100)`,
  ],
  [new RegExp(`${PERCENT}\\s+off\\s+${MONEY}(${N})`, 'giu'), (a, b) => `${b} * (1 - ${a} / 100)`],
];

/** Sums of numbers alone, ready to be computed. */
export function sums(text: string): FormulaMention[] {
  const said = SAID.flatMap(([pattern, write]) =>
    [...text.matchAll(pattern)].map((match) => ({
      value: write(plain(match[1]), plain(match[2])),
      start: match.index,
      end: match.index + match[0].length,
    })),
  );
  const written = [...text.matchAll(ARITHMETIC)]
    // "2026-11-21" and "3/4/2026" are days.
    .filter((match) => !/^\d[\d/.-]*$/u.test(match[0]))
    .map((match) => ({
      value: match[0]
        .replace(/×/gu, '*')
        .replace(/÷/gu, '/')
        .replace(/(?<=\d),(?=\d{3})/gu, ''),
      start: match.index,
      end: match.index + match[0].length,
    }));
  return [...said, ...written];
}

const plain = (number: string | undefined): string => (number ?? '').replace(/,/gu, '');
