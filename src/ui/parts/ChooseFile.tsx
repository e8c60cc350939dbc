/** A button that lets the person choose one file of theirs. Knows not what becomes of it. */

import { useRef } from 'react';
import { Button } from './Button.tsx';
import unseen from './unseen.module.css';

interface ChooseFileProps {
  /** What the button says. */
  children: string;
  tone?: 'plain' | 'primary';
  /** What is chosen, where the button does not say it. */
  label?: string;
  /** Which files the browser offers. */
  accept?: string;
  onChoose: (file: File) => void;
}

export function ChooseFile({
  children,
  tone = 'plain',
  label = children,
  accept,
  onChoose,
}: ChooseFileProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button tone={tone} onClick={() => picker.current?.click()}>
        {children}
      </Button>
      <input
        ref={picker}
        type="file"
        className={unseen.unseen}
        tabIndex={-1}
        aria-label={label}
        accept={accept}
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
