/** The browser's own model in the planner's dialog: whether it is there, and fetching it where it is not yet. */

import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/thrown.ts';
import { Button } from '../parts/Button.tsx';
import { useServices } from '../services.ts';
import type { BrowserModel } from '../verbs.ts';
import styles from './PlannerDialog.module.css';

type Availability = Awaited<ReturnType<BrowserModel['availability']>>;

/** What the dialog asks of it; until the browser has answered there is none. */
export interface OwnModelState {
  readonly state: Availability;
  readonly takesTemperature: boolean;
  /** Of a fetch that goes on: 0 to 1. */
  readonly share: number | null;
  readonly fault: string | null;
  fetch(): void;
  stop(): void;
}

/** What is fetched goes on without the dialog where the browser likes; nobody waits for it then. */
export function useBrowserModel(): OwnModelState {
  const { planning } = useServices();
  const [model, setModel] = useState<BrowserModel | null>(null);
  const [state, setState] = useState<Availability>('unavailable');
  const [takesTemperature, setTakes] = useState(false);
  const [share, setShare] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const fetching = useRef<AbortController | null>(null);

  useEffect(() => {
    let isHere = true;
    // Without its code there is no such planner; the others are offered all the same.
    void planning
      .browserModel()
      .then(async (found) => {
        const [now, takes] = await Promise.all([found.availability(), found.takesTemperature()]);
        if (!isHere) return;
        setModel(found);
        setState(now);
        setTakes(takes);
      })
      .catch(() => undefined);
    return () => {
      isHere = false;
      fetching.current?.abort();
    };
  }, [planning]);

  const fetch = async (): Promise<void> => {
    if (model === null) return;
    const controller = new AbortController();
    fetching.current = controller;
    setFault(null);
    setShare(0);
    const refused = await model
      .fetch(controller.signal, setShare)
      .then(() => null)
      .catch((error: unknown) => (controller.signal.aborted ? null : messageOf(error)));
    const now = await model.availability();
    if (fetching.current !== controller) return;
    fetching.current = null;
    setShare(null);
    setFault(refused);
    setState(now);
  };

  return {
    ...{ state, takesTemperature, share, fault },
    fetch: () => void fetch(),
    stop: () => fetching.current?.abort(),
  };
}

/** Whether it can be asked, and the button that brings it here. */
export function OwnModel({ own }: { own: OwnModelState }) {
  const { state, share, fault } = own;
  const percent = share === null ? null : Math.round(share * 100);
  return (
    <div className={styles.test}>
      {percent !== null ? (
        <>
          <progress className={styles.progress} aria-label="Fetching the model" max={100} value={percent} />
          <p>{percent} % fetched. It stays with the browser, for every page.</p>
          <Button onClick={own.stop}>Stop fetching</Button>
        </>
      ) : state === 'downloadable' || state === 'downloading' ? (
        <>
          <p>
            {state === 'downloading'
              ? 'The browser is fetching its model already.'
              : 'The browser has to fetch its model first, often some gigabytes, once.'}
          </p>
          <Button onClick={own.fetch}>
            {state === 'downloading' ? 'Wait for the model' : 'Fetch the model'}
          </Button>
        </>
      ) : null}
      <p role="status" data-tone={fault === null ? 'plain' : 'danger'}>
        {fault !== null
          ? `The model was not fetched: ${fault}`
          : percent !== null
            ? null
            : state === 'available'
              ? 'The model is ready.'
              : state === 'unavailable'
                ? 'This browser has no model that this page can ask now. Choose another planner.'
                : null}
      </p>
    </div>
  );
}
