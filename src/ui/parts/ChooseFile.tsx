/** A button that lets the person choose one file of theirs. Knows not what becomes of it. */

import { useRef } from 'react';
import { Button } from './Button.tsx';
import styles from './ChooseFile.module.css';

interface ChooseFileProps {
  /** What the button says. */
  children: string;
  onChoose: (file: File) => void;
}

export function ChooseFile({ children, onChoose }: ChooseFileProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => picker.current?.click()}>{children}</Button>
      <input
        ref={picker}
        type="file"
        className={styles.picker}
        tabIndex={-1}
        aria-label={children}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file can be chosen again.
          event.target.value = '';
          if (file) onChoose(file);
        }}
      />
    </>
  );
}

/** The file under the name by which a plan knows it. */
export const renamed = (file: File, name: string): File =>
  file.name === name ? file : new File([file], name, { type: file.type });
