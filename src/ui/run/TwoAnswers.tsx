/** Two buttons that say what they do: the one that can do no harm is the main one, and the last. */

import type { ReactNode } from 'react';
import { Button } from '../parts/Button.tsx';
import styles from './Questions.module.css';

interface TwoAnswersProps {
  yes: string;
  no: string;
  safe?: 'yes' | 'no';
  onAnswer: (yes: boolean) => void;
  /** What else can be done first, before the two. */
  children?: ReactNode;
}

export function TwoAnswers({ yes, no, safe = 'yes', onAnswer, children }: TwoAnswersProps) {
  const inOrder = safe === 'yes' ? ([false, true] as const) : ([true, false] as const);
  return (
    <div className={styles.choices}>
      {children}
      {inOrder.map((isYes, at) => (
        <Button
          key={String(isYes)}
          className={styles.long}
          tone={at === 1 ? 'primary' : 'plain'}
          onClick={() => onAnswer(isYes)}
        >
          {isYes ? yes : no}
        </Button>
      ))}
    </div>
  );
}

interface YesNoQuestionProps extends TwoAnswersProps {
  title: string;
  text: string;
}

/** A question that is no more than its two answers: a gate, or whether a model plans the rest. */
export function YesNoQuestion({ title, text, ...answers }: YesNoQuestionProps) {
  return (
    <>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
      <TwoAnswers {...answers} />
    </>
  );
}
