/** The run's state: every path, its value, and the calls that wrote it. */

import { useEffect, useState } from 'react';
import { previewOf } from '../../stores/call-live.ts';
import type { WrittenValue } from '../../stores/ports.ts';
import { ChangeAndFork } from '../history/ChangeAndFork.tsx';
import { PinResult } from '../history/PinResult.tsx';
import { Empty } from '../parts/Empty.tsx';
import { useServices, useShownRun } from '../services.ts';
import styles from './StatePanel.module.css';

/** A value longer than this is shown in part; the whole is in the journal and in the result. */
const SHOWN_CHARACTERS = 20_000;

export default function StatePanel() {
  const { session, verbs } = useServices();
  const run = useShownRun();
  const [values, setValues] = useState<readonly WrittenValue[]>([]);
  useEffect(() => {
    let current = true;
    if (run) {
      void verbs.stateOf(run).then((read) => {
        if (current) setValues(read);
      });
    }
    return () => {
      current = false;
    };
  }, [run, verbs]);
  const [open, setOpen] = useState<string | null>(null);
  if (!run)
    return <Empty>A run's memory appears here: each path, its value, and the call that wrote it.</Empty>;
  if (values.length === 0) return <Empty>Nothing has been written yet.</Empty>;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Path</th>
          <th scope="col">Value</th>
          <th scope="col">Written by</th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ path, value, writtenBy }) => (
          <tr key={path}>
            <th scope="row">
              <code>{path}</code>
            </th>
            <td>
              <button
                type="button"
                className={styles.value}
                aria-expanded={open === path}
                onClick={() => setOpen(open === path ? null : path)}
              >
                {open === path ? (
                  <pre>{(JSON.stringify(value, null, 2) ?? '').slice(0, SHOWN_CHARACTERS)}</pre>
                ) : (
                  previewOf(value, 160)
                )}
              </button>
            </td>
            <td>
              {writtenBy.map((call) => (
                <span key={call} className={styles.writing}>
                  <button
                    type="button"
                    className={styles.writer}
                    onClick={() => session.actions.select([call])}
                  >
                    {call}
                  </button>
                  <PinResult run={run} call={call} />
                  <ChangeAndFork run={run} call={call} />
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
