/** What was approved of the plan on the table on this device, and taking it back (L-74). */

import { useCallback, useEffect, useState } from 'react';
import { itemAt } from '../../lib/columns.ts';
import { madeBy } from '../../plan/origins-after.ts';
import type { Receipt } from '../../stores/ports.ts';
import { revisionWords } from '../part-words.ts';
import { Button } from '../parts/Button.tsx';
import { LongList } from '../parts/LongList.tsx';
import { Modal } from '../parts/Modal.tsx';
import { useDocument, useServices } from '../services.ts';
import styles from './ApproveDialog.module.css';

const WHEN = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

export default function ApprovalsDialog({ onClose }: { onClose: () => void }) {
  const { approvals, session } = useServices();
  const planId = useDocument((state) => state.plan.id);
  const origins = useDocument((state) => state.origins);
  const [receipts, setReceipts] = useState<readonly Receipt[] | null>(null);
  const read = useCallback(() => {
    approvals.list(planId).then(setReceipts, (error: Error) => {
      session.actions.notify(error.message, 'danger');
      onClose();
    });
  }, [approvals, session, planId, onClose]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for a plan; `onClose` is another function each time
  useEffect(read, [planId]);
  const takeBack = async (hash: string) => {
    await approvals.takeBack(hash);
    read();
  };
  return (
    <Modal title="Approvals on this device" onClose={onClose} foot={<Button onClick={onClose}>Close</Button>}>
      <p className={styles.lead}>
        Nothing runs from this plan without one of these. They stay on this device: no export or link has
        them. Taking one back stops no run that goes on.
      </p>
      {receipts?.length === 0 ? <p className={styles.fact}>Nothing of this plan was approved here.</p> : null}
      {receipts && receipts.length > 0 ? (
        <LongList
          as="ul"
          count={receipts.length}
          rowHeight={36}
          className={styles.touches}
          row={(at, place) => {
            const receipt = itemAt(receipts, at);
            return (
              <li key={`${receipt.hash} ${receipt.at}`} className={styles.touch} {...place}>
                <Given
                  receipt={receipt}
                  by={receipt.ofRun ? undefined : madeBy(origins, receipt.revision)}
                  onTakeBack={takeBack}
                />
              </li>
            );
          }}
        />
      ) : null}
    </Modal>
  );
}

interface GivenProps {
  receipt: Receipt;
  by: ReturnType<typeof madeBy>;
  onTakeBack: (hash: string) => Promise<void>;
}

function Given({ receipt: { revision, ofRun, at, hash, takenBackAt }, by, onTakeBack }: GivenProps) {
  const name = ofRun ? 'For one run' : `Revision ${revision}`;
  return (
    <>
      <strong>{name}</strong>
      <span>
        {[revisionWords(by), WHEN.format(at)].filter((words) => words !== null).join(' · ')} ·{' '}
        <span className={styles.hash}>SHA-256 {hash.slice(0, 12)}…</span>
        {takenBackAt === undefined ? '' : ` · taken back ${WHEN.format(takenBackAt)}`}
      </span>
      {takenBackAt === undefined ? (
        <Button
          tone="quiet"
          aria-label={`Take back the approval ${ofRun ? 'for one run' : `of revision ${revision}`}, ${WHEN.format(at)}`}
          onClick={() => void onTakeBack(hash)}
        >
          Take back
        </Button>
      ) : null}
    </>
  );
}
