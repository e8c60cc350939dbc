/** What a run asks a person, and what becomes of the answers. Knows no activity and no other run. */

import type { Json } from '../lib/json.ts';
import { choicesFor } from '../run/doubt.ts';
import type { RunEvent, RunEventBody } from '../run/events.ts';
import { aboutOf, hasGrant, isForAll, isForRun } from '../run/grants.ts';
import type { RunState } from '../run/state.ts';
import { type OpenQuestion, openQuestions } from '../run/view.ts';
import { fold } from './context.ts';
import type { Answer, Happening, Place, RunRow } from './port.ts';
import { DONE, type Outcome, refused } from './refusal.ts';
import { readPart, readRun, tell } from './stored-run.ts';

interface Questions {
  /** Takes a person's answer where the run asks for it: a question that is open survives any interruption (L-91a). */
  answer(answer: Answer): Outcome;
  /** These events are durable. */
  heard(events: readonly RunEvent[]): void;
  /** What a person has allowed for the whole run answers the door's questions that are open (L-73). */
  heed(): void;
}

/** What a person allows for all of a run, told to the run that they started. */
export interface WholeRun {
  /** Whether every call of the run may do it, by the name of the door's question. */
  allows(about: string): boolean;
  /** Absent in the run that a person started. @param kept hears that it is durable there */
  readonly allow?: ((about: string, kept: () => void) => void) | undefined;
}

const ALONE: WholeRun = { allows: () => false };

/** @param push hands the decision to the loop of the run */
export function questionsOf(
  state: RunState,
  push: (happening: Happening) => void,
  { allows, allow }: WholeRun = ALONE,
): Questions {
  /** Answered, and not durable yet: a second answer must not be taken for that of the call's next question. */
  const answered = new Set<string>();
  const heed = (call: string, about: string | undefined, isMandate: boolean): void => {
    const said = isMandate
      ? ({ call, choose: 'approve' } as const)
      : ({ call, choose: 'value', value: { allow: true } } as const);
    if (about === undefined || !allows(about) || answered.has(subjectOf(said))) return;
    answered.add(subjectOf(said));
    push({ kind: 'event', body: { type: 'approval', ...said, by: 'whole-run' } });
  };
  return {
    heed: () => {
      for (const one of openQuestions(state))
        if (one.kind === 'answer') heed(one.call, aboutOf(one.form), false);
        else if (one.kind === 'mandate') heed(one.call, one.about, true);
    },
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
      if (
        (question?.kind === 'approval' || question?.kind === 'mandate') &&
        answer.choose === 'replan' &&
        answer.calls === undefined
      )
        return refused('no-such-question', 'That is no answer to this question.');
      if (!question || answered.has(subjectOf(answer))) {
        return refused(
          'no-such-question',
          'This question is no longer open: it was answered, or the run went on without it.',
        );
      }
      answered.add(subjectOf(answer));
      const { kind: _, runId: __, ...decision } = answer;
      if (question.kind === 'mandate' && allow && question.about !== undefined && isForRun(answer.value)) {
        // First where all can see it, as of the door's questions.
        allow(question.about, () => push({ kind: 'event', body: { type: 'approval', ...decision } }));
        return DONE;
      }
      if (question.kind !== 'answer') {
        push({ kind: 'event', body: { type: 'approval', ...decision } });
        return DONE;
      }
      const { value = null } = decision;
      const say = (said: Json) =>
        push({ kind: 'event', body: { type: 'approval', ...decision, choose: 'value', value: said } });
      const about = aboutOf(question.form);
      // First where all can see it: killed in between, the question is answered by it.
      if (allow && about !== undefined && isForAll(about, value)) allow(about, () => say({ allow: true }));
      else say(value);
      return DONE;
    },
    heard: (events) => {
      for (const event of events) {
        if (event.type === 'approval') answered.delete(subjectOf(event));
        else if (event.type !== 'plan_step_waiting') continue;
        else if (event.kind === 'mandate') heed(event.call, event.about, true);
        else if (event.form) heed(event.call, aboutOf(event.form), false);
      }
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
    : refused(
        'no-such-question',
        (await readPart(place, row.runId))
          ? 'The record of this run is damaged, so nothing can be added to it. A new run that goes on from it asks the same; this one can be discarded when you know what became of it.'
          : 'This run is not going on, and its journal can not be read.',
      );
  if (state && bodies.length > 0) await tell(place, row, state, bodies);
  return outcome;
}
