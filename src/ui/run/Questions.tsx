/** What the shown run asks a person, one at a time, floating where the eye already is; and read out as it comes. */

import { lazy, Suspense } from 'react';
import { askedWithin, type Question } from '../../stores/run-questions.ts';
import type { RunTrace } from '../../stores/run-trace.ts';
import { DRY_RUN } from '../../stores/runs.ts';
import { useOpenRun, useRuns } from '../services.ts';
import styles from './Announcement.module.css';

const QuestionCard = lazy(() => import('./QuestionCard.tsx'));

export function Questions() {
  const shown = useOpenRun();
  const traces = useRuns((state) => state.traces);
  const asked = shown && shown.runId !== DRY_RUN ? askedWithin(shown, traces) : [];
  const [first] = asked;
  return (
    <>
      {/* There before the question is: what comes into being together with its words is not read out. */}
      <p className={styles.unseen} aria-live="polite">
        {first ? announcement(first.run, first.question) : ''}
      </p>
      {first ? (
        <Suspense fallback={null}>
          <QuestionCard
            key={`${first.run.runId} ${keyOf(first.question)}`}
            run={first.run}
            question={first.question}
            more={asked.length - 1}
          />
        </Suspense>
      ) : null}
    </>
  );
}

const keyOf = (question: Question): string => {
  if (question.kind === 'call') return `${question.call} ${question.wait.kind} ${question.wait.since}`;
  return question.kind === 'gate' ? `gate ${question.gate}` : `draft ${question.revision}`;
};

function announcement({ plan }: RunTrace, question: Question): string {
  if (question.kind === 'draft') return 'The run asks: a new plan is drafted.';
  if (question.kind === 'gate') return `The run asks: approve “${question.gate}”?`;
  const call = plan?.calls.find(({ _id }) => _id === question.call.split('@')[0]);
  const name = call?._description ?? question.call;
  switch (question.wait.kind) {
    case 'approval':
      return `The run asks: let “${name}” run?`;
    case 'answer':
      return `The run asks for an answer: ${name}.`;
    case 'in_doubt':
      return `The run asks: did “${name}” run?`;
    default:
      return `“${name}” has failed. The run asks what to do.`;
  }
}
