/** What is asked about words that no call uses: likely meanings, each made into the plan it comes to and tried. Knows no grammar. */

import { MOST_QUESTIONS, type Settled, settledWords } from '../../../plan/settled.ts';
import type { PlannerRequest } from '../../planner.ts';
import type { Candidate, Outcome, Read } from '../candidate.ts';
import type { Mention, Said } from '../mention.ts';
import { together } from '../open-steps.ts';
import { isUnsure } from '../said-in.ts';
import { WRITES } from '../slips.ts';
import { counts } from '../what-is-left.ts';
import type { Tongue } from '../wording.ts';
import { GUESSED, likelyMeanings, type Piece } from './likely-meanings.ts';

/** With “nothing” and “something else” no more than can be looked over. */
const MOST_OFFERED = 3;
/** Read, not tried: each takes milliseconds. */
const MOST_READ = 20;
const MOST_ALIKE = 2;
const MOST_PIECES = 3;

interface Asking {
  readonly request: PlannerRequest;
  readonly said: Said;
  /** The plan as it stands, where there is one. */
  readonly found: Candidate | undefined;
  /** What a goal comes to at first sight: nothing is tried. */
  readonly glance: (request: PlannerRequest) => Candidate | undefined;
  /** What it comes to, tried. */
  readonly look: (request: PlannerRequest) => Promise<Candidate | undefined>;
  readonly outcomeOf: (one: Candidate) => Promise<Outcome>;
}

/** @returns undefined where no words were left, none of them can be asked about, or enough was asked */
export async function askLeft(asking: Asking): Promise<Candidate['question']> {
  const { request, said, found } = asking;
  const settled = request.settled ?? [];
  if (settled.length >= MOST_QUESTIONS || said.files.length === 0) return undefined;
  const tongue: Tongue = said.language?.code === 'de' ? 'de' : 'en';
  const left = piecesOf(said, found, request.change !== undefined);
  // What is to be sent or written somewhere is not made whole by what another word means.
  if (left.some(({ mentions }) => mentions.some(isOutward))) return undefined;
  const pieces = left
    .filter(({ words }) => !settled.some(({ as }) => settledWords(as).includes(words)))
    .toSorted((a, b) => weightOf(a) - weightOf(b));
  let fallback: Candidate['question'];
  for (const piece of pieces.slice(0, MOST_PIECES)) {
    const readings = await readingsOf(piece, asking, tongue);
    if (request.signal.aborted) return undefined;
    const question: NonNullable<Candidate['question']> = {
      words: piece.words,
      text: askedOf(piece, tongue),
      readings,
      isUndecided: true,
      settled,
    };
    if (readings.length === 0) continue;
    if (readings.some(({ settles }) => settles !== undefined && settles.as.length > 0)) return question;
    fallback ??= question;
  }
  return fallback;
}

async function readingsOf(piece: Piece, asking: Asking, tongue: Tongue): Promise<readonly Read[]> {
  const { request, said, found, glance, look, outcomeOf } = asking;
  const before = request.settled ?? [];
  const least = found === undefined ? Number.POSITIVE_INFINITY : openOf(found, request);
  const isLess = (one: Candidate | undefined): one is Candidate =>
    one !== undefined && openOf(one, request) < least;
  const likely = likelyMeanings(piece, said, tongue).slice(0, MOST_READ);
  const isNumber = piece.mentions.some(isUnsure);
  const nearer: { settles: Settled; cost: number }[] = [];
  const plans = new Set<string>();
  for (const { as, cost } of likely) {
    const settles = { words: piece.words, as };
    if (isNumber) {
      nearer.push({ settles, cost });
      continue;
    }
    const one = glance({ ...request, settled: [...before, settles] });
    if (!isLess(one) || plans.has(planOf(one))) continue;
    // What only fits the place is a guess: it is worth a look where it makes the plan whole.
    if (cost >= GUESSED && openOf(one, request) > 0) continue;
    plans.add(planOf(one));
    nearer.push({ settles, cost: cost + 0.5 * openOf(one, request) });
  }
  const offered = nearer.toSorted((a, b) => a.cost - b.cost).map(({ settles }) => settles);
  const readings: Read[] = [];
  const told = new Set<string>();
  const put = async (settles: Settled): Promise<boolean> => {
    const one = await look({ ...request, settled: [...before, settles] });
    if (!isLess(one) || told.has(planOf(one))) return false;
    const { fault, result } = await outcomeOf(one);
    if (fault !== undefined) return false;
    told.add(planOf(one));
    readings.push({
      took: tookWords(settles, tongue) + (settles.as.length > 0 ? '' : otherSteps(one, found, tongue)),
      candidate: one,
      settles,
      ...(result === undefined ? {} : { result }),
    });
    return true;
  };
  // First: what comes to the same as nothing is no meaning. To leave out what turns the rest would make another goal of it.
  if (!isTurning(piece)) await put({ words: piece.words, as: [] });
  const nothing = readings.splice(0);
  const kinds = new Map<string, number>();
  for (const settles of offered) {
    if (readings.length === MOST_OFFERED || request.signal.aborted) break;
    // Three totals are one thought: another way to read it tells the person more.
    const kind = settles.as.map((part) => (typeof part === 'string' ? part : '')).join('');
    const before = kinds.get(kind) ?? 0;
    if (before === MOST_ALIKE) continue;
    if (await put(settles)) kinds.set(kind, before + 1);
  }
  return [...readings, ...nothing];
}

const TURNS =
  /^(?:not|nopartner|unless|otherwise|or|between|exclud|except|nth:|cmp:|than:|agg:|top$|most|least|each$|per$|every$|share$|percent$)/u;

/** Words without which the rest would say something else: what turns it, bounds it, ranks it or tells it apart. */
const isTurning = ({ mentions, before }: Piece): boolean =>
  mentions.some(({ meanings }) => [...meanings].some((one) => TURNS.test(one))) ||
  mentions.some(isUnsure) ||
  (mentions.some(({ number }) => number !== undefined) &&
    [...(before?.meanings ?? [])].some((one) => one.startsWith('cmp:')));

/** What is done otherwise once words are left out: their neighbours may say something else without them. */
function otherSteps(one: Candidate, found: Candidate | undefined, tongue: Tongue): string {
  const known = new Set(found?.calls.map(({ _description }) => _description));
  const other = one.calls.flatMap(({ _tool, _description }) =>
    _tool === 'open' || _description === undefined || known.has(_description) ? [] : [_description],
  );
  if (found === undefined || other.length === 0) return '';
  return tongue === 'de' ? `; dann: ${other.join(' → ')}` : `; then: ${other.join(' → ')}`;
}

/** What a plan leaves to the person. */
const openOf = (
  { calls, inputSchema, unused, isDivided = false }: Candidate,
  { change }: PlannerRequest,
): number =>
  (inputSchema === undefined ? 0 : 1) +
  (isDivided ? 1 : 0) +
  calls.filter(({ _tool }) => _tool === 'open').length +
  (change === undefined ? 0 : unused.length);

const planOf = ({ calls, plans, output }: Candidate): string => JSON.stringify([calls, plans, output]);

/** What was left over, in the goal's order: open steps whose words stand in it, else the words that say nothing here. */
function piecesOf(said: Said, found: Candidate | undefined, isChange: boolean): readonly Piece[] {
  const unknown = said.mentions.filter(
    (one) =>
      counts(one) && one.meanings.size + one.columns.length + one.cells.length + one.files.length === 0,
  );
  const words =
    found === undefined
      ? together(said.text, unknown)
      : isChange
        ? found.unused
        : [
            ...found.calls.flatMap(({ _tool, _description = '' }) =>
              _tool === 'open' ? [_description] : [],
            ),
            // "per locale", taken by nothing: what it was to be told apart by is no less open.
            ...(found.isDivided === true ? found.unused : []),
          ];
  return [...new Set(words.map(wordAsked))].flatMap((one): Piece[] => {
    const start = said.text.indexOf(one);
    const within = said.mentions.filter(
      (mention) => start >= 0 && mention.start >= start && mention.end <= start + one.length,
    );
    if (!within.some(counts)) return [];
    const first = said.mentions.indexOf(within[0] as Mention);
    return [
      {
        words: one,
        mentions: within,
        behind: said.mentions[first + within.length],
        before: said.mentions.slice(0, first).findLast(({ small, meanings }) => !small || meanings.size > 0),
      },
    ];
  });
}

/** "best": say which end is meant – the word that the sentence is about. */
const wordAsked = (words: string): string => /^["„](.+?)["“]: /u.exec(words)?.[1] ?? words;

/** What matters most is asked first: what rows are said to be, then values and figures, and words that only join at last. */
const weightOf = ({ mentions }: Piece): number =>
  Math.min(
    ...mentions
      .filter(counts)
      .map(({ meanings, columns, cells, number, period }) =>
        meanings.has('state') || (meanings.size + columns.length === 0 && number === undefined && !period)
          ? 0
          : cells.length > 0 || number !== undefined || period !== undefined
            ? 1
            : columns.length > 0 || [...meanings].some((one) => !JOINING.has(one))
              ? 2
              : 3,
      ),
  );
const JOINING: ReadonlySet<string> = new Set(['or', 'and', 'not', 'also', 'instead', 'next', 'by']);

/** A write is never guessed, and what is named as a file or an address is no word of unknown meaning. */
const isOutward = ({ text, target, address, files, meanings }: Mention): boolean =>
  target !== undefined ||
  address !== undefined ||
  files.some(({ name }) => name.toLowerCase() === text.toLowerCase()) ||
  meanings.has('save') ||
  WRITES.has(text.toLowerCase());

function askedOf({ words, mentions }: Piece, tongue: Tongue): string {
  const isKnown = mentions.every(
    ({ columns, cells, number, period, meanings, small }) =>
      small ||
      columns.length + cells.length + meanings.size > 0 ||
      number !== undefined ||
      period !== undefined,
  );
  if (tongue === 'de')
    return isKnown ? `Was soll mit „${words}“ geschehen?` : `Was ist hier mit „${words}“ gemeint?`;
  return isKnown ? `What should be done with “${words}”?` : `What does “${words}” mean here?`;
}

function tookWords({ as }: Settled, tongue: Tongue): string {
  const [only, other] = as;
  if (only === undefined)
    return tongue === 'de' ? 'Nichts, was ich brauche: weglassen' : 'Nothing I need: leave it out';
  if (typeof only === 'string' || other !== undefined) return settledWords(as);
  if (only.value !== undefined) return `${only.column}: ${only.value}`;
  return tongue === 'de' ? `die Spalte ${only.column}` : `the column ${only.column}`;
}
