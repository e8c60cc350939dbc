/** What the shown run asks a person, one at a time, floating where the eye already is. */

import { lazy, Suspense } from 'react';
import { questionsOf } from '../../stores/run-questions.ts';
import { DRY_RUN } from '../../stores/runs.ts';
import { useShownRun } from '../services.ts';

const QuestionCard = lazy(() => import('./QuestionCard.tsx'));

export function Questions() {
  const run = useShownRun();
  const questions = run && run.runId !== DRY_RUN ? questionsOf(run) : [];
  const [first] = questions;
  if (!run || !first) return null;
  return (
    <Suspense fallback={null}>
      <QuestionCard key={keyOf(first)} run={run} question={first} more={questions.length - 1} />
    </Suspense>
  );
}

const keyOf = (question: ReturnType<typeof questionsOf>[number]): string => {
  if (question.kind === 'call') return `${question.call} ${question.wait.kind} ${question.wait.since}`;
  return question.kind === 'gate' ? `gate ${question.gate}` : `draft ${question.revision}`;
};
