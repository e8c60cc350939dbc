/** Opening a plan from a file or from pasted text. What is wrong with it is said here, and the text stays. */

import { useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { ChooseFile } from '../parts/ChooseFile.tsx';
import { Modal } from '../parts/Modal.tsx';
import { useServices } from '../services.ts';
import styles from './share.module.css';

export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const { plans } = useServices();
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);

  const open = async (source: string, from: string, file?: string) => {
    const came = file === undefined ? undefined : ({ kind: 'file', name: file } as const);
    const refused = await plans.importText(source, from, came);
    setRefusal(refused);
    if (refused === null) onClose();
  };

  const openFile = async (file: File) => {
    try {
      await open(await file.text(), file.name, file.name);
    } catch {
      setRefusal(`${file.name} could not be read. It may have been moved or be larger than memory.`);
    }
  };

  return (
    <Modal
      title="Import a plan"
      onClose={onClose}
      foot={
        <>
          <ChooseFile
            label="Plan file"
            accept=".json,.jsonc,.txt,.md,application/json"
            onChoose={(file) => void openFile(file)}
          >
            Choose a file
          </ChooseFile>
          <Button
            tone="primary"
            disabled={text.trim() === ''}
            onClick={() => void open(text, 'a plan from pasted text')}
          >
            Open the plan
          </Button>
        </>
      }
    >
      <p className="lead">
        Plans of this app, bare lists of calls, step lists, subtasks with dependencies and a model's answer
        with the JSON in it are understood. The plan is shown and checked; nothing is run.
      </p>
      <textarea
        data-first
        className={styles.paste}
        aria-label="Plan as text"
        aria-describedby="import-refusal"
        rows={10}
        spellCheck={false}
        placeholder='{"calls": [ … ]}'
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p id="import-refusal" role="alert" className={styles.refusal}>
        {refusal}
      </p>
    </Modal>
  );
}
