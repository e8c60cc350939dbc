/** Before a plan is run whose earlier run left a write in doubt: which, and that the new run may do it again (L-41). */

import { quoted } from '../../flows/words.ts';
import { isDoubtful, maybeDoubtful } from '../../stores/doubtful-runs.ts';
import { Button } from '../parts/Button.tsx';
import { Modal } from '../parts/Modal.tsx';
import { useDocument, useRuns, useServices, useSession } from '../services.ts';
import { ago, counted } from '../words.ts';
import styles from './Questions.module.css';
import { useOpenWrites, WritesInDoubt } from './WritesInDoubt.tsx';

const NONE: ReadonlySet<string> = new Set();

export default function DoubtsFirstDialog({ onClose }: { onClose: () => void }) {
  const { running, now } = useServices();
  const about = useSession((state) => state.about);
  const runId = about?.runId ?? '';
  const list = useRuns((state) => state.list);
  const row = list.find((run) => run.runId === runId);
  const others = maybeDoubtful(list, NONE).filter((run) => isDoubtful(run) && run.runId !== runId);
  const more = others.filter((run) => run.planId === row?.planId).length;
  const planId = useDocument((state) => state.plan.id);
  const isOther = row !== undefined && row.planId !== planId;
  const writes = useOpenWrites(runId);
  const first = writes?.[0];
  return (
    <Modal
      title="Run it again?"
      size="small"
      onClose={onClose}
      foot={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={writes === null}
            onClick={() => {
              onClose();
              running.startRun(about?.choices, runId);
            }}
          >
            Run all the same
          </Button>
          <Button
            tone="primary"
            data-first
            onClick={() => {
              onClose();
              running.openRun(first?.runId ?? runId, first?.call);
            }}
          >
            Settle first
          </Button>
        </>
      }
    >
      <p className={styles.text}>
        An earlier run of {isOther ? `${quoted(row.title)}, which sends the same` : 'this plan'}
        {row ? `, started ${ago(row.startedAt, now())},` : ''}{' '}
        {row?.endedAt === undefined ? 'waits for you: nobody' : 'ended, and nobody'} has said what became of
        what it sent.
      </p>
      {first ? (
        <WritesInDoubt writes={writes ?? []}>
          A new run begins from the start and may do it a second time. Look where it would show, and say what
          became of it; then this is not asked again.
        </WritesInDoubt>
      ) : null}
      {more > 0 ? <p>{counted(more, 'other run')} of it left such a call too.</p> : null}
    </Modal>
  );
}
