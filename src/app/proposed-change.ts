/** What a planner answers to a sentence about the plan on the table: gathered until it is whole, then proposed. */

import type { Call, Plan } from '../plan/document.ts';
import type { PlannerMessage } from '../run/messages.ts';
import type { Ground } from './ground.ts';
import type { PlannerWork } from './planner-talk.ts';
import type { Answered, Proposing } from './proposing.ts';

type PlanEvent = Omit<Extract<PlannerMessage, { kind: 'plan' }>, 'kind'>;

interface Asked extends Pick<Ground, 'document' | 'now'>, Pick<Answered, 'before' | 'sentence' | 'from'> {
  readonly proposing: Pick<Proposing, 'propose'>;
}

/** The plan on the table is left alone: half a change is none. */
export function proposedChange({ document, now, proposing, before, sentence, from }: Asked): PlannerWork {
  let calls: Call[] = [];
  let parts: PlanEvent = {};
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
      const answered = { sentence, from, before, after: planAfter(before, calls, parts), ...input };
      if (calls.length > 0 && proposing.propose(answered)) return;
      const text = 'That would leave the plan as it is. Say it in other words, or say which step is meant.';
      document.actions.say({ from: 'planner', text, tone: 'warning', at: now() });
    },
  };
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
