/** Before a run is discarded: what ends, what is deleted for good, and which writes nobody knows the end of (L-41). */

import { writeKey } from '../../run/open-writes.ts';
import { progressOf } from '../../run/progress.ts';
import { isOver, planOf } from '../../run/whole.ts';
import { Button } from '../parts/Button.tsx';
import { Modal } from '../parts/Modal.tsx';
import { useRuns, useServices, useSession } from '../services.ts';
import { ago, counted } from '../words.ts';
import styles from './Questions.module.css';
import { NAMED, useOpenWrites, WritesInDoubt } from './WritesInDoubt.tsx';

export default function DiscardDialog({ onClose }: { onClose: () => void }) {
  const { running, now } = useServices();
  const runId = useSession((state) => state.about?.runId ?? '');
  const row = useRuns((state) => state.list.find((run) => run.runId === runId));
  const run = useRuns((state) => state.known.get(runId));
  const title = row?.title ?? (run && planOf(run.state)?.title) ?? runId;
  const goesOn = run ? !isOver(run.state) : row?.status === 'running' || row?.status === 'waiting';
  const results = run ? progressOf(run.state).counts.completed : 0;
  const writes = useOpenWrites(runId);
  const [first] = writes ?? [];
  return (
    <Modal
      title="Discard this run?"
      size="small"
      onClose={onClose}
      foot={
        <>
          <Button tone="quiet" data-first={first ? undefined : true} onClick={onClose}>
            Keep it
          </Button>
          <Button
            tone="danger"
            disabled={writes === null}
            onClick={() => {
              onClose();
              running.discardRun(runId, writes?.slice(0, NAMED).map(writeKey));
            }}
          >
            {first ? 'Discard and forget' : 'Discard the run'}
          </Button>
          {first ? (
            <Button
              tone="primary"
              data-first
              onClick={() => {
                onClose();
                // Its end leaves in doubt what is under way: only then can a person say what became of it.
                if (goesOn && writes?.some((write) => write.underWay)) running.stopRun(runId);
                running.openRun(first.runId, first.call);
              }}
            >
              {goesOn && writes?.some((write) => write.underWay) ? 'Stop it, settle first' : 'Settle first'}
            </Button>
          ) : null}
        </>
      }
    >
      <p className={styles.text}>
        The run of “{title}”{row ? `, started ${ago(row.startedAt, now())},` : ''}{' '}
        {goesOn ? 'is stopped, and then deleted from this device:' : 'is deleted from this device:'} its
        journal{results > 0 ? `, ${counted(results, 'result')}` : ''}, its files and those of its sub-plans.
      </p>
      {first ? (
        <WritesInDoubt writes={writes ?? []}>
          Only this run’s record remembers that, and has a run that goes on from it ask first. Look where it
          would show, and say what became of it; then nothing is lost with the record.
        </WritesInDoubt>
      ) : null}
      <p>The plan stays. What its calls did outside stays done. This can’t be taken back.</p>
    </Modal>
  );
}
