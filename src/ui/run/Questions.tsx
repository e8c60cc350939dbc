/** What the shown run asks a person, one at a time, floating where the eye already is; and read out as it comes. */

import { Suspense } from 'react';
import { holdOf, takesAnswers } from '../../stores/run-hold.ts';
import { type Asked, askedWithin, othersLike } from '../../stores/run-questions.ts';
import { isTheirs } from '../../stores/run-row.ts';
import { DRY_RUN } from '../../stores/runs.ts';
import { late } from '../parts/late.tsx';
import unseen from '../parts/unseen.module.css';
import { useOpenRun, useRuns, useSession } from '../services.ts';
import { askedWords } from './asked-words.ts';

const QuestionCard = late(() => import('./QuestionCard.tsx'));

export default function Questions() {
  const shown = useOpenRun();
  const known = useRuns((state) => state.known);
  const asking = useRuns((state) => state.asking);
  // A sub-run's question comes with its own events.
  useRuns((state) => state.turn);
  const list = useRuns((state) => state.list);
  const pausing = useSession((state) => state.pausing);
  // A stranger's record asks nobody here anything: its words and addresses would stand as ours.
  // What rests takes no answer: it is asked again when the run goes on.
  const isAsked =
    shown &&
    !isTheirs(list, shown.runId) &&
    shown.runId !== DRY_RUN &&
    takesAnswers(holdOf(shown, list, pausing));
  const asked = isAsked ? askedWithin(shown, { known, asking }) : [];
  const [first] = asked;
  return (
    <>
      {/* There before the question is: what comes into being together with its words is not read out. */}
      <p className={unseen.unseen} aria-live="polite">
        {first ? askedWords(first) : ''}
      </p>
      {first ? (
        <Suspense fallback={null}>
          <QuestionCard
            key={`${first.run.runId} ${keyOf(first)}`}
            run={first.run}
            question={first.question}
            more={asked.length - 1}
            alike={othersLike(first, asked)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

const keyOf = ({ run, question, since }: Asked): string => {
  if (question.kind === 'replan') return `draft ${run.state.draft?.revision} ${question.turn ?? ''}`;
  if (question.kind === 'planner') return `${run.state.replans} ${question.about}`;
  return question.kind === 'gate' ? `gate ${question.gate}` : `${question.call} ${question.kind} ${since}`;
};
