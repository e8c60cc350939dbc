/** What the runs below a run sent or did, added up (L-73): a line for each call that starts them and each place they reach. */

import { itemAt } from '../lib/columns.ts';
import { allowedWords, doneWords, happenedIn, nothingWords, outcomeWords, signedWords } from './happened.ts';
import { answeredWords, requestWords } from './sent.ts';
import type { RunState } from './state.ts';
import { isOver } from './whole.ts';

/** What a person is told of the runs below one. */
export interface HappenedBelow {
  readonly lines: readonly LineBelow[];
  /** Those that its own calls have started, in the order of their elements. */
  readonly runs: readonly { readonly runId: string; readonly call: string; readonly index?: number }[];
  /** How many runs at any depth are not in the sums: too many, or their records are not here. */
  readonly left: number;
  /** How many had ended when they were added up: a run that goes on has more of them by and by. */
  readonly ended: number;
}

interface LineBelow {
  /** The document's call that starts them. */
  readonly call: string;
  /** Where it leads, as `signedWords` says it. */
  readonly signed: string;
  /** Alike ones counted: `POST to api.example.com; answered with 201; it happened`. Never empty. */
  readonly sums: readonly { readonly words: string; readonly count: number }[];
}

/**
 * @param below runs of the family at any depth; one whose way up is not among them is left out
 * @param counts how many there are, and how many had ended when they were read
 */
export function happenedBelow(
  run: RunState,
  below: readonly RunState[],
  { all, ended }: { readonly all: number; readonly ended: number },
): HappenedBelow {
  const runs = below.flatMap(({ runId, parent }) =>
    parent?.runId === run.runId ? [{ ...parent, runId, call: documentCall(parent.call) }] : [],
  );
  runs.sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
  return { lines: linesBelow(run, below), runs, left: all - below.length, ended };
}

function linesBelow(run: RunState, below: readonly RunState[]): readonly LineBelow[] {
  const family = new Map(below.map((one) => [one.runId, one]));
  const lines = new Map<
    string,
    { call: string; signed: string; nothing: string; sums: Map<string, number> }
  >();
  for (const state of below) {
    const call = callAbove(run.runId, state, family);
    if (call === null) continue;
    for (const line of happenedIn(state)) {
      const signed = signedWords(line);
      const key = JSON.stringify([call, signed]);
      const own = lines.get(key) ?? {
        call,
        signed,
        nothing: nothingWords(line, isOver(run)),
        sums: new Map(),
      };
      lines.set(key, own);
      for (const words of wordsOf(state, line)) own.sums.set(words, (own.sums.get(words) ?? 0) + 1);
    }
  }
  return [...lines.values()].map(({ call, signed, nothing, sums }) => ({
    call,
    signed,
    sums:
      sums.size === 0
        ? [{ words: nothing, count: 1 }]
        : [...sums].map(([words, count]) => ({ words, count })).sort((a, b) => b.count - a.count),
  }));
}

function wordsOf(state: RunState, line: ReturnType<typeof happenedIn>[number]): readonly string[] {
  const sent = line.sent.map(({ bytes: _, ...one }) => {
    const answered = answeredWords(one, isOver(state));
    return `${requestWords(one)}${allowedWords(line, one)}; ${answered}${outcomeWords(one)}`;
  });
  return [...sent, ...line.done.map((one) => doneWords(line, one))];
}

/** The call of the topmost run that a run below it came of; null where a run between the two is unknown. */
function callAbove(top: string, state: RunState, family: ReadonlyMap<string, RunState>): string | null {
  for (let { parent } = state, left = family.size; parent !== null && left >= 0; left--) {
    if (parent.runId === top) return documentCall(parent.call);
    parent = family.get(parent.runId)?.parent ?? null;
  }
  return null;
}

const documentCall = (id: string): string => itemAt(id.split('@'), 0);
