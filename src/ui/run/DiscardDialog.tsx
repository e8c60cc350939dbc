/** Before a run is discarded: what ends, and what is deleted for good (R-41). */

import { progressOf } from '../../run/progress.ts';
import { isOver, planOf } from '../../run/whole.ts';
import { Button } from '../parts/Button.tsx';
import { Modal } from '../parts/Modal.tsx';
import { useRuns, useServices, useSession } from '../services.ts';
import { ago, counted } from '../words.ts';
import styles from './Questions.module.css';

export default function DiscardDialog({ onClose }: { onClose: () => void }) {
  const { running, now } = useServices();
  const runId = useSession((state) => state.about?.runId ?? '');
  const row = useRuns((state) => state.list.find((run) => run.runId === runId));
  const run = useRuns((state) => state.known.get(runId));
  const title = row?.title ?? (run && planOf(run.state)?.title) ?? runId;
  const goesOn = run ? !isOver(run.state) : row?.status === 'running' || row?.status === 'waiting';
  const results = run ? progressOf(run.state).counts.completed : 0;
  return (
    <Modal
      title="Discard this run?"
      size="small"
      onClose={onClose}
      foot={
        <>
          <Button tone="quiet" data-first onClick={onClose}>
            Keep it
          </Button>
          <Button
            tone="danger"
            onClick={() => {
              onClose();
              running.discardRun(runId);
            }}
          >
            Discard the run
          </Button>
        </>
      }
    >
      <p className={styles.text}>
        The run of “{title}”{row ? `, started ${ago(row.startedAt, now())},` : ''}{' '}
        {goesOn ? 'is stopped, and then deleted from this device:' : 'is deleted from this device:'} its
        journal{results > 0 ? `, ${counted(results, 'result')}` : ''}, its files and those of its sub-plans.
      </p>
      <p>The plan stays. What its calls did outside stays done. This can't be taken back.</p>
    </Modal>
  );
}
