/** What was approved of the plan on the table on this device, and taking it back (L-74). */

import { useCallback, useEffect, useState } from 'react';
import { madeBy } from '../../plan/origins-after.ts';
import type { Receipt } from '../../stores/ports.ts';
import { revisionWords } from '../part-words.ts';
import { Button } from '../parts/Button.tsx';
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
  return (
    <Modal title="Approvals on this device" onClose={onClose} foot={<Button onClick={onClose}>Close</Button>}>
      <p className={styles.lead}>
        Nothing runs from this plan without one of these. They stay on this device: no export or link has
        them. Taking one back stops no run that goes on.
      </p>
      {receipts?.length === 0 ? <p className={styles.fact}>Nothing of this plan was approved here.</p> : null}
      <ul className={styles.touches} hidden={!receipts || receipts.length === 0}>
        {receipts?.map((receipt) => (
          <li key={`${receipt.hash} ${receipt.at}`} className={styles.touch}>
            <strong>Revision {receipt.revision}</strong>
            <span>
              {[revisionWords(madeBy(origins, receipt.revision)), WHEN.format(receipt.at)]
                .filter((words) => words !== null)
                .join(' · ')}{' '}
              · <span className={styles.hash}>SHA-256 {receipt.hash.slice(0, 12)}…</span>
              {receipt.takenBackAt === undefined ? '' : ` · taken back ${WHEN.format(receipt.takenBackAt)}`}
            </span>
            {receipt.takenBackAt === undefined ? (
              <Button
                tone="quiet"
                aria-label={`Take back the approval of revision ${receipt.revision}, ${WHEN.format(receipt.at)}`}
                onClick={async () => {
                  await approvals.takeBack(receipt.hash);
                  read();
                }}
              >
                Take back
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Modal>
  );
}
