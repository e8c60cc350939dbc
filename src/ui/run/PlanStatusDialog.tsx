/** How a run stands, as seed 001's `plan.status` says it: counts, progress, and its calls where they are wanted (T-17). */

import { Copy } from 'lucide-react';
import { useState } from 'react';
import { type PlanStatus, planStatus, type Subtask } from '../../run/plan-status.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { CameFrom } from '../library/CameFrom.tsx';
import { Button } from '../parts/Button.tsx';
import { Modal } from '../parts/Modal.tsx';
import { useRuns, useServices, useSession } from '../services.ts';
import { CALL_STATUS } from '../words.ts';
import styles from './PlanStatusDialog.module.css';
import { useUnproven } from './use-unproven.ts';

export default function PlanStatusDialog({ onClose }: { onClose: () => void }) {
  const runId = useSession((state) => state.about?.runId ?? '');
  const run = useRuns((state) => state.known.get(runId));
  return run ? <StatusOf run={run} onClose={onClose} /> : null;
}

const COUNTS = ['total', 'pending', 'in_progress', 'completed', 'failed', 'skipped'] as const;
const WORDS: Readonly<Record<(typeof COUNTS)[number], string>> = { ...CALL_STATUS, total: 'Calls' };

function StatusOf({ run, onClose }: { run: ShownRun; onClose: () => void }) {
  const { session } = useServices();
  const unproven = useUnproven(run);
  const [includeDetails, setDetails] = useState(false);
  const [includeCompleted, setCompleted] = useState(true);
  const status = planStatus(run.state, {
    include_completed: includeCompleted,
    include_details: includeDetails,
  });

  const copy = async () => {
    try {
      const strange = (status.success && status.subtasks) || [];
      const marked = strange.map(({ id }) => id).filter(unproven.call);
      await navigator.clipboard.writeText(
        JSON.stringify(marked.length === 0 ? status : { ...status, unproven: marked }, null, 2),
      );
      session.actions.notify('The status is on the clipboard, as JSON.', 'success');
    } catch {
      session.actions.notify('The browser did not let the status be copied.', 'danger');
    }
    onClose();
  };

  return (
    <Modal
      title="Plan status"
      onClose={onClose}
      foot={
        <Button onClick={() => void copy()}>
          <Copy size={14} aria-hidden /> Copy as JSON
        </Button>
      }
    >
      <CameFrom runId={run.runId} />
      {status.success ? <Counts status={status} /> : <p className="fault">{status.error}</p>}
      <div className={styles.choices}>
        <label>
          <input type="checkbox" checked={includeDetails} onChange={(e) => setDetails(e.target.checked)} />
          With its calls
        </label>
        <label>
          <input
            type="checkbox"
            checked={includeCompleted}
            disabled={!includeDetails}
            onChange={(e) => setCompleted(e.target.checked)}
          />
          Completed ones too
        </label>
      </div>
      {status.success && status.subtasks ? <Subtasks subtasks={status.subtasks} /> : null}
    </Modal>
  );
}

function Counts({ status: { goal, progress, status } }: { status: PlanStatus }) {
  return (
    <>
      <p className={`muted ${styles.goal}`}>{goal}</p>
      <div className={styles.progress}>
        <progress value={progress} max={1} aria-label="Progress of the plan" />
        <span>{Math.round(progress * 100)} %</span>
      </div>
      <dl className={styles.counts}>
        {COUNTS.map((name) => (
          <div key={name} data-count={name}>
            <dt>{WORDS[name]}</dt>
            <dd>{status[name]}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** More are in the JSON that is copied. */
const SHOWN = 200;

function Subtasks({ subtasks }: { subtasks: readonly Subtask[] }) {
  return (
    <ul className={styles.subtasks} aria-label="Calls">
      {subtasks.slice(0, SHOWN).map(({ id, description, status, error }) => (
        <li key={id}>
          <span className={styles.words}>
            {description}
            {error === null ? null : <small>{error}</small>}
          </span>
          <code>{id}</code>
          <span data-status={status}>{WORDS[status]}</span>
        </li>
      ))}
    </ul>
  );
}
