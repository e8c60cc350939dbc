/** What goes, however it is said: a verb whose other half stands behind what goes, "leave 2025 out", and "the year 2025", which is 2025. Knows no table. */

import { fold } from './lexicon/forms.ts';
import type { Mention } from './mention.ts';

/** The mentions, those that leave something out read as "without", and those that only say what kind of time is named as small words. */
export const leavingIn = (mentions: readonly Mention[]): Mention[] => periodNounsIn(partedIn(mentions));

/** Verbs and their other halves, by language: "leave … out", "lass … weg", "deja … fuera". */
const PARTED: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(?:leav(?:e|ing)|tak(?:e|ing)|filter(?:ing)?|throw(?:ing)?|cut(?:ting)?|kick(?:ing)?|strip(?:ping)?|screen(?:ing)?)$/u,
    /^(?:out|aside|away)$/u,
  ],
  [
    /^(?:lass(?:en|e)?|nimm|nehmen?|wirf|werfen?|filter[en]?|filtern|streich(?:en|e)?|schmeiss(?:en|e)?|schliess(?:en|e)?|klammer[en]?|klammern|blenden?)$/u,
    /^(?:weg|raus|heraus|aus)$/u,
  ],
  [/^(?:deja[r]?|saca[r]?|lascia(?:re)?)$/u, /^(?:fuera|fuori|de lado|da parte)$/u],
];
/** Words of a clause of its own: "filter the ones that are out" leaves nothing out. */
const CLAUSE =
  /^(?:that|which|who|whose|where|when|is|are|was|were|be|been|die|der|das|sind|ist|war|waren|que|che|es|son|sono)$/u;
const MOST_BETWEEN = 6;
const LEAVES: ReadonlySet<string> = new Set(['not', 'except']);
const NONE: ReadonlySet<string> = new Set();

function partedIn(mentions: readonly Mention[]): Mention[] {
  const now = [...mentions];
  for (const [at, mention] of mentions.entries()) {
    const [, half] = PARTED.find(([verb]) => verb.test(fold(mention.text))) ?? [];
    const end = half === undefined ? undefined : otherHalf(mentions, at, half);
    if (end === undefined) continue;
    now[at] = { ...mention, meanings: LEAVES, columns: [], cells: [], files: [], small: false };
    now[end] = { ...(mentions[end] as Mention), meanings: NONE, columns: [], cells: [], small: true };
  }
  return now;
}

/** Where the other half of the verb stands: what goes is between them, or right behind both. */
function otherHalf(mentions: readonly Mention[], verb: number, half: RegExp): number | undefined {
  for (let at = verb + 1; at <= verb + MOST_BETWEEN; at++) {
    const said = mentions[at];
    if (said === undefined || said.mark !== undefined) return undefined;
    const word = fold(said.text);
    // "das Jahr", "die Miete": behind a German verb an article stands, and no clause of its own.
    if (CLAUSE.test(word) && !(at === verb + 1 && ARTICLE.test(word))) return undefined;
    if (!half.test(word)) continue;
    const between = mentions.slice(verb + 1, at);
    const behind = mentions[at + 1];
    if (between.length === 0) return names(behind) || names(mentions[at + 2]) ? at : undefined;
    // "take the books checked out in May": what has an other half of its own goes on behind it.
    return between.some(names) && endsAt(mentions, at + 1) ? at : undefined;
  }
  return undefined;
}

const ARTICLE = /^(?:die|der|das)$/u;

const names = (mention: Mention | undefined): boolean =>
  mention !== undefined && mention.mark === undefined && (!mention.small || mention.period !== undefined);

/** Whether a clause is over there, or goes on with nothing but "of it" and "please". */
function endsAt(mentions: readonly Mention[], at: number): boolean {
  const next = mentions[at];
  if (next === undefined || next.mark !== undefined || next.meanings.has('and')) return true;
  return AFTER.test(fold(next.text)) && next.number === undefined;
}

const AFTER =
  /^(?:of|from|of (?:it|them|this|that|the)|please|bitte|too|again|auch|por favor|per favore|instead|then|und|and|entirely|altogether|completely|ganz)$/u;

const UNITS = ['year', 'month', 'quarter', 'week', 'day'] as const;
/** What "per year 2025" and "2025 by month" ask for is a group. */
const GROUPS = ['per', 'each', 'every'] as const;
const OF = /^(?:of|von|de|du|del|di|dell)$/u;

/** "the year 2025", "the month of May", "das Jahr 2025": the time that is named, and no word beside it. */
function periodNounsIn(mentions: readonly Mention[]): Mention[] {
  return mentions.map((mention, at) => {
    const isUnit = UNITS.some((unit) => mention.meanings.has(`unit:${unit}`));
    if (!isUnit || mention.period !== undefined || (mention.columns[0]?.fit ?? 0) >= 0.8) return mention;
    const next = OF.test(fold(mentions[at + 1]?.text ?? '')) ? at + 2 : at + 1;
    const isNamed = mentions[next]?.period !== undefined;
    const isGroup = [at - 1, at - 2].some((i) => GROUPS.some((one) => mentions[i]?.meanings.has(one)));
    return isNamed && !isGroup && spans(mention, mentions[next] as Mention)
      ? { ...mention, meanings: NONE, columns: [], small: true }
      : mention;
  });
}

/** Whether a period is as long as the word for it: "the month 2025" is none. */
function spans({ meanings }: Mention, { period }: Mention): boolean {
  if (period === undefined) return false;
  const days = (Date.parse(period.to) - Date.parse(period.from)) / 86_400_000 + 1;
  return UNITS.some((unit) => meanings.has(`unit:${unit}`) && Math.abs(days - DAYS[unit]) <= DAYS[unit] / 20);
}

const DAYS: Record<(typeof UNITS)[number], number> = {
  year: 365.5,
  month: 29.8,
  quarter: 91,
  week: 7,
  day: 1,
};
