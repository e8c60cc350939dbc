/** A call of which nobody knows whether it happened: what is known, look first, then say what becomes of it. */

import { useRef } from 'react';
import { hostWords } from '../../flows/words.ts';
import { cutMiddle } from '../../lib/cut-text.ts';
import { visible } from '../../lib/visible-text.ts';
import { isReadByCalls, knownOfDoubt, lookAddress } from '../../run/doubt.ts';
import { leastValue } from '../../tools/least-value.ts';
import { reachedAt } from '../../tools/reached-at.ts';
import { Button } from '../parts/Button.tsx';
import { GivenValue, standInText, UseValue } from './GivenValue.tsx';
import { LookRead } from './LookRead.tsx';
import styles from './Questions.module.css';
import { StopThis } from './StopThis.tsx';
import { type Asked, useAskingCall } from './use-asking-call.ts';
import { questionName, useTyped } from './use-typed.ts';

interface DoubtQuestionProps extends Asked {
  /** The run has ended: only whether it happened is left to say (L-41). */
  over: boolean;
}

/** Characters of a value in a sentence. */
const VALUE = 120;

export function DoubtQuestion({ run, call, title, over, onAnswer }: DoubtQuestionProps) {
  const { result } = useAskingCall(run, call);
  const name = questionName(run.runId, call);
  const [open, setOpen] = useTyped<boolean>(`${name} open`, false);
  const [text, setText] = useTyped<string>(`${name} value`, standInText(result));
  const isRead = isReadByCalls(run.state, call);
  const standIn = isRead ? undefined : leastValue(result);
  const form = useRef<HTMLDivElement>(null);
  const way = useRef<HTMLButtonElement>(null);
  // The keyboard goes along: into the form, and back to where the way in was.
  const turn = (isOpen: boolean) => {
    setOpen(isOpen);
    requestAnimationFrame(() => {
      const field = isOpen ? form.current?.querySelector('textarea') : way.current;
      field?.focus({ preventScroll: true });
      if (isOpen) form.current?.scrollIntoView({ block: 'nearest' });
    });
  };
  const address = lookAddress(run.state, call);
  return (
    <>
      <h2 className={styles.title}>Did “{title}” happen?</h2>
      <p className={styles.text}>
        {visible(knownOfDoubt(run.state, call))}{' '}
        {over
          ? 'Say what became of it: a new run from here asks again until you do.'
          : 'It is not run again unasked.'}
        {address === null
          ? ''
          : ' “Look first” opens it in your browser, and this run keeps no record of that.'}
      </p>
      <LookRead run={run} call={call} title={title} />
      {open ? (
        <div ref={form}>
          <GivenValue text={text} schema={result} isRead={isRead} onType={setText} />
        </div>
      ) : standIn === undefined ? null : (
        <p className={styles.text}>
          No other call reads its result: “It happened” puts a made-up one in its place,{' '}
          <bdi>{cutMiddle(visible(JSON.stringify(standIn)), VALUE)}</bdi>.
        </p>
      )}
      <div className={styles.choices}>
        {open ? <Button onClick={() => turn(false)}>Back</Button> : null}
        {over || open ? null : (
          <Button onClick={() => onAnswer({ call, choose: 'retry' })}>Run it again</Button>
        )}
        {open ? (
          <UseValue call={call} text={text} schema={result} onAnswer={onAnswer} />
        ) : (
          <>
            <Button onClick={() => onAnswer({ call, choose: 'skip' })}>
              {over ? 'It did not happen' : 'Skip it'}
            </Button>
            <Button
              ref={way}
              tone={address === null && standIn === undefined ? 'primary' : 'plain'}
              onClick={() => turn(true)}
            >
              It happened: give its value
            </Button>
            {standIn === undefined ? null : (
              <Button
                tone={address === null ? 'primary' : 'plain'}
                onClick={() => onAnswer({ call, choose: 'value', value: standIn })}
              >
                It happened
              </Button>
            )}
            {address === null ? null : (
              <Button
                tone="primary"
                className={styles.long}
                onClick={() => window.open(address, '_blank', 'noopener,noreferrer')}
              >
                Look first at {hostWords(reachedAt(new URL(address)))}
              </Button>
            )}
          </>
        )}
        {over || open ? null : <StopThis run={run} call={call} onAnswer={onAnswer} />}
      </div>
    </>
  );
}
