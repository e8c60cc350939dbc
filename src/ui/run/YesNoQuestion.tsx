/** A question with two answers: a gate, or whether a model plans the rest. */

import styles from './Questions.module.css';
import { TwoAnswers } from './TwoAnswers.tsx';

interface YesNoQuestionProps {
  title: string;
  text: string;
  yes: string;
  no: string;
  safe?: 'yes' | 'no';
  onAnswer: (yes: boolean) => void;
}

export function YesNoQuestion({ title, text, ...answers }: YesNoQuestionProps) {
  return (
    <>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
      <TwoAnswers {...answers} />
    </>
  );
}
