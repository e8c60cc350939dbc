/**
 * Run again from a call: what would be entered, what it would cost, and then the start. In a run that goes on it begins
 * within it; one that has ended stays as it was, and a new run begins with its results. Replay is not here: it is free.
 */

import { useEffect, useMemo, useState } from 'react';
import { namer } from '../../run/call-names.ts';
import type { ClearOrder } from '../../run/events.ts';
import { namesOf } from '../../run/view.ts';
import { planOf } from '../../run/whole.ts';
import type { RunFromPreview } from '../../stores/run-from-preview.ts';
import type { About } from '../../stores/session.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { CameFrom } from '../library/CameFrom.tsx';
import { Button } from '../parts/Button.tsx';
import { Modal } from '../parts/Modal.tsx';
import { Options } from '../parts/Options.tsx';
import { whileAsked } from '../parts/while-asked.ts';
import { useRuns, useServices, useSession } from '../services.ts';
import { AgainPreview, mayStart } from './AgainPreview.tsx';
import styles from './again.module.css';
import { doneTwice } from './again.ts';

export default function RunFromDialog({ onClose }: { onClose: () => void }) {
  const about = useSession((state) => state.about);
  const run = useRuns((state) => (about ? state.known.get(about.runId) : undefined));
  if (!about || !run || !planOf(run.state)) return null;
  return <RunFrom run={run} about={about} onClose={onClose} />;
}

/** Where a person would begin again: with what failed, else with the first. */
function likelyCall({ state: { program, steps } }: ShownRun): string {
  return program.steps[Math.max(0, steps.status.indexOf('failed'))]?.id ?? '';
}

/** The call as the run names it: of a call over instances, its first. */
const callNamed = (run: ShownRun, call: string): string => namesOf(run.state, call)[0] ?? likelyCall(run);

interface RunFromProps {
  run: ShownRun;
  about: About;
  onClose: () => void;
}

function RunFrom({ run, about, onClose }: RunFromProps) {
  const { running } = useServices();
  const [call, setCall] = useState(() => callNamed(run, about.call ?? ''));
  const [order, setOrder] = useState<ClearOrder>(about.order ?? 'dependants');
  const [preview, setPreview] = useState<RunFromPreview | null>(null);
  const { runId } = run;
  const { program } = run.state;
  // By the program, not by the run, which is another with each event: thousands of choices stay as they are.
  const choices = useMemo(() => {
    const name = namer(program.plan);
    return <Options of={program.steps.map(({ id }) => [id, `${name(id)} (${id})`])} />;
  }, [program]);

  useEffect(
    () => whileAsked(running.runFromPreview(runId, call, order), setPreview),
    [running, runId, call, order],
  );

  const start = () => {
    onClose();
    running.runFrom(runId, call, order);
  };

  return (
    <Modal
      title={`Run again from ${call}`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone={preview && doneTwice(preview).length > 0 ? 'danger' : 'primary'}
            disabled={!mayStart(preview)}
            onClick={start}
          >
            {preview?.anew === false ? 'Run these again' : 'Start a new run'}
          </Button>
        </>
      }
    >
      <CameFrom runId={runId} />
      <p className="lead">
        Calls are really entered again, at a price. To only see what happened, use Replay: it is free and
        calls nothing.
      </p>
      <label className={`field ${styles.field}`}>
        From
        <select data-first value={call} onChange={(event) => setCall(event.target.value)}>
          {choices}
        </select>
      </label>
      <fieldset className={styles.orders}>
        <legend>Run again</legend>
        {ORDERS.map(({ value, words }) => (
          <label key={value} className="check">
            <input type="radio" name="order" checked={order === value} onChange={() => setOrder(value)} />
            {words}
          </label>
        ))}
      </fieldset>
      {preview === null ? (
        <p className="lead">Working it out…</p>
      ) : (
        <>
          <AgainPreview run={run} preview={preview} />
          {preview.refusal === null ? (
            <p className="lead">
              {preview.anew
                ? 'This run stays as it was; the two can be compared.'
                : 'This run goes on: what these calls gave before stays in its journal.'}
            </p>
          ) : null}
        </>
      )}
    </Modal>
  );
}

const ORDERS: readonly { readonly value: ClearOrder; readonly words: string }[] = [
  { value: 'dependants', words: 'it and what depends on it' },
  { value: 'list', words: 'it and everything after it in the list' },
];
