/**
 * Ends the run that asks. Below a loop that is one of many, and the others go on (L-53). It stands last, where Tab comes to
 * it last, and is drawn before the others, away from the main button.
 */

import type { ShownRun } from '../../stores/shown-run.ts';
import { Button } from '../parts/Button.tsx';
import type { Answer } from '../verbs.ts';
import styles from './Questions.module.css';

interface StopThisProps {
  run: ShownRun;
  call: string;
  onAnswer: (answer: Answer) => void;
}

export function StopThis({ run, call, onAnswer }: StopThisProps) {
  const { parent } = run.state;
  const what =
    parent === null
      ? 'the run'
      : parent.index === undefined
        ? 'this sub-plan'
        : `only element ${(parent.index + 1).toLocaleString('en')}`;
  return (
    <Button tone="danger" className={styles.stops} onClick={() => onAnswer({ call, choose: 'abort' })}>
      Stop {what}
    </Button>
  );
}
