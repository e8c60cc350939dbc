/** A goal read anew with what a person answered: gathered until it is whole, then put in the place of the plan as one step. */

import { cut } from '../lib/cut-text.ts';
import { visible } from '../lib/visible-text.ts';
import type { Call } from '../plan/document.ts';
import { editsToRead, type ReadingsAsked, readingOf } from '../plan/readings.ts';
import type { PlannerMessage } from '../run/messages.ts';
import type { SessionState } from '../stores/session.ts';
import type { Ground } from './ground.ts';
import type { PlannerWork } from './planner-talk.ts';

interface Answered extends Pick<Ground, 'document' | 'session' | 'now'> {
  /** What was asked when the person answered. */
  readonly asked: NonNullable<SessionState['asked']>;
  readonly words: string;
  /** What they are taken for, to be read. */
  readonly settles: string;
}

/** Characters: it names a step to undo. */
const MOST_NAMED = 60;

/** A plan that was changed by hand meanwhile is left as it is: no answer may take that away. */
export function readAnew({ document, session, now, asked, words, settles }: Answered): PlannerWork {
  let calls: Call[] = [];
  let parts: Omit<Extract<PlannerMessage, { kind: 'plan' }>, 'kind'> = {};
  let next: ReadingsAsked | undefined;
  const refuse = (text: string): void =>
    document.actions.say({ from: 'obelus', text, tone: 'warning', at: now() });
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
    done: () => {
      const { plan } = document.getState();
      const before = asked.question && readingOf(plan, asked.question);
      if (plan.id !== asked.planId || before === undefined)
        return refuse(
          'The plan was changed meanwhile, so the answer was not read into it. Say it in the box.',
        );
      const { title = '', output = null, inputSchema, plans } = parts;
      const reading = {
        ...{ took: settles, title, calls, output },
        ...(inputSchema === undefined ? {} : { inputSchema }),
        ...(plans === undefined ? {} : { plans }),
      };
      document.actions.seal();
      const named = visible(cut(words, MOST_NAMED));
      const done = document.actions.edit(editsToRead(plan, before, reading), {
        label: `Read “${named}” as ${visible(cut(settles, MOST_NAMED))}`,
        ...{ said: words, told: true },
      });
      if (!done.ok) return refuse(done.error);
      // Without a next question the one that was answered stays: another answer is one press away.
      if (next !== undefined) session.actions.set({ asked: { planId: plan.id, question: next } });
    },
  };
}
