/** A choice of a few short values, all in sight: radio buttons drawn as one row. */

import type { Json } from '../../lib/json.ts';
import { jsonEquals } from '../../lib/json.ts';
import styles from './form.module.css';

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
