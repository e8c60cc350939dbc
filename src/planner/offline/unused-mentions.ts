/** What of a goal came to stand in no call of a plan that somebody else made: its claims prove nothing. Makes no plan. */

import type { JsonObject } from '../../lib/json.ts';
import type { Plan } from '../../plan/document.ts';
import { builtInTools } from '../../tools/built-in.ts';
import type { InputFile } from '../planner.ts';
import type { Mention } from './mention.ts';
import { mentionsOf } from './mentions.ts';
import { together, unread } from './open-steps.ts';
import { givenTo } from './traces.ts';
import { leftOf } from './what-is-left.ts';

/** Longer goals are looked through up to here: time has to stay bounded. */
const LONGEST = 4_000;

export interface UnusedMentions {
  /** As they stand in the goal. */
  readonly words: readonly string[];
  /** Sentences. */
  readonly notes: readonly string[];
}

/** @param input what is known of the plan's input: a value that stands there is used @param now what "today" is, ms */
export function unusedMentions(
  goal: string,
  files: readonly InputFile[],
  { calls, plans }: Pick<Plan, 'calls' | 'plans'>,
  input: JsonObject | undefined,
  now: number,
): UnusedMentions {
  const said = mentionsOf(goal.slice(0, LONGEST), files, now);
  const given = givenTo(calls, plans) + JSON.stringify(input ?? {});
  // Nobody says which words were read: all are taken for read, and what they were read as has to stand in a call.
  const { unmet } = leftOf(said, new Set(said.mentions), given);
  const isOurs = calls.every(({ _tool }) => BUILT_IN.has(_tool));
  const shown = unmet.filter((one) => isOurs || isValue(one));
  const written = said.mentions.filter((one) => {
    const text = one.quoted ?? one.target ?? one.address;
    return text !== undefined && !given.includes(JSON.stringify(text).slice(1, -1));
  });
  return {
    words: together(said.text, [...new Set([...shown, ...written])]),
    notes: unread(said, given),
  };
}

const BUILT_IN: ReadonlySet<string> = new Set(builtInTools.map(({ name }) => name));

/** What it would leave behind in a call of any tool: how a stranger's tool says "largest first" nobody knows. */
const isValue = ({ number, period, columns, cells }: Mention): boolean =>
  number !== undefined || period !== undefined || cells.length > 0 || (columns[0]?.fit ?? 0) >= 1;
