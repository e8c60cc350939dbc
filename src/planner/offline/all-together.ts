/** Files of the same columns of which a plan reads one: whether all of them are meant is asked. Knows no tool. */

import { undecided } from './asking.ts';
import type { Candidate, Made, Outcome } from './candidate.ts';
import type { Mention, Said } from './mention.ts';
import { isSame } from './same-result.ts';
import { alikeIn } from './source-tables.ts';
import { givenTo } from './traces.ts';

const ALL: Mention = {
  ...{ start: 0, end: 0, text: '', columns: [], cells: [], files: [], small: true },
  meanings: new Set(['append']),
};

/** The goal as if it had been said of all of them; undefined where it tells which is meant, or the plan reads several. */
export function ofAllFiles(said: Said, { calls, plans }: Candidate): Said | undefined {
  const names = [...new Set(alikeIn(said.files).map(({ file }) => file.name))];
  const planned = givenTo(calls, plans);
  const read = names.filter((name) => planned.includes(JSON.stringify(name)));
  const isTold = said.mentions.some(({ files }) => files.some(({ name }) => names.includes(name)));
  if (names.length < 2 || read.length !== 1 || isTold) return undefined;
  return { ...said, mentions: [ALL, ...said.mentions] };
}

/** With the question, and what each answer comes to; as it was where all together come to nothing. */
export async function askedOfFiles(
  goal: string,
  asked: Candidate,
  one: Made,
  all: Made | undefined,
  outcomeOf: (one: Candidate) => Promise<Outcome>,
): Promise<Candidate> {
  if (all === undefined || all.isOpen === true) return asked;
  const { fault, result, values } = await outcomeOf(all);
  const its = (await outcomeOf(one)).values;
  // "in January", and no row of the other file is of that month: both come to the same.
  if (fault !== undefined || (values !== undefined && its !== undefined && isSame(values, its, false)))
    return asked;
  const other = { took: '', candidate: all, ...(result === undefined ? {} : { result }) };
  return undecided(goal, asked, one, other, (await outcomeOf(one)).result, wordsOf(one, all));
}

/** The files by their names: which steps there are more tells nobody what is asked. */
function wordsOf(one: Made, all: Made): readonly [string, string, string] {
  const read = (made: Made) => [
    ...new Set(made.calls.flatMap(({ file }) => (typeof file === 'string' ? [file] : []))),
  ];
  const [only, whole] = [read(one).join(', '), read(all)];
  if (one.tongue === 'de')
    return [
      `Diese Dateien haben dieselben Spalten: ${whole.join(', ')}. Alle zusammen, oder nur ${only}?`,
      `nur ${only}`,
      whole.length === 2 ? 'beide zusammen' : `alle ${whole.length} zusammen`,
    ];
  return [
    `These files have the same columns: ${whole.join(', ')}. All together, or only ${only}?`,
    `only ${only}`,
    whole.length === 2 ? 'both together' : `all ${whole.length} together`,
  ];
}
