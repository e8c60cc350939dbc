/** What a planner answers to a sentence about the plan on the table: gathered until it is whole, then proposed. */

import { type Json, jsonEquals } from '../lib/json.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { ReadingsAsked } from '../plan/readings.ts';
import type { Settled } from '../plan/settled.ts';
import type { Said } from '../plan/talk.ts';
import type { PlannerMessage } from '../run/messages.ts';
import type { ChangeAsked } from '../stores/proposed-change.ts';
import type { SessionState } from '../stores/session.ts';
import type { Ground } from './ground.ts';
import type { PlannerWork } from './planner-talk.ts';
import type { Answered, Proposing } from './proposing.ts';

type PlanEvent = Omit<Extract<PlannerMessage, { kind: 'plan' }>, 'kind'>;

interface Asked extends Pick<Ground, 'document' | 'now'>, Pick<Answered, 'from'> {
  readonly proposing: Pick<Proposing, 'propose'>;
  /** Where its lines stand; with the plan on the table where that is not said. */
  readonly say?: (line: Said) => void;
  readonly said: Omit<ChangeAsked, 'after'>;
  /** Where what it asks stands; a change that is not of the plan on the table asks nothing. */
  readonly asks?: Ground['session'];
  /** What a person answered, and what was asked then: the change is made again with it. */
  readonly answers?: { readonly asked: NonNullable<SessionState['asked']>; readonly settles: Settled };
}

/** The plan on the table is left alone: half a change is none. */
export function proposedChange(asked: Asked): PlannerWork {
  const { document, now, proposing, said, from, asks, answers } = asked;
  const { table, before } = said;
  let calls: Call[] = [];
  let parts: PlanEvent = {};
  let next: ReadingsAsked | undefined;
  /** An answer is read into what it was given about, and into nothing else. */
  const isOver = (): boolean =>
    answers !== undefined && (asks?.getState().asked !== answers.asked || document.getState().plan !== table);
  const ask = (question: ReadingsAsked, after: Plan): void =>
    asks?.actions.set({ asked: { planId: table.id, question, change: { ...said, after } } });
  const tell = asked.say ?? document.actions.say;
  const refuse = (text: string, more: Pick<Said, 'ways'> = {}): void =>
    tell({ from: 'planner', text, tone: 'warning', at: now(), ...more });
  /** What is to be said in other words is there to be, unless the person has typed on. */
  const refuseWhole = (text: string): void => {
    refuse(text, from?.kind === 'model' ? { ways: ['again', 'offline'] } : {});
    if (answers === undefined && asks?.getState().goal === '') asks.actions.set({ goal: said.sentence });
  };
  return {
    take: (event) => {
      if (event.kind === 'call') calls.push(event.call);
      else if (event.kind === 'plan') parts = { ...parts, ...event };
      else {
        const { kind: _, ...question } = event;
        next = question;
      }
    },
    restart: () => {
      calls = [];
      parts = {};
      next = undefined;
    },
    takeBack: () => undefined,
    ...(asks === undefined
      ? {}
      : {
          onlyAsks: () => {
            if (isOver()) return refuse(OVER);
            if (next !== undefined && document.getState().plan === table) ask(next, before);
          },
        }),
    done: () => {
      if (isOver()) return refuse(OVER);
      const { title, input } = parts;
      const beside = { ...(title === undefined ? {} : { title }), ...(input === undefined ? {} : { input }) };
      const after = planAfter(before, asItWas(table, calls), parts);
      // Parts are told apart by their ids: of two calls of one id, one would be lost.
      if ([table, after].some(hasDuplicates))
        return refuseWhole(
          'Two calls have the same id, so no change can be proposed. See Problems, and say it again.',
        );
      const answered = { sentence: said.title, from, before: table, after, ...beside };
      if (calls.length === 0 || !proposing.propose(answered, answers !== undefined))
        return refuseWhole(
          'That would leave the plan as it is. Say it in other words, or say which step is meant.',
        );
      if (next !== undefined) return ask(next, after);
      const question = answers?.asked.question;
      if (answers === undefined || question === undefined) return;
      // Words that were left out are done with; another answer than any other is one press away.
      if (answers.settles.as.length === 0) asks?.actions.set({ asked: null });
      else ask(question, after);
    },
  };
}

const OVER =
  'The change was taken, left or overtaken meanwhile, so the answer was not read into it. Say it in the box.';

const hasDuplicates = ({ calls }: Plan): boolean => new Set(calls.map(({ _id }) => _id)).size < calls.length;

/** Calls that came back as they went are the same objects again: whoever compares ten thousand of them sees that at once. */
function asItWas({ calls }: Plan, answered: readonly Call[]): readonly Call[] {
  const known = new Map(calls.map((call) => [call._id, call]));
  return answered.map((call) => {
    const was = known.get(call._id);
    return was && jsonEquals(was as unknown as Json, call as unknown as Json) ? was : call;
  });
}

/** The plan as it should be; what the answer does not speak of stays, and its title until the change is taken. */
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
