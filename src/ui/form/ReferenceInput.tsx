/** An expression as it is written, with the paths there are offered for the word under the caret. */

import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type Completion, completePath } from './complete-path.ts';
import styles from './form.module.css';

interface ReferenceInputProps {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  value: string;
  paths: readonly string[];
  /** Takes the focus when it appears: the person has just asked for it. */
  eager?: boolean;
  onChange: (value: string | undefined) => void;
}

const NOTHING: Completion = { from: 0, to: 0, offers: [] };

export function ReferenceInput(props: ReferenceInputProps) {
  const { id, describedBy, invalid, value, paths, eager = false, onChange } = props;
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
    setCompletion({ from: 0, to: field.current?.value.length ?? 0, offers: paths.slice(0, 30) });
  }, []);

  const offer = (text: string, caret: number) => {
    setCompletion(completePath(text, caret, paths));
    setAt(0);
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
    if (event.key === 'ArrowDown' && !isOpen) offer(value, event.currentTarget.selectionStart ?? 0);
    else if (!isOpen) return;
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
        className={`${styles.input} ${styles.reference}`}
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
        aria-label="Paths"
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
