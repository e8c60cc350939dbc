/** A name edited in place: Enter or leaving the field keeps it, Escape restores it, a refusal stands below it. */

import { useId, useState } from 'react';
import styles from './plan.module.css';

interface TextPartProps {
  readonly label: string;
  readonly value: string;
  /** The label is read out alone. */
  readonly bare?: boolean;
  readonly mono?: boolean;
  readonly onKeep: (value: string) => string | null;
}

export function TextPart({ label, value, bare = false, mono = false, onKeep }: TextPartProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const keep = () => {
    const next = draft?.trim();
    const refused = next === undefined || next === value ? null : onKeep(next);
    setRefusal(refused);
    if (refused === null) setDraft(null);
  };
  return (
    <div className={styles.text}>
      {bare ? null : <label htmlFor={id}>{label}</label>}
      <input
        id={id}
        aria-label={bare ? label : undefined}
        aria-describedby={refusal ? `${id}-about` : undefined}
        aria-invalid={refusal !== null || undefined}
        className={mono ? styles.mono : undefined}
        spellCheck={!mono}
        value={draft ?? value}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key !== 'Escape' || draft === null) return;
          event.preventDefault();
          setDraft(null);
          setRefusal(null);
        }}
      />
      {refusal ? (
        <p id={`${id}-about`} role="alert" className="small fault">
          {refusal}
        </p>
      ) : null}
    </div>
  );
}
