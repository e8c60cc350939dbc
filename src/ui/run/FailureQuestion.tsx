/** A call that failed, or of which nobody knows whether it ran: try again, edit, give a value, skip, replan, stop. */

import { useEffect, useState } from 'react';
import { isObject, type Json, type JsonObject } from '../../lib/json.ts';
import type { Failure } from '../../run/events.ts';
import type { RunTrace } from '../../stores/run-trace.ts';
import { Button } from '../parts/Button.tsx';
import { type Answer, useServices } from '../services.ts';
import { JsonValue } from './JsonValue.tsx';
import styles from './Questions.module.css';

interface FailureQuestionProps {
  run: RunTrace;
  call: string;
  title: string;
  inDoubt: boolean;
  failure: Failure | undefined;
  onAnswer: (answer: Answer) => void;
}

type Open = 'edit' | 'value' | null;

export function FailureQuestion({ run, call, title, inDoubt, failure, onAnswer }: FailureQuestionProps) {
  const { verbs } = useServices();
  const [open, setOpen] = useState<Open>(null);
  const [params, setParams] = useState<JsonObject | null>(null);
  const [edited, setEdited] = useState<Json | undefined>();
  const [value, setValue] = useState<Json | undefined>();
  const attempts = run.calls.get(call)?.attempts.length ?? 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: resolved once; its values do not change while it asks.
  useEffect(() => {
    void verbs.paramsOf(run, call).then((read) => {
      setParams(read ?? {});
      setEdited(read ?? {});
    });
  }, [call]);

  return (
    <>
      <h3 className={styles.title}>{inDoubt ? `Did “${title}” run?` : `“${title}” has failed`}</h3>
      <p className={styles.text}>
        {inDoubt
          ? 'The run was interrupted while it was under way. It may have had its effect already, so it is not run again unasked.'
          : `${failure?.message ?? 'No reason was given.'}${attempts > 1 ? ` It was tried ${attempts} times.` : ''} Everything that does not need it goes on.`}
      </p>
      {open === 'edit' && params ? (
        <JsonValue label="Values for the next attempt" value={params} onChange={setEdited} />
      ) : null}
      {open === 'value' ? (
        <JsonValue label="Its value, as JSON" value={undefined} onChange={setValue} />
      ) : null}
      <div className={styles.choices}>
        {inDoubt ? null : (
          <Button tone="danger" onClick={() => onAnswer({ call, choose: 'abort' })}>
            Stop the run
          </Button>
        )}
        <Button onClick={() => onAnswer({ call, choose: 'skip' })}>Skip it</Button>
        {inDoubt ? null : <Button onClick={() => onAnswer({ call, choose: 'replan' })}>Replan</Button>}
        {open === 'value' ? (
          <Button
            tone="primary"
            disabled={value === undefined}
            onClick={() => onAnswer({ call, choose: 'value', value: value ?? null })}
          >
            Use this value
          </Button>
        ) : (
          <Button onClick={() => setOpen('value')}>
            {inDoubt ? 'It ran: give its value' : 'Give a value'}
          </Button>
        )}
        {inDoubt ? null : open === 'edit' ? (
          <Button
            tone="primary"
            disabled={!isObject(edited)}
            onClick={() => onAnswer({ call, choose: 'edit', params: edited as JsonObject })}
          >
            Try with these
          </Button>
        ) : (
          <Button onClick={() => setOpen('edit')}>Edit values</Button>
        )}
        {open === null ? (
          <Button tone="primary" onClick={() => onAnswer({ call, choose: 'retry' })}>
            {inDoubt ? 'Run it again' : 'Try again'}
          </Button>
        ) : null}
      </div>
    </>
  );
}
