/** What small words ask for: no reading takes them, so they are named where the plan does not answer them. Knows no reading. */

import type { Json } from '../../lib/json.ts';
import type { Call } from '../../plan/document.ts';
import { unitOf, yesNoOf } from './known-tables.ts';
import type { Mention, Said } from './mention.ts';
import { columnsIn } from './pitfalls.ts';
import { HAS, LEFT } from './read-blanks.ts';
import { counts, GROUPED } from './what-is-left.ts';

/** @param planned what the calls are given @returns words of the goal */
export const askedInPassing = (
  said: Said,
  calls: readonly Call[],
  output: Json,
  planned: string,
): readonly string[] => [
  ...swallowedIn(said, planned),
  ...unpaidIn(said, planned),
  ...rowsUnasked(said, calls, output),
];

const MONEY = /^(?:euros?|eur|dollars?|usd|pounds?|gbp|francs?|chf|€|\$|£)$/iu;

/** "what did the power cost in euros": of what is measured in another unit nobody can say it, so it is named. */
function unpaidIn({ mentions, files }: Said, planned: string): string[] {
  const figures = files
    .flatMap(({ tables }) => tables.flatMap(({ columns }) => columns))
    .filter(({ kind, name }) => kind === 'number' && planned.includes(`"column":${JSON.stringify(name)}`));
  if (figures.length === 0 || figures.some((column) => unitOf(column) === undefined)) return [];
  return mentions.flatMap(({ text }, at) =>
    MONEY.test(text) && /^(?:in|en)$/iu.test(mentions[at - 1]?.text ?? '') ? [`in ${text}`] : [],
  );
}

const QUESTION =
  /^(?:what|which|who|whom|whose|how|where|when|why|was|wer|wen|wem|wie|wo|wann|warum|welche[nrs]?|que|qui|quels?|quelles?|comment|combien|où|quand|pourquoi|qué|quién(?:es)?|cuál(?:es)?|cómo|cuándo|dónde|che|chi|quale|quali|come|dove|quando)(?![\p{L}\p{M}])/iu;
const WHEN = /^(?:when|wann|quand|cu[aá]ndo|quando)$/iu;
const STILL = /^(?:still|already|noch|schon|bereits|encore|déjà|aún|todavía|ya|ancora|già)$/iu;

/**
 * What is made of small words alone and asks for something all the same: a second question ("… and what are they worth"),
 * and a state that ends what is said ("books still out"). No reading takes it, so it is named.
 */
function swallowedIn({ text, mentions }: Said, planned: string): string[] {
  const found: string[] = [];
  const isEnd = (mention: Mention | undefined) => mention === undefined || mention.mark !== undefined;
  const put = (from: number, to: number) =>
    found.push(text.slice(mentions[from]?.start, mentions[to - 1]?.end));
  for (const [at, mention] of mentions.entries()) {
    const [before, next] = [mentions[at - 1], mentions[at + 1]];
    const isSecond = before !== undefined && (before.mark !== undefined || before.meanings.has('and'));
    if (isSecond && QUESTION.test(mention.text)) {
      let to = at;
      while (!isEnd(mentions[to]) && !(to > at && mentions[to]?.meanings.has('and') === true)) to++;
      if (mentions.slice(at, to).every((one) => !counts(one))) put(at, to);
    }
    // "the driver with the most stops, and list all of his stops": what was grouped shows no rows of one of them.
    const isTheirs = WHOSE_ROWS.test(mention.text) && (next?.files.length ?? 0) > 0 && GROUPED.test(planned);
    const verb = isTheirs ? mentions.findLastIndex((one, i) => i < at && one.meanings.has('show')) : -1;
    const isAfter =
      mentions[verb - 1]?.meanings.has('and') === true || mentions[verb - 1]?.mark !== undefined;
    if (
      verb > 0 &&
      isAfter &&
      mentions.slice(verb, at).every(({ small, meanings }) => small || meanings.size > 0)
    )
      put(verb, at + 2);
    // "When are we busiest?": by which part of time nobody said.
    if (at === 0 && WHEN.test(mention.text) && mentions.some(({ meanings }) => meanings.has('of:often')))
      put(0, 1);
    // "which still have places left": what is left of them, and none of the columns that there are.
    const isRest =
      LEFT.test(mention.text) && before?.mark === undefined && (isEnd(next) || next?.small === true);
    if (isRest && HAS.test(mentions[at - 2]?.text ?? '')) put(at - 1, at + 1);
    const isState = STILL.test(mention.text) && next?.small === true && next.meanings.size === 0;
    const behind = mentions[at + 2];
    if (isState && !isEnd(next) && (isEnd(behind) || behind?.meanings.has('per') === true)) put(at, at + 2);
  }
  return found;
}

const WHOSE_ROWS =
  /^(?:his|her|their|its|(?:all )?(?:his|her|their)|sein(?:e[nrms]?)?|ihr(?:e[nrms]?)?|ses|leurs?|sus?|suoi|sue|loro)$/iu;

/**
 * "who still has to pay, and how much altogether" that came to a total alone: who it is was asked, too.
 * @returns the words that ask, where nothing of the result answers them
 */
function rowsUnasked({ text, mentions, files }: Said, calls: readonly Call[], output: Json): string[] {
  const keys = keysOf(calls, output);
  if (keys === undefined || !keys.every((name) => isState(name, files))) return [];
  return mentions.flatMap((mention, at) => {
    const before = mentions[at - 1];
    const isFirst = before === undefined || /[.?!]/u.test(before.mark ?? '');
    const isWho = mention.meanings.has('who');
    const asks = isWho || (mention.meanings.has('which') && !WHAT.test(mention.text));
    const next = mentions.slice(at + 1).find(({ small, mark }) => !small || mark !== undefined);
    if (!isFirst || !asks || (next !== undefined && isFigure(next))) return [];
    const isNoun = next !== undefined && mentions[at + 1] === next && !isWho;
    return [text.slice(mention.start, isNoun ? next.end : mention.end)];
  });
}

/** What is asked so may be a figure. */
const WHAT = /^(?:what|was|wem|que)$/iu;

/** "which share", "which total": what is asked for is the figure itself. */
const isFigure = ({ meanings, columns }: Mention): boolean =>
  [...meanings].some((one) => one.startsWith('agg:') || FIGURES.has(one)) ||
  columns.some(({ column, fit }) => column.kind === 'number' && fit >= 0.8);
const FIGURES: ReadonlySet<string> = new Set(['share', 'percent', 'measured', 'grand']);

/** What tells the rows of a result of figures apart, however those were rounded; undefined where it is no such result. */
function keysOf(calls: readonly Call[], output: Json): readonly string[] | undefined {
  const path = String(output).replace(/\.0.*$/u, '');
  let last = calls.find(({ _outputPath }) => _outputPath === path);
  while (last?._tool === 'addColumn') {
    const { rows } = last;
    last = calls.find(({ _outputPath }) => _outputPath === rows);
  }
  return last?._tool === 'groupRows' ? columnsIn(last.by ?? []) : undefined;
}

/** "paid" of yes and no: whether, and not who. */
const isState = (name: string, files: Said['files']): boolean =>
  files.some(({ tables }) =>
    tables.some(({ columns }) => columns.some((one) => one.name === name && yesNoOf(one) !== undefined)),
  );
