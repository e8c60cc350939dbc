/** What is stored on this device and how safe it is; everything or one run as a file; what tidying would free. */

import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { StoredBytes } from '../../stores/ports.ts';
import { act } from '../actions/actions.ts';
import { Button } from '../parts/Button.tsx';
import { ChooseFile } from '../parts/ChooseFile.tsx';
import { Modal } from '../parts/Modal.tsx';
import { whileAsked } from '../parts/while-asked.ts';
import { useLibrary, useRuns, useServices } from '../services.ts';
import type { StorageFacts, Tidying } from '../verbs.ts';
import { counted, fileSize } from '../words.ts';
import { DeleteEverything } from './DeleteEverything.tsx';
import { choiceOf, RETENTION_CHOICES } from './retention.ts';
import styles from './settings.module.css';

interface Read {
  readonly facts: StorageFacts;
  readonly bytes: StoredBytes | null;
  readonly tidying: Tidying;
}

export default function StorageDialog({ onClose }: { onClose: () => void }) {
  const services = useServices();
  const { device, history, settings } = services;
  const retention = useStore(settings, (state) => state.retention);
  const plans = useLibrary((state) => state.plans.length);
  const runs = useRuns((state) => state.list.length);
  const [read, setRead] = useState<Read | null>(null);
  const [outcome, setOutcome] = useState('');
  const [own, setOwn] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was imported, tidied or agreed to is read anew.
  useEffect(() => {
    const asked = Promise.all([device.storageFacts(), device.storedBytes(), history.tidyPreview()]);
    return whileAsked(asked, ([facts, bytes, tidying]) => setRead({ facts, bytes, tidying }));
  }, [device, history, outcome]);

  const take = async (file: File) => {
    setOutcome('Reading…');
    setOutcome(await device.importEverything(file, own));
  };
  const keep = async () =>
    setOutcome(
      (await device.askToPersist())
        ? 'This browser agreed: it will not clear Obelus by itself.'
        : 'This browser did not agree. It may once you use Obelus more, or install it.',
    );
  const kept = RETENTION_CHOICES.find(({ name }) => name === choiceOf(retention))!.words.toLowerCase();

  return (
    <Modal title="Storage on this device" onClose={onClose}>
      <p className="lead">
        Plans, runs and files are kept in this browser alone; no server has a copy. {counted(plans, 'plan')},{' '}
        {counted(runs, 'run')}.
      </p>
      {read ? (
        <RoomBar facts={read.facts} bytes={read.bytes} runsKept={kept} />
      ) : (
        <p className="lead">Measuring…</p>
      )}
      <section className={styles.group} aria-labelledby="storage-safe">
        <h3 id="storage-safe">Safe from clearing</h3>
        <p className="small">{read ? safetyWords(read.facts) : '…'}</p>
        {read && !read.facts.persisted ? (
          <Button onClick={() => void keep()}>Ask the browser to keep it</Button>
        ) : null}
      </section>
      <section className={styles.group} aria-labelledby="storage-tidy">
        <h3 id="storage-tidy">Tidy</h3>
        <p className="small">
          Runs are kept {kept}. {read ? tidyWords(read.tidying) : ''}{' '}
          <button type="button" className={styles.link} onClick={() => act('settings', services)}>
            Change how long
          </button>
        </p>
        <Button onClick={() => void history.tidyNow().then(setOutcome)}>Tidy now</Button>
      </section>
      <section className={styles.group} aria-labelledby="storage-files">
        <h3 id="storage-files">As files</h3>
        <div className={styles.choices}>
          <Button data-first onClick={() => void device.exportEverything()}>
            Export everything
          </Button>
          <Button onClick={() => act('runs', services)}>Export one run…</Button>
          <ChooseFile
            label="Export of everything or of one run"
            accept=".json,application/json"
            onChoose={(file) => void take(file)}
          >
            Import a file
          </ChooseFile>
        </div>
        <label className="small">
          <input type="checkbox" checked={own} onChange={(event) => setOwn(event.target.checked)} /> The file
          I import is a backup of my own
        </label>
        <p className="small">
          Secrets, keys and approvals are in no export. What is imported stays marked as a file’s, your own
          backup too, and starts nothing before you approve it here.
        </p>
      </section>
      <p role="status" className={styles.outcome}>
        {outcome}
      </p>
      <DeleteEverything />
    </Modal>
  );
}

function tidyWords({ runs, bytes }: Tidying): string {
  if (runs === 0) return 'Nothing is old enough to be deleted.';
  return `Tidying deletes ${counted(runs, 'run')} and frees about ${fileSize(bytes)}.`;
}

const safetyWords = ({ persisted }: StorageFacts): string =>
  persisted
    ? 'Yes: this browser will not clear it by itself.'
    : 'No: when the disk is full, this browser may clear it. Export what matters.';

/** How much of the room is taken, and by what: one bar, and the same in words beside it. */
const KINDS: readonly { readonly kind: keyof StoredBytes; readonly words: string; readonly until: string }[] =
  [
    { kind: 'plans', words: 'Plans', until: 'until you remove them' },
    { kind: 'runs', words: 'Journals of runs', until: 'RUNS' },
    { kind: 'values', words: 'Long values', until: 'as long as their runs' },
    { kind: 'files', words: 'Files', until: 'as long as their plans and runs' },
  ];

/** What takes hardly any room, and how long it stays. */
const BESIDE: readonly (readonly [what: string, until: string])[] = [
  ['Approvals and named versions', 'until you take them back or remove them; versions go with their plan'],
  ['Secrets and model keys', 'until you remove them, or this page is closed where you did not keep them'],
  ['Settings', 'until you change them'],
  ['Obelus itself, for use offline', 'this version and the one before it'],
];

/** What little there is must still be seen. */
const LEAST_PERCENT = 0.6;

interface RoomBarProps {
  readonly facts: StorageFacts;
  readonly bytes: StoredBytes | null;
  /** How long runs are kept, in words. */
  readonly runsKept: string;
}

function RoomBar({ facts, bytes, runsKept }: RoomBarProps) {
  const { usedBytes, quotaBytes } = facts;
  // Each as a part of them all: on the scale of a whole disk, everything would be a speck.
  const scale = Math.max(1, bytes ? KINDS.reduce((all, { kind }) => all + bytes[kind], 0) : 0);
  return (
    <div className={styles.room}>
      <p className="small">{roomWords(facts)}</p>
      {usedBytes !== null && quotaBytes !== null && quotaBytes > 0 ? (
        <meter className={styles.meter} min={0} max={quotaBytes} value={usedBytes} aria-label="Room taken" />
      ) : null}
      {bytes ? (
        <ul className={styles.kinds} aria-label="What takes the room">
          {KINDS.map(({ kind, words, until }) => (
            <li key={kind} className={styles.kind} data-kind={kind}>
              <span>
                {words}
                <span className={styles.until}> · {until === 'RUNS' ? runsKept : until}</span>
              </span>
              <span className={styles.kindTrack} aria-hidden>
                <span
                  className={styles.kindBar}
                  style={{
                    width: `${bytes[kind] === 0 ? 0 : Math.max(LEAST_PERCENT, (bytes[kind] / scale) * 100)}%`,
                  }}
                />
              </span>
              <span className={styles.kindSize}>{fileSize(bytes[kind])}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <dl className={styles.beside} aria-label="What else is kept">
        {BESIDE.map(([what, until]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{until}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function roomWords({ usedBytes, quotaBytes }: StorageFacts): string {
  if (usedBytes === null || quotaBytes === null) return 'This browser does not tell how much room there is.';
  return `${fileSize(usedBytes)} of ${fileSize(quotaBytes)} used, by this browser’s own count.`;
}
