/** What a run asks a person, and what becomes of the answers. Knows no activity and no other run. */

import { choicesFor } from '../run/doubt.ts';
import type { RunEvent, RunEventBody } from '../run/events.ts';
import { hasGrant } from '../run/grants.ts';
import type { RunState } from '../run/state.ts';
import { type OpenQuestion, openQuestions } from '../run/view.ts';
import { fold } from './context.ts';
import type { Answer, Happening, Place, RunRow } from './port.ts';
import { DONE, type Outcome, refused } from './refusal.ts';
import { readRun, tell } from './stored-run.ts';

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
      if (answer.about !== undefined && answer.choose !== 'replan' && question?.kind !== 'planner')
        return takenBack(state, answer, push);
      if (question && isAFailure(question) && !choicesFor(question).includes(answer.choose)) {
        return refused(
          'no-such-question',
          question.happened
            ? 'This call has happened, so it is not run again. Give its value, or skip it.'
            : 'That is no answer to this question.',
        );
      }
      if (question?.kind === 'approval' && answer.choose === 'replan' && answer.calls === undefined)
        return refused('no-such-question', 'That is no answer to this question.');
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

/** What a person allowed at the door while the run goes on holds no longer; what has left has left. */
function takenBack(
  state: RunState,
  { call, about = '' }: Answer,
  push: (happening: Happening) => void,
): Outcome {
  if (state.status !== 'running' || !hasGrant(state.grants, call ?? null, about))
    return refused(
      'no-such-question',
      'This is not allowed any more: it was taken back, or the run has ended.',
    );
  const body = {
    type: 'approval',
    about,
    choose: 'reject',
    ...(call === undefined ? {} : { call }),
  } as const;
  push({ kind: 'event', body });
  return DONE;
}

/** What may be chosen depends on what is known of it. */
const isAFailure = (
  question: OpenQuestion,
): question is Extract<OpenQuestion, { readonly retryLimit: number }> =>
  question.kind === 'failure' || question.kind === 'in_doubt';

/** A call, a gate, the draft of a replan, or who may write one. */
const subjectOf = ({ call, gate, about, choose }: Omit<Answer, 'kind' | 'runId'>): string =>
  JSON.stringify([call, gate, choose === 'replan' ? undefined : about]);

function isAbout(question: OpenQuestion, answer: Answer): boolean {
  if (question.kind === 'gate') return answer.gate === question.gate;
  if (question.kind === 'planner') return answer.call === undefined && answer.about === question.about;
  if (question.kind === 'replan')
    return answer.gate === undefined && answer.call === undefined && answer.about === undefined;
  return answer.call === question.call;
}

/**
 * What a person says to a run that nobody runs and that comes up for nobody: a doubt that it has ended with, settled
 * (L-41), or what was allowed at the door, taken back. The caller keeps others from doing the same meanwhile.
 */
export async function settleLeft(place: Place, row: RunRow, answer: Answer): Promise<Outcome> {
  const events = await readRun(place, row.runId);
  const state = events && fold(place, row.runId, events);
  if (state && answer.about === undefined && openQuestions(state).length === 0)
    return refused('no-such-question', 'This run is not going on.');
  const bodies: RunEventBody[] = [];
  const outcome = state
    ? questionsOf(state, (happening) => {
        if (happening.kind === 'event') bodies.push(happening.body);
      }).answer(answer)
    : refused('no-such-question', 'This run is not going on, and its journal can not be read.');
  if (state && bodies.length > 0) await tell(place, row, state, bodies);
  return outcome;
}
