/** What a run asks, as one sentence: for who listens, and for who is elsewhere. */

import { quotable, quoted } from '../../flows/words.ts';
import { CANARY } from '../../run/canary.ts';
import { modelMissed, NO_ANSWER } from '../../run/grants.ts';
import { planOf } from '../../run/whole.ts';
import type { Asked } from '../../stores/run-questions.ts';

/** Begins with "The run asks" or says what has failed. */
export function askedWords({ run, question }: Asked): string {
  if (question.kind === 'replan' && question.turn !== undefined)
    return `The run asks: take turn ${question.turn} of its planner?`;
  if (question.kind === 'replan') return 'The run asks: a new plan is drafted.';
  if (question.kind === 'planner') {
    if (question.about === NO_ANSWER) return 'The run asks: the planner gave no answer. Ask it again?';
    return modelMissed(question.about) === null
      ? 'The run asks: may a model plan the rest?'
      : 'The run asks: no model was connected to plan the rest.';
  }
  if (question.kind === 'gate' && question.gate === CANARY && run.state.program.canary)
    return `The first of the list are through. The run asks: go on with the other ${(run.state.instances.length - run.state.canary).toLocaleString('en')}?`;
  if (question.kind === 'gate') return `The run asks: approve ${quoted(question.gate)}?`;
  const call = planOf(run.state)?.calls.find(({ _id }) => _id === question.call.split('@')[0]);
  const name = quotable(call?._description ?? question.call ?? '');
  switch (question.kind) {
    case 'mandate':
      return `The run asks: “${name}” lies beyond what you allowed the plan. Let it run?`;
    case 'approval':
      return `The run asks: let “${name}” run?`;
    case 'answer':
      return `The run asks for an answer: ${quotable(textOf(question.form.title) ?? textOf(question.form.message) ?? name)}`;
    case 'in_doubt':
      return `The run asks: did “${name}” happen?`;
    default:
      if (question.stopped) return `You have stopped “${name}”. The run asks what becomes of it.`;
      return `“${name}” has failed. The run asks what to do.`;
  }
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;
