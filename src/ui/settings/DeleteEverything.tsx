/** Everything on this device, deleted: asked once, with a way to keep a copy. */

import { useState } from 'react';
import { messageOf } from '../../lib/thrown.ts';
import { Button } from '../parts/Button.tsx';
import { useServices } from '../services.ts';
import styles from './settings.module.css';

export function DeleteEverything() {
  const { device } = useServices();
  const [isAsked, setAsked] = useState(false);
  const [outcome, setOutcome] = useState('');
  const go = async () => {
    setOutcome('Deleting…');
    const deleted = device.deleteEverything(setOutcome);
    setOutcome(await deleted.catch((fault: unknown) => `It is not deleted: ${messageOf(fault)}`));
  };
  return (
    <section className={styles.group} aria-labelledby="storage-delete">
      <h3 id="storage-delete">Delete everything</h3>
      <p className="small">
        Plans, runs, files, approvals, secrets, keys and settings, and the copy of Obelus for use offline. No
        other device and no server has them.
      </p>
      {isAsked ? (
        <div role="alert">
          <p>Delete everything on this device? It can’t be undone, and what runs now is cut off.</p>
          <div className={styles.choices}>
            <Button tone="primary" autoFocus onClick={() => void device.exportEverything()}>
              Export everything first
            </Button>
            <Button onClick={() => setAsked(false)}>Keep it</Button>
            <Button tone="danger" onClick={() => void go()}>
              Delete it for good
            </Button>
          </div>
          <p className={styles.outcome}>{outcome}</p>
        </div>
      ) : (
        <Button tone="danger" onClick={() => setAsked(true)}>
          Delete everything on this device…
        </Button>
      )}
    </section>
  );
}
