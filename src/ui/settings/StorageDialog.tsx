/** What is stored on this device, how much room there is, and a way to take everything along. */

import { useEffect, useRef, useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { Modal } from '../parts/Modal.tsx';
import { type StorageFacts, useLibrary, useRuns, useServices } from '../services.ts';
import { counted, fileSize } from '../words.ts';
import styles from './settings.module.css';

export default function StorageDialog({ onClose }: { onClose: () => void }) {
  const { verbs } = useServices();
  const plans = useLibrary((state) => state.plans.length);
  const runs = useRuns((state) => state.list.length);
  const [facts, setFacts] = useState<StorageFacts | null>(null);
  const [outcome, setOutcome] = useState('');
  const picker = useRef<HTMLInputElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was imported takes room too.
  useEffect(() => {
    let current = true;
    void verbs.storageFacts().then((read) => {
      if (current) setFacts(read);
    });
    return () => {
      current = false;
    };
  }, [verbs, outcome]);

  const take = async (file: File | undefined) => {
    if (!file) return;
    setOutcome('Reading…');
    setOutcome(await verbs.importEverything(file));
  };

  return (
    <Modal title="Storage on this device" onClose={onClose}>
      <p className={styles.lead}>
        Plans, runs and files are kept in this browser alone; no server has a copy.
      </p>
      <dl className={styles.facts}>
        <dt>Kept here</dt>
        <dd>
          {counted(plans, 'plan')}, {counted(runs, 'run')}
        </dd>
        <dt>Room</dt>
        <dd>{facts ? roomWords(facts) : '…'}</dd>
        <dt>Safe from clearing</dt>
        <dd>{facts ? safetyWords(facts) : '…'}</dd>
      </dl>
      <div className={styles.choices}>
        <Button data-first onClick={() => void verbs.exportEverything()}>
          Export everything
        </Button>
        <Button onClick={() => picker.current?.click()}>Import everything</Button>
      </div>
      <input
        ref={picker}
        type="file"
        className={styles.picker}
        accept=".json,application/json"
        tabIndex={-1}
        aria-label="Export of everything"
        onChange={(event) => void take(event.target.files?.[0])}
      />
      <p role="status" className={styles.lead}>
        {outcome}
      </p>
      <p className={styles.lead}>
        Secrets and keys are in no export. An imported plan has to be approved here; an imported run that had
        not ended does not go on.
      </p>
    </Modal>
  );
}

function roomWords({ usedBytes, quotaBytes }: StorageFacts): string {
  if (usedBytes === null || quotaBytes === null) return 'This browser does not tell.';
  return `${fileSize(usedBytes)} of ${fileSize(quotaBytes)} used`;
}

const safetyWords = ({ persisted }: StorageFacts): string =>
  persisted
    ? 'Yes: this browser will not clear it by itself.'
    : 'No: when the disk is full, this browser may clear it. Export what matters.';
