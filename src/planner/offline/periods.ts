/** Days, months, quarters and years in a goal, of any language whose months are known. Knows no column. */

import { fold } from './lexicon/forms.ts';
import { LANGUAGES } from './lexicon/index-of.ts';
import { numberWordsOf } from './lexicon/number-words.ts';

export interface Period {
  /** First and last day, ISO. */
  readonly from: string;
  readonly to: string;
  /** A month or quarter said without its year: which one is meant depends on the data. */
  readonly yearless?: boolean;
  readonly start: number;
  readonly end: number;
}

/** How the unit of time before another one is said, at the beginning of the words of a period. */
export const PREVIOUS =
  /^(?:(?:the )?(?:last|previous|prior|preceding)|vorige[nmrs]?|vorherige[nmrs]?|letzte[nmrs]?|pr[eé]c[eé]dente?s?|anterior(?:es)?|precedente) /iu;

const two = (part: number): string => String(part).padStart(2, '0');
const monthNames = new Map<string, number>();
for (const { months } of LANGUAGES) {
  months.split(' ').forEach((name, at) => {
    monthNames.set(fold(name), at + 1);
    if (name.length > 3) monthNames.set(fold(name).slice(0, 3), at + 1);
  });
}
for (const odd of ['set', 'die', 'due', 'gen']) monthNames.delete(odd);
monthNames.set('sept', 9).set('marz', 3).set('maerz', 3);

const MONTH = `(?<month>${[...monthNames.keys()].toSorted((a, b) => b.length - a.length).join('|')})`;
const YEAR = '(?<year>(?:19|20)\\d{2})';
const OF = '(?:\\s+(?:of|de|del|di|des|,)?\\s*|\\s*,\\s*)';

const monthEnd = (year: number, month: number): string =>
  `${year}-${two(month)}-${two(new Date(Date.UTC(year, month, 0)).getUTCDate())}`;

export const monthOf = (year: number, month: number) => ({
  from: `${year}-${two(month)}-01`,
  to: monthEnd(year, month),
});
const quarterOf = (year: number, quarter: number) => ({
  from: `${year}-${two(quarter * 3 - 2)}-01`,
  to: monthEnd(year, quarter * 3),
});
const yearOf = (year: number) => ({ from: `${year}-01-01`, to: `${year}-12-31` });

type Found = Omit<Period, 'start' | 'end'> | undefined;
type Groups = Readonly<Record<string, string | undefined>>;
type Form = readonly [RegExp, (groups: Groups, today: Date) => Found];

const day = (year: number, month: number, of: number): Found => {
  const date = new Date(Date.UTC(year, month - 1, of));
  if (date.getUTCMonth() !== month - 1) return undefined;
  const iso = date.toISOString().slice(0, 10);
  return { from: iso, to: iso };
};

const form = (pattern: string, read: Form[1]): Form => [
  new RegExp(`(?<![\\p{L}\\p{N}.-])${pattern}(?![\\p{L}\\p{N}]|[.-]\\d)`, 'giu'),
  read,
];
const yearOr = (groups: Groups, today: Date): number => Number(groups.year ?? today.getUTCFullYear());

/** Where no year is said, the last such time in the data is meant. */
const ofYear = (g: Groups, found: NonNullable<Found>): Found =>
  g.year ? found : { ...found, yearless: true };
const monthIn = ({ month = '' }: Groups): number => monthNames.get(month) ?? 0;

/** The first to the fourth; the last of four is the fourth. */
const ORDINALS = [
  'first|1st|1\\.|erste[nmrs]?|premiere?s?|primer[oa]?s?|prim[oaie]',
  'second|2nd|2\\.|zweite[nmrs]?|deuxieme|segund[oa]|second[oa]',
  'third|3rd|3\\.|dritte[nmrs]?|troisieme|tercer[oa]?|terz[oa]',
  'fourth|4th|4\\.|last|vierte[nmrs]?|quatrieme|cuart[oa]|quart[oa]',
];
const ORDINAL = `(?<nth>${ORDINALS.join('|')})`;
const ordinalIn = ({ nth = '' }: Groups): number =>
  ORDINALS.findIndex((one) => new RegExp(`^(?:${one})$`, 'u').test(nth)) + 1;

/** Words of the units of time, for "last month" and "the last 3 weeks". */
const UNITS: Readonly<Record<string, string>> = {
  day: 'days?|tage?n?|jours?|dias?|giorn[oi]',
  week: 'weeks?|wochen?|semaines?|semanas?|settiman[ae]',
  month: 'months?|monate?n?|monats|mois|mes|meses|mes[ei]',
  quarter: 'quarters?|quartale?n?|quartals|trimestres?|trimestr[ei]',
  year: 'years?|jahre?n?|jahres|annees?|ans?|anos?|ann[oi]',
};
const BEFORE =
  'last|previous|past|prior|letzte[nmrs]?|vergangene[nmrs]?|vorige[nmrs]?|vorherige[nmrs]?|derniere?s?|ultim[oaie]s?|pasad[oa]s?|scors[oaie]';
const NOW = 'this|current|diese[nmrs]?|aktuelle[nmrs]?|laufende[nmrs]?|ce|cette|est[ea]|quest[oa]|quest\\W';
const AHEAD =
  'next|coming|upcoming|following|nachste[nmrs]?|kommende[nmrs]?|folgende[nmrs]?|prochaine?s?|proxim[oa]s?|prossim[oaie]';
const BEHIND = 'derniere?s?|passee?s?|precedente?s?|pasad[oa]|scors[oa]';
const BEHIND_NOW = 'en cours|actual|corrente|in corso';

/** The week, month, quarter or year so many before the one of today. */
function unitBefore(unit: string, back: number, today: Date): Found {
  const [year, month, date] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
  if (unit === 'year') return yearOf(year - back);
  if (unit === 'day') return day(year, month + 1, date - back);
  if (unit === 'week') {
    const monday = date - ((today.getUTCDay() + 6) % 7) - 7 * back;
    return { from: isoOf(Date.UTC(year, month, monday)), to: isoOf(Date.UTC(year, month, monday + 6)) };
  }
  const first = new Date(Date.UTC(year, unit === 'month' ? month - back : month - (month % 3) - 3 * back, 1));
  const [itsYear, itsMonth] = [first.getUTCFullYear(), first.getUTCMonth()];
  return unit === 'month' ? monthOf(itsYear, itsMonth + 1) : quarterOf(itsYear, itsMonth / 3 + 1);
}

const isoOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** "the last 3 months": from as many before today to today. */
function unitsUntil(unit: string, count: number, today: Date): Found {
  const [year, month, date] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
  const days = unit === 'day' ? count : unit === 'week' ? 7 * count : 0;
  const months = { month: count, quarter: 3 * count, year: 12 * count }[unit] ?? 0;
  return { from: isoOf(Date.UTC(year, month - months, date - days)), to: isoOf(today.getTime()) };
}

/** "the next 3 months": from today to as many behind today. */
function unitsFrom(unit: string, count: number, today: Date): Found {
  const { from: end = '', to: now = '' } = unitsUntil(unit, -count, today) ?? {};
  return { from: now, to: end };
}

/** Of the north, by whole months, as most people count them; winter is of the year it begins in. */
const SEASONS: readonly (readonly [string, number])[] = [
  ['spring|fruhling|fruhjahr|printemps|primavera', 3],
  ['summer|sommer|ete|verano|estate', 6],
  ['autumn|herbst|automne|otono|autunno', 9],
  ['winter|hiver|invierno|inverno', 12],
];

const SEASON: readonly Form[] = SEASONS.map(([words, first]) =>
  form(`(?:${words})${OF}${YEAR}`, (g) => ({
    from: `${g.year}-${two(first)}-01`,
    to: first === 12 ? monthEnd(Number(g.year) + 1, 2) : monthEnd(Number(g.year), first + 2),
  })),
);

/** "the last two years": as the languages count, beside digits. */
const COUNTED = numberWordsOf(LANGUAGES);
const COUNT = `\\d+|${[...COUNTED.keys()].toSorted((a, b) => b.length - a.length).join('|')}`;
const countIn = (said = ''): number => COUNTED.get(said) ?? Number(said);

const RELATIVE: readonly Form[] = Object.entries(UNITS).flatMap(([unit, words]): Form[] => [
  form(`(?:(?:${AHEAD})\\s+(?<n>${COUNT})|(?<m>${COUNT})\\s+(?:${AHEAD}))\\s+(?:${words})`, (g, today) =>
    unitsFrom(unit, countIn(g.n ?? g.m), today),
  ),
  form(`(?:(?:${BEFORE})\\s+(?<n>${COUNT})|(?<m>${COUNT})\\s+(?:${BEFORE}))\\s+(?:${words})`, (g, today) =>
    unitsUntil(unit, countIn(g.n ?? g.m), today),
  ),
  ...(unit === 'day'
    ? []
    : [
        // "the last quarter of 2026" is the fourth.
        form(`(?:(?:${BEFORE})\\s+(?:${words})|(?:${words})\\s+(?:${BEHIND}))(?!${OF}${YEAR})`, (_, today) =>
          unitBefore(unit, 1, today),
        ),
        form(`(?:${AHEAD})\\s+(?:${words})`, (_, today) => unitBefore(unit, -1, today)),
        form(`(?:(?:${NOW})\\s*(?:${words})|(?:${words})\\s+(?:${BEHIND_NOW}))`, (_, today) =>
          unitBefore(unit, 0, today),
        ),
      ]),
]);

const NTH = '(?:st|nd|rd|th|\\.)?';

/** "1 to 10 September": its days. */
function daysOf(g: Groups, today: Date, last: string | undefined): Found {
  const [year, month] = [yearOr(g, today), monthIn(g)];
  const [first, end] = [day(year, month, Number(g.d)), day(year, month, Number(last))];
  if (first === undefined || end === undefined || first.from > end.to) return undefined;
  return ofYear(g, { from: first.from, to: end.to });
}

const WITHIN = '\\s+(?:of|in|im|des|de|du|del|di|en)\\s+(?:the\\s+|the month of\\s+)?';
const HALF = 'half|halfte|moitie|mitad|meta';

/** "the last week of September", "the first ten days in May", "its second half": no week that is counted from today. */
const EDGE = form(
  `(?:${BEFORE}|${ORDINAL})(?:\\s+(?<n>${COUNT}))?\\s+(?:(?<half>${HALF})|(?<week>${UNITS.week})|(?:${UNITS.day}))${WITHIN}${MONTH}(?:${OF}${YEAR})?`,
  (g, today) => {
    const nth = ordinalIn(g);
    const { from, to } = monthOf(yearOr(g, today), monthIn(g));
    const length = Number(to.slice(-2));
    const days = g.half ? (nth === 1 ? 15 : length - 15) : (g.n ? countIn(g.n) : 1) * (g.week ? 7 : 1);
    // Only halves have a second: of weeks and days the first and the last are known.
    if (!(days >= 1 && days <= length) || nth > (g.half ? 2 : 1)) return undefined;
    const at = (date: number) => `${from.slice(0, 8)}${two(date)}`;
    return ofYear(g, nth === 1 ? { from, to: at(days) } : { from: at(length - days + 1), to });
  },
);

const FORMS: readonly Form[] = [
  form('(?<year>\\d{4})-(?<m>\\d{2})-(?<d>\\d{2})', (g) => day(Number(g.year), Number(g.m), Number(g.d))),
  form(
    '(?<d>\\d{1,2})[./](?<m>\\d{1,2})[./](?<year>\\d{4})',
    (g) => day(Number(g.year), Number(g.m), Number(g.d)) ?? day(Number(g.year), Number(g.d), Number(g.m)),
  ),
  form(
    `(?<d>\\d{1,2})${NTH}\\s*(?:and|to|until|till|through|und|bis|et|au|y|al|e|-|–)\\s*(?:the\\s+)?(?<d2>\\d{1,2})${NTH}\\s+(?:of\\s+|de\\s+)?${MONTH}(?:\\.?${OF}${YEAR})?`,
    (g, today) => daysOf(g, today, g.d2),
  ),
  form(
    `${MONTH}\\.?\\s+(?<d>\\d{1,2})${NTH}\\s*(?:to|until|till|through|-|–)\\s*(?<d2>\\d{1,2})${NTH}(?:\\s*,?\\s+${YEAR})?`,
    (g, today) => daysOf(g, today, g.d2),
  ),
  form(`(?<d>\\d{1,2})(?:st|nd|rd|th|\\.)?\\s+(?:of\\s+|de\\s+)?${MONTH}\\.?${OF}${YEAR}`, (g) =>
    day(Number(g.year), monthIn(g), Number(g.d)),
  ),
  form(`${MONTH}\\.?\\s+(?<d>\\d{1,2})(?:st|nd|rd|th)?,?\\s+${YEAR}`, (g) =>
    day(Number(g.year), monthIn(g), Number(g.d)),
  ),
  form(
    `(?<=(?:on|since|from|until|till|before|after|by|am|vom|bis|ab|seit|vor|nach|le|du|au|el|del|il|dal)\\s+(?:the\\s+)?)(?<d>\\d{1,2})${NTH}\\s+(?:of\\s+|de\\s+)?${MONTH}(?![\\s,]*\\d)`,
    (g, today) => daysOf(g, today, g.d),
  ),
  EDGE,
  form(`${MONTH}\\.?${OF}${YEAR}`, (g) => monthOf(Number(g.year), monthIn(g))),
  form(`(?<year>(?:19|20)\\d{2})-(?<m>0[1-9]|1[0-2])`, (g) => monthOf(Number(g.year), Number(g.m))),
  form(`${YEAR}[-\\s]*q(?<q>[1-4])`, (g) => quarterOf(Number(g.year), Number(g.q))),
  form(`q(?<q>[1-4])(?:${OF}${YEAR})?`, (g, today) => ofYear(g, quarterOf(yearOr(g, today), Number(g.q)))),
  ...RELATIVE,
  ...SEASON,
  form(`${ORDINAL}\\s+(?:quarter|quartal|quartals|trimestre)(?:${OF}${YEAR})?`, (g, today) =>
    ofYear(g, quarterOf(yearOr(g, today), ordinalIn(g))),
  ),
  form(`${MONTH}`, (g, today) => ofYear(g, monthOf(yearOr(g, today), monthIn(g)))),
  form("(?:today|heute|aujourd'hui|hoy|oggi)", (_, today) =>
    day(today.getUTCFullYear(), today.getUTCMonth() + 1, today.getUTCDate()),
  ),
  form('(?:yesterday|gestern|hier|ayer|ieri)', (_, today) =>
    day(today.getUTCFullYear(), today.getUTCMonth() + 1, today.getUTCDate() - 1),
  ),
  form(YEAR, (g) => yearOf(Number(g.year))),
];

/** Short names of months are words of their own: "may", "mar", "set" are only months beside a year or after "in". */
const DOUBTFUL =
  /^(?:may|mar|set|dec|jan|mai|ago|hier|nov|oct|jun|jul|feb|abr|gen|die|due|dic|ott|mag|giu|lug)$/u;

/** Every period of a text, the longest reading first. @param now what "last month" counts from, ms */
export function periodsIn(text: string, now: number): Period[] {
  const folded = foldEvenly(text);
  const today = new Date(now);
  const found: Period[] = [];
  for (const [pattern, read] of FORMS) {
    for (const match of folded.matchAll(pattern)) {
      const end = match.index + match[0].length;
      if (found.some((one) => match.index < one.end && end > one.start)) continue;
      if (
        DOUBTFUL.test(match[0]) &&
        !/(?:\b(?:in|of|since|from|until|im|seit|bis|en|to|for|and|ab)\s+)$/u.test(
          folded.slice(0, match.index),
        )
      )
        continue;
      const period = read(match.groups ?? {}, today);
      if (period !== undefined) found.push({ ...period, start: match.index, end });
    }
  }
  return found;
}

/** Folded letter by letter, so that places stay those of the text. */
const foldEvenly = (text: string): string =>
  [...text]
    .map((letter) => (fold(letter).length === letter.length ? fold(letter) : letter.toLowerCase()))
    .join('');
