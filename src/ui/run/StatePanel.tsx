/** The run's state: every path, its value, and the calls that wrote it. */

import { Pin, PinOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { previewOf } from '../../stores/call-live.ts';
import type { WrittenValue } from '../../stores/ports.ts';
import type { RunTrace } from '../../stores/run-trace.ts';
import { DRY_RUN } from '../../stores/runs.ts';
import { Empty } from '../parts/Empty.tsx';
import { useServices, useSession, useShownRun } from '../services.ts';
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
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Keeps a real result for the dry runs of the plan on the table (L-81), or lets it go again. */
function PinResult({ run, call }: { run: RunTrace; call: string }) {
  const { session } = useServices();
  const isPinned = useSession((state) => Object.hasOwn(state.pinned, call));
  const value = run.calls.get(call)?.value;
  if (run.runId === DRY_RUN || value === undefined) return null;
  return (
    <button
      type="button"
      className={styles.pin}
      aria-pressed={isPinned}
      aria-label={`Use the result of ${call} in dry runs`}
      title={isPinned ? 'Used in dry runs' : 'Use this result in dry runs'}
      onClick={() => (isPinned ? session.actions.unpin(call) : session.actions.pin(call, value))}
    >
      {isPinned ? <PinOff size={13} aria-hidden /> : <Pin size={13} aria-hidden />}
    </button>
  );
}
