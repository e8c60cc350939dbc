/** What the models of a run have taken so far, by call. Read as the record grows: a look at one costs what has come since. */

import type { Paid } from '../../lib/answer-cost.ts';
import { itemAt } from '../../lib/columns.ts';
import { spentBy } from '../../run/budget.ts';
import type { RunEvent } from '../../run/events.ts';
import { isPlannerAnswer } from '../../run/planner-answers.ts';
import { turnsAllowed } from '../../run/turn-calls.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { paidWords } from '../paid-words.ts';
import { counted } from '../words.ts';

interface Spent {
  answers: number;
  input: number;
  output: number;
  /** Of a price that one of several answers does not say, nothing is known. */
  cost: number | undefined;
  /** That another model answered than was asked, as it was said last. */
  otherModel?: string;
}

interface Tally {
  at: number;
  readonly calls: Map<string, Spent>;
}

/** A record only grows, and is the same list while it does. */
const tallies = new WeakMap<readonly RunEvent[], Tally>();

/** What a planner's turns took stands under the name of no call. */
const TURNS = '';

/** Whose an event is that says what something took; null where it says nothing of that. */
const whose = (event: RunEvent): string | null =>
  event.type === 'llm_recorded' || event.type === 'plan_sub_run_ended'
    ? event.call
    : isPlannerAnswer(event) && event.from !== undefined
      ? TURNS
      : null;

function tallied({ events, position }: Grown): Tally['calls'] {
  const before = tallies.get(events);
  const tally = before && before.at <= position ? before : { at: 0, calls: new Map<string, Spent>() };
  for (; tally.at < position; tally.at++) {
    const event = itemAt(events, tally.at);
    const call = whose(event);
    if (call === null) continue;
    const spent = tally.calls.get(call) ?? { answers: 0, input: 0, output: 0, cost: 0 };
    tally.calls.set(call, spent);
    const { tokens, cost } = event as Paid;
    spent.cost = spent.cost === undefined || cost === undefined ? undefined : spent.cost + cost;
    if (event.type === 'plan_sub_run_ended') continue;
    if (event.type === 'llm_recorded' && event.otherModel !== undefined) spent.otherModel = event.otherModel;
    spent.answers += 1;
    spent.input += tokens?.input ?? 0;
    spent.output += tokens?.output ?? 0;
  }
  tallies.set(events, tally);
  return tally.calls;
}

type Grown = Pick<ShownRun, 'events' | 'position'>;

/** `3 of 5 turns` of an agent; an answer that went back makes its answers more than its turns. Empty where none was taken. */
function turnsWords(below: readonly ShownRun[]): string {
  const last = below.at(-1)?.state;
  if (!last || last.turnsTaken === 0) return '';
  return `${last.turnsTaken} of ${counted(turnsAllowed(last), 'turn')}`;
}

/**
 * `2 answers (1,240 tokens, $0.012)` of the call itself and of the runs below it, those under way among them: an agent's turns are told
 * as they come, not at its end.
 * @param below the runs of the call, as far as they are here
 */
export function spentSoFar(run: ShownRun, call: string, below: readonly ShownRun[]): string {
  const own = tallied(run).get(call);
  let { answers = 0, input = 0, output = 0 } = own ?? {};
  let cost: number | undefined = own === undefined ? 0 : own.cost;
  let lost = run.state.lostAnswers.get(call) ?? 0;
  for (const child of below) {
    const isTold = run.state.subRuns.has(child.runId);
    if (!isTold) lost += spentBy(child.state, new Map()).lost ?? 0;
    for (const spent of tallied(child).values()) {
      answers += spent.answers;
      input += spent.input;
      output += spent.output;
      // What it came to in all stands in the record of the run above.
      if (!isTold) cost = cost === undefined || spent.cost === undefined ? undefined : cost + spent.cost;
    }
  }
  const tokens = input + output === 0 ? {} : { tokens: { input, output } };
  const paid = paidWords({ ...tokens, ...(cost === undefined ? {} : { cost }), lost });
  const said = answers === 0 ? paid.slice(2, -1) : `${counted(answers, 'answer')}${paid}`;
  return [turnsWords(below), said].filter((part) => part !== '').join(', ');
}

/** That another model answered a call than was asked, in words; null where none did. */
export const otherModelIn = (run: ShownRun, call: string): string | null =>
  tallied(run).get(call)?.otherModel ?? null;
