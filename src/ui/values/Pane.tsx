/** A pane beside or below the rows: a head with a way to close it, by Escape too, and the keyboard as soon as it is there. */

import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../parts/Button.tsx';
import styles from './Pane.module.css';

interface PaneProps {
  readonly title: string;
  /** Where it is not called by its title. */
  readonly label?: string;
  /** Beside the title. */
  readonly about?: string;
  /** What the button that closes it is called. */
  readonly close: string;
  readonly place: 'beside' | 'below';
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Pane({ title, label = title, about, close, place, onClose, children }: PaneProps) {
  const pane = useRef<HTMLElement>(null);
  useEffect(() => pane.current?.focus(), []);
  return (
    <section
      ref={pane}
      className={styles.pane}
      data-place={place}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // It closes this alone, not the dialog that it is in.
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <header className={styles.head}>
        <h3 className="clip">
          <bdi>{title}</bdi>
        </h3>
        {about === undefined ? null : <span className="muted">{about}</span>}
        <IconButton name={close} hint={null} onClick={onClose}>
          <X size={14} aria-hidden />
        </IconButton>
      </header>
      {children}
    </section>
  );
}
