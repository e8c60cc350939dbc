/** What was answered of what a planner asks: beforehand with `--settle`, or on the terminal, one question after the other. */

import type { ReadingsAsked } from '../plan/readings.ts';
import type { Settled } from '../plan/settled.ts';
import type { InputFile } from '../planner/planner.ts';
import { Misuse, type Terminal } from './command.ts';
import { type Draft, LEAVES_OUT, QUESTION } from './planners.ts';

type Again = (settled: readonly Settled[]) => Promise<Draft>;

/** Asks on the terminal until nothing is asked any more, or the person goes on without. */
export async function askedHere(
  terminal: Terminal,
  answers: NonNullable<Terminal['ask']>,
  first: Draft,
  again: Again,
): Promise<Draft> {
  let made = first;
  while (made.question !== undefined && waits(made.question)) {
    const { question } = made;
    for (const note of made.notes) terminal.err(note);
    const said = (await answers('A number, other words, or Enter to go on without: ')).trim();
    if (said === '') return { ...made, notes: [] };
    made = await answered(made, question, said, again);
  }
  return made;
}

/** Whether the plan stands still for it: what merely could be read otherwise has been read. */
const waits = ({ settled, undecided }: ReadingsAsked): boolean =>
  settled !== undefined || undecided !== undefined;

async function answered(made: Draft, question: ReadingsAsked, said: string, again: Again): Promise<Draft> {
  const { words, readings, settled = [] } = question;
  const reading = readings[Number(said) - 1];
  if (reading?.settles !== undefined) return again([...settled, reading.settles]);
  if (reading !== undefined) return readAs(made, question, reading);
  if (question.settled === undefined) return made;
  return again([...settled, { words, as: LEAVES_OUT.has(said) ? [] : [said] }]);
}

/** The plan that an answer stands for, as it was made: what was asked of it is said no more. */
function readAs(made: Draft, { text }: ReadingsAsked, reading: ReadingsAsked['readings'][number]): Draft {
  const { calls, title, output, inputSchema, plans } = reading;
  const { question: _q, inputSchema: _i, plans: _p, ...rest } = made;
  return {
    ...rest,
    calls,
    title,
    output,
    ...(inputSchema === undefined ? {} : { inputSchema }),
    ...(plans === undefined ? {} : { plans }),
    notes: made.notes.filter((note) => !note.startsWith(text)),
  };
}

/**
 * The draft with what was answered beforehand, in that order. The number of an answer is that answer where its words are asked
 * about by then; the very name of a column is that column, whatever else it may say.
 */
export async function settledBy(
  given: readonly string[],
  files: readonly InputFile[],
  again: Again,
): Promise<Draft> {
  const columns = new Set(
    files.flatMap(({ profile }) =>
      (profile?.tables ?? []).flatMap((table) => table.columns.map(({ name }) => name)),
    ),
  );
  const said = given.map((one) => {
    const at = one.indexOf('=');
    const [words, answer] = [one.slice(0, at).trim(), one.slice(at + 1).trim()];
    if (at < 0 || words === '') throw new Misuse(`--settle is WORDS=ANSWER; "${one}" is not.`);
    return { words, answer };
  });
  let settled: readonly Settled[] = [];
  for (const [at, { words, answer }] of said.entries()) {
    const isNumber = /^\d$/u.test(answer);
    const made = isNumber || words === QUESTION ? await again(settled) : undefined;
    const question = made?.question;
    const reading =
      question !== undefined && (question.words === words || words === QUESTION)
        ? question.readings[Number(answer) - 1]
        : undefined;
    if (made !== undefined && question !== undefined && reading !== undefined) {
      if (reading.settles === undefined) {
        // A plan that stands whole for an answer can't be read with another one.
        if (at < said.length - 1) throw new Misuse(`Give --settle "${words}=${answer}" as the last one.`);
        return readAs(made, question, reading);
      }
      settled = [...settled, reading.settles];
      continue;
    }
    if (words === QUESTION && question !== undefined)
      throw new Misuse(`"${answer}" is none of the answers: they are 1 to ${question.readings.length}.`);
    const isColumn = columns.has(answer);
    const as = isColumn ? [{ column: answer }] : LEAVES_OUT.has(answer.toLowerCase()) ? [] : [answer];
    settled = [...settled, { words, as }];
  }
  return again(settled);
}
