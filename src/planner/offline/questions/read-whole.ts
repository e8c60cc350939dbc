/** What an answer took from the rest of its goal: words that bound something before it, and bind nothing with it. Knows no grammar. */

import { type Settled, settledWords } from '../../../plan/settled.ts';
import type { PlannerRequest } from '../../planner.ts';
import type { Candidate } from '../candidate.ts';
import { fold } from '../lexicon/forms.ts';
import type { Mention } from '../mention.ts';
import { openStep, together } from '../open-steps.ts';
import { saidIn } from '../said-in.ts';
import { glance } from '../search.ts';
import { titleOf } from '../title.ts';
import { counts } from '../what-is-left.ts';

/** A goal of more words that say something is not read again for each of them: time has to stay bounded. */
const MOST_WORDS = 24;

/**
 * Names what answers dropped: an answer says what its own words mean, and nothing about others. What bound something in the
 * goal as it was said – without it another plan comes out – and makes no difference once an answer is read with it, is an open
 * step, unless the answer says it again.
 * @param request its answers are those that are looked at
 * @returns the plan that answers come to, as it is to be shown
 */
export function wholly(
  request: PlannerRequest,
  now: number,
): (one: Candidate, settled: readonly Settled[]) => Candidate {
  const title = titleOf(request.goal);
  const read = (settled: readonly Settled[]) => glance({ ...request, settled }, title, now);
  const without = ({ text }: Mention): Settled => ({ words: text, as: [] });
  const asSaid = once(() => saidIn({ ...request, settled: [] }, now));
  const bound = once(() => {
    const saying = asSaid().mentions.filter(saysMore);
    const whole = saying.length > MOST_WORDS ? undefined : read([]);
    if (whole === undefined) return [];
    const work = workOf(whole);
    return saying.filter((one) => isNamed(one, whole) || workOf(read([without(one)])) !== work);
  });
  /** Which of two numbers is meant takes nothing from the words beside it. */
  const isNumber = ({ words }: Settled) =>
    asSaid().mentions.some(({ text, either }) => either !== undefined && text === words);
  return (one, settled) => {
    if (settled.every(isNumber) || one.isOpen === true) return one;
    const work = workOf(one);
    const others = bound().filter(
      (mention) => !isAnswered(mention, settled) && !isNamed(mention, one) && !isUsual(mention, work),
    );
    const lost = together(
      asSaid().text,
      others.filter((mention) => workOf(read([without(mention), ...settled])) === work),
    );
    if (lost.length === 0) return one;
    if (request.change !== undefined) return { ...one, unused: [...one.unused, ...lost] };
    return { ...one, calls: [...one.calls, ...lost.map(openStep)], isOpen: true };
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly it: T } | undefined;
  return () => {
    made ??= { it: make() };
    return made.it;
  };
}

/** Words that only tell how their neighbours belong together are lost with those alone. */
const JOINS: ReadonlySet<string> = new Set(['per', 'by', 'over', 'and', 'which', 'who', 'show']);

const saysMore = (mention: Mention): boolean =>
  mention.mark === undefined &&
  (counts(mention) || mention.meanings.size > 0) &&
  (mention.columns.length + mention.cells.length + mention.files.length > 0 ||
    mention.meanings.size === 0 ||
    [...mention.meanings].some((one) => !JOINS.has(one)));

/** Whether it stands in what was answered, or is said again by it. */
function isAnswered({ text, columns }: Mention, settled: readonly Settled[]): boolean {
  const has = (words: string, one: string) => ` ${fold(words)} `.includes(` ${fold(one)} `);
  const names = [text, ...columns.slice(0, 1).map(({ column }) => column.name)];
  return settled.some(
    ({ words, as }) => has(words, text) || names.some((name) => has(settledWords(as), name)),
  );
}

/** What is done: how much of a goal is left open tells nothing, for words that miss a neighbour may be left over, too. */
const workOf = (one: Candidate | undefined): string =>
  one === undefined
    ? ''
    : JSON.stringify([one.calls.filter(({ _tool }) => _tool !== 'open'), one.plans, one.inputSchema]);

/** "total takings per branch": the total stands there, though it would without being asked for. */
const isUsual = ({ meanings }: Mention, work: string): boolean =>
  [...meanings].some((one) => one.startsWith('agg:') && work.includes(`"aggregate":"${one.slice(4)}"`));

const isNamed = ({ text }: Mention, { calls, unused }: Candidate): boolean =>
  [
    ...unused,
    ...calls.flatMap(({ _tool, _description = '' }) => (_tool === 'open' ? [_description] : [])),
  ].some((words) => words.includes(text));
