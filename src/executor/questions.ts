/** What a run asks a person, and what becomes of the answers. Knows no journal and no other run. */

import type { ActivityHost } from '../activities/activity-host.ts';
import type { RunEvent } from '../run/events.ts';
import type { RunState } from '../run/state.ts';
import { callView, type OpenQuestion, openQuestions } from '../run/view.ts';
import type { Answer } from './place.ts';
import { DONE, type Outcome, refused } from './refusal.ts';

export interface Questions {
  /**
   * Waits where the question was open when the run was cut off and is not asked again yet: nothing typed is lost.
   * @param early it was given before the run was up: to a form that was open then, and to no doubt that came of it since
   */
  answer(answer: Answer, early: boolean): Promise<Outcome>;
  /** The run is about to be cut off, and its activities will ask again what they had asked. */
  cutOff(): void;
  /** These events are durable. */
  heard(events: readonly RunEvent[]): void;
  /** Nothing will be asked any more: the run has ended, or was let go of. */
  close(): void;
}

const noQuestion = (): Outcome =>
  refused(
    'no-such-question',
    'This question is no longer open: it was answered, or the run went on without it.',
  );

export function questionsOf(state: RunState, activities: ActivityHost): Questions {
  /** Calls whose activities asked when the run was cut off. */
  let asked: ReadonlySet<string> = new Set();
  /** Those of them that will ask again. */
  const asking = new Set<string>();
  const waiting = new Set<() => void>();
  /** The fold does not know yet that it is cut off: what it holds for open is not. */
  let cutting = false;
  let closed = false;

  const stir = () => {
    for (const look of [...waiting]) look();
  };
  const nextStir = (): Promise<void> =>
    new Promise((resolve) => {
      const look = () => {
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
    });

  /** True where an answer to this may find its question later. */
  const comesAgain = ({ call }: Answer): boolean =>
    !closed && (cutting || (call !== undefined && asking.has(call)));

  return {
    answer: async (answer, early) => {
      const { call } = answer;
      // What was typed into a form is no result of a write that has become doubtful since.
      const isForForm = call !== undefined && (asking.has(call) || (early && asked.has(call)));
      for (;;) {
        const question = cutting ? undefined : openQuestions(state).find((one) => isAbout(one, answer));
        if (question) {
          if (isForForm && question.kind !== 'answer') return noQuestion();
          if (call !== undefined) asking.delete(call);
          return carryOut(activities, question, answer);
        }
        if (!comesAgain(answer)) return noQuestion();
        await nextStir();
      }
    },
    cutOff: () => {
      cutting = true;
      for (const question of openQuestions(state)) if (question.kind === 'answer') asking.add(question.call);
      asked = new Set(asking);
    },
    heard: (events) => {
      if (events.some((event) => event.type === 'plan_run_interrupted')) cutting = false;
      for (const call of asking) if (asksNoMore(state, call)) asking.delete(call);
      stir();
    },
    close: () => {
      closed = true;
      stir();
    },
  };
}

const ENDED: ReadonlySet<string> = new Set(['completed', 'failed', 'skipped', 'cancelled']);

/** Its activity is not entered again: it has ended, or a person decides whether it is. */
const asksNoMore = (state: RunState, call: string): boolean => {
  const status = callView(state, call)?.status;
  return status === undefined || status === 'in_doubt' || ENDED.has(status);
};

function isAbout(question: OpenQuestion, answer: Answer): boolean {
  if (question.kind === 'gate') return answer.gate === question.gate;
  if (question.kind === 'replan') return answer.gate === undefined && answer.call === undefined;
  return answer.call === question.call;
}

function carryOut(activities: ActivityHost, question: OpenQuestion, answer: Answer): Outcome {
  const { kind: _, runId: __, ...decision } = answer;
  if (question.kind === 'answer') {
    return activities.answer(question.call, answer.value ?? null) ? DONE : noQuestion();
  }
  activities.push({ kind: 'event', body: { type: 'approval', ...decision } });
  return DONE;
}
