/** The rows of a run's state: a path, its value, the calls that wrote it. Drawn again only when the state was read anew. */

import { memo, useState } from 'react';
import { previewOf } from '../../stores/call-live.ts';
import type { WrittenValue } from '../../stores/ports.ts';
import type { RunTrace } from '../../stores/run-trace.ts';
import { ChangeAndFork } from '../history/ChangeAndFork.tsx';
import { PinResult } from '../history/PinResult.tsx';
import { Button } from '../parts/Button.tsx';
import { useServices } from '../services.ts';
import { counted } from '../words.ts';
import styles from './StatePanel.module.css';

/** A value longer than this is shown in part; the whole is in the journal and in the result. */
const SHOWN_CHARACTERS = 20_000;

/** So many rows are in the page at first, and so many more at a time. */
const ROWS = 200;

interface StateTableProps {
  /** As it stood when its state was read. */
  run: RunTrace;
  values: readonly WrittenValue[];
}

export const StateTable = memo(function StateTable({ run, values }: StateTableProps) {
  const [open, setOpen] = useState<string | null>(null);
  const [limit, setLimit] = useState(ROWS);
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
                  <Writer key={call} run={run} call={call} />
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
});

function Writer({ run, call }: { run: RunTrace; call: string }) {
  const { session } = useServices();
  return (
    <span className={styles.writing}>
      <button type="button" className={styles.writer} onClick={() => session.actions.select([call])}>
        {call}
      </button>
      <PinResult run={run} call={call} />
      <ChangeAndFork run={run} call={call} />
    </span>
  );
}
