/** Before a plan is run again from a call: exactly which calls, what they do to the world, and what is kept. */

import { useEffect, useState } from 'react';
import type { ClearOrder } from '../../run/events.ts';
import type { CallToRunAgain, RunFromPreview } from '../../stores/run-from-preview.ts';
import type { RunTrace } from '../../stores/run-trace.ts';
import type { About } from '../../stores/session.ts';
import { Button } from '../parts/Button.tsx';
import { Modal } from '../parts/Modal.tsx';
import { useRuns, useServices, useSession } from '../services.ts';
import { counted, price } from '../words.ts';
import { ClearedList } from './ClearedList.tsx';
import { namer } from './journal-line.ts';
import styles from './RunFromDialog.module.css';

export default function RunFromDialog({ onClose }: { onClose: () => void }) {
  const about = useSession((state) => state.about);
  const run = useRuns((state) => (about ? state.traces[about.runId] : undefined));
  return about && run ? <Asked about={about} run={run} onClose={onClose} /> : null;
}

const ORDERS: readonly { readonly order: ClearOrder; readonly words: string; readonly more: string }[] = [
  { order: 'dependants', words: 'What depends on it', more: 'Other branches keep their results.' },
  { order: 'list', words: 'Everything after it in the list', more: 'Whether it depends on it or not.' },
];

function Asked({ about, run, onClose }: { about: About; run: RunTrace; onClose: () => void }) {
  const { verbs } = useServices();
  const names = [...run.calls.keys()];
  const [call, setCall] = useState(() => nameIn(names, about.call));
  const [order, setOrder] = useState<ClearOrder>(about.order ?? 'dependants');
  const preview = usePreview(about.runId, call, order);
  const danger = (preview?.cleared ?? []).filter(actsAgain);
  return (
    <Modal
      title="Run again from a call"
      onClose={onClose}
      foot={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            tone={danger.length > 0 ? 'danger' : 'primary'}
            disabled={preview === null || preview.refusal !== null}
            onClick={() => {
              onClose();
              verbs.runFrom(about.runId, call, order);
            }}
          >
            {preview?.anew ? 'Start a new run' : 'Run these again'}
          </Button>
        </>
      }
    >
      <label className={styles.from}>
        From
        <select value={call} onChange={(event) => setCall(event.target.value)}>
          {names.map((name) => (
            <option key={name} value={name}>
              {optionOf(name, namer(run.plan))}
            </option>
          ))}
        </select>
      </label>
      <fieldset className={styles.orders}>
        <legend>With it run again</legend>
        {ORDERS.map((one) => (
          <label key={one.order} className={styles.order}>
            <input
              type="radio"
              name="order"
              checked={order === one.order}
              onChange={() => setOrder(one.order)}
            />
            <span>
              {one.words}
              <small>{one.more}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <div role="status">{preview ? <Seen preview={preview} danger={danger} /> : null}</div>
    </Modal>
  );
}

/** A card stands for a call in all its instances: the first of them is begun with. */
const nameIn = (names: readonly string[], call: string | undefined): string =>
  names.find((name) => name === call || (call !== undefined && name.startsWith(`${call}@`))) ??
  names[0] ??
  '';

const optionOf = (name: string, words: (call: string) => string): string => {
  const said = words(name);
  return said === name ? name : `${name} – ${said}`;
};

function Seen({ preview, danger }: { preview: RunFromPreview; danger: readonly CallToRunAgain[] }) {
  if (preview.refusal !== null) return <p className={styles.refusal}>{preview.refusal}</p>;
  return (
    <>
      <h3 className={styles.head}>{counted(preview.cleared.length, 'call')} run again</h3>
      <ClearedList calls={preview.cleared} />
      {danger.length > 0 ? (
        <p className={styles.danger}>
          {counted(danger.length, 'of these has', 'of these have')} changed something outside already, and
          will do it once more.
        </p>
      ) : null}
      <p className={styles.fact}>
        {counted(preview.kept, 'result is', 'results are')} kept and not paid for again.
        {preview.cost === undefined
          ? ''
          : ` Running these costs about ${price(preview.cost)}, if each runs once.`}
        {preview.inFlight > 0 ? ` ${counted(preview.inFlight, 'call')} under way will be stopped first.` : ''}
      </p>
      <p className={styles.fact}>
        {preview.anew
          ? 'This run has ended and stays as it is. A new run begins with its results.'
          : 'The run goes on with what is left; what it did so far stays in its journal.'}
      </p>
    </>
  );
}

/** It was entered, and what it does is more than to look. */
const actsAgain = ({ effect, hadResult }: CallToRunAgain): boolean =>
  hadResult && (effect === 'write' || effect === 'irreversible');

function usePreview(runId: string, call: string, order: ClearOrder): RunFromPreview | null {
  const { verbs } = useServices();
  const [preview, setPreview] = useState<RunFromPreview | null>(null);
  useEffect(() => {
    let current = true;
    void verbs.runFromPreview(runId, call, order).then((read) => {
      if (current) setPreview(read);
    });
    return () => {
      current = false;
    };
  }, [verbs, runId, call, order]);
  return preview;
}
