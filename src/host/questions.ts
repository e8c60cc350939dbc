/** What a run asks a person, and what becomes of the answers. Knows no journal, no activity and no other run. */

import type { RunEvent } from '../run/events.ts';
import type { RunState } from '../run/state.ts';
import { type OpenQuestion, openQuestions } from '../run/view.ts';
import type { Answer, Happening } from './port.ts';
import { DONE, type Outcome, refused } from './refusal.ts';

interface Questions {
  /** Takes a person's answer where the run asks for it: a question that is open survives any interruption (L-91a). */
  answer(answer: Answer): Outcome;
  /** These events are durable. */
  heard(events: readonly RunEvent[]): void;
}

/** @param push hands the decision to the loop of the run */
export function questionsOf(state: RunState, push: (happening: Happening) => void): Questions {
  /** Answered, and not durable yet: a second answer must not be taken for that of the call's next question. */
  const answered = new Set<string>();
  return {
    answer: (answer) => {
      const question = openQuestions(state).find((one) => isAbout(one, answer));
      if (!question || answered.has(subjectOf(answer))) {
        return refused(
          'no-such-question',
          'This question is no longer open: it was answered, or the run went on without it.',
        );
      }
      answered.add(subjectOf(answer));
      const { kind: _, runId: __, ...decision } = answer;
      const said = question.kind === 'answer' ? { ...decision, choose: 'value' as const } : decision;
      push({ kind: 'event', body: { type: 'approval', ...said } });
      return DONE;
    },
    heard: (events) => {
      for (const event of events) if (event.type === 'approval') answered.delete(subjectOf(event));
    },
  };
}

/** A call, a gate, or the draft of a replan. */
const subjectOf = ({ call, gate }: { readonly call?: string; readonly gate?: string }): string =>
  JSON.stringify([call, gate]);

function isAbout(question: OpenQuestion, answer: Answer): boolean {
  if (question.kind === 'gate') return answer.gate === question.gate;
  if (question.kind === 'replan') return answer.gate === undefined && answer.call === undefined;
  return answer.call === question.call;
}
