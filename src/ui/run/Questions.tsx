/** What the shown run asks a person, one at a time, floating where the eye already is; and read out as it comes. */

import { Suspense, useState } from 'react';
import { holdOf, takesAnswers } from '../../stores/run-hold.ts';
import { type Asked, alikeInList, askedWithin, othersLike } from '../../stores/run-questions.ts';
import { isTheirs } from '../../stores/run-row.ts';
import { DRY_RUN } from '../../stores/runs.ts';
import { useInstance } from '../over-list/use-instance.ts';
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
  const instance = useInstance(shown);
  const [settling, setSettling] = useState<ReadonlySet<string>>(NONE);
  const asked = (isAsked ? askedWithin(shown, { known, asking }) : []).filter(
    (one) => !settling.has(keyOf(one)),
  );
  const first = asked.find(({ question }) => isOf(question, instance)) ?? asked[0];
  const group = first ? alikeInList(first, asked) : [];
  /** What is answered for many is not asked again while their answers are on their way. */
  const settle = async (answered: readonly Asked[], recorded: Promise<unknown>) => {
    setSettling(new Set(answered.map(keyOf)));
    await recorded;
    setSettling(NONE);
  };
  return (
    <>
      {/* There before the question is: what comes into being together with its words is not read out. */}
      <p className={unseen.unseen} aria-live="polite">
        {first ? askedWords(first) : ''}
      </p>
      {first ? (
        <Suspense fallback={null}>
          <QuestionCard
            key={keyOf(first)}
            run={first.run}
            question={first.question}
            more={asked.length - Math.max(1, group.length)}
            group={group}
            isOne={isOf(first.question, instance)}
            onSettle={settle}
            alike={othersLike(first, asked)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

const NONE: ReadonlySet<string> = new Set();

/** Whether it is of the instance that the screen is turned to. */
const isOf = (question: Asked['question'], instance: string | null): boolean =>
  instance !== null && 'call' in question && question.call.endsWith(`@${instance}`);

const keyOf = (one: Asked): string => `${one.run.runId} ${keyInRun(one)}`;

const keyInRun = ({ run, question, since }: Asked): string => {
  if (question.kind === 'replan') return `draft ${run.state.draft?.revision} ${question.turn ?? ''}`;
  if (question.kind === 'planner') return `${run.state.replans} ${question.about}`;
  return question.kind === 'gate' ? `gate ${question.gate}` : `${question.call} ${question.kind} ${since}`;
};
