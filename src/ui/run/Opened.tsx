/** A part of a question that is closed until it is opened, and then stands where it can be seen. */

import { type ReactNode, useState } from 'react';
import styles from './Questions.module.css';

/** @param children what is in it; made only once it is open */
export function Opened({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={styles.fields}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
        // Its own content is there by the next frame.
        if (currentTarget.open) requestAnimationFrame(() => currentTarget.scrollIntoView({ block: 'start' }));
      }}
    >
      <summary>{title}</summary>
      {isOpen ? children : null}
    </details>
  );
}
