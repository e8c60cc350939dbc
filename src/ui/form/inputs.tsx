/** The single inputs: text, number, choice, JSON. Each says nothing (undefined) where it is left empty. */

import { useState } from 'react';
import { type Json, jsonEquals } from '../../lib/json.ts';
import styles from './form.module.css';

/** What every input of a field has in common. */
export interface InputState {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

interface InputProps extends InputState {
  value: Json | undefined;
  onChange: (value: Json | undefined) => void;
  /** The schema's default, shown where nothing is set. */
  fallback?: Json | undefined;
}

const shared = ({ id, describedBy, invalid, required }: InputProps) => ({
  id,
  'aria-describedby': describedBy,
  'aria-invalid': invalid || undefined,
  'aria-required': required || undefined,
});

export const asText = (value: Json | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

export function TextInput(props: InputProps & { long: boolean }) {
  const { value, onChange, fallback, long } = props;
  return (
    <textarea
      {...shared(props)}
      className={long ? styles.input : `${styles.input} ${styles.line}`}
      rows={long ? 3 : 1}
      value={asText(value)}
      placeholder={asText(fallback)}
      // An optional text that is emptied is left out; a required one stays, so that the check can say so.
      onChange={(event) =>
        onChange(event.target.value === '' && !props.required ? undefined : event.target.value)
      }
    />
  );
}

export function NumberInput(props: InputProps) {
  const { value, onChange, fallback } = props;
  // What is half typed ("-", "1e") is not a number yet and must not be thrown away under the cursor.
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <input
      {...shared(props)}
      className={styles.input}
      inputMode="decimal"
      value={draft ?? asText(value)}
      placeholder={asText(fallback)}
      onBlur={() => setDraft(null)}
      onChange={(event) => {
        const typed = event.target.value;
        const parsed = Number(typed);
        const isNumber = typed.trim() !== '' && Number.isFinite(parsed);
        setDraft(typed);
        if (typed.trim() === '') onChange(undefined);
        else onChange(isNumber ? parsed : typed);
      }}
    />
  );
}

/** What a person reads for each option. */
export const wordsOf = (options: readonly Json[], own?: readonly string[]): readonly string[] =>
  options.map((option, at) => {
    if (own?.[at] !== undefined) return own[at];
    if (typeof option === 'boolean') return option ? 'Yes' : 'No';
    return asText(option);
  });

export function ChoiceInput(
  props: InputProps & { options: readonly Json[]; words?: readonly string[] | undefined },
) {
  const { value, onChange, options, fallback } = props;
  const keys = options.map((option) => JSON.stringify(option));
  const key = value === undefined ? '' : JSON.stringify(value);
  const said = wordsOf(options, props.words);
  const words = (option: Json): string => said[keys.indexOf(JSON.stringify(option))] ?? asText(option);
  return (
    <select
      {...shared(props)}
      className={styles.input}
      value={key}
      onChange={(event) =>
        onChange(event.target.value === '' ? undefined : (JSON.parse(event.target.value) as Json))
      }
    >
      <option value="">{fallback === undefined ? 'Not set' : `${words(fallback)} (default)`}</option>
      {key === '' || keys.includes(key) ? null : <option value={key}>{asText(value)} (not allowed)</option>}
      {options.map((option, at) => (
        <option key={keys[at]} value={keys[at]}>
          {words(option)}
        </option>
      ))}
    </select>
  );
}

/**
 * JSON, and what is none is a text: nothing that is typed is thrown away for want of quotes. Where a text has no place, the
 * check says so.
 */
export function JsonInput(props: InputProps) {
  const { value, onChange, fallback } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const isText = typeof value === 'string' && parse(value) === undefined;
  return (
    <>
      <textarea
        {...shared(props)}
        className={`${styles.input} ${styles.json}`}
        rows={3}
        spellCheck={false}
        value={draft ?? (value === undefined ? '' : isText ? value : JSON.stringify(value, null, 2))}
        placeholder={fallback === undefined ? 'JSON' : JSON.stringify(fallback)}
        onBlur={() => setDraft(null)}
        onChange={(event) => {
          const typed = event.target.value;
          setDraft(typed);
          const parsed = parse(typed);
          onChange(typed.trim() === '' ? undefined : parsed ? parsed.value : typed);
        }}
      />
      {isText && value.trim() !== '' ? (
        <p className="small">
          {/^\s*[[{"]/.test(value) ? 'Taken as text: it is no JSON yet.' : 'Taken as text.'}
        </p>
      ) : null}
    </>
  );
}

function parse(text: string): { value: Json } | undefined {
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return undefined;
  }
}

// A choice of a few short values, all in sight: radio buttons drawn as one row.

interface SegmentedInputProps {
  id: string;
  labelledBy: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
  options: readonly Json[];
  words: readonly string[];
  value: Json | undefined;
  /** The schema's default, marked where nothing is set. */
  fallback?: Json | undefined;
  onChange: (value: Json) => void;
}

const MOST_OPTIONS = 4;
const MOST_CHARACTERS = 26;

/** Whether these fit in one row of the inspector. */
export const fitsInSegments = (words: readonly string[]): boolean =>
  words.length > 1 && words.length <= MOST_OPTIONS && words.join('').length <= MOST_CHARACTERS;

export function SegmentedInput(props: SegmentedInputProps) {
  const { id, labelledBy, describedBy, invalid, required, options, words, value, fallback, onChange } = props;
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      aria-required={required || undefined}
      className={styles.segments}
    >
      {options.map((option, at) => (
        <label key={words[at]} className={styles.segment}>
          <input
            type="radio"
            name={id}
            checked={value !== undefined && jsonEquals(option, value)}
            onChange={() => onChange(option)}
          />
          <span data-default={(value === undefined && isSame(option, fallback)) || undefined}>
            {words[at]}
          </span>
        </label>
      ))}
    </div>
  );
}

const isSame = (option: Json, fallback: Json | undefined): boolean =>
  fallback !== undefined && jsonEquals(option, fallback);
