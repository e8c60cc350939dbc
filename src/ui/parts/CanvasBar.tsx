/** A bar above the canvas, with a place of its own so that it covers no card: what a person is in the middle of, in a line, and the ways on. */

import type { ReactNode } from 'react';
import styles from './CanvasBar.module.css';

interface CanvasBarProps {
  label: string;
  title: string;
  tone: 'info' | 'warning';
  /** Said anew whenever it changes. */
  text: string;
  children: ReactNode;
  /** Under its line. */
  list?: ReactNode;
}

export const CanvasBar = ({ label, title, tone, text, children, list }: CanvasBarProps) => (
  <section className={styles.bar} data-tone={tone} aria-label={label}>
    <div className={styles.line}>
      <p role="status" className={styles.text}>
        <strong>{title}</strong>
        <span>{text}</span>
      </p>
      <div className={styles.ways}>{children}</div>
    </div>
    {list}
  </section>
);
