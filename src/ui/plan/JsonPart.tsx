/** A part of the plan as JSON: kept when the field is left, and what is no such part says why and stays as it was typed. */

import { useId, useState } from 'react';
import type { Json } from '../../lib/json.ts';
import styles from './plan.module.css';

interface JsonPartProps {
  readonly label: string;
  readonly about?: string;
  readonly value: Json | undefined;
  /** Undefined takes it away. @returns why it is refused, or null */
  readonly onKeep: (value: Json | undefined) => string | null;
}

export function JsonPart({ label, about, value, onKeep }: JsonPartProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const shown = value === undefined ? '' : JSON.stringify(value, null, 2);
  const keep = () => {
    if (draft === null) return;
    if (draft.trim() === shown.trim()) {
      setDraft(null);
      setRefusal(null);
      return;
    }
    const read = parsed(draft);
    const refused = read.ok ? onKeep(read.value) : read.error;
    setRefusal(refused);
    if (refused === null) setDraft(null);
  };
  const below = refusal ?? about;
  return (
    <div className={styles.json}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={3}
        spellCheck={false}
        aria-describedby={below ? `${id}-about` : undefined}
        aria-invalid={refusal !== null || undefined}
        value={draft ?? shown}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || draft === null) return;
          event.preventDefault();
          setDraft(null);
          setRefusal(null);
        }}
      />
      {below ? (
        <p
          id={`${id}-about`}
          role={refusal ? 'alert' : undefined}
          className={refusal ? 'small fault' : 'small'}
        >
          {below}
        </p>
      ) : null}
    </div>
  );
}

function parsed(text: string): { ok: true; value: Json | undefined } | { ok: false; error: string } {
  if (text.trim() === '') return { ok: true, value: undefined };
  try {
    return { ok: true, value: JSON.parse(text) as Json };
  } catch {
    return {
      ok: false,
      error: 'This is not JSON yet, so the plan still has what it had. Escape brings that back.',
    };
  }
}
