/** What the planner of a run asks: whether its model may be told what was done, where that is, or what now that no answer came. */

import { hostWords } from '../../flows/words.ts';
import { replanDoorWords } from '../../run/door-words.ts';
import { modelMissed, NO_ANSWER } from '../../run/grants.ts';
import { modelServerOf } from '../../stores/session.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { Button } from '../parts/Button.tsx';
import { useServices, useSession } from '../services.ts';
import { type DialogWay, dialogWay, openPlanner, WAYS } from './planner-ways.ts';
import styles from './Questions.module.css';
import { TwoAnswers, YesNoQuestion } from './TwoAnswers.tsx';

interface PlannerQuestionProps {
  run: ShownRun;
  about: string;
  onAnswer: (yes: boolean) => void;
}

export function PlannerQuestion({ run, about, onAnswer }: PlannerQuestionProps) {
  const connected = useSession(modelServerOf);
  const told = run.state.plannerTold;
  const { title, message, yes, no, safe } = replanDoorWords(about, told?.text);
  if (modelMissed(about) !== null)
    return (
      <>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>
          {message}
          {connected === null ? null : ` The model at ${hostWords(connected)} is connected now.`}
        </p>
        {connected === null ? (
          // There is nothing to go on with before that.
          <div className={styles.choices}>
            <Button className={styles.long} onClick={() => onAnswer(false)}>
              {no}
            </Button>
            <Way way="connection" label="Connect a model…" tone="primary" />
          </div>
        ) : (
          <TwoAnswers yes={yes} no={no} onAnswer={onAnswer} />
        )}
      </>
    );
  const way = about === NO_ANSWER ? dialogWay(told) : null;
  return (
    <YesNoQuestion title={title} text={message} yes={yes} no={no} safe={safe} onAnswer={onAnswer}>
      {way === null ? null : <Way way={way} label={WAYS[way]} />}
    </YesNoQuestion>
  );
}

function Way({ way, label, tone }: { way: DialogWay; label: string; tone?: 'primary' }) {
  const services = useServices();
  return (
    <Button className={styles.long} tone={tone ?? 'plain'} onClick={() => openPlanner(services, way)}>
      {label}
    </Button>
  );
}
