/** Which of several readings is meant: as a question, with what each comes to on the files. Knows no word of the goal. */

import type { Candidate, Made, Outcome, Read } from './candidate.ts';
import { openStep } from './open-steps.ts';
import { isSame } from './same-result.ts';
import type { Doubt } from './view.ts';
import type { Tongue } from './wording.ts';

/** More are no question but a list. */
const MOST_READINGS = 4;

/**
 * The best scored reading, where it is sure and gives something else than the one as told, which is not among those
 * scored near it either: two ways of reading that come apart on the files are a question.
 */
export async function otherwise(
  told: Made,
  searched: readonly Made[],
  outcomeOf: (one: Candidate) => Promise<Outcome>,
): Promise<Read | undefined> {
  const [best] = searched;
  if (best === undefined || best.coverage < told.coverage) return undefined;
  const { values } = await outcomeOf(told);
  if (values === undefined) return undefined;
  for (const one of searched) {
    if (planOf(one) === planOf(told)) return undefined;
    const other = await outcomeOf(one);
    if (other.fault !== undefined || other.values === undefined) {
      if (one === best) return undefined;
    } else if (isSame(values, other.values, isSorted(told) && isSorted(one))) return undefined;
  }
  const other = await outcomeOf(best);
  return {
    took: stepsOf(best, told),
    candidate: best,
    ...(other.result === undefined ? {} : { result: other.result }),
  };
}

/** With the question which reading is meant, where another one uses as much of the goal and comes out, too. */
export async function asking(
  best: Made,
  all: readonly Made[],
  outcomeOf: (one: Candidate) => Promise<Outcome>,
): Promise<Candidate> {
  let { notes } = best;
  for (const doubt of best.doubts) {
    const { words } = doubt;
    const text = doubtWords(doubt, best.tongue);
    const others = all.filter((one) => one !== best && (one.picked ?? words) === words);
    const different = others.filter((one) => planOf(one) !== planOf(best));
    // What gives the same plan either way was no doubt.
    if (others.length > 0 && different.length === 0) notes = notes.filter((note) => note !== text);
    if (best.picked !== undefined && best.picked !== words) continue;
    const readings = new Map<string, Read>();
    for (const one of [best, ...different.filter(({ coverage }) => coverage >= best.coverage)]) {
      const took = one.doubts.find((its) => its.words === words)?.took;
      if (took === undefined || readings.has(planOf(one)) || readings.size === MOST_READINGS) continue;
      const { fault, result } = await outcomeOf(one);
      if (fault !== undefined) continue;
      readings.set(planOf(one), { took, candidate: one, ...(result === undefined ? {} : { result }) });
    }
    if (readings.size < 2) continue;
    const question = { words, text, readings: [...readings.values()] };
    return { ...best, question, notes: notes.filter((note) => note !== text) };
  }
  return { ...best, notes };
}

const isSorted = ({ calls }: Candidate): boolean => calls.some(({ _tool }) => _tool === 'sortRows');

/** What a reading does that the other does not, in the words of its cards. */
function stepsOf(one: Candidate, other: Candidate): string {
  const known = new Set(other.calls.map(({ _description }) => _description));
  const own = one.calls.flatMap(({ _description }) =>
    _description === undefined || known.has(_description) ? [] : [_description],
  );
  return own.length === 0
    ? one.calls.map(({ _description, _tool }) => _description ?? _tool).join(' → ')
    : own.join(' → ');
}

/** The plan waits for the answer: what words mean that two readings take for different things is for the person to say. */
export function undecided(
  goal: string,
  asked: Candidate,
  told: Made,
  other: Read,
  its: string | undefined,
  /** The question, and what each of the two is called, where their steps do not tell. */
  said?: readonly [string, string, string],
): Candidate {
  const first: Read = {
    took: said?.[1] ?? stepsOf(told, other.candidate),
    candidate: told,
    ...(its === undefined ? {} : { result: its }),
  };
  const second: Read = { ...other, took: said?.[2] ?? other.took };
  if (first.took === second.took) return asked;
  const text =
    said?.[0] ??
    (told.tongue === 'de'
      ? `Das kann zweierlei heißen: „${first.took}“ oder „${second.took}“.`
      : `This can be read in two ways: "${first.took}" or "${second.took}".`);
  return {
    ...asked,
    calls: [...asked.calls, openStep(text, 0)],
    question: {
      words: goal,
      text,
      readings: second.candidate.coverage > told.coverage ? [second, first] : [first, second],
      isUndecided: true,
    },
  };
}

const planOf = ({ calls, plans, output }: Candidate): string => JSON.stringify([calls, plans, output]);

/** What was taken for what, and what else it could be. */
export function doubtWords({ words, took, or, ofKeys, ofRows }: Doubt, tongue: Tongue): string {
  const others = or.map((one) => (tongue === 'de' ? `„${one}“` : `"${one}"`));
  if (ofKeys === true)
    return tongue === 'de'
      ? `Die Zeilen gehören über „${took}“ zusammen; es könnte auch ${others.join(' oder ')} sein.`
      : `Rows belong together by "${took}"; it could also be ${others.join(' or ')}.`;
  if (ofRows === true)
    return tongue === 'de'
      ? `„${words}“ gilt hier für: ${took}. Es könnte auch für ${or.join(' oder ')} gelten.`
      : `"${words}" is said here of ${took}. It could also be said of ${or.join(' or ')}.`;
  return tongue === 'de'
    ? `„${words}“ habe ich als „${took}“ gelesen; es könnte auch ${others.join(' oder ')} sein.`
    : `I took "${words}" to mean "${took}"; it could also be ${others.join(' or ')}.`;
}
