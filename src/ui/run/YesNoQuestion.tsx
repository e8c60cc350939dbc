/** A question with two answers: a gate, or a replan's draft. */

import { Button } from '../parts/Button.tsx';
import styles from './Questions.module.css';

interface YesNoQuestionProps {
  title: string;
  text: string;
  yes: string;
  no: string;
  onAnswer: (yes: boolean) => void;
}

export function YesNoQuestion({ title, text, yes, no, onAnswer }: YesNoQuestionProps) {
  return (
    <>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
      <div className={styles.choices}>
        <Button onClick={() => onAnswer(false)}>{no}</Button>
        <Button tone="primary" onClick={() => onAnswer(true)}>
          {yes}
        </Button>
      </div>
    </>
  );
}
