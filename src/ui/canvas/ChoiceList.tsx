/** A small list to choose from by keyboard: type to narrow it, arrows to move, Enter to take, Escape to leave. */

import { type CSSProperties, type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Typed } from '../../canvas/asking.ts';
import { type Choice, matching } from '../../canvas/choices.ts';
import { EffectBadge } from '../parts/marks.tsx';
import styles from './choice-list.module.css';

interface ChoiceListProps {
  readonly title: string;
  readonly choices: readonly Choice[];
  /** Where it opens, in pixels of the window; it moves so that all of it is within. */
  readonly at: { readonly x: number; readonly y: number };
  /** What is typed is the answer; what stands there at first is marked, all of it. */
  readonly typed?: Typed | undefined;
  /** An entry that the arrows have come to. */
  readonly onConsider?: ((id: string) => void) | undefined;
  readonly onChoose: (id: string) => void;
  readonly onCancel: () => void;
  /** The focus went elsewhere, where it should stay. */
  readonly onLeave?: () => void;
}

/** Choices drawn at most; the rest is reached by typing. */
const SHOWN_AT_MOST = 50;

export default function ChoiceList({
  title,
  choices,
  at: place,
  typed,
  onConsider,
  onChoose,
  onCancel,
  onLeave = onCancel,
}: ChoiceListProps) {
  const [text, setText] = useState(typed?.at ?? '');
  const [at, setAt] = useState(0);
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  const all = useMemo(() => matching(choices, text), [choices, text]);
  const found = typed === undefined ? all.slice(0, SHOWN_AT_MOST) : answerTyped(text, typed.does);
  const current = found[Math.min(at, found.length - 1)];

  const id = text === '' ? undefined : current?.id;
  // Only what was asked for is gone to: the list that has just opened moves nothing.
  useEffect(() => {
    if (id !== undefined) onConsider?.(id);
  }, [id, onConsider]);

  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys belong to the list while it is open: `c` or Delete must not reach the canvas.
    event.stopPropagation();
    if (event.key === 'Escape') onCancel();
    else if (event.key === 'Enter' && current) onChoose(current.id);
    else if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else return;
    event.preventDefault();
  };

  // The canvas is contained: within it the list would be cut off at its edges, and lie under what covers it on a phone.
  return createPortal(
    <div
      className={`float ${styles.list}`}
      style={{ '--x': `${place.x}px`, '--y': `${place.y}px` } as CSSProperties}
      role="dialog"
      aria-label={title}
    >
      <p className={styles.title}>{title}</p>
      <input
        ref={field}
        className={styles.field}
        role="combobox"
        aria-label={title}
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-activedescendant={current ? `${listId}-${current.id}` : undefined}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={onLeave}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={title}
        className={styles.choices}
        hidden={found.length === 0}
      >
        {found.map((choice) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
          <div
            key={choice.id}
            id={`${listId}-${choice.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={choice === current}
            className={choice.about === undefined ? styles.choice : styles.tall}
            ref={choice === current ? scrollToIt : undefined}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(choice.id)}
          >
            <span className={styles.line}>
              <span className={`clip ${styles.label}`}>{choice.label}</span>
              {choice.detail && <span className={`clip ${styles.detail}`}>{choice.detail}</span>}
              {choice.effect && <EffectBadge effect={choice.effect} />}
            </span>
            {choice.about && <span className="muted clip">{choice.about}</span>}
          </div>
        ))}
      </div>
      {all.length > found.length && typed === undefined && (
        <p className={styles.none}>
          {all.length} found, the first {found.length} are shown.
        </p>
      )}
      {found.length === 0 && (
        <p className={styles.none} role="status">
          {typed !== undefined ? typed.wants : text === '' ? 'There is none.' : `Nothing matches “${text}”.`}
        </p>
      )}
    </div>,
    document.body,
  );
}

const scrollToIt = (row: HTMLElement | null): void => row?.scrollIntoView({ block: 'nearest' });

const answerTyped = (text: string, does: string): readonly Choice[] => {
  const name = text.trim();
  return name === '' ? [] : [{ id: name, label: `${does} ${name}` }];
};
