/** A reference as it is written, with the paths there are offered while typing. */

import { useId } from 'react';
import styles from './form.module.css';

interface ReferenceInputProps {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  value: string;
  paths: readonly string[];
  onChange: (value: string | undefined) => void;
}

export function ReferenceInput({ id, describedBy, invalid, value, paths, onChange }: ReferenceInputProps) {
  const listId = useId();
  return (
    <>
      <input
        id={id}
        className={`${styles.input} ${styles.reference}`}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        list={listId}
        value={value}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      />
      <datalist id={listId}>
        {paths.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
    </>
  );
}
