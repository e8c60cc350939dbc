/** One question of a run: what happened, and the choices there are. */

import { useEffect, useRef } from 'react';
import type { Question } from '../../stores/run-questions.ts';
import type { RunTrace } from '../../stores/run-trace.ts';
import { type Answer, useServices } from '../services.ts';
import { counted } from '../words.ts';
import { ApprovalQuestion } from './ApprovalQuestion.tsx';
import { FailureQuestion } from './FailureQuestion.tsx';
import { FormQuestion } from './FormQuestion.tsx';
import { namer } from './journal-line.ts';
import styles from './Questions.module.css';
import { YesNoQuestion } from './YesNoQuestion.tsx';

interface QuestionCardProps {
  run: RunTrace;
  question: Question;
  /** How many others wait behind this one. */
  more: number;
}

export default function QuestionCard({ run, question, more }: QuestionCardProps) {
  const { verbs } = useServices();
  const card = useRef<HTMLElement>(null);
  const answer = (given: Answer) => verbs.answer(run.runId, given);

  useEffect(() => {
    // A run that asks is what the person is here for; but nobody's typing is taken away.
    const typing = document.activeElement?.matches('input, textarea, select, [contenteditable]');
    if (!typing) card.current?.focus();
  }, []);

  return (
    <section ref={card} className={styles.card} tabIndex={-1} aria-label="The run asks" aria-live="polite">
      <Body run={run} question={question} answer={answer} />
      {more > 0 ? <p className={styles.more}>{counted(more, 'more question')} after this.</p> : null}
    </section>
  );
}

function Body({
  run,
  question,
  answer,
}: {
  run: RunTrace;
  question: Question;
  answer: (given: Answer) => void;
}) {
  const name = namer(run.plan);
  if (question.kind === 'gate') {
    return (
      <YesNoQuestion
        title={`Approve “${question.gate}”?`}
        text={`${counted(question.calls.length, 'call')} waits for this: ${question.calls.map(name).join(', ')}.`}
        yes="Approve"
        no="Reject"
        onAnswer={(approved) => answer({ gate: question.gate, choose: approved ? 'approve' : 'reject' })}
      />
    );
  }
  if (question.kind === 'draft') {
    return (
      <YesNoQuestion
        title={`A new plan of ${counted(question.calls.length, 'call')} is drafted`}
        text={`What is done is kept. From here on: ${question.calls.map((call) => call._description ?? call._id).join(', ')}.`}
        yes="Approve and go on"
        no="Reject"
        onAnswer={(approved) => answer({ choose: approved ? 'approve' : 'reject' })}
      />
    );
  }
  const { call, wait } = question;
  switch (wait.kind) {
    case 'approval':
      return <ApprovalQuestion run={run} call={call} title={name(call)} onAnswer={answer} />;
    case 'answer':
      return <FormQuestion call={call} form={wait.form ?? {}} fallback={name(call)} onAnswer={answer} />;
    default:
      return (
        <FailureQuestion
          run={run}
          call={call}
          title={name(call)}
          inDoubt={wait.kind === 'in_doubt'}
          failure={question.failure}
          onAnswer={answer}
        />
      );
  }
}
