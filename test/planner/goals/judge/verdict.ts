/** The verdict over a goal: what was delivered against the truth, and what was said of the words that matter. */

import type { Planner } from '../../../../src/planner/planner.ts';
import type { Truth } from '../truths.ts';
import { fits, fitsShort } from './fits.ts';
import type { Goal } from './goal.ts';
import { silentMentions } from './mentions.ts';
import { callsOf, type FileText, type Tried, tried } from './trial-run.ts';

export interface Verdict {
  readonly goal: Goal;
  /**
   * `right`: the truth was delivered, or rightly refused. `wrong`: something else was delivered. `asked`: nothing was,
   * and it was said. `failed`: nothing was, for its plan did not pass the checks or failed as it ran. `lost`: a change
   * came to the right result and lost calls that were not spoken of. `short`: what was delivered is true and not all that was
   * asked – the figures and no chart, the rows and no file, one of two parts.
   */
  readonly is: 'right' | 'wrong' | 'short' | 'asked' | 'failed' | 'lost';
  /** Words that a plan neither uses nor names, where it is not right. */
  readonly silent: readonly string[];
  readonly reason: string;
  readonly tried: Tried;
}

/** All that the planner said, in words. */
function saidBy({ made, plan }: Tried): string[] {
  const open = plan ? callsOf(plan).filter(({ _tool }) => _tool === 'open') : [];
  return [
    ...made.notes,
    ...made.unusedWords,
    ...(made.error ? [made.error.message] : []),
    ...open.map(({ _description = '' }) => _description),
  ];
}

const refusalIn = (truth: Truth): readonly string[] =>
  truth.is === 'refusal' ? truth.says : truth.is === 'any' ? truth.of.flatMap(refusalIn) : [];

/** What somebody who reads the list of verdicts wants to know. */
const shortly = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
};

function judged(goal: Goal, one: Tried): Pick<Verdict, 'is' | 'reason'> {
  const { delivered, plan, made } = one;
  if (!delivered) {
    if (!goal.answerable) {
      const said = saidBy(one).join('\n').toLowerCase();
      const says = refusalIn(goal.truth).some((word) => said.includes(word));
      return says
        ? { is: 'right', reason: 'rightly refused' }
        : { is: 'asked', reason: `refused without a word of what it is about: ${shortly(one.fault)}` };
    }
    const open = plan !== null && callsOf(plan).some(({ _tool }) => _tool === 'open');
    const refused = open || made.error !== undefined || made.calls.length === 0;
    return { is: refused ? 'asked' : 'failed', reason: one.fault ?? '' };
  }
  if (!fits(goal.truth, delivered) && fitsShort(goal.truth, delivered))
    return { is: 'short', reason: `delivered ${shortly(delivered.output)} of ${shortly(goal.truth)}` };
  if (!fits(goal.truth, delivered))
    return {
      is: 'wrong',
      reason: `delivered ${shortly(delivered.output)} ${Object.keys(delivered.files).join(' ')} instead of ${shortly(goal.truth)}`,
    };
  const ids = new Set(plan?.calls.map(({ _id }) => _id));
  const lost = (goal.keeps ?? []).filter((id) => !ids.has(id));
  return lost.length > 0
    ? { is: 'lost', reason: `the result is right, but ${lost.join(', ')} went` }
    : { is: 'right', reason: '' };
}

export function verdictOf(goal: Goal, one: Tried): Verdict {
  const { is, reason } = judged(goal, one);
  const calls = one.plan ? callsOf(one.plan) : [];
  // A planner that made nothing and said so is silent about nothing.
  const silent = is === 'right' || calls.length === 0 ? [] : silentMentions(goal, calls, saidBy(one));
  return { goal, is, reason, silent: silent.map(({ words }) => words), tried: one };
}

/** One goal after the other: each run has the machine to itself. */
export async function verdictsOf(
  goals: readonly Goal[],
  planner: Planner,
  textOf: FileText,
  tell: (verdict: Verdict) => void = () => {},
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const goal of goals) {
    const verdict = verdictOf(goal, await tried(goal, planner, textOf));
    tell(verdict);
    verdicts.push(verdict);
  }
  return verdicts;
}
