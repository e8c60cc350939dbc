/** The value of a call that has happened, given by a person: it stands ready with one that fits, for what they do not know. */

import type { JsonSchema } from '../../plan/document.ts';
import { leastValue } from '../../tools/least-value.ts';
import { Button } from '../parts/Button.tsx';
import type { Answer } from '../verbs.ts';
import { JsonValue, readValue } from './JsonValue.tsx';
import styles from './Questions.module.css';

interface GivenValueProps {
  text: string;
  schema: JsonSchema | undefined;
  /** Whether other calls read it. */
  isRead: boolean;
  onType: (text: string) => void;
}

interface UseValueProps extends Pick<GivenValueProps, 'text' | 'schema'> {
  call: string;
  onAnswer: (answer: Answer) => void;
}

/** Answers for a call with what was typed, once that is a value which fits. */
export function UseValue({ call, text, schema, onAnswer }: UseValueProps) {
  const { value } = readValue(text, schema);
  return (
    <Button
      tone="primary"
      disabled={value === undefined}
      onClick={() => onAnswer({ call, choose: 'value', value: value ?? null })}
    >
      Use this value
    </Button>
  );
}

/** As the form has it at first; empty where nothing is found that fits. */
export function standInText(schema: JsonSchema | undefined): string {
  const value = leastValue(schema);
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}

export function GivenValue({ text, schema, isRead, onType }: GivenValueProps) {
  const ready = standInText(schema);
  return (
    <>
      {ready === '' ? null : (
        <p className={styles.text}>
          {text === ready
            ? `Nobody here knows what it gave back: this is the least that fits. Change what you know better${isRead ? ', for other calls read it' : ''}.`
            : 'What it gave back, as far as you know.'}{' '}
          It is noted as given by you.
        </p>
      )}
      <JsonValue
        label="Its value, as JSON"
        text={text}
        schema={schema}
        rows={Math.min(8, Math.max(3, ready.split('\n').length))}
        onType={onType}
      />
    </>
  );
}
