/** The run's state: every path, its value, and the calls that wrote it. */

import { useDeferredValue, useEffect, useState } from 'react';
import { previewOf } from '../../stores/call-live.ts';
import type { WrittenValue } from '../../stores/ports.ts';
import { ChangeAndFork } from '../history/ChangeAndFork.tsx';
import { PinResult } from '../history/PinResult.tsx';
import { Button } from '../parts/Button.tsx';
import { Empty } from '../parts/Empty.tsx';
import { useServices, useShownRun } from '../services.ts';
import { counted } from '../words.ts';
import styles from './StatePanel.module.css';

/** A value longer than this is shown in part; the whole is in the journal and in the result. */
const SHOWN_CHARACTERS = 20_000;

/** Events; folding fewer takes no longer than a frame. */
const LONG_RECORD = 2000;
const SETTLED_MS = 120;

/** So many rows are in the page at first, and so many more at a time. */
const ROWS = 200;

export default function StatePanel() {
  const { session, verbs } = useServices();
  const run = useDeferredValue(useShownRun());
  const [values, setValues] = useState<readonly WrittenValue[]>([]);
  useEffect(() => {
    if (!run) return;
    let current = true;
    const read = () =>
      void verbs.stateOf(run).then((found) => {
        if (current) setValues(found);
      });
    // A long record is folded once the moment stands still: at every step of it, nothing else would move.
    const timer = run.events.length > LONG_RECORD ? setTimeout(read, SETTLED_MS) : undefined;
    if (timer === undefined) read();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [run, verbs]);
  const [open, setOpen] = useState<string | null>(null);
  const [limit, setLimit] = useState(ROWS);
  if (!run)
    return <Empty>A run's memory appears here: each path, its value, and the call that wrote it.</Empty>;
  if (values.length === 0) return <Empty>Nothing has been written yet.</Empty>;
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Path</th>
            <th scope="col">Value</th>
            <th scope="col">Written by</th>
          </tr>
        </thead>
        <tbody>
          {values.slice(0, limit).map(({ path, value, writtenBy }) => (
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
      {values.length > limit ? (
        <p className={styles.rest}>
          {counted(values.length - limit, 'path')} more.{' '}
          <Button onClick={() => setLimit(limit + ROWS)}>Show {ROWS} more</Button>
        </p>
      ) : null}
    </>
  );
}
