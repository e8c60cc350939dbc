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
          <WayOrNo way="connection" label="Connect a model…" isMain no={no} onNo={() => onAnswer(false)} />
        ) : (
          <TwoAnswers yes={yes} no={no} onAnswer={onAnswer} />
        )}
      </>
    );
  const way = about === NO_ANSWER ? dialogWay(told) : null;
  return (
    <>
      <YesNoQuestion title={title} text={message} yes={yes} no={no} safe={safe} onAnswer={onAnswer} />
      {way === null ? null : <WayOrNo way={way} label={WAYS[way]} />}
    </>
  );
}

interface WayOrNoProps {
  way: DialogWay;
  label: string;
  isMain?: boolean;
  no?: string;
  onNo?: () => void;
}

function WayOrNo({ way, label, isMain = false, no, onNo }: WayOrNoProps) {
  const services = useServices();
  return (
    <div className={styles.choices}>
      {no === undefined ? null : (
        <Button className={styles.long} onClick={onNo}>
          {no}
        </Button>
      )}
      <Button
        className={styles.long}
        tone={isMain ? 'primary' : 'plain'}
        onClick={() => openPlanner(services, way)}
      >
        {label}
      </Button>
    </div>
  );
}
