/** What a planner answers to a sentence about the plan on the table: gathered until it is whole, then proposed. */

import { type Json, jsonEquals } from '../lib/json.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { Said } from '../plan/talk.ts';
import type { PlannerMessage } from '../run/messages.ts';
import type { Ground } from './ground.ts';
import type { PlannerWork } from './planner-talk.ts';
import type { Answered, Proposing } from './proposing.ts';

type PlanEvent = Omit<Extract<PlannerMessage, { kind: 'plan' }>, 'kind'>;

interface Asked extends Pick<Ground, 'document' | 'now'>, Pick<Answered, 'sentence' | 'from'> {
  readonly proposing: Pick<Proposing, 'propose'>;
  /** Where its lines stand; with the plan on the table where that is not said. */
  readonly say?: (line: Said) => void;
  /** The plan on the table when it was asked, or that of the run. */
  readonly table: Plan;
  /** The plan that the sentence was about: that one, or as a change that is proposed would have it. */
  readonly before: Plan;
}

/** The plan on the table is left alone: half a change is none. */
export function proposedChange(asked: Asked): PlannerWork {
  const { document, now, proposing, table, before, sentence, from } = asked;
  let calls: Call[] = [];
  let parts: PlanEvent = {};
  const tell = asked.say ?? document.actions.say;
  const refuse = (text: string): void => tell({ from: 'planner', text, tone: 'warning', at: now() });
  return {
    take: (event) => {
      if (event.kind === 'call') calls.push(event.call);
      else if (event.kind === 'plan') parts = { ...parts, ...event };
    },
    restart: () => {
      calls = [];
      parts = {};
    },
    takeBack: () => undefined,
    done: () => {
      const input = parts.input === undefined ? {} : { input: parts.input };
      const after = planAfter(before, asItWas(table, calls), parts);
      // Parts are told apart by their ids: of two calls of one id, one would be lost.
      if ([table, after].some(hasDuplicates))
        return refuse(
          'Two calls have the same id, so no change can be proposed. See Problems, and say it again.',
        );
      const answered = { sentence, from, before: table, after, ...input };
      if (calls.length === 0 || !proposing.propose(answered))
        refuse('That would leave the plan as it is. Say it in other words, or say which step is meant.');
    },
  };
}

const hasDuplicates = ({ calls }: Plan): boolean => new Set(calls.map(({ _id }) => _id)).size < calls.length;

/** Calls that came back as they went are the same objects again: whoever compares ten thousand of them sees that at once. */
function asItWas({ calls }: Plan, answered: readonly Call[]): readonly Call[] {
  const known = new Map(calls.map((call) => [call._id, call]));
  return answered.map((call) => {
    const was = known.get(call._id);
    return was && jsonEquals(was as unknown as Json, call as unknown as Json) ? was : call;
  });
}

/** The plan as it should be; what the answer does not speak of stays, its title among it. */
const planAfter = (
  before: Plan,
  calls: readonly Call[],
  { output, inputSchema, plans }: PlanEvent,
): Plan => ({
  ...before,
  ...(inputSchema === undefined ? {} : { input: { ...before.input, schema: inputSchema } }),
  ...(plans === undefined ? {} : { plans }),
  calls,
  ...(output === undefined ? {} : { output }),
});
