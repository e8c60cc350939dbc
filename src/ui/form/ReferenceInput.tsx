/** A line of text with what could stand in it offered below: paths for the word under the caret, or whole values. */

import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type Completion, completePath, completeValue } from './complete-path.ts';
import styles from './form.module.css';

interface InputProps {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  value: string;
  onChange: (value: string | undefined) => void;
}

/** An expression as it is written. */
export function ReferenceInput(
  props: InputProps & {
    paths: readonly string[];
    /** Takes the focus when it appears: the person has just asked for it. */
    eager?: boolean;
  },
) {
  const { paths, ...rest } = props;
  return <CompletingInput {...rest} listed="Paths" all={paths} complete={completePath} />;
}

/** A value of which some are known; any other may be typed. */
export function OfferedInput(
  props: InputProps & {
    options: readonly string[];
    /** What they are, for who only hears the list. */
    listed: string;
    required: boolean;
    fallback: string;
  },
) {
  const { options, required, onChange, ...rest } = props;
  return (
    <CompletingInput
      {...rest}
      all={options}
      complete={completeValue}
      opensOnClick
      // A required text that is emptied stays, so that the check can say so.
      onChange={(value) => onChange(value ?? (required ? '' : undefined))}
    />
  );
}

interface CompletingInputProps extends InputProps {
  listed: string;
  all: readonly string[];
  complete: (text: string, caret: number, all: readonly string[]) => Completion;
  eager?: boolean;
  opensOnClick?: boolean;
  fallback?: string;
}

const MOST = 30;
const NOTHING: Completion = { from: 0, to: 0, offers: [] };

function CompletingInput(props: CompletingInputProps) {
  const { id, describedBy, invalid, value, listed, all, complete, fallback, onChange } = props;
  const { eager = false, opensOnClick = false } = props;
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [completion, setCompletion] = useState(NOTHING);
  const [at, setAt] = useState(0);
  const { offers } = completion;
  const current = offers[Math.min(at, offers.length - 1)];

  // biome-ignore lint/correctness/useExhaustiveDependencies: only as it appears.
  useEffect(() => {
    if (!eager) return;
    field.current?.focus();
    field.current?.select();
    offerAll();
  }, []);

  const offer = (text: string, caret: number) => {
    setCompletion(complete(text, caret, all));
    setAt(0);
  };
  /** Whatever stands there is to be another. */
  const offerAll = () => {
    setCompletion({ from: 0, to: field.current?.value.length ?? 0, offers: all.slice(0, MOST) });
    setAt(Math.max(0, all.indexOf(value)));
  };
  const take = (path: string) => {
    const next = value.slice(0, completion.from) + path + value.slice(completion.to);
    setCompletion(NOTHING);
    onChange(next);
    const caret = completion.from + path.length;
    requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const isOpen = current !== undefined;
    if (event.key === 'ArrowDown' && !isOpen) {
      if (opensOnClick) offerAll();
      else offer(value, event.currentTarget.selectionStart ?? 0);
    } else if (!isOpen) return;
    else if (event.key === 'ArrowDown') setAt(Math.min(at + 1, offers.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (event.key === 'Enter') take(current);
    else if (event.key === 'Escape') setCompletion(NOTHING);
    else return;
    // The list has the key: Escape must not leave the field too.
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={styles.completing}>
      <input
        ref={field}
        id={id}
        className={opensOnClick ? styles.input : `${styles.input} ${styles.reference}`}
        role="combobox"
        aria-expanded={current !== undefined}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={current === undefined ? undefined : `${listId}-${offers.indexOf(current)}`}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        value={value}
        spellCheck={false}
        autoComplete="off"
        placeholder={fallback}
        onClick={opensOnClick && current === undefined ? offerAll : undefined}
        onChange={(event) => {
          const { value: typed, selectionStart } = event.target;
          onChange(typed === '' ? undefined : typed);
          offer(typed, selectionStart ?? typed.length);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setCompletion(NOTHING)}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={listed}
        className={styles.offers}
        hidden={current === undefined}
      >
        {offers.map((path, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
          <div
            key={path}
            id={`${listId}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={path === current}
            className={styles.offer}
            ref={path === current ? scrollToIt : undefined}
            // The field keeps the focus, so that the click is not a leaving.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(path)}
          >
            {path}
          </div>
        ))}
      </div>
    </div>
  );
}

const scrollToIt = (row: HTMLElement | null): void => row?.scrollIntoView({ block: 'nearest' });
