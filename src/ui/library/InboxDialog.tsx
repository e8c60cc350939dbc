/** Everything that waits for a person, in all runs of this device; and whether the system may tell of it. */

import { useState } from 'react';
import { useStore } from 'zustand';
import { visible } from '../../lib/visible-text.ts';
import { waitingRuns } from '../../stores/waiting.ts';
import { Button } from '../parts/Button.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Modal } from '../parts/Modal.tsx';
import { askedWords } from '../run/asked-words.ts';
import { useRuns, useServices, useSession } from '../services.ts';
import { ago, counted } from '../words.ts';
import styles from './RunsDialog.module.css';

export default function InboxDialog({ onClose }: { onClose: () => void }) {
  const { runs, running, now } = useServices();
  const pausing = useSession((state) => state.pausing);
  // What a run asks comes with its own events.
  useRuns((state) => state.turn);
  useRuns((state) => state.list);
  const waiting = waitingRuns(runs.getState(), pausing);
  const time = now();
  return (
    <Modal title="What waits for you" onClose={onClose} foot={<Button onClick={onClose}>Close</Button>}>
      {waiting.length === 0 ? (
        <Empty>No run on this device waits for you.</Empty>
      ) : (
        <ul className={styles.inbox} aria-label="Runs that wait">
          {waiting.map(({ runId, title, asked, since }, at) => (
            <li key={runId} className={styles.row}>
              <button
                type="button"
                data-first={at === 0 ? '' : undefined}
                className={styles.entry}
                onClick={() => {
                  onClose();
                  running.openRun(runId);
                }}
              >
                <span className="clip">
                  {asked[0] ? askedWords(asked[0]) : ''}
                  {asked.length > 1 ? ` And ${counted(asked.length - 1, 'more question')}.` : ''}
                </span>
                <span className="small clip">
                  {[visible(title), since > 0 ? `asked ${ago(since, time)}` : ''].filter(Boolean).join(' · ')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Notifying />
    </Modal>
  );
}

const DENIED =
  'This browser does not let Obelus notify you. Allow it in the settings of this page, and tick this again.';

/** The system asks for its own leave when it is ticked, and at no other time. */
function Notifying() {
  const { settings } = useServices();
  const notifies = useStore(settings, (state) => state.notifies);
  const [refused, setRefused] = useState('');
  if (!('Notification' in globalThis)) return null;
  const isOn = notifies && Notification.permission === 'granted';
  const change = async (wanted: boolean): Promise<void> => {
    setRefused('');
    const leave = wanted ? await Notification.requestPermission() : 'default';
    settings.change({ notifies: leave === 'granted' });
    if (wanted && leave !== 'granted') setRefused(DENIED);
  };
  return (
    <>
      <label className="check">
        <input type="checkbox" checked={isOn} onChange={(event) => void change(event.target.checked)} />
        Notify me when a run waits or ends while this window is hidden
      </label>
      <p role="alert" className="small fault">
        {refused}
      </p>
    </>
  );
}
