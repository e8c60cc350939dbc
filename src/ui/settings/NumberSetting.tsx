/** A number that is taken over when it is left, or with Enter: half-typed ones are nobody's settings. */

import { useState } from 'react';
import styles from './settings.module.css';

interface NumberSettingProps {
  label: string;
  value: number;
  /** May be handed anything that was typed: NaN where it was no number. Who takes it says what it makes of it. */
  onChange: (value: number) => void;
}

export function NumberSetting({ label, value, onChange }: NumberSettingProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const take = () => {
    if (draft === null) return;
    setDraft(null);
    if (draft.trim() !== String(value)) onChange(draft.trim() === '' ? Number.NaN : Number(draft));
  };
  return (
    <label className={styles.setting}>
      <span>{label}</span>
      <input
        className={styles.number}
        inputMode="numeric"
        value={draft ?? String(value)}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take();
        }}
      />
    </label>
  );
}
