/** A call of which nobody knows whether it happened: what is known, look first, then say what becomes of it. */

import { visible } from '../../lib/visible-text.ts';
import { knownOfDoubt, lookAddress } from '../../run/doubt.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { Button } from '../parts/Button.tsx';
import type { Answer } from '../services.ts';
import { JsonValue, readValue } from './JsonValue.tsx';
import { LookRead } from './LookRead.tsx';
import styles from './Questions.module.css';
import { useAskingCall } from './use-asking-call.ts';
import { questionName, useTyped } from './use-typed.ts';

interface DoubtQuestionProps {
  run: ShownRun;
  call: string;
  title: string;
  /** The run has ended: only whether it happened is left to say (L-41). */
  over: boolean;
  onAnswer: (answer: Answer) => void;
}

export function DoubtQuestion({ run, call, title, over, onAnswer }: DoubtQuestionProps) {
  const { contract } = useAskingCall(run, call);
  const name = questionName(run.runId, call);
  const [open, setOpen] = useTyped<boolean>(`${name} open`, false);
  const [text, setText] = useTyped<string>(`${name} value`, '');
  const { value } = readValue(text, contract?._output);
  const address = lookAddress(run.state, call);
  return (
    <>
      <h2 className={styles.title}>Did “{title}” happen?</h2>
      <p className={styles.text}>
        {visible(knownOfDoubt(run.state, call))}{' '}
        {over
          ? 'Say what became of it: a new run from here asks again until you do.'
          : 'It is not run again unasked: look where it would show, then say what is to become of it.'}
      </p>
      <LookRead run={run} call={call} title={title} />
      {open ? (
        <JsonValue label="Its value, as JSON" text={text} schema={contract?._output} onType={setText} />
      ) : null}
      <div className={styles.choices}>
        {over ? null : (
          <>
            <Button tone="danger" onClick={() => onAnswer({ call, choose: 'abort' })}>
              Stop the run
            </Button>
            <Button onClick={() => onAnswer({ call, choose: 'retry' })}>Run it again</Button>
          </>
        )}
        <Button onClick={() => onAnswer({ call, choose: 'skip' })}>
          {over ? 'It did not happen' : 'Skip it'}
        </Button>
        {open ? (
          <Button
            tone="primary"
            disabled={value === undefined}
            onClick={() => onAnswer({ call, choose: 'value', value: value ?? null })}
          >
            Use this value
          </Button>
        ) : (
          <Button tone={address === null ? 'primary' : 'plain'} onClick={() => setOpen(true)}>
            It happened: give its value
          </Button>
        )}
        {address !== null && !open ? (
          <Button tone="primary" onClick={() => window.open(address, '_blank', 'noopener,noreferrer')}>
            Look first at {new URL(address).host}
          </Button>
        ) : null}
      </div>
    </>
  );
}
