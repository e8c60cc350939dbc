/** The writes of a run whose end nobody knows (L-41), named for whoever is about to do what they bear on. */

import { type ReactNode, useEffect, useState } from 'react';
import { type OpenWrite, openWriteWords, writeKey } from '../../run/open-writes.ts';
import { whileAsked } from '../parts/while-asked.ts';
import { useRuns, useServices } from '../services.ts';
import { counted } from '../words.ts';
import styles from './Questions.module.css';

/** So many are named, the rest by their number: what was not named is not forgotten with its record. */
export const NAMED = 100;

const timeOfDay = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

/** @param children what they mean for what the person is about to do */
export function WritesInDoubt({ writes, children }: { writes: readonly OpenWrite[]; children: ReactNode }) {
  const more = writes.length - NAMED;
  return (
    <div role="alert">
      <p>
        <strong>
          {writes.length === 1
            ? 'One call may have changed something outside:'
            : `${writes.length} calls may have changed something outside:`}
        </strong>
      </p>
      <ul className={styles.text}>
        {writes.slice(0, NAMED).map((write) => (
          <li key={writeKey(write)}>{openWriteWords(write, (ms) => timeOfDay.format(ms))}</li>
        ))}
        {more > 0 ? <li>and {counted(more, 'more call')}</li> : null}
      </ul>
      <p className={styles.text}>{children}</p>
    </div>
  );
}

/** null until they are known; looked at again with all that the run tells. */
export function useOpenWrites(runId: string): readonly OpenWrite[] | null {
  const { running, session } = useServices();
  const turn = useRuns((state) => state.turn);
  const [writes, setWrites] = useState<readonly OpenWrite[] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn of the run may have begun a write, or ended one.
  useEffect(() => {
    return whileAsked(running.openWrites(runId), setWrites, session.actions.tellFault);
  }, [running, session, runId, turn]);
  return writes;
}
